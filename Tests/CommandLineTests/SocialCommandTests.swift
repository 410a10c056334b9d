import Foundation
import XCTest

final class SocialCommandTests: CommandLineTestCase {
    func testJSONHasEveryKeyOfTheContract() throws {
        let page = try json(try social("--format", "json", "--range", "all"))
        XCTAssertEqual(page["schemaVersion"] as? Int, 1)
        XCTAssertEqual(keys(page["range"]), ["days", "from", "kind"])
        let summary = [
            "activeSchools", "analyzedPosts", "positivePercentage", "positivePosts", "recruitingPercentage",
            "recruitingPosts", "totalPosts",
        ]
        XCTAssertEqual(keys(page["summary"]), summary)
        XCTAssertEqual(keys(first(page["sentiment"])), ["count", "label", "percentage", "type"])
        XCTAssertEqual(keys(page["platforms"]), ["instagram", "twitter"])
        XCTAssertEqual(keys(first(page["activityByDay"])), ["count", "date", "height", "label"])
        XCTAssertEqual(keys(first(page["topSchools"])), ["id", "name", "postCount"])
        XCTAssertEqual(keys(first(page["topCoaches"])), ["id", "name", "postCount"])
        XCTAssertEqual(
            keys(first(page["recentRecruitingPosts"])),
            ["authorHandle", "authorName", "id", "platform", "postContent", "postDate", "schoolId"])
        XCTAssertTrue(page["previous"] is NSNull)
        XCTAssertTrue(page["heatMap"] is NSNull)
        XCTAssertTrue((page["range"] as? [String: Any])?["from"] is NSNull)
    }

    func testAllPostsAreCountedOnce() throws {
        let page = try json(try social("--format", "json", "--range", "all", "--days", "all"))
        XCTAssertEqual((page["summary"] as? [String: Any])?["totalPosts"] as? Int, 400)
        let days = try XCTUnwrap(page["activityByDay"] as? [[String: Any]])
        XCTAssertEqual(days.reduce(0) { $0 + ($1["count"] as? Int ?? 0) }, 400)
    }

    func testRangeListsDaysAndComparisonFollowTheOptions() throws {
        let page = try json(
            try social(
                "--format", "json", "--range", "45", "--top", "3", "--recent", "2", "--days", "4",
                "--compare",
                "--heat-map"))
        XCTAssertEqual((page["range"] as? [String: Any])?["kind"] as? String, "45")
        XCTAssertEqual((page["topSchools"] as? [Any])?.count, 3)
        XCTAssertEqual((page["topCoaches"] as? [Any])?.count, 3)
        XCTAssertEqual((page["recentRecruitingPosts"] as? [Any])?.count, 2)
        XCTAssertEqual((page["activityByDay"] as? [Any])?.count, 4)
        XCTAssertEqual((page["previous"] as? [String: Any])?.count, 7)
        let hours = (page["heatMap"] as? [String: [[Int]]])?["counts"]
        XCTAssertEqual(hours?.map(\.count), [Int](repeating: 24, count: 7))
        XCTAssertEqual(
            hours?.joined().reduce(0, +), (page["summary"] as? [String: Any])?["totalPosts"] as? Int)
    }

    func testFiltersSplitThePosts() throws {
        func total(_ filters: String...) throws -> Int {
            let run = try CommandLineRun.run(
                ["social", try data(), "--now", Self.now, "--range", "all", "--format", "json"] + filters)
            return try XCTUnwrap((try json(run)["summary"] as? [String: Any])?["totalPosts"] as? Int)
        }
        XCTAssertEqual(try total("--platform", "twitter") + total("--platform", "instagram"), 400)
        let recruiting = try total("--type", "recruiting")
        XCTAssertTrue((1..<400).contains(recruiting))
        XCTAssertEqual(try total("--to", "2025-12-31") + total("--from", "2026-01-01"), 400)
        XCTAssertEqual(
            try total("--sentiment", "positive", "--sentiment", "negative"),
            try total("--sentiment", "positive") + total("--sentiment", "negative"))
    }

