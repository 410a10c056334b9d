import XCTest

@testable import CompassBaseline

final class BaselineMergeTests: XCTestCase {
    private let known = BaselinePost(
        id: "a", platform: .twitter, postDate: 5_000_000, coachID: "c", schoolID: "s", postURL: "u",
        postContent: "t", authorHandle: "@h", authorName: "N", isRecruitingRelated: true,
        flaggedForReview: true, sentiment: .negative, notes: "n", createdAt: 1_000_000, updatedAt: 2_000_000)
    private let other = BaselinePost(id: "b", platform: .instagram, postDate: 4_000_000, postURL: "v")

    private func merge(_ rows: String) throws -> (store: BaselinePostStore, report: BaselineMergeReport) {
        var store = BaselinePostStore([known, other])
        let report = try store.merge(Array("[\(rows)]".utf8))
        return (store, report)
    }

    func testColumnsThatARowLacksStay() throws {
        let (store, report) = try merge("{\"id\":\"a\",\"post_content\":\"new\",\"sentiment\":\"positive\"}")
        var expected = known
        expected.postContent = "new"
        expected.sentiment = .positive
        XCTAssertEqual(store.rows, [expected, other])
        XCTAssertEqual([report.rows, report.skipped, report.newPosts], [1, 0, 0])
        XCTAssertEqual(try merge("{\"id\":\"a\"}").store.rows, [known, other])
    }

    func testEveryColumnCanBeReplaced() throws {
        let (store, _) = try merge(
            """
            {"id":"a","platform":"instagram","post_date":"1970-01-01T00:00:03Z","coach_id":"c2","school_id":7,
            "post_url":"u2","post_content":"t2","author_handle":"@h2","author_name":"N2",
            "is_recruiting_related":false,"flagged_for_review":false,"sentiment":"neutral","notes":"n2",
            "created_at":"1970-01-01T00:00:08Z","updated_at":"1970-01-01T00:00:09Z"}
            """)
        // Now older than b.
        XCTAssertEqual(
            store.rows,
            [
                other,
                BaselinePost(
                    id: "a", platform: .instagram, postDate: 3_000_000, coachID: "c2", schoolID: "7",
                    postURL: "u2", postContent: "t2", authorHandle: "@h2", authorName: "N2",
                    sentiment: .neutral, notes: "n2", createdAt: 8_000_000, updatedAt: 9_000_000),
            ])
        XCTAssertNil(store.id(withURL: "u"))
    }

    func testANullIsAValue() throws {
        let (store, report) = try merge(
            """
            {"id":"a","coach_id":null,"school_id":"","post_url":"","post_content":null,"author_handle":null,
            "author_name":null,"is_recruiting_related":null,"flagged_for_review":null,"sentiment":null,
            "notes":null,"created_at":null,"updated_at":null}
            """)
        XCTAssertEqual(store["a"], BaselinePost(id: "a", platform: .twitter, postDate: 5_000_000))
        XCTAssertEqual(report.problems, [])
    }

    func testAnUnreadableOptionalColumnBecomesNullWithAWarning() throws {
        let (store, report) = try merge("{\"id\":\"a\",\"sentiment\":\"angry\",\"notes\":7}")
        XCTAssertNil(store["a"]?.sentiment)
        XCTAssertNil(store["a"]?.notes)
        XCTAssertEqual(store["a"]?.flaggedForReview, true)
        XCTAssertEqual(
            report.problems.map { "\($0.row) \($0.field ?? "") \($0.reason) \($0.severity)" },
            ["1 sentiment unknownSentiment warning", "1 notes wrongType warning"])
        XCTAssertEqual(report.skipped, 0)
    }

    func testRowsThatCannotBeAppliedAreSkippedAndReported() throws {
        let rows = [
            "{\"id\":\"x\",\"post_date\":\"1970-01-01T00:00:09Z\"}",
            "{\"id\":\"x\",\"platform\":\"twitter\"}",
            "{\"id\":\"a\",\"platform\":null,\"notes\":\"no\"}",
            "{\"id\":\"a\",\"platform\":\"myspace\",\"notes\":\"no\"}",
            "{\"id\":\"a\",\"post_date\":\"2024-02-30T00:00:00Z\",\"notes\":\"no\"}",
            "{\"notes\":\"no\"}",
            "{\"id\":\"\"}",
            "7",
            RowText.post("x"),
        ]
        let (store, report) = try merge(rows.joined(separator: ","))
        XCTAssertEqual(store.rows.map(\.id), ["x", "a", "b"])
        XCTAssertEqual(store["a"], known)
        XCTAssertEqual(
            report.problems.map { "\($0.row) \($0.field ?? "-") \($0.reason) \($0.severity)" },
            [
                "1 platform missing error", "2 post_date missing error", "3 platform null error",
                "4 platform unknownPlatform error", "5 post_date badTimestamp error", "6 id missing error",
                "7 id emptyText error", "8 - notAnObject error",
            ])
        XCTAssertEqual(report.problems[1].byteOffset, 1 + rows[0].utf8.count + 1)
        XCTAssertEqual([report.rows, report.skipped, report.newPosts], [9, 8, 1])
    }

