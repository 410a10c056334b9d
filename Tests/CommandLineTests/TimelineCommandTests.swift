import Foundation
import XCTest

final class TimelineCommandTests: CommandLineTestCase {
    private static let emptyTables = [
        "events.json": "[]", "interactions.json": "[]", "offers.json": "[]",
        "school_status_history.json": "[]",
    ]

    /// A few rows of each table around `now`.
    private static let tables = [
        "events.json": """
        [{"id":"e1","name":"Summer Camp","type":"camp","start_date":"2026-02-10","end_date":"2026-02-20","school_id":"s"},
         {"id":"e2","name":"Old Showcase","type":"showcase","start_date":"2024-01-05","school_id":"s"}]
        """,
        "interactions.ndjson":
            #"{"id":"i1","type":"phone_call","occurred_at":"2026-01-10T15:00:00Z","school_id":"x"}"#,
        "offers.json": #"[{"id":"o1","offer_type":"full_ride","offer_date":"2026-03-02","school_id":"s"}]"#,
        "school_status_history.json":
            #"[{"id":"h1","new_status":"contacted","changed_at":"2025-12-01T00:00:00Z","notes":"call back"}]"#,
        "schools.json": #"[{"id":"s","name":"Rice, Houston"}]"#,
    ]

    private func timeline(_ arguments: String..., files: [String: String] = tables) throws -> CommandLineRun {
        try CommandLineRun.run(["timeline", try folder(files).path, "--now", Self.now] + arguments)
    }

    private func lanes(_ page: [String: Any]) throws -> [[String: Any]] {
        try XCTUnwrap(page["lanes"] as? [[String: Any]])
    }

    func testJSONHasEveryKeyOfTheContract() throws {
        let page = try json(try timeline("--format", "json"))
        for key in [
            "range", "todayPosition", "months", "lanes", "list", "skipped", "state", "laneCount", "lanesPage",
            "lanesPages", "listItems",
        ] { XCTAssertNotNil(page[key], key) }
        XCTAssertEqual(page["schemaVersion"] as? Int, 1)
        XCTAssertEqual(
            page["range"] as? [String: String],
            ["kind": "6", "from": "2025-09-01T12:00:00+00:00", "to": "2026-05-01T12:00:00+00:00"])
        let lanes = try lanes(page)
        XCTAssertEqual(lanes.map { $0["schoolName"] as? String }, ["No School", "Rice, Houston", "Unknown"])
        let camp = try XCTUnwrap((lanes[1]["items"] as? [[String: Any]])?.first)
        XCTAssertEqual(
            Set(camp.keys),
            [
                "id", "type", "typeLabel", "emoji", "label", "date", "endDate", "shape", "left", "width",
                "row", "link",
            ])
        XCTAssertEqual(camp["shape"] as? String, "bar")
        XCTAssertEqual(
            page["list"] as? [String], ["offer-o1", "event-e1", "interaction-i1", "status-h1"])
    }

    func testRangesAndFiltersReachTheTimeline() throws {
        func list(_ arguments: String...) throws -> [String]? {
            let run = try CommandLineRun.run(
                ["timeline", try folder(Self.tables).path, "--now", Self.now, "--format", "json"] + arguments)
            return try json(run)["list"] as? [String]
        }
        XCTAssertEqual(try list("--range", "3"), ["offer-o1", "event-e1", "interaction-i1"])
        XCTAssertEqual(try list("--range", "all")?.last, "event-e2")
        XCTAssertEqual(try list("--school", "s"), ["offer-o1", "event-e1"])
        XCTAssertEqual(try list("--hide", "events,status"), ["offer-o1", "interaction-i1"])
        XCTAssertEqual(try list("--hide", "events", "--hide", "status"), ["offer-o1", "interaction-i1"])
        XCTAssertEqual(try list("--hide", "events,interactions,offers,status"), [])
    }

