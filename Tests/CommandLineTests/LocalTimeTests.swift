import CompassKernel
import CompassProgram
import Foundation
import XCTest

@testable import compass

final class LocalTimeTests: CommandLineTestCase {
    func testADateOfAnotherYearHasItsYear() throws {
        let now = try Timestamp(parsing: "2026-01-20T12:00:00Z")
        for (time, text) in [
            ("2026-01-20T11:00:00Z", "1h ago"), ("2026-01-14T13:00:00Z", "5d ago"),
            ("2026-01-13T12:00:00Z", "Jan 13"), ("2026-01-01T00:00:00Z", "Jan 1"),
            ("2025-12-31T23:59:59Z", "Dec 31, 2025"), ("1999-02-03T00:00:00Z", "Feb 3, 1999"),
            ("2027-02-03T00:00:00Z", "just now"),
        ] {
            XCTAssertEqual(ZoneOffsets.utc.relativeText(of: try Timestamp(parsing: time), asOf: now), text)
        }
    }

    func testYearsAreThoseOfTheZone() throws {
        let auckland = try ZoneOffsets(identifier: "Pacific/Auckland")
        // In that zone, both are already in 2026.
        let now = try Timestamp(parsing: "2025-12-31T12:00:00Z")
        XCTAssertEqual(auckland.dayText(auckland.civilDate(at: now), asOf: now), "Jan 1")
        let then = try Timestamp(parsing: "2024-12-31T12:00:00Z")
        XCTAssertEqual(auckland.relativeText(of: then, asOf: now), "Jan 1, 2025")
        XCTAssertEqual(ZoneOffsets.utc.relativeText(of: then, asOf: now), "Dec 31, 2024")
    }

    private let posts = """
        [{"id":"a","platform":"twitter","post_date":"2026-01-05T10:00:00Z"},
        {"id":"b","platform":"twitter","post_date":"2025-12-31T10:00:00Z"},
        {"id":"c","platform":"twitter","post_date":"2024-12-31T10:00:00Z"}]
        """

    func testListsHaveTheYearOnceItChanges() throws {
        let interactions = """
            [{"id":"a","type":"email","occurred_at":"2026-01-05T10:00:00Z"},
            {"id":"b","type":"text","occurred_at":"2025-12-31T10:00:00Z"}]
            """
        let folder = try folder(["social_media_posts.json": posts, "interactions.json": interactions])
        func lines(_ arguments: String...) throws -> [String] {
            let run = try CommandLineRun.run(arguments + ["--now", Self.now])
            XCTAssertEqual(run.status, 0, run.errors)
            return run.text.components(separatedBy: "\n")
        }
        let feed = try lines("feed", folder.path)
        XCTAssertEqual(
            feed.filter { $0.hasPrefix("Twitter  ") }.map { $0.dropFirst(60).drop { $0 == " " } },
            ["Jan 5", "Dec 31, 2025", "Dec 31, 2024"])
        let activity = try lines("activity", folder.path)
        XCTAssertTrue(activity.contains { $0.contains("Email with") && $0.hasSuffix("  Jan 5") })
        XCTAssertTrue(activity.contains { $0.contains("Text with") && $0.hasSuffix("  Dec 31, 2025") })
        let overview = try CommandLineRun.run(["overview", folder.path, "--now", "2027-03-01T12:00:00Z"])
        XCTAssertTrue(overview.text.contains("  Jan 5, 2026:"), overview.text)
        XCTAssertTrue(overview.text.contains("Email with Unknown School"), overview.text)
        // Machine-readable output stays unchanged.
        let answer = try json(
            try CommandLineRun.run(["feed", folder.path, "--now", Self.now, "--format", "json"]))
        XCTAssertEqual(
            (answer["posts"] as? [[String: Any]])?.map { $0["relativeDate"] as? String },
            ["Jan 5", "Dec 31", "Dec 31"])
    }

    func testAxesOfOtherYearsHaveTheirYears() throws {
        func axis(_ now: String) throws -> String {
            let run = try CommandLineRun.run(["social", "-", "--now", now, "--range", "7"], input: posts)
            let lines = run.text.components(separatedBy: "\n")
            let index = try XCTUnwrap(lines.firstIndex { $0.hasPrefix("      0  ") }, run.text)
            return lines[index + 1].split(separator: " ").joined(separator: " ")
        }
        XCTAssertEqual(try axis("2026-01-10T12:00:00Z"), "Jan 4 Jan 10")
        XCTAssertEqual(try axis("2026-01-03T12:00:00Z"), "Dec 28, 2025 Jan 3, 2026")
        // A chart of a past year, as date filters can request it.
        let now = try Timestamp(parsing: "2026-06-01T00:00:00Z")
        let days = try ["2025-01-01", "2025-01-02"].map {
            DailyPostCount(date: try CivilDate(parsing: $0), count: 1, height: 100)
        }
        var text = TextPage(style: TerminalStyle(hasColors: false, isUnicode: true))
        ActivityChart(days: days, now: now, zone: .utc).add(to: &text)
        XCTAssertTrue(text.text.contains("Jan 1, 2025 Jan 2, 2025"), text.text)
    }
}
