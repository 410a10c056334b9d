import Foundation
import XCTest

/// `--from` and `--to` of pages of posts, without a range and with one.
final class DateFilterTests: CommandLineTestCase {
    private static let rows = [
        ("1", "2025-12-31T23:59:59Z"), ("2", "2026-01-01T00:00:00Z"), ("3", "2026-02-10T10:00:00Z"),
        ("4", "2026-02-28T23:59:59Z"), ("5", "2026-03-01T00:00:00Z"),
    ]

    private func run(_ command: String, _ arguments: [String]) throws -> CommandLineRun {
        let rows = Self.rows.map { #"{"id":"\#($0)","platform":"twitter","post_date":"\#($1)"}"# }
        return try CommandLineRun.run(
            [command, "-", "--now", Self.now] + arguments, input: "[\(rows.joined(separator: ","))]")
    }

    func testWithoutARangeDatesSelectAllPostsOfTheirDays() throws {
        for (arguments, kind, total) in [
            (["--from", "2026-01-01"], "all", 4), (["--to", "2025-12-31"], "all", 1),
            (["--from", "2026-01-01", "--to", "2026-02-28"], "all", 3), ([], "30", 3),
            (["--range", "30", "--from", "2026-01-01", "--to", "2026-02-28"], "30", 2),
            (["--range", "all", "--to", "2026-01-01"], "all", 2),
        ] as [([String], String, Int)] {
            let page = try json(try run("social", arguments + ["--format", "json"]))
            XCTAssertEqual((page["range"] as? [String: Any])?["kind"] as? String, kind, "\(arguments)")
            XCTAssertEqual(
                (page["summary"] as? [String: Any])?["totalPosts"] as? Int, total, "\(arguments)")
        }
    }

    func testTheHeadHasTheDaysAndTheRange() throws {
        for (arguments, title) in [
            (["--from", "2026-02-01", "--to", "2026-02-28"], "Feb 1 to Feb 28, 2026"),
            (["--from", "2025-12-31", "--to", "2026-02-28"], "Dec 31, 2025 to Feb 28, 2026"),
            (["--from", "2026-02-10", "--to", "2026-02-10"], "Feb 10, 2026"),
            (["--from", "2026-02-01"], "from Feb 1, 2026"), (["--to", "2026-02-28"], "up to Feb 28, 2026"),
        ] {
            for (command, head) in [("social", "Social Analytics"), ("feed", "Social Media Monitoring")] {
                let text = try run(command, arguments).text
                XCTAssertTrue(text.hasPrefix("\(head) · \(title)\n"), text)
                XCTAssertFalse(text.contains("Only "), text)
            }
            let both = try run("social", arguments + ["--range", "90"]).text
            XCTAssertTrue(both.hasPrefix("Social Analytics · last 90 days · \(title)\n"), both)
            let all = try run("social", arguments + ["--range", "all"]).text
            XCTAssertTrue(all.hasPrefix("Social Analytics · \(title)\n"), all)
        }
        let compared = try run("social", ["--from", "2026-02-01", "--compare"]).text
        XCTAssertTrue(compared.contains("Only a range of days has a period before it"), compared)
    }

    func testNowTakesADayAndToday() throws {
        func from(_ arguments: String...) throws -> String? {
            let page = try jsonBesideWarnings(
                try run("social", arguments + ["--format", "json", "--range", "1"]))
            return (page["range"] as? [String: Any])?["from"] as? String
        }
        XCTAssertEqual(try from("--now", "2026-03-01"), "2026-02-28T23:59:59.999999+00:00")
        XCTAssertEqual(
            try from("--now", "2026-03-01", "--zone", "Asia/Kolkata"), "2026-02-28T23:59:59.999999+05:30")
        XCTAssertEqual(
            try from("--zone", "Asia/Kolkata", "--now", "2026-03-01"), "2026-02-28T23:59:59.999999+05:30")
        // Clocks change on that day.
        XCTAssertEqual(
            try from("--now", "2026-03-08", "--zone", "America/New_York"), "2026-03-07T23:59:59.999999-05:00")
        let today = try XCTUnwrap(try from("--now", "today"))
        XCTAssertTrue(today.hasSuffix("T23:59:59.999999+00:00"), today)
        let end = try XCTUnwrap(ISO8601DateFormatter().date(from: String(today.prefix(19)) + "Z"))
        // The end of yesterday was less than a day ago, unless midnight passed between the run and this line.
        XCTAssertEqual(end.timeIntervalSinceNow, -43_200, accuracy: 43_260)
    }

    func testTheNewestDayAsNowHoldsItsPosts() throws {
        let page = try json(
            try run("social", ["--now", "2026-03-01", "--range", "1", "--format", "json"]))
        XCTAssertEqual((page["summary"] as? [String: Any])?["totalPosts"] as? Int, 1)
    }
}