    func testLanesArePagedOnRequest() throws {
        let all = try json(try timeline("--format", "json"))
        XCTAssertEqual(try lanes(all).count, 3)
        XCTAssertEqual(all["lanesPages"] as? Int, 1)
        for (page, number, name) in [("1", 1, "No School"), ("2", 2, "Rice, Houston"), ("99", 3, "Unknown")] {
            let paged = try json(
                try timeline("--format", "json", "--lanes-per-page", "1", "--lanes-page", page))
            XCTAssertEqual(paged["lanesPage"] as? Int, number)
            XCTAssertEqual(paged["lanesPages"] as? Int, 3)
            XCTAssertEqual(paged["laneCount"] as? Int, 3)
            XCTAssertEqual(try lanes(paged).map { $0["schoolName"] as? String }, [name])
        }
        let text = try timeline("--lanes-per-page", "2").text
        XCTAssertTrue(text.contains("page 1 of 2, 3 lanes"), text)
    }

    func testMinimumWidthReachesTheDots() throws {
        for (text, width) in [("0.5", 0.5), ("7", 7), ("3.50000000000000000000000", 3.5)] {
            let page = try json(try timeline("--format", "json", "--min-width", text))
            let status = try XCTUnwrap((try lanes(page)[0]["items"] as? [[String: Any]])?.first)
            XCTAssertEqual(status["width"] as? Double, width)
        }
    }

    func testCSVHasABlockForEachSection() throws {
        let text = try timeline("--format", "csv", "--byte-order-mark").text
        XCTAssertTrue(text.hasPrefix("\u{feff}kind,from,to,"), text)
        XCTAssertEqual(text.components(separatedBy: "\r\n\r\n").count, 6)
        XCTAssertTrue(text.contains("\r\ns,\"Rice, Houston\",2,1\r\n"), text)
    }

    func testTextNamesFiltersAndSchools() throws {
        let text = try timeline("--school", "s", "--hide", "interactions,status").text
        XCTAssertTrue(text.contains("Recruiting Timeline · 6 Months\n"), text)
        XCTAssertTrue(text.contains("Sep 1, 2025 to May 1, 2026 · as of Mar 1, 2026 12:00 · UTC\n"), text)
        XCTAssertTrue(text.contains("Only school Rice, Houston, events and offers\n"), text)
        XCTAssertTrue(text.contains("● Feb 10 – Feb 20, 2026  ⚾ Summer Camp "), text)
        XCTAssertFalse(text.contains("Unknown"), text)
    }

    func testEmptyStatesSaySo() throws {
        let none = try timeline(files: Self.emptyTables).text
        XCTAssertTrue(none.contains("No timeline data available"), none)
        var files = Self.tables
        files["schools.json"] = #"[{"id":"s","name":"Rice, Houston"},{"id":"t","name":"Baylor"}]"#
        let noMatches = try timeline("--school", "baylor", files: files).text
        XCTAssertTrue(noMatches.contains("No items match your filters"), noMatches)
        XCTAssertTrue(noMatches.contains("Only school Baylor"), noMatches)
        let hidden = try timeline("--hide", "events,interactions,offers,status").text
        XCTAssertTrue(hidden.contains("\nEverything hidden\n"), hidden)
        XCTAssertTrue(hidden.contains("No items match your filters\n  Try adjusting filters\n"), hidden)
        let old = try timeline("--now", "2030-01-01T00:00:00Z").text
        XCTAssertTrue(old.contains("No items in this range"), old)
    }

    func testASchoolWithoutANameIsCalledByItsID() throws {
        var files = Self.tables
        files["schools.json"] = #"[{"id":"s","name":""}]"#
        let run = try timeline("--school", "s", files: files)
        XCTAssertTrue(run.text.contains("\nOnly school s\n"), run.text)
        let page = try json(try timeline("--school", "s", "--format", "json", files: files))
        XCTAssertEqual(try lanes(page).map { $0["schoolName"] as? String }, ["Unknown"])
    }

