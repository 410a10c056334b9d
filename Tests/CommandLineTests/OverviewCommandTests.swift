import CompassProgram
import Foundation
import XCTest

@testable import compass

final class OverviewCommandTests: CommandLineTestCase {
    private static let titles = [
        "Social Analytics", "Social Media Monitoring", "Recruiting Timeline", "Activity History",
        "Reports & Analytics",
    ]

    func testAllPagesFitOneScreen() throws {
        for environment in [[:], ["LC_ALL": "C"]] {
            let run = try CommandLineRun.run(
                ["overview", try data(), "--now", Self.now], environment: environment)
            XCTAssertEqual(run.status, 0)
            XCTAssertEqual(run.errors, "")
            let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            XCTAssertLessThanOrEqual(lines.count, 24, run.text)
            for title in Self.titles { XCTAssertTrue(lines.contains { $0.hasPrefix(title) }, run.text) }
            for line in lines { XCTAssertLessThanOrEqual(line.count, 80, String(line)) }
        }
    }

    func testManyRowsFitOneScreenWithWhatCouldNotBeRead() throws {
        let copy = try folder().path + "/data"
        let run = try CommandLineRun.run(["generate", copy, "--posts", "20000", "--ndjson"])
        XCTAssertEqual(run.status, 0, run.errors)
        for (broken, missing) in [
            ([], []), (["documents"], ["coaches"]), (["documents", "coaches"], ["performance_metrics"]),
            (["schools", "offers"], ["documents", "events", "performance_metrics"]),
        ] as [([String], [String])] {
            for table in broken {
                try Data("[".utf8).write(to: URL(fileURLWithPath: copy + "/\(table).ndjson"))
            }
            for table in missing { try? FileManager.default.removeItem(atPath: copy + "/\(table).ndjson") }
            let run = try CommandLineRun.run(["overview", copy, "--now", Self.now])
            let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            XCTAssertLessThanOrEqual(lines.count, 23, run.text)
            for title in Self.titles { XCTAssertTrue(lines.contains { $0.hasPrefix(title) }, run.text) }
            for line in lines { XCTAssertLessThanOrEqual(DisplayText.width(String(line)), 80, String(line)) }
            if broken.count == 1 { XCTAssertTrue(run.text.contains("! documents: documents.ndjson: line 1")) }
            if broken.count > 1 { XCTAssertTrue(run.text.contains("! Unreadable tables: "), run.text) }
        }
    }

    func testJSONHoldsThePagesAsTheirCommandsAnswerThem() throws {
        for layout in [[], ["--pretty"]] {
            let run = try CommandLineRun.run(
                ["overview", try data(), "--now", Self.now, "--format", "json"] + layout)
            let overview = try json(run)
            XCTAssertEqual(overview["schemaVersion"] as? Int, 1)
            XCTAssertEqual((overview["failures"] as? [Any])?.count, 0)
            for page in ["social", "feed", "timeline", "activity", "report"] {
                let alone = try json(
                    try CommandLineRun.run([page, try data(), "--now", Self.now, "--format", "json"]))
                XCTAssertEqual(overview[page] as? NSDictionary, alone as NSDictionary, page)
            }
        }
    }

    func testAMissingTableLeavesItsPartOutAndIsNamed() throws {
        let directory = try folder([
            "interactions.json": #"[{"id":1,"type":"dm","occurred_at":"2026-02-28T10:00:00Z"}]"#,
            "coaches.json": "[",
        ]).path
        let run = try CommandLineRun.run(["overview", directory, "--now", Self.now])
        XCTAssertEqual(run.status, 0)
        XCTAssertTrue(run.text.contains("! Missing tables: social_media_posts, schools, events"), run.text)
        XCTAssertTrue(run.text.contains("! coaches: coaches.json: line 1"), run.text)
        XCTAssertTrue(run.text.contains("Requires the table social_media_posts"), run.text)
        XCTAssertTrue(run.text.contains("Requires the tables events, interactions, offers"), run.text)
        XCTAssertTrue(run.text.contains("Dm with Unknown School"), run.text)
        let page = try jsonBesideWarnings(
            try CommandLineRun.run(["overview", directory, "--now", Self.now, "--format", "json"]))
        for name in ["social", "feed", "timeline"] { XCTAssertTrue(page[name] is NSNull, name) }
        XCTAssertEqual((page["failures"] as? [Any])?.count, 8)
    }