    func testStandardInputReadsBothForms() throws {
        let row = #"{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z","school_id":"s"}"#
        for (input, options) in [
            ("[\(row)]", []), ("\(row)\n", ["--ndjson"]), ("\(row)\n", []), ("\n \(row)\n\(row)", []),
        ] {
            let run = try CommandLineRun.run(
                ["social", "-", "--now", Self.now, "--format", "json"] + options, input: input)
            let page = try json(run)
            XCTAssertEqual(first(page["topSchools"])?["name"] as? String, "Unknown School")
        }
    }

    func testZonesComeFromTheOptionThenTheEnvironment() throws {
        func from(_ arguments: [String], _ environment: [String: String]) throws -> String? {
            let run = try CommandLineRun.run(
                ["social", try data(), "--now", Self.now, "--format", "json"] + arguments,
                environment: environment)
            return (try json(run)["range"] as? [String: Any])?["from"] as? String
        }
        XCTAssertEqual(try from([], [:]), "2026-01-30T12:00:00+00:00")
        XCTAssertEqual(try from([], ["TZ": ":Asia/Kolkata"]), "2026-01-30T17:30:00+05:30")
        XCTAssertEqual(
            try from([], ["TZ": "/usr/share/zoneinfo/America/New_York"]), "2026-01-30T07:00:00-05:00")
        XCTAssertEqual(
            try from(["--zone", "Europe/London"], ["TZ": "Asia/Kolkata"]), "2026-01-30T12:00:00+00:00")
    }

    func testCSVHasABlockForEachSection() throws {
        let run = try social("--format", "csv", "--compare")
        XCTAssertEqual(run.status, 0)
        XCTAssertFalse(run.text.replacingOccurrences(of: "\r\n", with: "").contains("\r"))
        let headers = run.text.components(separatedBy: "\r\n\r\n").map {
            $0.components(separatedBy: "\r\n")[0]
        }
        XCTAssertEqual(
            headers,
            [
                "kind,from,days",
                "totalPosts,recruitingPosts,recruitingPercentage,positivePosts,positivePercentage,analyzedPosts,"
                    + "activeSchools",
                "type,label,count,percentage", "platform,count", "date,label,count,height",
                "id,name,postCount",
                "id,platform,authorHandle,authorName,postDate,postContent,schoolId",
                "previousTotalPosts,previousRecruitingPosts,previousRecruitingPercentage,previousPositivePosts,"
                    + "previousPositivePercentage,previousAnalyzedPosts,previousActiveSchools",
                "coachId,coachName,coachPostCount",
            ])
        let marked = try social("--format", "csv", "--compare", "--byte-order-mark")
        XCTAssertEqual(marked.output, Data([0xef, 0xbb, 0xbf]) + run.output)
    }

    func testTimingGoesToStandardError() throws {
        let run = try social("--format", "json", "--timing")
        XCTAssertEqual(run.output, try social("--format", "json").output)
        XCTAssertTrue(run.errors.contains("MB/s"), run.errors)
        for part in ["Bound names: ", "First query: ", "Repeated query: ", "the median of"] {
            XCTAssertTrue(run.errors.contains(part), "\(part) in \(run.errors)")
        }
        let searched = try social("--format", "json", "--timing", "--search", "camp")
        XCTAssertTrue(searched.errors.contains(/First query: [0-9,.]+ ms\n/), searched.errors)
    }

    func testSkippedRowsAreNoted() throws {
        let folder = try folder(["social_media_posts.json": #"[{"id":1}]"#])
        let run = try CommandLineRun.run(["social", folder.path, "--format", "json"])
        XCTAssertEqual(run.status, 0)
        XCTAssertTrue(run.errors.contains("1 row was skipped"), run.errors)
    }

    private func keys(_ object: Any?) -> [String]? { (object as? [String: Any])?.keys.sorted() }

    private func first(_ array: Any?) -> [String: Any]? { (array as? [[String: Any]])?.first }
}