    func testRowsThatAreLeftOutAreNoted() throws {
        var files = Self.tables
        files["events.json"] =
            #"[{"id":"e1","name":"a","start_date":"2026-02-10","end_date":"2026-02-01"},{"id":"e2"},"#
            + #"{"id":"e3","name":"b","start_date":"2026-02-10"}]"#
        let run = try timeline("--format", "json", files: files)
        XCTAssertEqual(run.status, 0)
        XCTAssertTrue(run.errors.contains("events.json: 1 row was skipped; 'compass inspect' reports why."))
        XCTAssertTrue(run.errors.contains("events.json: 1 event ends before it starts;"), run.errors)
        let page = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
        let skipped = try XCTUnwrap(page?["skipped"] as? [[String: Any]])
        XCTAssertEqual(skipped.map { $0["row"] as? Int }, [1, 2])
        XCTAssertEqual(skipped.map { $0["field"] as? String }, ["end_date", "name"])
    }

    func testSchoolsAreOptional() throws {
        var files = Self.tables
        files["schools.json"] = nil
        let page = try json(try timeline("--format", "json", files: files))
        XCTAssertEqual(
            try lanes(page).map { $0["schoolName"] as? String }, ["No School", "Unknown", "Unknown"])
    }

    func testAllMissingTablesAreNamedAtOnce() throws {
        let run = try timeline(files: ["offers.ndjson": "", "schools.json": "["])
        XCTAssertEqual(run.status, 66)
        XCTAssertTrue(
            run.errors.hasPrefix(
                "Error: the tables events, interactions and school_status_history are missing: "), run.errors)
        XCTAssertEqual(run.text, "")
    }

    func testAMissingTableExits66AndIsNamed() throws {
        for table in ["events", "interactions", "offers", "school_status_history"] {
            var files = Self.emptyTables
            files["\(table).json"] = nil
            let run = try timeline(files: files)
            XCTAssertEqual(run.status, 66)
            XCTAssertTrue(run.errors.contains("the table \(table) is missing"), run.errors)
            XCTAssertEqual(run.text, "")
        }
    }

    func testAMalformedTableExits65WithItsPlace() throws {
        for table in ["events", "interactions", "offers", "school_status_history", "schools"] {
            var files = Self.emptyTables
            files["\(table).json"] = "[{\"id\" 1}]"
            let run = try timeline(files: files)
            XCTAssertEqual(run.status, 65)
            XCTAssertTrue(run.errors.contains("\(table).json: line 1, column 8"), run.errors)
            XCTAssertEqual(run.text, "")
        }
    }

    func testWrongArgumentsExit64AndSayWhatIsAccepted() throws {
        for (arguments, expected) in [
            (["--range", "7"], "'3', '6', '12'"), (["--range", "0"], "'all'"),
            (["--lanes-page", "0"], "from 1"),
            (["--lanes-per-page", "-1"], "from 1"), (["--school", ""], "an id or a name"),
            (["--school", "s", "--school", "t"], "one id or name"),
            (["--hide", "posts"], "offers"),
            (["--hide", "events,"], "offers"), (["--hide", ""], "offers"),
            (["--min-width", "-1"], "0 to 100"),
            (["--min-width", "101"], "0 to 100"), (["--min-width", "nan"], "0 to 100"),
            (["--min-width", "1e1"], "0 to 100"), (["--min-width", "."], "0 to 100"),
            (["--min-width", "1.2.3"], "0 to 100"),
            (["--format", "pdf"], "'svg'"), (["--paper", "a4"], "svg"),
            (["--format", "svg", "--paper", "a3"], "'letter'"), (["--pretty"], "json"),
            (["--byte-order-mark"], "csv"), (["--output", ""], "a path"), (["--zone", "Mars"], "America"),
            (["--ndjson"], "--ndjson"),
        ] {
            let run = try CommandLineRun.run(["timeline", try data()] + arguments)
            XCTAssertEqual(run.status, 64, "\(arguments)")
            XCTAssertTrue(run.errors.contains(expected), "\(arguments): \(run.errors)")
            XCTAssertEqual(run.text, "", "\(arguments)")
        }
        let input = try CommandLineRun.run(["timeline", "-"])
        XCTAssertEqual(input.status, 64)
        XCTAssertTrue(input.errors.contains("a data directory"), input.errors)
        let file = try CommandLineRun.run(["timeline", try data() + "/events.json"])
        XCTAssertEqual(file.status, 64)
        XCTAssertFalse(file.errors.contains("standard input"), file.errors)
    }

