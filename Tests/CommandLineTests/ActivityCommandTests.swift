import Foundation
import XCTest

final class ActivityCommandTests: CommandLineTestCase {
    /// Runs `compass activity` at the generator's own time.
    private func activity(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run(["activity", try data(), "--now", Self.now] + arguments)
    }

    private func page(_ arguments: String...) throws -> [String: Any] {
        try json(
            try CommandLineRun.run(
                ["activity", try data(), "--now", Self.now, "--format", "json"] + arguments))
    }

    private func events(_ page: [String: Any]) throws -> [[String: Any]] {
        try XCTUnwrap(page["events"] as? [[String: Any]])
    }

    func testJSONHasEveryKeyOfTheContract() throws {
        let page = try page()
        XCTAssertEqual(page["schemaVersion"] as? Int, 1)
        XCTAssertEqual(page["page"] as? Int, 1)
        XCTAssertEqual((page["failures"] as? [Any])?.count, 0)
        let events = try events(page)
        XCTAssertEqual(events.count, 20)
        for event in events {
            XCTAssertEqual(
                event.keys.sorted(),
                [
                    "clickUrl", "description", "entityId", "entityName", "entityType", "icon", "id",
                    "isClickable", "relativeTime", "timestamp", "title", "type",
                ])
        }
    }

    func testPagesShowEveryActivityOnceAndAreClamped() throws {
        let all = try events(try page("--page-size", "100000")).compactMap { $0["id"] as? String }
        XCTAssertEqual(Set(all).count, all.count)
        let pageCount = try XCTUnwrap(try page()["totalPages"] as? Int)
        XCTAssertEqual(pageCount, (all.count + 19) / 20)
        var ids: [String] = []
        for number in 1...pageCount {
            ids += try events(try page("--page", "\(number)")).compactMap { $0["id"] as? String }
        }
        XCTAssertEqual(ids, all)
        XCTAssertEqual(try page("--page", "9999999")["page"] as? Int, pageCount)
    }

    func testFiltersByKindRangeAndText() throws {
        let all = try events(try page("--page-size", "100000"))
        for (type, prefix) in [
            ("interaction", "interaction-"), ("school_status_change", "status-"), ("document_upload", "doc-"),
        ] {
            let page = try page("--type", type, "--page-size", "100000")
            let wanted = all.compactMap { $0["id"] as? String }.filter { $0.hasPrefix(prefix) }
            XCTAssertEqual(try events(page).compactMap { $0["id"] as? String }, wanted)
            XCTAssertEqual(page["total"] as? Int, wanted.count)
        }
        let found = try events(try page("--search", "  EMAIL with ", "--page-size", "100000"))
        XCTAssertFalse(found.isEmpty)
        for event in found {
            let texts = ["title", "description"].compactMap { event[$0] as? String }
            XCTAssertTrue(texts.contains { $0.lowercased().contains("email with") }, "\(texts)")
        }
        let week = try page("--range", "week")["total"] as? Int ?? 0
        let quarter = try page("--range", "quarter")["total"] as? Int ?? 0
        XCTAssertLessThan(week, quarter)
        XCTAssertLessThan(quarter, all.count)
    }

    func testFullTextFindsWhatIsCut() throws {
        let content = String(repeating: "a", count: 60) + " pitch"
        let directory = try folder([
            "interactions.json":
                #"[{"id":1,"type":"dm","occurred_at":"2026-02-28T10:00:00Z","content":"\#(content)"}]"#,
            "school_status_history.json": "[]", "documents.json": "[]",
        ]).path
        for (arguments, total) in [([], 0), (["--full-text"], 1)] {
            let run = try CommandLineRun.run(
                ["activity", directory, "--format", "json", "--search", "pitch"] + arguments)
            XCTAssertEqual(try json(run)["total"] as? Int, total)
        }
    }

