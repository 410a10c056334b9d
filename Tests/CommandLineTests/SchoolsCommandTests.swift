import Foundation
import XCTest

final class SchoolsCommandTests: CommandLineTestCase {
    private static let posts = #"""
        [{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z","school_id":"b"},
         {"id":2,"platform":"twitter","post_date":"2020-02-28T10:00:00Z","school_id":"b"},
         {"id":3,"platform":"twitter","post_date":"2026-02-28T10:00:00Z","school_id":"z"},
         {"id":4,"platform":"twitter","post_date":"2026-02-28T10:00:00Z","school_id":"y"},
         {"id":5,"platform":"twitter","post_date":"2026-02-28T10:00:00Z"}]
        """#
    private static let schools =
        #"[{"id":"c","name":"éa"},{"id":"a","name":"rice"},{"id":"b","name":"Rice"},{"id":"d","name":"Baylor"}]"#

    private func schools(_ files: [String: String], _ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run(["schools", try folder(files).path] + arguments)
    }

    private func rows(_ run: CommandLineRun) throws -> [[String]] {
        let answer = try json(run)
        XCTAssertEqual(answer.keys.sorted(), ["schemaVersion", "schools"])
        XCTAssertEqual(answer["schemaVersion"] as? Int, 1)
        return try XCTUnwrap(answer["schools"] as? [[String: Any]]).map { school in
            XCTAssertEqual(school.keys.sorted(), ["id", "name", "postCount"])
            return ["id", "name", "postCount"].map { "\(school[$0] ?? "")" }
        }
    }

    private static let wanted = [
        ["d", "Baylor", "0"], ["b", "Rice", "2"], ["a", "rice", "0"], ["y", "Unknown School", "1"],
        ["z", "Unknown School", "1"], ["c", "éa", "0"],
    ]

    func testSchoolsOfBothTablesAreListedInNameOrder() throws {
        let files = ["social_media_posts.json": Self.posts, "schools.json": Self.schools]
        XCTAssertEqual(try rows(try schools(files, "--format", "json")), Self.wanted)
        let csv = try schools(files, "--format", "csv", "--byte-order-mark").text
        XCTAssertEqual(
            csv,
            "\u{feff}id,name,postCount\r\n"
                + Self.wanted.map { $0.joined(separator: ",") + "\r\n" }.joined())
        let text = try schools(files).text
        XCTAssertTrue(text.hasPrefix("Schools · 6 schools\n"), text)
        let lines = text.split(separator: "\n").dropFirst(2).map { line in
            line.split(separator: " ").map(String.init)
        }
        // The columns are name, posts and id.
        XCTAssertEqual(
            lines, Self.wanted.map { $0[1].split(separator: " ").map(String.init) + [$0[2], $0[0]] })
    }

    func testEitherTableMayBeMissing() throws {
        XCTAssertEqual(
            try rows(try schools(["schools.ndjson": #"{"id":"a","name":"Rice"}"#], "--format", "json")),
            [["a", "Rice", "0"]])
        let posts = [
            ["b", "Unknown School", "2"], ["y", "Unknown School", "1"], ["z", "Unknown School", "1"],
        ]
        XCTAssertEqual(
            try rows(try schools(["social_media_posts.json": Self.posts], "--format", "json")), posts)
        let input = try CommandLineRun.run(["schools", "-", "--format", "json"], input: Self.posts)
        XCTAssertEqual(try rows(input), posts)
        let none = try schools(["events.json": "[]"])
        XCTAssertEqual(none.status, 66)
        XCTAssertTrue(none.errors.contains("social_media_posts and schools are missing"), none.errors)
        let empty = try schools(["schools.json": "[]"])
        XCTAssertEqual(empty.status, 0)
        XCTAssertTrue(empty.text.contains("The tables have no schools"), empty.text)
        XCTAssertEqual(try schools(["schools.json": "[", "social_media_posts.json": "[]"]).status, 65)
    }

    func testTheListNamesWhatTheFilterAccepts() throws {
        let list = try rows(try CommandLineRun.run(["schools", try data(), "--format", "json"]))
        XCTAssertGreaterThan(list.count, 10)
        for school in list.prefix(3) {
            for text in [school[0], school[1].uppercased()] {
                let run = try CommandLineRun.run(
                    ["feed", try data(), "--now", Self.now, "--format", "json", "--school", text])
                let count = try XCTUnwrap(try json(run)["matchCount"] as? Int)
                XCTAssertGreaterThanOrEqual(count, Int(school[2]) ?? .max)
            }
        }
    }

    func testCommonOptionsOfPagesAreAccepted() throws {
        let plain = try CommandLineRun.run(["schools", try data()])
        let run = try CommandLineRun.run(
            ["schools", try data(), "--now", Self.now, "--zone", "Asia/Kolkata", "--ids"])
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.text, plain.text)
    }
}