    func testARowReplacesThePostOfItsAddress() throws {
        // x takes the address of a, but nothing else: no flag, no notes.
        let (store, report) = try merge(RowText.post("x", "\"post_url\":\"u\""))
        XCTAssertEqual(
            store.rows, [BaselinePost(id: "x", platform: .twitter, postDate: 9_000_000, postURL: "u"), other])
        XCTAssertEqual(report.newPosts, 0)
        // Of two known posts one takes the other's address.
        let (merged, _) = try merge("{\"id\":\"b\",\"post_url\":\"u\"}")
        XCTAssertEqual(merged.rows.map(\.id), ["b"])
        XCTAssertEqual(merged["b"]?.platform, .instagram)
        // Empty addresses match nothing.
        XCTAssertEqual(
            try merge(RowText.post("x", "\"post_url\":\"\"") + "," + RowText.post("y", "\"post_url\":\"\""))
                .store.count, 4)
    }

    func testRowsAreAppliedOneAfterTheOther() throws {
        // a releases its address before x takes it, so both remain.
        let swap = "{\"id\":\"a\",\"post_url\":\"w\"}," + RowText.post("x", "\"post_url\":\"u\"")
        XCTAssertEqual(try merge(swap).store.rows.map(\.id), ["x", "a", "b"])
        // In the reverse order x replaces a, whose row is partial.
        let (store, report) = try merge(
            RowText.post("x", "\"post_url\":\"u\"") + ",{\"id\":\"a\",\"post_url\":\"w\"}")
        XCTAssertEqual(store.rows.map(\.id), ["x", "b"])
        XCTAssertEqual(report.problems.map(\.field), ["platform"])
        // The second row of an id is a partial one, too.
        let twice = try merge(RowText.post("x", "\"notes\":\"1\"") + ",{\"id\":\"x\",\"author_name\":\"2\"}")
        XCTAssertEqual(twice.store["x"]?.notes, "1")
        XCTAssertEqual(twice.store["x"]?.authorName, "2")
        XCTAssertEqual(twice.report.newPosts, 1)
    }

    func testNewPostsHaveANewIDAndANewAddressAndAreStillThere() throws {
        func newPosts(_ rows: String...) throws -> Int {
            try merge(rows.joined(separator: ",")).report.newPosts
        }
        XCTAssertEqual(try newPosts(), 0)
        XCTAssertEqual(try newPosts(RowText.post("x"), RowText.post("y", "\"post_url\":\"w\"")), 2)
        XCTAssertEqual(try newPosts(RowText.post("x"), RowText.post("x")), 1)
        XCTAssertEqual(try newPosts(RowText.post("a")), 0)
        XCTAssertEqual(try newPosts(RowText.post("x", "\"post_url\":\"v\"")), 0)
        // y replaces x.
        XCTAssertEqual(
            try newPosts(RowText.post("x", "\"post_url\":\"w\""), RowText.post("y", "\"post_url\":\"w\"")), 1)
        // a takes x's address, and a is not new.
        XCTAssertEqual(
            try newPosts(RowText.post("x", "\"post_url\":\"w\""), "{\"id\":\"a\",\"post_url\":\"w\"}"), 0)
        // a existed before, although not continuously.
        XCTAssertEqual(try newPosts(RowText.post("x", "\"post_url\":\"u\""), RowText.post("a")), 0)
        // The final address counts.
        XCTAssertEqual(
            try newPosts(RowText.post("x", "\"post_url\":\"u\""), RowText.post("x", "\"post_url\":\"w\"")), 1)
        XCTAssertEqual(
            try newPosts(RowText.post("x", "\"post_url\":\"w\""), RowText.post("x", "\"post_url\":\"u\"")), 0)
    }

    func testMessages() {
        func message(_ newPosts: Int) -> String {
            BaselineMergeReport(rows: 20, skipped: 0, newPosts: newPosts, replacements: [], problems: [])
                .message
        }
        XCTAssertEqual(message(0), "No new posts found. You're up to date!")
        XCTAssertEqual(message(1), "Synced 1 new post")
        XCTAssertEqual(message(15), "Synced 15 new posts")
    }

    func testAMalformedBatchChangesNothing() throws {
        var store = BaselinePostStore([known, other])
        for text in ["[\(RowText.post("x")),", "{\"message\":\"no\"}", ""] {
            XCTAssertThrowsError(try store.merge(Array(text.utf8)))
            XCTAssertEqual(store.rows, [known, other])
        }
        _ = try store.merge(Array("\(RowText.post("x"))\n\(RowText.post("y"))\n".utf8), format: .ndjson)
        XCTAssertEqual(store.count, 4)
    }

    func testABatchOfWholeRowsGivesWhatALoadGives() throws {
        let rows = [
            RowText.post("1", "\"post_url\":\"p\""), RowText.post("2", "\"post_url\":\"q\""),
            RowText.post("2", "\"post_url\":\"p\""), RowText.post("3", "\"post_url\":\"q\""),
            RowText.post("1", "\"post_url\":\"q\""),
        ]
        let document = Array("[\(rows.joined(separator: ","))]".utf8)
        var store = BaselinePostStore()
        let report = try store.merge(document)
        XCTAssertEqual(store.posts, try BaselineLoader.posts(document).posts)
        XCTAssertEqual(store.rows.map(\.id), ["1", "2"])
        XCTAssertEqual(report.newPosts, 2)
    }
}