    func testEachPageNamesOnlyTheFailuresOfItsOwnTables() throws {
        let interactions = #"[{"id":1,"type":"dm","occurred_at":"2026-02-28T10:00:00Z"}]"#
        for files in [
            ["interactions.json": interactions, "coaches.json": "[", "schools.json": "{"],
            ["interactions.json": interactions, "coaches.json": "[", "offers.json": "[", "events.json": "["],
            ["interactions.json": "[", "documents.ndjson": "{", "performance_metrics.json": "[{]"],
            ["interactions.json": "{", "schools.json": "[]", "school_status_history.json": "[]"],
            ["documents.json": "[]", "coaches.json": "[]"],
        ] {
            let directory = try folder(files).path
            let overview = try jsonBesideWarnings(
                try CommandLineRun.run(["overview", directory, "--now", Self.now, "--format", "json"]))
            for page in ["activity", "report"] {
                let alone = try jsonBesideWarnings(
                    try CommandLineRun.run([page, directory, "--now", Self.now, "--format", "json"]))
                XCTAssertEqual(
                    overview[page] as? NSDictionary, alone as NSDictionary,
                    "\(page) of \(files.keys.sorted())")
            }
        }
    }

    func testRowsThatTheTimelineLeavesOutAreThoseOfItsCommand() throws {
        let directory = try folder([
            "interactions.json":
                #"[{"id":1,"type":"dm"},{"type":"dm"},{"id":2,"type":"dm","occurred_at":"x"}]"#,
            "events.json": #"[{"id":1,"name":"Camp","start_date":"2026-03-04","end_date":"2026-03-03"}]"#,
            "offers.json": #"[{"id":1}]"#, "school_status_history.json": #"[{"id":1,"new_status":"x"}]"#,
            "documents.json": #"[{"id":1}]"#,
        ]).path
        let arguments = [directory, "--now", Self.now, "--format", "json"]
        let overview = try CommandLineRun.run(["overview"] + arguments)
        let alone = try CommandLineRun.run(["timeline"] + arguments)
        let pages = try [overview, alone].map { run in
            try XCTUnwrap(try JSONSerialization.jsonObject(with: run.output) as? [String: Any], run.text)
        }
        XCTAssertEqual((pages[1]["skipped"] as? [Any])?.count, 6)
        XCTAssertEqual(pages[0]["timeline"] as? NSDictionary, pages[1] as NSDictionary)
    }

    func testTablesOfWhichNoneCanBeReadAreShownAsSuch() throws {
        let run = try CommandLineRun.run(["overview", try folder(["offers.json": "["]).path])
        XCTAssertEqual(run.status, 0)
        for title in Self.titles { XCTAssertTrue(run.text.contains(title), run.text) }
        for part in ["No activities could be read", "Requires the tables schools, coaches, interactions and"]
        {
            XCTAssertTrue(run.text.contains(part), "\(part) in:\n\(run.text)")
        }
        for part in ["0 schools", "0 in all", "0.0%"] { XCTAssertFalse(run.text.contains(part), run.text) }
    }

    func testFiguresOfATableThatCouldNotBeReadAreLeftOut() throws {
        let directory = try folder(["schools.json": #"[{"id":"s","name":"Rice"}]"#, "coaches.json": "["])
        let run = try CommandLineRun.run(["overview", directory.path, "--now", Self.now])
        XCTAssertTrue(run.text.hasSuffix("last 30 days\n  1 school\n"), run.text)
    }

    func testOneIsNotCountedInThePlural() throws {
        let directory = try folder([
            "schools.json": #"[{"id":"s","name":"Rice"}]"#, "coaches.json": #"[{"id":"c"}]"#,
            "interactions.json": #"[{"id":1,"type":"dm","occurred_at":"2026-02-28T10:00:00Z"}]"#,
            "performance_metrics.json": #"[{"id":1,"metric_type":"era","recorded_date":"2026-02-28"}]"#,
            "social_media_posts.json":
                #"[{"id":1,"school_id":"s","platform":"twitter","post_date":"2026-02-28T10:00:00Z"}]"#,
        ])
        let run = try CommandLineRun.run(["overview", directory.path, "--now", Self.now])
        for part in [
            "1 school · 1 coach · 1 interaction · 0.0% response · 1 metric", "1 active school\n",
            "  1 post · ",
        ] { XCTAssertTrue(run.text.contains(part), "\(part) in:\n\(run.text)") }
    }

    func testWrongArguments() throws {
        for (arguments, status) in [
            (["-"], 64), ([try data() + "/none"], 66), ([try data(), "--format", "csv"], 64),
            ([try data(), "--pretty"], 64), ([try data(), "--zone", "Mars/Olympus"], 64),
        ] as [([String], Int32)] {
            XCTAssertEqual(try CommandLineRun.run(["overview"] + arguments).status, status, "\(arguments)")
        }
    }
}
