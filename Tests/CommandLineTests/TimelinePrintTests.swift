import Foundation
import XCTest

/// `compass timeline --format svg` prints the committed sheet of `Datasets/tiny`.
final class TimelinePrintTests: CommandLineTestCase {
    private let tiny = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Datasets/tiny").standardizedFileURL

    func testThePrintIsTheCommittedOne() throws {
        let file = tiny.appendingPathComponent("prints/timeline.svg")
        let run = try CommandLineRun.run(
            [
                "timeline", tiny.path, "--now", Self.now, "--zone", "America/New_York", "--format", "svg",
            ])
        XCTAssertEqual(run.status, 0, run.errors)
        if ProcessInfo.processInfo.environment["COMPASS_RENEW_GOLDEN"] == "1" {
            try run.output.write(to: file)
        }
        XCTAssertEqual(run.text, try String(contentsOf: file, encoding: .utf8))
    }

    func testOptionsReachThePrint() throws {
        func print(_ arguments: String...) throws -> String {
            let run = try CommandLineRun.run(
                ["timeline", tiny.path, "--now", Self.now, "--format", "svg"] + arguments)
            XCTAssertEqual(run.status, 0, run.errors)
            return run.text
        }
        XCTAssertTrue(try print().contains(#"width="297.0mm""#))
        let letter = try print("--paper", "letter", "--hide", "offers,status", "--range", "3")
        XCTAssertTrue(letter.contains(#"width="279.4mm""#))
        XCTAssertTrue(letter.contains(">Only events and interactions · as of Mar 1, 2026 12:00 · UTC<"))
        XCTAssertTrue(letter.contains(">3 Months<"))
        XCTAssertFalse(letter.contains(">Offers<"))
        XCTAssertTrue(try print("--lanes-per-page", "2", "--lanes-page", "2").contains(">Page 2 of "))
        let hidden = "events,interactions,offers,status"
        XCTAssertTrue(try print("--hide", hidden).contains(">No items match your filters<"))
    }
}
