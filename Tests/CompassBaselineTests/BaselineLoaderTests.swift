import XCTest

@testable import CompassBaseline

/// The results of reading the rows of a document.
final class BaselineLoaderTests: XCTestCase {
    private func posts(_ text: String) throws -> (posts: BaselinePosts, report: BaselineIngestReport) {
        try BaselineLoader.posts(Array(text.utf8))
    }

    /// Loads one post with these fields besides the required ones, which they may override.
    private func onePost(_ fields: String) throws -> (post: BaselinePost?, problems: [String]) {
        let needed = "\"id\":\"a\",\"platform\":\"twitter\",\"post_date\":\"1970-01-01T00:00:00Z\""
        let (posts, report) = try posts("[{\(needed),\(fields)}]")
        return (posts.rows.first, report.problems.map(describe))
    }

    private func describe(_ problem: BaselineProblem) -> String {
        "\(problem.severity) \(problem.field ?? "row") \(problem.reason)"
    }

    func testReadsAllColumns() throws {
        let (posts, report) = try posts(
            """
            [{"updated_at":"1970-01-01 00:00:03+00","created_at":"1970-01-01 00:00:02+00","notes":"n",
              "sentiment":"very_positive","flagged_for_review":true,"is_recruiting_related":true,
              "author_name":"N","author_handle":"@h","post_content":"c","post_url":"u","school_id":"s",
              "coach_id":"c1","post_date":"1970-01-01 00:00:01+00","platform":"instagram","id":"a"}]
            """)
        XCTAssertEqual(
            posts.rows,
            [
                BaselinePost(
                    id: "a", platform: .instagram, postDate: 1_000_000, coachID: "c1", schoolID: "s",
                    postURL: "u", postContent: "c", authorHandle: "@h", authorName: "N",
                    isRecruitingRelated: true, flaggedForReview: true, sentiment: .veryPositive, notes: "n",
                    createdAt: 2_000_000, updatedAt: 3_000_000)
            ])
        XCTAssertEqual(
            report,
            BaselineIngestReport(
                table: "social_media_posts", rows: 1, loaded: 1, skipped: 0, replaced: 0, warnings: 0,
                replacements: [], problems: []))
    }

    func testNullAndMissingFieldsAreTheSame() throws {
        let (post, problems) = try onePost(
            """
            "coach_id":null,"school_id":null,"post_url":null,"post_content":null,"author_handle":null,
            "author_name":null,"is_recruiting_related":null,"flagged_for_review":null,"sentiment":null,
            "notes":null,"created_at":null,"updated_at":null
            """)
        XCTAssertEqual(post, try onePost("\"x\":{\"id\":[1]}").post)
        XCTAssertEqual(post?.isRecruitingRelated, false)
        XCTAssertEqual(problems, [])
    }

    func testNeededFieldsSkipTheRowWithTheFirstReason() throws {
        let expected = [
            ("\"id\":null", "error id null"),
            ("\"id\":\"\"", "error id emptyText"),
            ("\"id\":true", "error id wrongType"),
            ("\"id\":{}", "error id wrongType"),
            ("\"platform\":null", "error platform null"),
            ("\"platform\":1", "error platform wrongType"),
            ("\"platform\":\"\"", "error platform unknownPlatform"),
            ("\"platform\":\"Twitter\"", "error platform unknownPlatform"),
            ("\"platform\":\"twitter\\ud800\"", "error platform unknownPlatform"),
            ("\"post_date\":null", "error post_date null"),
            ("\"post_date\":12", "error post_date wrongType"),
            ("\"post_date\":false", "error post_date wrongType"),
            ("\"post_date\":\"\"", "error post_date badTimestamp"),
            ("\"post_date\":\"2024-02-30T00:00:00Z\"", "error post_date badTimestamp"),
            ("\"post_date\":\"2024-02-28\"", "error post_date badTimestamp"),
            ("\"post_date\":\"\",\"platform\":\"x\",\"id\":null", "error id null"),
            ("\"post_date\":\"\",\"platform\":\"x\"", "error platform unknownPlatform"),
            // No warnings besides the error.
            ("\"post_date\":\"\",\"notes\":1,\"id\":\"\\ud800\"", "error post_date badTimestamp"),
        ]
        for (fields, problem) in expected {
            let (post, problems) = try onePost(fields)
            XCTAssertNil(post, fields)
            XCTAssertEqual(problems, [problem], fields)
        }
        let missing = try posts(
            """
            [{},{"id":"a"},{"id":"a","platform":"twitter"}]
            """)
        XCTAssertEqual(
            missing.report.problems.map(describe),
            ["error id missing", "error platform missing", "error post_date missing"])
    }

