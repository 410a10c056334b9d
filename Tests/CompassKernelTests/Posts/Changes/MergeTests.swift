import XCTest

@testable import CompassKernel

/// Merging the batches of a sync.
final class MergeTests: XCTestCase {
    private func merge(_ table: inout PostTable, _ rows: String...) throws -> MergeResult {
        try table.merge(json: "[\(rows.joined(separator: ","))]".utf8)
    }

    private func row(_ id: String, _ more: String = "") -> String {
        #"{"id":"\#(id)","platform":"instagram","post_date":"2026-02-13T00:00:00Z"\#(more)}"#
    }

    func testColumnsThatARowLacksStay() throws {
        var table = try fourPosts()
        var wanted = table.posts
        (wanted[0].postContent, wanted[0].platform) = ("changed", .instagram)
        let result = try merge(
            &table, #"{"id":"a","platform":"instagram","post_content":"changed"}"#, #"{"id":"b"}"#)
        expect(table, wanted)
        XCTAssertEqual(result.newCount, 0)
        XCTAssertEqual(result.message, "No new posts found. You're up to date!")
        XCTAssertEqual([result.report.rows, result.report.loaded], [2, 2])
    }

    func testANullIsAValue() throws {
        var table = try fourPosts()
        var wanted = table.posts
        (wanted[0].notes, wanted[0].flaggedForReview, wanted[0].sentiment) = (nil, false, nil)
        (wanted[0].schoolID, wanted[0].coachID, wanted[0].postURL) = (nil, nil, nil)
        _ = try merge(
            &table,
            """
            {"id":"a","notes":null,"flagged_for_review":null,"sentiment":null,"school_id":null,\
            "coach_id":"","post_url":""}
            """)
        expect(table, wanted)
        XCTAssertNil(table.place(ofURL: "u/a"))
    }

    func testMessagesCountNewPosts() throws {
        var table = try fourPosts()
        XCTAssertEqual(try merge(&table, row("e"), row("a")).message, "Synced 1 new post")
        let result = try merge(&table, row("f"), row("g"), row("f"), row("e"))
        XCTAssertEqual(result.message, "Synced 2 new posts")
        XCTAssertEqual([result.report.rows, result.report.loaded, result.report.replaced], [4, 3, 1])
        XCTAssertEqual(table.postIDs, ["a", "e", "f", "g", "b", "c", "d"])
        XCTAssertEqual(
            try merge(&table).message, "No new posts found. You're up to date!", "an empty batch")
    }

    func testAKnownURLUnderAnotherIDIsNoNewPost() throws {
        var table = try fourPosts()
        let before = table.posts
        let result = try merge(&table, row("e", #","post_url":"u/b""#))
        XCTAssertEqual(result.newCount, 0)
        XCTAssertEqual([result.report.rows, result.report.loaded, result.report.replaced], [1, 1, 0])
        XCTAssertEqual(table.postIDs, ["e", "a", "c", "d"])
        try table.apply(result.inverse)
        expect(table, before)
    }

    func testReplacedRowsAreNamed() throws {
        var table = try fourPosts()
        let rows = [
            row("e", #","post_url":"u/e""#), row("f"),
            // Takes the id of the second row and the URL of the first one.
            row("f", #","post_url":"u/e""#),
        ]
        let json = "[\(rows.joined(separator: ","))]"
        var whole = table
        let result = try whole.merge(json: json.utf8)
        XCTAssertEqual([result.report.loaded, result.report.replaced], [1, 2])
        let replacements = [
            IngestReplacement(row: 1, byteOffset: 1, id: "e", rule: .postURL, byRow: 3),
            IngestReplacement(row: 2, byteOffset: rows[0].utf8.count + 2, id: "f", rule: .id, byRow: 3),
        ]
        XCTAssertEqual(result.report.replacements, replacements)
        var options = LoadOptions()
        options.maxProblems = 1
        XCTAssertEqual(
            try table.merge(json: json.utf8, options: options).report.replacements, [replacements[0]])
    }

    func testAPostThatARowHasDisplacedIsNoLongerKnown() throws {
        var table = try fourPosts()
        let result = try merge(
            &table, row("e", #","post_url":"u/b""#), #"{"id":"b","notes":"n"}"#, row("f"),
            row("e", #","post_url":null"#), row("b", #","post_url":"u/b""#))
        XCTAssertEqual(table.postIDs, ["b", "e", "f", "a", "c", "d"])
        XCTAssertEqual(
            [result.report.rows, result.report.loaded, result.report.skipped, result.report.replaced],
            [5, 3, 1, 1])
    }

    func testEachTextHasAMaximumSize() throws {
        let fields: [(String, WritableKeyPath<Post, String?>)] = [
            ("coach_id", \.coachID), ("school_id", \.schoolID), ("post_url", \.postURL),
            ("post_content", \.postContent), ("author_handle", \.authorHandle),
            ("author_name", \.authorName), ("notes", \.notes),
        ]
        let post = Post(id: "id", platform: .twitter, postDate: Timestamp(micros: 0))
        try PostEdits.checkSizes(post, maximum: 2)
        for (field, text) in fields {
            var post = post
            post[keyPath: text] = "abc"
            try PostEdits.checkSizes(post, maximum: 3)
            XCTAssertThrowsError(try PostEdits.checkSizes(post, maximum: 2)) { error in
                guard case PostChangeError.textTooLarge(field, let maximum) = error else {
                    return XCTFail("\(field): \(error)")
                }
                XCTAssertEqual(maximum, 2)
            }
        }
        XCTAssertThrowsError(try PostEdits.checkSizes(post, maximum: 1), "the id")
    }

    func testRowsOfUnknownIDsNeedAPlatformAndADate() throws {
        var table = try fourPosts()
        let before = table.posts
        let rows = [
            #"{"id":"x","post_date":"2026-02-13T00:00:00Z","sentiment":"?"}"#,
            #"{"id":"y","platform":"twitter"}"#,
        ]
        let json = "[\(rows.joined(separator: ",  "))]"
        let result = try table.merge(json: json.utf8)
        expect(table, before)
        XCTAssertEqual(
            [result.report.rows, result.report.loaded, result.report.skipped, result.report.warnings],
            [2, 0, 2, 0])
        XCTAssertEqual(result.report.problems.map(\.field), ["platform", "post_date"])
        XCTAssertEqual(result.report.problems.map(\.row), [1, 2])
        XCTAssertEqual(result.report.problems.map(\.byteOffset), [1, 65])
        XCTAssertTrue(result.report.problems.allSatisfy { $0.severity == .error })
    }

    func testNeededColumnsThatAreThereMustBeReadable() throws {
        var table = try fourPosts()
        let before = table.posts
        let result = try merge(
            &table, #"{"id":"a","platform":"myspace"}"#, #"{"id":"a","post_date":null}"#, #"{"id":null}"#,
            "7")
        expect(table, before)
        XCTAssertEqual(result.report.problems.map(\.field), ["platform", "post_date", "id", nil])
    }

    /// Problems of rows that lack a column used to be omitted once others had filled the list.
    func testTheFirstProblemsOfADocumentAreListed() throws {
        var table = try fourPosts()
        let rows = [#"{"id":"x"}"#] + (0..<5).map { #"{"id":"a","sentiment":"\#($0)"}"# }
        let result = try table.merge(
            json: "[\(rows.joined(separator: ","))]".utf8, options: LoadOptions(maxProblems: 2))
        XCTAssertEqual(result.report.problems.map(\.row), [1, 2])
        XCTAssertEqual([result.report.skipped, result.report.warnings], [1, 5])
    }

    func testTheLastOfSeveralRowsWins() throws {
        var table = try fourPosts()
        let result = try merge(
            &table, row("n", #","post_content":"1","notes":"kept""#), row("n", #","post_content":"2""#))
        XCTAssertEqual(table.post(id: "n")?.postContent, "2")
        XCTAssertEqual(table.post(id: "n")?.notes, "kept", "the second row lacks notes")
        XCTAssertEqual([result.newCount, result.report.replaced], [1, 1])
    }

    func testRowsOfOneURLReplaceEachOther() throws {
        var table = try fourPosts()
        let result = try merge(
            &table, row("n", #","post_url":"u/n""#), row("m", #","post_url":"u/n""#), #"{"id":"n"}"#)
        XCTAssertEqual(table.postIDs, ["m", "a", "b", "c", "d"])
        XCTAssertEqual([result.newCount, result.report.loaded, result.report.replaced], [1, 1, 1])
        XCTAssertEqual(result.report.problems.map(\.row), [3], "n is not known any more")
    }

    /// A post is new if neither its id nor its URL was known before the batch, whoever has them in between.
    func testNewPostsAreCountedByTheTableBeforeTheBatch() throws {
        for (rows, ids, newCount) in [
            // The URL of a is free when n takes it, but was known.
            (
                [#"{"id":"a","post_url":"u/x"}"#, row("n", #","post_url":"u/a""#)],
                ["n", "a", "b", "c", "d"], 0
            ),
            (
                [row("m", #","post_url":"u/n""#), row("n", #","post_url":"u/n""#)],
                ["n", "a", "b", "c", "d"], 1
            ),
            // a takes the URL of b, which comes back with that of a.
            ([#"{"id":"a","post_url":"u/b"}"#, row("b", #","post_url":"u/a""#)], ["b", "a", "c", "d"], 0),
            ([row("n", #","post_url":"u/n""#), #"{"id":"n","post_url":"u/b"}"#], ["n", "a", "c", "d"], 0),
            ([row("n", #","post_url":"u/b""#), #"{"id":"n","post_url":"u/n"}"#], ["n", "a", "c", "d"], 1),
        ] {
            var table = try fourPosts()
            let before = table.posts
            let result = try table.merge(json: "[\(rows.joined(separator: ","))]".utf8)
            XCTAssertEqual(result.newCount, newCount, "\(rows)")
            XCTAssertEqual(table.postIDs, ids, "\(rows)")
            try table.apply(result.inverse)
            expect(table, before)
        }
    }

    func testAMovedPostStandsWhereItsNewDateBelongs() throws {
        var table = try fourPosts()
        let before = table.posts
        let result = try merge(
            &table, #"{"id":"a","post_date":"2026-02-11T12:00:00Z"}"#,
            #"{"id":"d","post_date":"2027-01-01T00:00:00Z"}"#)
        XCTAssertEqual(table.postIDs, ["d", "a", "b", "c"])
        XCTAssertEqual(table.post(id: "a")?.notes, "call")
        XCTAssertEqual(table.checkInvariants(), [])
        try table.apply(result.inverse)
        expect(table, before)
    }

    func testLinesAreMergedAsAnArrayIs() throws {
        var (lines, array) = (try fourPosts(), try fourPosts())
        let rows = [row("e"), #"{"id":"a","notes":null}"#, row("f", #","post_url":"u/c""#)]
        let ofLines = try lines.merge(ndjson: rows.joined(separator: "\n\n").utf8)
        let ofArray = try array.merge(json: "[\(rows.joined(separator: ","))]".utf8)
        expect(lines, array.posts)
        XCTAssertEqual([ofLines.newCount, ofLines.report.loaded], [ofArray.newCount, ofArray.report.loaded])
        XCTAssertEqual(ofLines.inverse, ofArray.inverse)
    }

    func testAMalformedDocumentChangesNothing() throws {
        var table = try fourPosts()
        let before = table.posts
        for json in [#"[{"id":"a","notes":null},{"#, #"{"message":"no"}"#, "", "[{\"id\":\"\u{1}\"}]"] {
            XCTAssertThrowsError(try table.merge(json: json.utf8)) { error in
                guard case .unreadable(.malformedDocument(let place))? = error as? PostChangeError else {
                    return XCTFail("\(error)")
                }
                XCTAssertLessThanOrEqual(place.byteOffset, json.utf8.count)
            }
            expect(table, before)
        }
        XCTAssertThrowsError(try table.merge(ndjson: "{\"id\":\"a\",\"notes\":null}\n[]".utf8)) { error in
            guard case .unreadable(.malformedDocument(let place))? = error as? PostChangeError else {
                return XCTFail("\(error)")
            }
            XCTAssertEqual(place.line, 2)
        }
        expect(table, before)
    }
}
