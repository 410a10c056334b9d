import Foundation
import XCTest

final class ReportCommandTests: CommandLineTestCase {
    /// Four small tables: three schools, two coaches, interactions and metrics around the start of March.
    private func tables(leavingOut missing: String...) throws -> String {
        let files = [
            "schools.json": #"""
            [{"id":"s1","name":"Rice","status":"camp_invite","division":"D1"},
             {"id":"s2","name":"Baylor","status":"camp_invite"},{"id":"s3","name":"Austin"}]
            """#,
            "coaches.json": #"""
            [{"id":"c1","school_id":"s1","responsiveness_score":80},{"id":"c2","school_id":"s1"}]
            """#,
            "interactions.json": #"""
            [{"id":1,"type":"phone_call","occurred_at":"2026-03-01T10:00:00Z","direction":"inbound"},
             {"id":2,"type":"email","occurred_at":"2026-02-25T10:00:00Z","direction":"outbound",
              "sentiment":"positive"},
             {"id":3,"type":"email","occurred_at":"2026-02-21T10:00:00Z","direction":"inbound"}]
            """#,
            "performance_metrics.ndjson": #"""
            {"id":1,"metric_type":"exit_velo","recorded_date":"2026-02-27","value":90}
            {"id":2,"metric_type":"exit_velo","recorded_date":"2026-02-28","value":"95.5"}
            {"id":3,"metric_type":"velocity","recorded_date":"2026-03-01"}
            """#,
        ]
        return try folder(files.filter { name, _ in !missing.contains { name.hasPrefix($0) } }).path
    }

    private func report(_ directory: String, _ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run(["report", directory, "--now", Self.now] + arguments)
    }

    func testJSONHasEveryKeyOfTheContract() throws {
        let report = try json(try report(try tables(), "--format", "json", "--preset", "7d", "--compare"))
        XCTAssertEqual(report["schemaVersion"] as? Int, 1)
        XCTAssertEqual(report["dateRange"] as? [String: String], ["from": "2026-02-22", "to": "2026-03-01"])
        let sections: [String: [String]] = [
            "schools": ["byDivision", "byStatus", "total"],
            "coaches": ["bySchool", "meanResponsiveness", "responseRate", "total"],
            "interactions": ["bySentiment", "byType", "total"],
            "metrics": ["byType", "summaries", "total"],
        ]
        let previous = try XCTUnwrap(report["previous"] as? [String: Any])
        for (name, keys) in sections {
            XCTAssertEqual((report[name] as? [String: Any])?.keys.sorted(), keys)
            XCTAssertEqual((previous[name] as? [String: Any])?.keys.sorted(), keys)
        }
        XCTAssertEqual((report["warnings"] as? [Any])?.count, 0)
        let plain = try json(try self.report(try tables(), "--format", "json"))
        XCTAssertTrue(plain["previous"] is NSNull)
    }

    func testPresetsAndDatesGiveTheSamePeriod() throws {
        let directory = try tables()
        for (preset, from) in [
            ("7d", "2026-02-22"), ("30d", "2026-01-30"), ("90d", "2025-12-01"), ("6m", "2025-09-02"),
            ("ytd", "2026-01-01"), ("1y", "2025-03-01"),
        ] {
            let byPreset = try report(directory, "--preset", preset, "--format", "json")
            let byDates = try report(directory, "--from", from, "--to", "2026-03-01", "--format", "json")
            XCTAssertEqual(byPreset.text, byDates.text, preset)
            XCTAssertEqual(byPreset.status, 0)
        }
    }

    func testTextShowsCardsBreakdownsValuesAndComparison() throws {
        let run = try report(try tables(), "--preset", "7d", "--compare")
        XCTAssertEqual(run.errors, "")
        for part in [
            "Reports & Analytics · Last 7 days", "Feb 22, 2026 to Mar 1, 2026, 8 days", "50.0%, inbound",
            "Mean responsiveness   80\n", "Schools with a coach  1\n", "Compared with the 8 days before",
            "Feb 14, 2026 to Feb 21, 2026", "  Interactions                   2             was 1   +1\n",
            "Camp invite", "66.7%", "Phone call", "Neutral", "Exit velo",
            "2         92.75          95.5            90",
        ] { XCTAssertTrue(run.text.contains(part), "\(part) in:\n\(run.text)") }
        let longest = run.text.split(separator: "\n").map(\.count).max() ?? 0
        XCTAssertLessThanOrEqual(longest, 80)
    }

    func testWhatCannotBeReadIsAWarningAndTheRestIsShown() throws {
        let directory = try tables(leavingOut: "coaches", "performance_metrics")
        try Data("[{\"id\":".utf8).write(
            to: URL(fileURLWithPath: directory + "/performance_metrics.json"))
        let run = try report(directory, "--format", "json")
        XCTAssertEqual(run.status, 0)
        let warnings = try XCTUnwrap(try jsonBesideWarnings(run)["warnings"] as? [[String: Any]])
        XCTAssertEqual(warnings.compactMap { $0["table"] as? String }, ["coaches", "performance_metrics"])
        let reasons = warnings.compactMap { $0["reason"] as? String }
        XCTAssertEqual(reasons.first, "missing: there is neither coaches.json nor coaches.ndjson")
        XCTAssertTrue(reasons.last?.hasPrefix("performance_metrics.json: line 1, column 8") ?? false)
        let text = try report(directory)
        XCTAssertEqual(text.status, 0)
        XCTAssertTrue(text.text.contains("! coaches: missing: there is neither"), text.text)
        XCTAssertTrue(text.text.contains("Phone call"), text.text)
    }

    func testAPeriodOfMoreThanTenYearsWarns() throws {
        let directory = try tables()
        let warning = "Large date range may take longer to generate"
        let long = try json(
            try report(directory, "--from", "2016-02-29", "--to", "2026-03-01", "--format", "json"))
        let warnings = try XCTUnwrap(long["warnings"] as? [[String: Any]])
        XCTAssertEqual(warnings.map { $0["reason"] as? String }, [warning])
        XCTAssertTrue(warnings[0]["table"] is NSNull)
        let tenYears = try report(directory, "--from", "2016-02-29", "--to", "2026-02-28")
        XCTAssertFalse(tenYears.text.contains(warning), tenYears.text)
    }

    func testNothingInThePeriodSaysSo() throws {
        let run = try report(try tables(), "--from", "2020-01-01", "--to", "2020-01-01")
        XCTAssertEqual(run.status, 0)
        XCTAssertTrue(
            run.text.contains("No data found for selected date range. Try a different range."), run.text)
        XCTAssertTrue(run.text.contains("1 day"), run.text)
    }

    func testAnotherPeriodIsNotAdvisedWhereNeitherTableCouldBeRead() throws {
        let message = "No data found for selected date range"
        let run = try report(try tables(leavingOut: "interactions", "performance_metrics"))
        XCTAssertEqual(run.status, 0)
        XCTAssertFalse(run.text.contains(message), run.text)
        XCTAssertTrue(run.text.contains("Neither of the two tables could be read"), run.text)
        let old = ["--from", "2020-01-01", "--to", "2020-01-01"]
        for table in ["interactions", "performance_metrics"] {
            let one = try CommandLineRun.run(["report", try tables(leavingOut: table)] + old)
            XCTAssertTrue(one.text.contains(message), one.text)
        }
    }

    func testFiguresOfATableThatCouldNotBeReadAreNotShown() throws {
        let period = ["--from", "2026-02-22", "--to", "2026-03-01", "--compare"]
        func text(_ missing: String) throws -> String {
            try CommandLineRun.run(["report", try tables(leavingOut: missing)] + period).text
        }
        for (table, gone, shown) in [
            ("interactions", ["Response rate", "No interactions"], ["Metrics            ", "Camp invite"]),
            ("coaches", ["Response rate", "Mean responsiveness", "Schools with a coach"], ["Phone call"]),
            ("schools", ["No school has"], ["Response rate", "Phone call"]),
            ("performance_metrics", ["No metrics"], ["Response rate", "Phone call"]),
        ] {
            let text = try text(table)
            XCTAssertEqual(text.components(separatedBy: "│ –  ").count, 2, text)
            for part in gone { XCTAssertFalse(text.contains(part), "\(part) in:\n\(text)") }
            for part in shown { XCTAssertTrue(text.contains(part), "\(part) in:\n\(text)") }
            if table != "coaches" {
                XCTAssertTrue(text.contains("  The table \(table) could not be read\n"), text)
            }
        }
        XCTAssertFalse(try text("interactions").contains("  Interactions   "))
        XCTAssertFalse(try text("performance_metrics").contains("  Metrics  "))
        let unread = try folder([
            "schools.json": "[", "coaches.json": "[", "interactions.json": "[",
            "performance_metrics.json": "[",
        ])
        let nothing = try CommandLineRun.run(
            ["report", unread.path, "--compare"], environment: ["LC_ALL": "C"])
        XCTAssertFalse(nothing.text.contains(#/(^|[^0-9:])0( |%|$)/#.anchorsMatchLineEndings()), nothing.text)
        XCTAssertEqual(nothing.text.components(separatedBy: "| -  ").count, 5, nothing.text)
    }

    func testCutNamesDoNotTouchWhatFollows() throws {
        let directory = try tables(leavingOut: "performance_metrics")
        let name = String(repeating: "name", count: 10)
        let value = "-1.2345678901234568e20"
        let row = #"{"id":1,"metric_type":"\#(name)","recorded_date":"2026-03-01","value":\#(value)}"#
        try Data(row.utf8).write(to: URL(fileURLWithPath: directory + "/performance_metrics.ndjson"))
        let text = try report(directory).text
        XCTAssertTrue(text.contains("  Namenamenamenamenamenam… █"), text)
        let numbers = "         1  -1.23457e+20  -1.23457e+20  -1.23457e+20\n"
        XCTAssertTrue(text.contains("  Namenamenamenamenamena… " + numbers), text)
    }

    func testHugeValuesAreShownAndNeverInfinite() throws {
        let directory = try tables(leavingOut: "performance_metrics")
        let rows = #"""
            [{"id":1,"metric_type":"x","recorded_date":"2026-03-01","value":1.7e308},
             {"id":2,"metric_type":"x","recorded_date":"2026-03-01","value":1.7e308},
             {"id":3,"metric_type":"x","recorded_date":"2026-03-01","value":"NaN"},
             {"id":4,"metric_type":"y","recorded_date":"2026-03-01","value":0.0001}]
            """#
        try Data(rows.utf8).write(to: URL(fileURLWithPath: directory + "/performance_metrics.json"))
        for format in ["text", "json", "csv"] {
            let run = try report(directory, "--format", format)
            XCTAssertEqual(run.status, 0, run.errors)
            for word in ["nan", "NaN", "inf"] {
                XCTAssertFalse(run.text.contains(word), "\(word) in \(run.text)")
            }
            XCTAssertTrue(run.text.contains("1.7e+308"), run.text)
        }
    }

    func testValuesThatCannotBeReadAreNotedOnStandardError() throws {
        let directory = try tables(leavingOut: "performance_metrics", "coaches")
        let rows = #"""
            [{"id":1,"metric_type":"x","recorded_date":"2026-03-01","value":"fast"},
             {"id":2,"metric_type":"x","recorded_date":"2026-03-01","value":[1]},{"metric_type":"x"}]
            """#
        try Data(rows.utf8).write(to: URL(fileURLWithPath: directory + "/performance_metrics.json"))
        let coach = #"{"id":1,"responsiveness_score":"high"}"#
        try Data(coach.utf8).write(to: URL(fileURLWithPath: directory + "/coaches.ndjson"))
        for format in ["text", "json", "csv"] {
            let notes = try report(directory, "--format", format).errors
            XCTAssertEqual(
                notes,
                """
                Note: \(directory)/coaches.ndjson: 1 value could not be read; 'compass inspect' reports why.
                Note: \(directory)/performance_metrics.json: 1 row was skipped, 2 values could not be read; \
                'compass inspect' reports why.

                """)
        }
    }

    func testCSVIsTheExport() throws {
        let run = try report(try tables(), "--format", "csv", "--byte-order-mark", "--preset", "7d")
        XCTAssertEqual(Array(run.output.prefix(3)), [0xef, 0xbb, 0xbf])
        XCTAssertTrue(run.text.contains("interactionType,interactions\r\nemail,1\r\nphone_call,1\r\n"))
    }

    func testWrongPeriodsExit64AndSayWhatIsAccepted() throws {
        let directory = try tables()
        for (arguments, expected) in [
            (["--from", "2026-03-02", "--to", "2026-03-01"], "End date must be after start date"),
            (["--from", "2026-03-01"], "together"), (["--to", "2026-03-01"], "together"),
            (["--preset", "7d", "--from", "2026-03-01", "--to", "2026-03-01"], "'--preset'"),
            (["--preset", "8d"], "'--preset <preset>': 7d, 30d, 90d, 6m, ytd or 1y is accepted.\n"),
            (["--from", "2026-02-30", "--to", "2026-03-01"], "2026-03-01"),
            (["--from", "soon", "--to", "2026-03-01"], "2026-03-01"), (["--range", "7"], "--range"),
            (["--preset", "-7d"], "ytd or 1y is accepted"),
            (["--from", "-1", "--to", "2026-03-01"], "'-1' is invalid for '--from <from>': "),
            (["--from", "2026-03-01", "--to", "-1"], "'-1' is invalid for '--to <to>': "),
            (["--format", "svg"], "csv"),
        ] {
            let run = try CommandLineRun.run(["report", directory] + arguments)
            XCTAssertEqual(run.status, 64, "\(arguments)")
            XCTAssertTrue(run.errors.contains(expected), "\(arguments): \(run.errors)")
            XCTAssertEqual(run.text, "")
        }
        XCTAssertEqual(try report("-").status, 64)
        XCTAssertEqual(try report(directory + "/none").status, 66)
        let twice = try folder(["coaches.json": "[]", "coaches.ndjson": ""])
        XCTAssertEqual(try report(twice.path).status, 64)
    }
}