    func testOptionalFieldsWarnAndReadAsNull() throws {
        let (post, problems) = try onePost(
            """
            "updated_at":"","created_at":5,"notes":{},"sentiment":"Positive","flagged_for_review":"true",
            "is_recruiting_related":1,"author_name":[],"author_handle":true,"post_content":1,"post_url":2,
            "school_id":false,"coach_id":{}
            """)
        XCTAssertEqual(post, try onePost("\"x\":1").post)
        XCTAssertEqual(
            problems,
            [
                "warning coach_id wrongType", "warning school_id wrongType", "warning post_url wrongType",
                "warning post_content wrongType", "warning author_handle wrongType",
                "warning author_name wrongType", "warning is_recruiting_related wrongType",
                "warning flagged_for_review wrongType", "warning sentiment unknownSentiment",
                "warning notes wrongType", "warning created_at wrongType", "warning updated_at badTimestamp",
            ])
        XCTAssertEqual(try onePost("\"sentiment\":3").problems, ["warning sentiment wrongType"])
        XCTAssertEqual(try onePost("\"sentiment\":\"\"").problems, ["warning sentiment unknownSentiment"])
    }

    func testEmptyTextsAndNumbersInIDs() throws {
        let (post, problems) = try onePost(
            """
            "id":1.50e+3,"coach_id":-0,"school_id":"","post_url":"","post_content":"","author_handle":"",
            "author_name":"","notes":""
            """)
        XCTAssertEqual(post?.id, "1.50e+3")
        XCTAssertEqual(post?.coachID, "-0")
        XCTAssertNil(post?.schoolID)
        XCTAssertNil(post?.postURL)
        XCTAssertEqual(post?.postContent, "")
        XCTAssertEqual(post?.authorHandle, "")
        XCTAssertEqual(post?.authorName, "")
        XCTAssertEqual(post?.notes, "")
        XCTAssertEqual(problems, [])
    }

    func testTextsAreUnescapedAndLoneSurrogatesReplaced() throws {
        let (post, problems) = try onePost(
            """
            "\\u0069d":"\\ud800x","post_content":"a\\ud83d\\ude00\\n\\u0000é","notes":"\\ud83d\\ud83d\\ude00\\ude00",
            "author_name":"\\ud800\\u0041","x":"\\ud800","sentiment":"\\udc00","created_at":"\\udc00"
            """)
        XCTAssertEqual(post?.id, "\u{FFFD}x")
        XCTAssertEqual(post?.postContent, "a😀\n\0é")
        XCTAssertEqual(post?.notes, "\u{FFFD}😀\u{FFFD}")
        XCTAssertEqual(post?.authorName, "\u{FFFD}A")
        XCTAssertEqual(
            problems,
            [
                "warning id loneSurrogate", "warning author_name loneSurrogate",
                "warning sentiment unknownSentiment", "warning notes loneSurrogate",
                "warning created_at badTimestamp",
            ])
    }

    func testOfEqualKeysTheLastOneWins() throws {
        let (post, problems) = try onePost("\"notes\":1,\"notes\":\"\\ud800\",\"n\\u006ftes\":\"last\"")
        XCTAssertEqual(post?.notes, "last")
        XCTAssertEqual(problems, [])
    }

