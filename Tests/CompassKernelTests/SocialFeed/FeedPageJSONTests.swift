import Foundation
import XCTest

@testable import CompassKernel

final class FeedPageJSONTests: XCTestCase {
    private let now = instant("2026-03-01T12:00:00Z")

    func testKeysAndOrderOfAnEmptyPage() throws {
        let page = try social([]).feedPage(asOf: now, in: .utc)
        let expected =
            #"{"schemaVersion":1,"statistics":{"totalPosts":0,"twitterPosts":0,"instagramPosts":0,"#
            + #""flaggedPosts":0,"flaggedBadge":"0"},"matchCount":0,"nextCursor":null,"posts":[],"#
            + #""state":"noPosts"}"#
        XCTAssertEqual(String(decoding: page.json(), as: UTF8.self), expected)
    }

    func testKeysAndOrderOfAPostAndItsMissingValues() throws {
        let row = """
            [{"id":"p","platform":"instagram","post_date":"2026-02-28T10:00:00Z","post_content":"\\"Camp\\"",\
            "school_id":"s","coach_id":"c","post_url":"java\\tscript:alert(1)","flagged_for_review":true,\
            "sentiment":"very_positive"},
            {"id":"q","platform":"twitter","post_date":"2026-02-27T10:00:00Z"}]
            """
        let posts = try PostTable.load(json: row.utf8).table.bound(
            to: .empty, coaches: CoachTable([Coach(id: "c", firstName: "Ann ", lastName: " Lee")]))
        let page = posts.feedPage(asOf: now, in: .utc, pageSize: 1)
        let post =
            #"{"id":"p","coachId":"c","schoolId":"s","schoolName":"Unknown School","platform":"instagram","#
            + #""postUrl":"java\tscript:alert(1)","postContent":"\"Camp\"","postDate":"2026-02-28T10:00:00+00:00","#
            + #""relativeDate":"1d ago","authorHandle":null,"authorName":null,"isRecruitingRelated":false,"#
            + #""flaggedForReview":true,"sentiment":"very_positive","notes":null,"highlights":null,"#
            + #""link":null,"coachName":"Ann Lee"}"#
        let cursor = try XCTUnwrap(page.nextCursor).description
        let expected =
            #"{"schemaVersion":1,"statistics":{"totalPosts":2,"twitterPosts":1,"instagramPosts":1,"#
            + #""flaggedPosts":1,"flaggedBadge":"1"},"matchCount":2,"nextCursor":"\#(cursor)","#
            + #""posts":[\#(post)],"state":"posts"}"#
        XCTAssertEqual(String(decoding: page.json(), as: UTF8.self), expected)
    }

    func testHighlightsArePairsOfOffsets() throws {
        let row =
            #"[{"id":"p","platform":"twitter","post_date":"2026-02-28T10:00:00Z","author_name":"Zoë Camp","#
            + #""post_content":"camp, CAMPUS","author_handle":"@z"}]"#
        let posts = try PostTable.load(json: row.utf8).table.bound(to: .empty)
        let text = String(
            decoding: posts.feedPage(where: .search("Camp"), asOf: now, in: .utc).json(), as: UTF8.self)
        let expected =
            #""highlights":{"postContent":[[0,4],[6,10]],"authorHandle":[],"authorName":[[5,9]]},"link":null,"#
        XCTAssertTrue(text.contains(expected), text)
    }

    func testRangesThatAreNoneAreRefused() throws {
        let good = #"{"postContent":[[0,4]],"authorHandle":[],"authorName":[[5,9],[1,2]]}"#
        let read = try JSONDecoder().decode(FeedHighlights.self, from: Data(good.utf8))
        XCTAssertEqual(read.authorName.utf8Ranges, [1..<2, 5..<9])
        for wrong in ["[0]", "[4,4]", "[4,3]", "[-1,3]", "[1,2,3]", "[]", "null"] {
            let text = good.replacingOccurrences(of: "[0,4]", with: wrong)
            XCTAssertThrowsError(try JSONDecoder().decode(FeedHighlights.self, from: Data(text.utf8)), wrong)
        }
    }

