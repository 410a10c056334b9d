import Foundation
import XCTest

final class FeedCommandTests: CommandLineTestCase {
    /// Runs `compass feed` at the generator's own time.
    private func feed(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run(["feed", try data(), "--now", Self.now] + arguments)
    }

    private func page(_ arguments: String...) throws -> [String: Any] {
        try json(
            try CommandLineRun.run(["feed", try data(), "--now", Self.now, "--format", "json"] + arguments))
    }

    private func posts(_ page: [String: Any]) throws -> [[String: Any]] {
        try XCTUnwrap(page["posts"] as? [[String: Any]])
    }

    func testJSONHasEveryKeyOfTheContract() throws {
        let page = try page("--page-size", "400")
        XCTAssertEqual(page["schemaVersion"] as? Int, 1)
        XCTAssertEqual(
            keys(page["statistics"]),
            ["flaggedBadge", "flaggedPosts", "instagramPosts", "totalPosts", "twitterPosts"])
        XCTAssertEqual(page["matchCount"] as? Int, 400)
        XCTAssertTrue(page["nextCursor"] is NSNull)
        XCTAssertNil(page["linked"])
        let wanted = [
            "authorHandle", "authorName", "coachId", "coachName", "flaggedForReview", "id",
            "isRecruitingRelated", "link", "notes", "platform", "postContent", "postDate", "postUrl",
            "relativeDate", "schoolId", "schoolName",
            "sentiment",
        ]
        let posts = try posts(page)
        XCTAssertEqual(posts.count, 400)
        for post in posts { XCTAssertTrue(Set(keys(post) ?? []).isSuperset(of: wanted), "\(post)") }
    }

    func testPagesByCursorShowEveryPostOnce() throws {
        var ids: [String] = []
        var arguments: [String] = []
        var pageCount = 0
        repeat {
            let run = try CommandLineRun.run(
                ["feed", try data(), "--now", Self.now, "--format", "json", "--page-size", "150"] + arguments)
            let page = try json(run)
            ids += try posts(page).compactMap { $0["id"] as? String }
            arguments = (page["nextCursor"] as? String).map { ["--after", $0] } ?? []
            pageCount += 1
        } while !arguments.isEmpty && pageCount < 10
        XCTAssertEqual(pageCount, 3)
        XCTAssertEqual(ids.count, 400)
        XCTAssertEqual(Set(ids).count, 400)
        XCTAssertEqual(ids, try posts(try page("--page-size", "400")).compactMap { $0["id"] as? String })
    }

    func testAPageHoldsFiftyPosts() throws {
        XCTAssertEqual(try posts(try page()).count, 50)
    }

    func testDamagedAndForeignCursorsExit65() throws {
        let cursor = try XCTUnwrap(try page("--page-size", "1")["nextCursor"] as? String)
        XCTAssertTrue(try XCTUnwrap(cursor.first).isLetter)
        let damaged = String(cursor.dropLast()) + (cursor.hasSuffix("A") ? "B" : "A")
        for text in [damaged, String(cursor.dropLast(4)), "", "nonsense", "-7", "é"] {
            let run = try feed("--after", text, "--format", "json")
            XCTAssertEqual(run.status, 65, "\(text): \(run.errors)")
            XCTAssertTrue(run.errors.contains("the cursor is"), run.errors)
            XCTAssertEqual(run.text, "")
        }
    }

    func testSearchCountsWhatEitherFieldContains() throws {
        let rows = [
            #"{"id":1,"platform":"twitter","post_date":"2026-02-28T10:00:00Z","post_content":"Summer CAMP in July"}"#,
            #"{"id":2,"platform":"twitter","post_date":"2026-02-28T09:00:00Z","author_name":"Jos\u00e9 Campos"}"#,
            #"{"id":3,"platform":"twitter","post_date":"2026-02-28T08:00:00Z","author_handle":"@kamp"}"#,
        ]
        for (arguments, wanted) in [
            (["--search", "camp"], ["1", "2"]), (["--search", "  CAMP\n"], ["1", "2"]),
            (["--search", "jose"], []), (["--search", "jose", "--ignore-accents"], ["2"]),
            (["--search", "july camp"], []), (["--search", "july camp", "--all-words"], ["1"]),
            (["--search", "-"], []), (["--search", " "], ["1", "2", "3"]),
            (["--search", "amp"], ["1", "2", "3"]),
        ] as [([String], [String])] {
            let run = try CommandLineRun.run(
                ["feed", "-", "--now", Self.now, "--format", "json"] + arguments,
                input: "[\(rows.joined(separator: ","))]")
            let page = try json(run)
            XCTAssertEqual(try posts(page).compactMap { $0["id"] as? String }, wanted, "\(arguments)")
            XCTAssertEqual(page["matchCount"] as? Int, wanted.count, "\(arguments)")
        }
    }

    func testAnalyticsCountWhatTheFeedFinds() throws {
        for search in ["camp", "the", "coach", "xyzzy"] {
            let found = try page("--search", search)["matchCount"] as? Int
            let social = try json(
                try social("--range", "all", "--format", "json", "--search", search, "--days", "all"))
            XCTAssertEqual((social["summary"] as? [String: Any])?["totalPosts"] as? Int, found, search)
            let days = try XCTUnwrap(social["activityByDay"] as? [[String: Any]])
            XCTAssertEqual(days.reduce(0) { $0 + ($1["count"] as? Int ?? 0) }, found, search)
        }
    }

