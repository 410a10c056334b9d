import Foundation
import XCTest

final class InspectCommandTests: CommandLineTestCase {
    private let posts = """
        [{"id":1,"platform":"twitter","post_date":"2026-02-10T10:00:00Z","sentiment":"odd"},
        {"id":2,"platform":"vine","post_date":"2026-02-10T10:00:00Z"},
        {"id":1,"platform":"twitter","post_date":"2026-02-11T10:00:00Z"}]
        """

    func testReportsEveryTableOfADirectory() throws {
        let answer = try json(try CommandLineRun.run(["inspect", try data(), "--format", "json"]))
        XCTAssertEqual(answer["schemaVersion"] as? Int, 1)
        let tables = try XCTUnwrap(answer["tables"] as? [[String: Any]])
        XCTAssertEqual(
            tables.compactMap { $0["table"] as? String },
            [
                "social_media_posts", "schools", "coaches", "interactions", "events", "offers",
                "school_status_history", "documents", "performance_metrics",
            ])
        XCTAssertEqual(tables[0]["rows"] as? Int, 400)
        for table in tables {
            XCTAssertEqual(table["rows"] as? Int, table["loaded"] as? Int)
            XCTAssertEqual((table["problems"] as? [Any])?.count, 0)
        }
    }

    func testReportsProblemsWithTheirPlaces() throws {
        let folder = try folder(["social_media_posts.json": posts])
        let run = try CommandLineRun.run(["inspect", folder.path, "--format", "json"])
        XCTAssertEqual(run.status, 0)
        let table = try XCTUnwrap((try json(run)["tables"] as? [[String: Any]])?.first)
        XCTAssertEqual(
            ["rows", "loaded", "skipped", "replaced", "warnings"].map { table[$0] as? Int }, [3, 1, 1, 1, 1])
        let problems = try XCTUnwrap(table["problems"] as? [[String: Any]])
        XCTAssertEqual(problems.map { $0["row"] as? Int }, [1, 2])
        XCTAssertEqual(problems.map { $0["severity"] as? String }, ["warning", "error"])
        XCTAssertEqual(problems.map { $0["field"] as? String }, ["sentiment", "platform"])
        XCTAssertEqual(problems.map { $0["byteOffset"] as? Int }, [1, 85])
    }

    func testRowsOfEveryTableAreLoaded() throws {
        let folder = try folder([
            "events.json": #"[{"id":1,"name":"Camp","start_date":"2026-02-30"}]"#,
            "interactions.json":
                #"[{"id":1,"type":"text","created_at":"2026-02-03T10:00Z","sentiment":"odd"}]"#,
            "offers.json": #"[{"id":1,"offer_type":"partial","offer_date":"2026-02-03"}]"#,
            "school_status_history.json": #"[{"id":1,"new_status":"committed","changed_at":"2026-02-03"}]"#,
            "coaches.json": #"[{},{"id":1,"responsiveness_score":"NaN"}]"#,
            "documents.ndjson":
                #"{"id":1,"type":"resume","created_at":"2026-02-03T10:00Z"}"# + "\n{}",
            "performance_metrics.json":
                #"[{"id":1,"metric_type":"velocity","recorded_date":"2026-02-03","value":1e400}]"#,
        ])
        let run = try CommandLineRun.run(["inspect", folder.path, "--format", "csv"])
        XCTAssertEqual(run.status, 0, run.errors)
        let lines = run.text.components(separatedBy: "\r\n")
        XCTAssertEqual(
            lines[1...7].map { $0.split(separator: ",").prefix(6).joined(separator: ",") },
            [
                "coaches,2,1,1,0,1", "interactions,1,1,0,0,1", "events,1,0,1,0,0", "offers,1,1,0,0,0",
                "school_status_history,1,0,1,0,0", "documents,2,1,1,0,0", "performance_metrics,1,1,0,0,1",
            ])
    }

    func testStrictExits65WhenRowsWereSkipped() throws {
        let folder = try folder(["social_media_posts.json": posts])
        let run = try CommandLineRun.run(["inspect", folder.path, "--strict", "--format", "json"])
        XCTAssertEqual(run.status, 65)
        XCTAssertTrue(run.errors.contains("1 row was skipped"), run.errors)
        XCTAssertFalse(run.output.isEmpty)
        XCTAssertEqual(try CommandLineRun.run(["inspect", try data(), "--strict"]).status, 0)
    }

    func testTheNumberOfListedProblemsIsCappedButNotTheirCount() throws {
        let rows = (0..<150).map { #"{"id":\#($0)}"# }.joined(separator: ",")
        let folder = try folder(["social_media_posts.json": "[\(rows)]"])
        for (options, expected) in [
            ([], 100), (["--max-problems", "7"], 7), (["--max-problems", "1000"], 150),
        ] {
            let run = try CommandLineRun.run(["inspect", folder.path, "--format", "json"] + options)
            let table = try XCTUnwrap((try json(run)["tables"] as? [[String: Any]])?.first)
            XCTAssertEqual(table["skipped"] as? Int, 150)
            XCTAssertEqual((table["problems"] as? [Any])?.count, expected)
        }
        let text = try CommandLineRun.run(["inspect", folder.path, "--verbose", "--max-problems", "7"]).text
        XCTAssertTrue(text.contains("and 143 more"), text)
    }

    func testAMalformedTableDoesNotHideTheOthers() throws {
        let folder = try folder([
            "social_media_posts.json": "[{]", "schools.json": #"[{"id":1,"name":"Rice"}]"#,
            "events.ndjson": "{}\n",
        ])
        let run = try CommandLineRun.run(["inspect", folder.path, "--format", "json"])
        XCTAssertEqual(run.status, 65)
        XCTAssertTrue(run.errors.contains("social_media_posts.json: line 1, column 3"), run.errors)
        let answer = try XCTUnwrap(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
        XCTAssertEqual(
            (answer["tables"] as? [[String: Any]])?.map { $0["table"] as? String }, ["schools", "events"])
        let failure = try XCTUnwrap((answer["failures"] as? [[String: Any]])?.first)
        XCTAssertEqual(failure["table"] as? String, "social_media_posts")
        XCTAssertEqual(["line", "column", "byteOffset"].map { failure[$0] as? Int }, [1, 3, 2])
        let text = try CommandLineRun.run(["inspect", folder.path])
        XCTAssertEqual(text.status, 65)
        XCTAssertTrue(text.text.contains("schools                        1          1"), text.text)
    }

    func testFilesAndStandardInputAreTables() throws {
        let folder = try folder(["offers.ndjson": "{}\n{}\n"])
        let run = try CommandLineRun.run(
            ["inspect", folder.path + "/offers.ndjson", "-", "--ndjson", "--format", "csv"],
            input: "{\"id\":1}\n")
        XCTAssertEqual(run.status, 0)
        let lines = run.text.components(separatedBy: "\r\n")
        XCTAssertTrue(lines[1].hasPrefix("offers,2,0,2,0,0,"), run.text)
        XCTAssertTrue(lines[2].hasPrefix("social_media_posts,1,0,1,0,0,standard input,"), run.text)
        XCTAssertEqual(
            lines[5...7],
            [
                "offers,1,0,id,is missing,error", "offers,2,3,id,is missing,error",
                "social_media_posts,1,0,platform,is missing,error",
            ])
    }
}