    func testTheLastRowOfAnIDOrAddressWins() throws {
        func row(_ id: String, _ url: String?, content: Int) -> String {
            let address = url.map { "\"\($0)\"" } ?? "null"
            return """
                {"id":"\(id)","platform":"twitter","post_date":"1970-01-01T00:00:0\(content)Z","post_url":\(address)}
                """
        }
        // 1 is replaced by 3 (id), 2 by 4 (address), 3 by 5 (address), although 5 shares no id with 1;
        // 6 and 7 have no address, 8 an empty one; a skipped row replaces nothing.
        let rows = [
            row("a", "u1", content: 1), row("b", "u2", content: 2), row("a", "u3", content: 3),
            row("c", "u2", content: 4), row("d", "u3", content: 5), row("e", nil, content: 6),
            row("f", nil, content: 7), row("g", "", content: 8), "{\"id\":\"e\"}",
        ]
        let (posts, report) = try posts("[\(rows.joined(separator: ","))]")
        XCTAssertEqual(posts.rows.map(\.id), ["g", "f", "e", "d", "c"])
        XCTAssertEqual(report.rows, 9)
        XCTAssertEqual(report.skipped, 1)
        XCTAssertEqual(report.replaced, 3)
        XCTAssertEqual(report.loaded, 5)
    }

    func testARowThatIsReplacedStillReplacesAndKeepsItsWarnings() throws {
        // 2 shares its address with 1 and its id with 3: 1 and 2 are removed. Ids are compared byte by byte.
        let needed = "\"platform\":\"twitter\",\"post_date\":\"1970-01-01T00:00:00Z\""
        let (posts, report) = try posts(
            """
            [{"id":"a","post_url":"u",\(needed),"notes":1},{"id":"b","post_url":"u",\(needed)},
             {"id":"b",\(needed)},{"id":"\u{E9}",\(needed)},{"id":"e\u{301}",\(needed)}]
            """)
        XCTAssertEqual(posts.rows.map(\.id), ["b", "e\u{301}", "\u{E9}"])
        XCTAssertEqual(report.replaced, 2)
        XCTAssertEqual(report.warnings, 1)
    }

    func testProblemsNameRowAndOffsetInBytes() throws {
        let text = "\u{FEFF}[ {\"é\":1},\n 7,null,[],\n{\"id\":\"a\"}]"
        let (posts, report) = try posts(text)
        XCTAssertEqual(posts.rows, [])
        XCTAssertEqual(report.problems.map(\.row), [1, 2, 3, 4, 5])
        // The mark has 3 bytes, the first row 8 with its key of 2.
        XCTAssertEqual(report.problems.map(\.byteOffset), [5, 16, 18, 23, 27])
        XCTAssertEqual(
            report.problems.map(describe),
            [
                "error id missing", "error row notAnObject", "error row notAnObject", "error row notAnObject",
                "error platform missing",
            ])
        XCTAssertEqual(report.skipped, 5)
    }

    func testBlankLinesAreNoRows() throws {
        let (posts, report) = try BaselineLoader.posts(
            Array("\n{}\r\n  \n {\"id\":1,\"platform\":\"x\"}".utf8), format: .ndjson)
        XCTAssertEqual(posts.rows, [])
        XCTAssertEqual(report.problems.map(\.row), [1, 2])
        XCTAssertEqual(report.problems.map(\.byteOffset), [1, 9])
        XCTAssertEqual(report.problems.map(describe), ["error id missing", "error platform unknownPlatform"])
    }

    func testSchools() throws {
        let (schools, report) = try BaselineLoader.schools(
            Array(
                """
                [{"id":"a","name":"A","status":"researching","division":"D1"},{"id":7,"name":"","status":1},
                 {"id":"a","name":"A2","division":"other"},{"id":"b"},{"id":"b","name":null},{"id":"b","name":3},
                 {"name":"x"},{"id":"c","name":"\\ud800"}]
                """.utf8))
        XCTAssertEqual(
            schools.rows,
            [
                BaselineSchool(id: "7", name: ""), BaselineSchool(id: "a", name: "A2", division: "other"),
                BaselineSchool(id: "c", name: "\u{FFFD}"),
            ])
        XCTAssertEqual(schools.name(of: "a"), "A2")
        XCTAssertEqual(schools.name(of: "b"), "Unknown School")
        XCTAssertEqual(
            report.problems.map(describe),
            [
                "warning status wrongType", "error name missing", "error name null", "error name wrongType",
                "error id missing", "warning name loneSurrogate",
            ])
        XCTAssertEqual(report.table, "schools")
        XCTAssertEqual(report.rows, 8)
        XCTAssertEqual(report.loaded, 3)
        XCTAssertEqual(report.skipped, 4)
        XCTAssertEqual(report.replaced, 1)
        XCTAssertEqual(report.warnings, 2)
    }
}