    func testLinkedCountsAreAddedOnRequest() throws {
        let page = try page("--linked", "--platform", "twitter", "--days", "4")
        let linked = try XCTUnwrap(page["linked"] as? [String: Any])
        XCTAssertEqual(
            keys(linked),
            [
                "activityByDay", "coaches", "flagged", "matchCount", "platforms", "recruiting",
                "schemaVersion", "schools", "sentiments", "withoutCoach", "withoutSchool", "withoutSentiment",
            ])
        XCTAssertEqual(linked["matchCount"] as? Int, page["matchCount"] as? Int)
        let platforms = try XCTUnwrap(linked["platforms"] as? [String: Int])
        XCTAssertEqual(platforms.values.reduce(0, +), 400)
        XCTAssertEqual(platforms["twitter"], page["matchCount"] as? Int)
        XCTAssertEqual((linked["activityByDay"] as? [Any])?.count, 4)
    }

    func testCSVHasABlockForEachSection() throws {
        func headers(_ run: CommandLineRun) -> [String] {
            run.text.components(separatedBy: "\r\n\r\n").map { $0.components(separatedBy: "\r\n")[0] }
        }
        let plain = try feed("--format", "csv", "--search", "xyzzy")
        let page = [
            "totalPosts,twitterPosts,instagramPosts,flaggedPosts,flaggedBadge", "matchCount,nextCursor,state",
            "id,coachId,schoolId,schoolName,platform,postUrl,postContent,postDate,relativeDate,authorHandle,"
                + "authorName,isRecruitingRelated,flaggedForReview,sentiment,notes",
        ]
        XCTAssertEqual(headers(plain), page)
        let linked = try feed("--format", "csv", "--search", "xyzzy", "--linked")
        XCTAssertEqual(
            headers(linked),
            page + [
                "platform,count", "sentiment,count", "schoolId,schoolName,count", "coachId,coachName,count",
                "flaggedForReview,count", "isRecruitingRelated,count", "date,label,count,height",
            ])
        let marked = try feed("--format", "csv", "--search", "xyzzy", "--byte-order-mark")
        XCTAssertEqual(marked.output, Data([0xef, 0xbb, 0xbf]) + plain.output)
    }

    func testCSVHoldsAllPostsUnlessAPageIsAskedFor() throws {
        // Texts are on separate lines, which do not begin with an id.
        func ids(_ run: CommandLineRun) -> [String] {
            run.text.split(whereSeparator: \.isNewline).compactMap { line in
                line.split(separator: ",").first.map(String.init).flatMap {
                    UUID(uuidString: $0) == nil ? nil : $0
                }
            }
        }
        let all = try feed("--format", "csv")
        XCTAssertEqual(
            ids(all), try posts(try page("--page-size", "400")).compactMap { $0["id"] as? String })
        XCTAssertTrue(all.text.contains("\r\n400,,posts\r\n"))
        XCTAssertEqual(all.output, try feed("--format", "csv", "--page-size", "400").output)
        let page = try feed("--format", "csv", "--page-size", "150")
        XCTAssertEqual(ids(page), Array(ids(all).prefix(150)))
        let cursor = try XCTUnwrap(try self.page("--page-size", "150")["nextCursor"] as? String)
        XCTAssertEqual(
            ids(try feed("--format", "csv", "--after", cursor)), Array(ids(all)[150..<200]))
        let timed = try feed("--format", "csv", "--timing")
        XCTAssertEqual(timed.output, all.output)
        XCTAssertTrue(timed.errors.hasPrefix("Wrote "), timed.errors)
    }

    func testWrongArgumentsExit64AndSayWhatIsAccepted() throws {
        for (arguments, expected) in [
            (["--page-size", "0"], "from 1"), (["--page-size", "-1"], "from 1"),
            (["--page-size", "many"], "from 1"), (["--days", "7"], "'--linked'"),
            (["--linked", "--days", "0"], "or all"), (["--ignore-accents"], "'--search'"),
            (["--all-words"], "'--search'"), (["--ndjson"], "'-'"), (["--format", "xml"], "csv"),
            (["--range", "7"], "--range"),
        ] {
            let run = try CommandLineRun.run(["feed", try data()] + arguments)
            XCTAssertEqual(run.status, 64, "\(arguments)")
            XCTAssertTrue(run.errors.contains(expected), "\(arguments): \(run.errors)")
        }
    }

    func testASearchThatIsNoUTF8Exits64() throws {
        #if os(Linux)
            for command in ["social", "feed"] {
                for option in [#"--search "$(printf 'ca\377mp')""#, #""$(printf -- '--search=ca\377mp')""#] {
                    let run = try CommandLineRun.run(
                        ["-c", #""$COMPASS" \#(command) "$DATA" \#(option)"#],
                        environment: ["COMPASS": try CommandLineRun.executable().path, "DATA": try data()],
                        executable: URL(fileURLWithPath: "/bin/sh"))
                    XCTAssertEqual(run.status, 64, run.errors)
                    XCTAssertTrue(run.errors.contains("byte 2"), run.errors)
                }
            }
        #endif
    }

    func testTimingGoesToStandardError() throws {
        let run = try feed("--format", "json", "--timing")
        XCTAssertEqual(run.output, try feed("--format", "json").output)
        XCTAssertTrue(run.errors.contains("the median of"), run.errors)
    }

    private func keys(_ object: Any?) -> [String]? { (object as? [String: Any])?.keys.sorted() }
}