    func testTheWriterAndCodableAgreeOnRandomPages() throws {
        var samples = PageSamples()
        for round in 0..<300 {
            let page = samples.feedPage()
            let context = "seed \(samples.seed), round \(round)"
            let encoded = try JSONEncoder().encode(page)
            for layout in [JSONLayout.compact, .indented] {
                let written = Data(page.json(layout: layout))
                XCTAssertEqual(try dictionary(written), try dictionary(encoded), context)
                XCTAssertEqual(try JSONDecoder().decode(FeedPage.self, from: written), page, context)
            }
            XCTAssertEqual(try JSONDecoder().decode(FeedPage.self, from: encoded), page, context)
        }
    }

    func testTheFollowingPageHasTheKeysOfTheFirst() throws {
        let keys = ["schemaVersion", "nextCursor", "posts"]
        var samples = PageSamples()
        for round in 0..<100 {
            let page = samples.feedPage()
            let next = FeedContinuation(posts: page.posts, nextCursor: page.nextCursor)
            let context = "seed \(samples.seed), round \(round)"
            let encoded = try JSONEncoder().encode(next)
            let whole = try dictionary(JSONEncoder().encode(page))
            let read = try dictionary(encoded)
            XCTAssertEqual(Set(read.allKeys.compactMap { $0 as? String }), Set(keys), context)
            for key in keys {
                XCTAssertEqual(read[key] as? NSObject, try XCTUnwrap(whole[key] as? NSObject), context)
            }
            XCTAssertEqual(try JSONDecoder().decode(FeedContinuation.self, from: encoded), next, context)
        }
        let ended = try JSONEncoder().encode(FeedContinuation(posts: []))
        XCTAssertEqual(try dictionary(ended)["nextCursor"] as? NSNull, NSNull())
        let other = #"{"schemaVersion":2,"nextCursor":null,"posts":[]}"#
        XCTAssertThrowsError(try JSONDecoder().decode(FeedContinuation.self, from: Data(other.utf8)))
    }

    func testHighlightsOfOneTextAreCodable() throws {
        let found = SearchQuery("camp").highlights(in: "camp, CAMPUS")
        let encoded = try JSONEncoder().encode(found)
        XCTAssertEqual(String(decoding: encoded, as: UTF8.self), "[[0,4],[6,10]]")
        XCTAssertEqual(try JSONDecoder().decode(TextHighlights.self, from: encoded), found)
        XCTAssertThrowsError(try JSONDecoder().decode(TextHighlights.self, from: Data("[[4,4]]".utf8)))
    }

    func testAnotherVersionAndADamagedCursorAreRefused() throws {
        let page = try social([
            SamplePost("a", "2026-02-01T00:00:00Z"), SamplePost("b", "2026-02-01T00:00:00Z"),
        ])
        .feedPage(asOf: now, in: .utc, pageSize: 1)
        let text = String(decoding: page.json(), as: UTF8.self)
        XCTAssertNoThrow(try JSONDecoder().decode(FeedPage.self, from: Data(text.utf8)))
        for other in [
            text.replacingOccurrences(of: #"{"schemaVersion":1,"#, with: #"{"schemaVersion":2,"#),
            text.replacingOccurrences(of: #""nextCursor":"f"#, with: #""nextCursor":"fA"#),
        ] {
            XCTAssertNotEqual(other, text)
            XCTAssertThrowsError(try JSONDecoder().decode(FeedPage.self, from: Data(other.utf8)))
        }
    }

    func testMissingMembersAreNil() throws {
        let text = """
            {"id": "a", "platform": "twitter", "postDate": "2026-02-01T00:00:00Z", "relativeDate": "2h ago",
             "isRecruitingRelated": true, "flaggedForReview": false}
            """
        XCTAssertEqual(
            try JSONDecoder().decode(FeedPost.self, from: Data(text.utf8)),
            FeedPost(
                id: "a", platform: .twitter,
                postDate: ZonedTimestamp(try Timestamp(parsing: "2026-02-01T00:00:00Z"), in: .utc),
                relativeDate: "2h ago", isRecruitingRelated: true))
    }

    private func dictionary(_ data: Data) throws -> NSDictionary {
        try XCTUnwrap(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
    }
}
