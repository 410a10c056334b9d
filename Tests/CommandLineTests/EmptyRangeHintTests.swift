import Foundation
import XCTest

/// A page with an empty range but a non-empty table prints a hint how to see rows.
final class EmptyRangeHintTests: CommandLineTestCase {
    private static let later = "2026-06-15T12:00:00Z"

    /// Two posts, two interactions, an event, a document and a metric, none of them later than March 2026.
    private func tables() throws -> String {
        try folder([
            "social_media_posts.json": #"""
            [{"id":1,"platform":"twitter","post_date":"2026-03-01T23:30:00Z"},
             {"id":2,"platform":"instagram","post_date":"2026-02-10T10:00:00Z"}]
            """#,
            "interactions.json": #"""
            [{"id":1,"type":"dm","occurred_at":"2026-02-20T10:00:00Z"},
             {"id":2,"type":"dm","occurred_at":"2025-06-20T10:00:00Z"}]
            """#,
            "events.json": #"[{"id":1,"name":"Camp","start_date":"2025-11-05"}]"#,
            "offers.json": "[]", "school_status_history.json": "[]", "schools.json": "[]",
            "coaches.json": "[]",
            "documents.json": #"[{"id":1,"type":"resume","created_at":"2026-01-05T10:00:00Z"}]"#,
            "performance_metrics.json": #"[{"id":1,"metric_type":"era","recorded_date":"2026-02-28"}]"#,
        ]).path
    }

    /// Returns a command's hint, printed to standard error in every format and included in the text.
    private func hint(_ command: String, _ arguments: String..., now: String = later) throws -> String {
        let all = [command, try tables(), "--now", now] + arguments
        let text = try CommandLineRun.run(all)
        let json = try CommandLineRun.run(all + ["--format", "json"])
        XCTAssertEqual(json.status, 0)
        XCTAssertEqual(json.errors, text.errors)
        let words = text.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard json.errors.hasPrefix("Hint: ") else { return json.errors }
        let sentence = String(json.errors.dropFirst("Hint: ".count).dropLast())
        XCTAssertTrue(words.contains("! " + sentence), text.text)
        return sentence
    }

    func testEachPageTellsItsRowsItsNewestAndWhatShowsThem() throws {
        let posts = "No posts in this range. There are 2 posts outside of it, the newest from Mar 1, 2026."
        XCTAssertEqual(try hint("social"), "\(posts) Try --now 2026-03-01 or --range all.")
        XCTAssertEqual(
            try hint("timeline", "--range", "3"),
            "No items in this range. There are 3 items outside of it, the newest from Feb 20, 2026. "
                + "Try --now 2026-02-20 or --range all.")
        XCTAssertEqual(
            try hint("activity", "--range", "week"),
            "No activities in this range. There are 3 activities outside of it, the newest from Feb 20, 2026. "
                + "Try --now 2026-02-20 or --range all.")
        XCTAssertEqual(
            try hint("report"),
            "No interactions or metrics in this period. There are 3 interactions and metrics outside of it, "
                + "the newest from Feb 28, 2026. Try --now 2026-02-28 or --preset 6m.")
    }

    func testTheNewestDayIsThatOfTheZone() throws {
        let hint = try hint("social", "--zone", "Asia/Tokyo")
        XCTAssertTrue(hint.contains("from Mar 2, 2026. Try --now 2026-03-02 or"), hint)
    }

    func testChosenDaysAreMovedToTheNewestRow() throws {
        let after = "No posts on these days. There are 2 posts on others, the newest from Mar 1, 2026. "
        for command in ["social", "feed"] {
            XCTAssertEqual(try hint(command, "--from", "2026-05-01"), after + "Try --from 2026-03-01.")
            XCTAssertEqual(
                try hint(command, "--from", "2025-01-01", "--to", "2025-12-31"),
                after + "Try --to 2026-03-01.")
        }
        // Rows are excluded by the range alone, then by the days alone, then by both.
        let range = "No posts in this range. There are 2 posts outside of it, the newest from Mar 1, 2026. "
        XCTAssertEqual(
            try hint("social", "--range", "7", "--from", "2026-02-01", "--to", "2026-02-28"),
            range + "Try --range all.")
        XCTAssertEqual(
            try hint("social", "--range", "30", "--to", "2026-01-31", now: "2026-03-02T00:00:00Z"),
            range + "Try --to 2026-03-01.")
        XCTAssertEqual(
            try hint("social", "--range", "7", "--from", "2026-06-01"),
            range + "Try --range all --from 2026-03-01.")
    }

    func testATimelineBeforeItsItemsIsNotHelpedByAWiderRange() throws {
        let hint = try hint("timeline", "--range", "all", now: "2001-01-01")
        XCTAssertTrue(hint.hasSuffix("from Feb 20, 2026. Try --now 2026-02-20."), hint)
    }

    func testAReportOfTwoDatesIsHelpedByTwoDates() throws {
        let hint = try hint("report", "--from", "2030-01-01", "--to", "2030-01-31")
        XCTAssertTrue(hint.hasSuffix("Try --from 2026-01-29 --to 2026-02-28."), hint)
    }

    func testWhatIsAdvisedShowsRows() throws {
        let directory = try tables()
        for (command, arguments) in [
            ("social", ["--range", "7", "--from", "2026-06-01"]), ("social", ["--range", "1"]),
            ("feed", ["--to", "2001-01-01"]), ("timeline", ["--range", "3"]),
            ("activity", ["--range", "month"]),
            ("report", []),
        ] as [(String, [String])] {
            let run = try CommandLineRun.run([command, directory, "--now", Self.later] + arguments)
            let advice = try XCTUnwrap(run.errors.split(separator: " Try ").last?.dropLast(2), run.errors)
            for option in advice.components(separatedBy: " or ") {
                let words = option.split(separator: " ").map(String.init)
                let kept = arguments.indices.filter { index in
                    !words.contains(arguments[index]) && (index == 0 || !words.contains(arguments[index - 1]))
                }
                let again = try CommandLineRun.run(
                    [command, directory] + (words.contains("--now") ? [] : ["--now", Self.later])
                        + kept.map { arguments[$0] } + words)
                XCTAssertEqual(again.status, 0, again.errors)
                XCTAssertEqual(again.errors, "", "\(command) \(option)")
            }
        }
    }

    func testOneRowIsNotCountedInThePlural() throws {
        let row = #"[{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z"}]"#
        let run = try CommandLineRun.run(["social", "-", "--now", Self.later], input: row)
        XCTAssertEqual(
            run.errors,
            "Hint: No posts in this range. There is 1 post outside of it, from Feb 28, 2026. "
                + "Try --now 2026-02-28 or --range all.\n")
    }

    func testNoHintWhereOtherFiltersLeaveNothingOrThereAreNoRows() throws {
        let directory = try tables()
        for arguments in [
            ["social", directory, "--now", Self.now, "--search", "xyzzy"],
            ["timeline", directory, "--now", Self.now, "--hide", "interactions,events"],
            ["activity", directory, "--now", Self.now, "--range", "month", "--type", "document_upload"],
            ["social", try folder(["social_media_posts.json": "[]"]).path],
        ] {
            XCTAssertEqual(try CommandLineRun.run(arguments).errors, "", "\(arguments)")
        }
    }

    func testTheOverviewHintsForEachPage() throws {
        let run = try CommandLineRun.run(["overview", try tables(), "--now", "2026-12-01"])
        XCTAssertEqual(
            run.errors.split(separator: "\n").map { $0.prefix { $0 != "." } },
            [
                "Hint: Social Analytics: No posts in this range",
                "Hint: Recruiting Timeline: No items in this range",
                "Hint: Reports & Analytics: No interactions or metrics in this period",
            ])
        XCTAssertFalse(run.errors.contains("--range"), run.errors)
        for part in [
            "  2 posts, none in this range; try --now 2026-03-01\n",
            "  3 items, none in this range; try --now 2026-02-20\n",
            "  3 interactions and metrics, none in this period; try --now 2026-02-28\n",
        ] { XCTAssertTrue(run.text.contains(part), run.text) }
    }
}
