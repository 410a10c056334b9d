import CompassProgram
import Foundation
import XCTest

@testable import compass

/// `--search=🏽`: the value's first scalar joins the `=` before it.
final class ArgumentSplittingTests: CommandLineTestCase {
    func testOnlyValuesThatJoinTheirSignAreTakenApart() {
        let (tone, accent) = ("\u{1f3fd}", "\u{301}")
        for (arguments, split) in [
            (["--search=\(tone)"], ["--search", tone]),
            (["--search=\(accent)-x"], ["--search", "\(accent)-x"]),
            (["-o=\(accent)"], ["-o", accent]), (["--a=\u{200d}=b"], ["--a", "\u{200d}=b"]),
            (["--search=x\(tone)"], nil), (["--search=-\(tone)"], nil), (["--search=="], nil),
            (["--search==\(tone)"], nil), (["--search="], nil), (["--search", tone], nil), (["-"], nil),
            (["="], nil),
            (["x=\(tone)"], nil), (["=\(tone)"], nil), ([""], nil), (["-\(accent)"], nil), (["--"], nil),
            (["--", "--search=\(tone)"], nil), ([], nil),
            (
                ["feed", "--search=\(tone)", "--", "-x=\(tone)"],
                ["feed", "--search", tone, "--", "-x=\(tone)"]
            ),
        ] as [([String], [String]?)] {
            XCTAssertEqual(ArgumentSplitting.split(arguments), split ?? arguments, "\(arguments)")
        }
    }

    private static let rows = #"""
        [{"id":"1","platform":"twitter","post_date":"2026-02-28T10:00:00Z","post_content":"👍🏽 e\u0301-x"},
         {"id":"2","platform":"twitter","post_date":"2026-02-28T09:00:00Z","post_content":"--search=🏽 - -- x"}]
        """#

    private func found(_ arguments: String...) throws -> [String] {
        let run = try CommandLineRun.run(
            ["feed", "-", "--now", Self.now, "--format", "json"] + arguments, input: Self.rows)
        XCTAssertEqual(run.status, 0, run.errors)
        return try XCTUnwrap(try json(run)["posts"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    }

    func testSearchesForWhatJoins() throws {
        XCTAssertEqual(try found("--search=🏽"), ["1", "2"])
        XCTAssertEqual(try found("--search", "🏽"), ["1", "2"])
        XCTAssertEqual(try found("--search=\u{301}-x"), ["1"])
        XCTAssertEqual(try found("--search", "\u{301}-x"), ["1"])
        // An option that takes any value takes what looks like another option.
        XCTAssertEqual(try found("--search", "--search=🏽"), ["2"])
        XCTAssertEqual(try found("--search=--search=🏽"), ["2"])
        XCTAssertEqual(try found("--search=-"), ["1", "2"])
        XCTAssertEqual(try found("--search=--"), ["2"])
        XCTAssertEqual(try found("--search", "--"), ["2"])
    }

    func testOtherOptionsAreTakenApartToo() throws {
        for option in ["--school", "--coach", "--range", "--zone", "--platform", "--from"] {
            let run = try CommandLineRun.run(["social", try data(), "\(option)=🏽"])
            XCTAssertEqual(run.status, 64)
            XCTAssertTrue(run.errors.contains("'🏽'"), run.errors)
            XCTAssertFalse(run.errors.contains("Unknown option"), run.errors)
        }
        let unknown = try CommandLineRun.run(["social", try data(), "--bogus=🏽"])
        XCTAssertEqual(unknown.status, 64)
        XCTAssertTrue(unknown.errors.contains("Unknown option '--bogus'"), unknown.errors)
    }
}
