import CompassKernel
import CompassProgram
import CompassSynthesis
import Foundation
import XCTest

@testable import compass

/// Pages on terminals of several widths equal the committed pictures in `Screens`.
///
/// `COMPASS_RENEW_GOLDEN=1` rewrites the pictures; the difference is then reviewed like any other change.
final class ScreenTests: CommandLineTestCase {
    private static let widths = [40, 60, 80, 120, 200]
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let datasets = tests.appendingPathComponent("../../Datasets").standardizedFileURL

    /// The pages and their arguments after the data directory.
    private static let pages: [(name: String, arguments: [String])] = [
        ("social", ["--heat-map", "--compare", "--top", "10"]),
        ("social-all", ["--range", "all", "--days", "all", "--heat-map", "--recent", "0"]),
        ("feed", ["--page-size", "6"]),
        ("feed-linked", ["--linked", "--search", "camp", "--page-size", "3"]),
        ("timeline", []),
        ("activity", ["--search", "visit"]),
        ("report", ["--compare"]),
        ("overview", []), ("schools", []),
    ]

    private func tinyPage(
        _ name: String, _ arguments: [String], environment: [String: String]
    ) throws -> String {
        let command = String(name.prefix { $0 != "-" })
        let tiny = Self.datasets.appendingPathComponent("tiny").path
        let run = try CommandLineRun.run(
            [command, tiny, "--now", Self.now] + arguments, environment: environment)
        XCTAssertEqual(run.status, 0, run.errors)
        return run.text
    }

    func testPagesAreTheCommittedPictures() throws {
        for (name, arguments) in Self.pages {
            for width in Self.widths {
                let text = try tinyPage(name, arguments, environment: ["COLUMNS": "\(width)"])
                try expectPicture(text, "\(name)-\(width)", width: width)
            }
        }
    }

    func testInspectIsTheCommittedPicture() throws {
        let rows = (1...400).map { #"{"id":"\#($0)"}"# }.joined(separator: ",\n")
        let replaced = IngestReplacement(row: 2, byteOffset: 20, id: "a", rule: .id, byRow: 7)
        var report = try PostTable.load(
            json: Array("[\(rows)]".utf8), options: LoadOptions(maxProblems: .max)
        ).report
        report.replacements = [replaced]
        let posts = try inspection(.socialMediaPosts, "data/social_media_posts.json", report)
        let events = Self.datasets.appendingPathComponent("bad-rows/events.json").path
        let inspections = [
            posts,
            try inspection(
                .events, "data/events.json",
                try EventTable.load(contentsOf: events, format: .json, options: LoadOptions()).report),
        ]
        for width in Self.widths {
            let style = TerminalStyle(hasColors: false, isUnicode: true, width: width)
            try expectPicture(
                InspectionResult(inspections: inspections).text(style, isVerbose: false, limit: 100),
                "inspect-\(width)", width: width)
        }
    }

    /// An inspection whose speed is always the same.
    private func inspection(
        _ table: SynthesisTable, _ source: String, _ report: IngestReport
    ) throws -> Inspection {
        Inspection(
            table: table, source: source, byteCount: 12_000_000, nanos: 20_000_000, result: .success(report))
    }

    #if os(Linux)
        func testATerminalShowsThePagesOfItsWidth() throws {
            for width in [40, 120] {
                for (name, arguments) in Self.pages where ["social", "timeline"].contains(name) {
                    let tiny = Self.datasets.appendingPathComponent("tiny").path
                    let command = #"stty cols \#(width); exec "$COMPASS" "$@""#
                    let words = ([name, tiny, "--now", Self.now] + arguments).map { "'\($0)'" }
                    let run = try CommandLineRun.run(
                        [
                            "-q", "-e", "-c",
                            "/bin/sh -c '\(command)' sh " + words.joined(separator: " "), "/dev/null",
                        ],
                        environment: [
                            "COMPASS": try CommandLineRun.executable().path, "SHELL": "/bin/sh",
                            "NO_COLOR": "1",
                        ], executable: URL(fileURLWithPath: "/usr/bin/script"))
                    XCTAssertEqual(run.status, 0, run.errors)
                    XCTAssertEqual(
                        run.text.replacingOccurrences(of: "\r\n", with: "\n"),
                        try tinyPage(name, arguments, environment: ["COLUMNS": "\(width)"]), "\(width)")
                }
            }
        }
    #endif

    func testWidthsBeyondTheLimitsAreThoseOfTheLimits() throws {
        func page(_ columns: String) throws -> String {
            try tinyPage("timeline", [], environment: ["COLUMNS": columns])
        }
        XCTAssertEqual(try page("1"), try page("40"))
        XCTAssertEqual(try page("999"), try page("200"))
        for columns in ["", "0", "-5", "x"] { XCTAssertEqual(try page(columns), try page("80"), columns) }
    }

    private func expectPicture(_ text: String, _ name: String, width: Int) throws {
        let file = Self.tests.appendingPathComponent("Screens/\(name).txt")
        if ProcessInfo.processInfo.environment["COMPASS_RENEW_GOLDEN"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        XCTAssertEqual(text, try String(contentsOf: file, encoding: .utf8), name)
        for line in text.split(separator: "\n") where !line.hasPrefix("  --after ") {
            XCTAssertLessThanOrEqual(DisplayText.width(String(line)), width, "\(name): \(line)")
        }
    }
}