    func testTheAnswerGoesIntoAFileOnRequest() throws {
        let path = try folder().path + "/timeline"
        for (form, start) in [("svg", "<?xml"), ("json", "{\""), ("csv", "kind,"), ("text", "Recruiting")] {
            for option in ["-o", "--output"] {
                let run = try timeline("--format", form, option, path)
                XCTAssertEqual(run.status, 0, run.errors)
                XCTAssertEqual(run.text, "")
                let written = try String(contentsOfFile: path, encoding: .utf8)
                XCTAssertTrue(written.hasPrefix(start), written)
                XCTAssertEqual(written, try timeline("--format", form, "-o", "-").text)
            }
        }
        let run = try timeline("-o", path + "/none")
        XCTAssertEqual(run.status, 73)
        XCTAssertTrue(run.errors.contains("/none: cannot be created: Not a directory"), run.errors)
        #if os(Linux)
            let full = try timeline("-o", "/dev/full")
            XCTAssertEqual(full.status, 74)
            XCTAssertTrue(full.errors.contains("/dev/full: No space left"), full.errors)
        #endif
    }

    func testTimingIsPrintedBesideTheAnswer() throws {
        let run = try timeline("--timing")
        for table in ["events", "interactions", "offers", "school_status_history", "schools"] {
            XCTAssertTrue(run.errors.contains("Read \(table): "), run.errors)
        }
        XCTAssertTrue(run.errors.contains("Repeated query: "), run.errors)
    }

    func testNamesOfOthersDoNotReachTheTerminalAsTheyAre() throws {
        let evil = #"\u001b[31mred\u0007 \u009b2J \u202eevil\r\nnext\u0000"#
        var files = Self.tables
        files["events.json"] =
            #"[{"id":"\#(evil)","name":"\#(evil)","type":"\#(evil)","start_date":"2026-02-10","school_id":"\#(evil)"}]"#
        files["schools.json"] = #"[{"id":"\#(evil)","name":"\#(evil)"}]"#
        let text = try timeline(files: files).text
        XCTAssertTrue(text.contains("\u{fffd}[31mred"), text)
        for scalar in text.unicodeScalars where scalar != "\n" {
            XCTAssertNotEqual(scalar.properties.generalCategory, .control, text)
            XCTAssertNotEqual(scalar, "\u{202e}", text)
        }
    }

    func testNoLineIsWiderThanATerminal() throws {
        for arguments in [[], ["--range", "all"], ["--range", "12", "--hide", "events"]] {
            let run = try CommandLineRun.run(["timeline", try data(), "--now", Self.now] + arguments)
            XCTAssertEqual(run.status, 0, run.errors)
            for line in run.text.split(separator: "\n") {
                XCTAssertLessThanOrEqual(line.count, 80, "\(line)")
            }
        }
    }

    #if os(Linux)
        func testTheChartTakesTheWidthOfTheTerminal() throws {
            for (columns, width) in [(30, 39), (40, 39), (100, 99), (500, 199)] {
                let run = try CommandLineRun.run(
                    [
                        "-q", "-e", "-c",
                        #"stty cols \#(columns); "$COMPASS" timeline "$DATA" --now 2026-03-01T12:00:00Z"#,
                        "/dev/null",
                    ],
                    environment: [
                        "COMPASS": try CommandLineRun.executable().path, "SHELL": "/bin/sh", "NO_COLOR": "1",
                        "DATA": try folder(Self.tables).path,
                    ], executable: URL(fileURLWithPath: "/usr/bin/script"))
                XCTAssertEqual(run.status, 0, run.errors)
                let line = run.text.components(separatedBy: "\r\n").first { $0.hasPrefix("Schools") }
                XCTAssertEqual(line?.count, width, run.text)
            }
        }
    #endif
}