    func testWhatCannotBeReadIsNamedAndTheRestIsShown() throws {
        let directory = try folder([
            "interactions.json": #"[{"id":1,"type":"dm","occurred_at":"2026-02-28T10:00:00Z"}]"#,
            "documents.ndjson": "{\"id\":1}\nnonsense\n", "schools.json": "{\"message\":\"JWT expired\"}",
        ]).path
        let run = try CommandLineRun.run(["activity", directory, "--now", Self.now, "--format", "json"])
        XCTAssertEqual(run.status, 0)
        let page = try jsonBesideWarnings(run)
        XCTAssertEqual(
            run.errors.split(separator: "\n").map { $0.split(separator: ":")[1] },
            [" school_status_history", " documents", " schools"], run.errors)
        let failures = try XCTUnwrap(page["failures"] as? [[String: String]])
        XCTAssertEqual(failures.map { $0["table"] }, ["school_status_history", "documents", "schools"])
        XCTAssertTrue(failures[1]["reason"]?.hasPrefix("documents.ndjson: line 2") ?? false, "\(failures)")
        XCTAssertTrue(failures[2]["reason"]?.contains("JWT expired") ?? false, "\(failures)")
        XCTAssertEqual(try events(page).map { $0["title"] as? String }, ["Dm with Unknown School"])
        let text = try CommandLineRun.run(["activity", directory, "--now", Self.now])
        XCTAssertTrue(text.text.contains("! documents: documents.ndjson: line 2"), text.text)
        XCTAssertTrue(text.text.contains("📱 Dm with Unknown School"), text.text)
    }

    func testOtherFiltersAreNotAdvisedWhereTablesCouldNotBeRead() throws {
        let advice = "Try adjusting your filters"
        let (bad, empty) = (["documents.json": "["], ["documents.json": "[]"])
        for (files, arguments, message, isAdvised) in [
            (bad, [], "No activities could be read\n", false),
            (bad, ["--search", "camp"], "No activities could be read\n", false),
            (empty, [], "No activities found in the tables that could be read\n", false),
            (empty, ["--range", "week"], "No activities found in the tables that could be read\n", true),
            (empty, ["--type", "interaction"], "No activities found in the tables", true),
        ] as [([String: String], [String], String, Bool)] {
            let run = try CommandLineRun.run(["activity", try folder(files).path] + arguments)
            XCTAssertEqual(run.status, 0)
            XCTAssertTrue(run.text.contains("  " + message), run.text)
            XCTAssertEqual(run.text.contains(advice), isAdvised, run.text)
        }
    }

    func testMissingSchoolsAreNoFailure() throws {
        let directory = try folder([
            "interactions.json": "[]", "school_status_history.json": "[]", "documents.json": "[]",
        ]).path
        let run = try CommandLineRun.run(["activity", directory])
        XCTAssertEqual(run.status, 0)
        XCTAssertEqual(run.errors, "")
        XCTAssertTrue(run.text.contains("No activities found\n  Try adjusting your filters"), run.text)
        XCTAssertFalse(run.text.contains("!"), run.text)
    }

    func testTextFitsTheTerminalAndNamesTheNextPage() throws {
        let run = try activity("--zone", "America/New_York")
        XCTAssertEqual(run.errors, "")
        XCTAssertTrue(run.text.hasPrefix("Activity History · All Time\n"), run.text)
        XCTAssertTrue(run.text.contains("--page 2\n"), run.text)
        let ascii = try CommandLineRun.run(
            ["activity", try data(), "--now", Self.now], environment: ["LC_ALL": "C"])
        XCTAssertTrue(ascii.text.utf8.allSatisfy { $0 < 128 }, ascii.text)
        for line in ascii.text.split(separator: "\n") { XCTAssertLessThanOrEqual(line.count, 80, "\(line)") }
    }

    func testCSVHoldsAllActivitiesUnlessAPageIsAskedFor() throws {
        let count = try XCTUnwrap(try page()["total"] as? Int)
        let all = try activity("--format", "csv")
        XCTAssertTrue(all.text.hasPrefix("total,page,totalPages\r\n\(count),1,1\r\n"), all.text)
        XCTAssertEqual(
            all.output, try activity("--format", "csv", "--page-size", "\(count)").output)
        XCTAssertLessThan(try activity("--format", "csv", "--page", "2").output.count, all.output.count)
    }

    func testWrongArgumentsExit64AndSayWhatIsAccepted() throws {
        for (arguments, expected) in [
            (["--type", "email"], "document_upload"), (["--range", "year"], "quarter"),
            (["--page", "0"], "from 1 is"),
            (["--page", "99999999999999999999"], "from 1 to 9223372036854775807 is accepted"),
            (["--page", ""], "from 1 is"), (["--page-size", "0"], "from 1"), (["--full-text"], "'--search'"),
            (["--format", "svg"], "csv"),
        ] {
            let run = try CommandLineRun.run(["activity", try data()] + arguments)
            XCTAssertEqual(run.status, 64, "\(arguments)")
            XCTAssertTrue(run.errors.contains(expected), "\(arguments): \(run.errors)")
        }
        XCTAssertEqual(try CommandLineRun.run(["activity", "-"]).status, 64)
        XCTAssertEqual(try CommandLineRun.run(["activity", try data() + "/none"]).status, 66)
    }
}
