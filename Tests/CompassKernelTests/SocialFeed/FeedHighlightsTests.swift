import XCTest

@testable import CompassKernel

final class FeedHighlightsTests: XCTestCase {
    private func post(_ filter: PostFilter) throws -> FeedPost? {
        let row = #"""
            [{"id":"p","platform":"twitter","post_date":"2026-02-28T10:00:00Z","author_name":"José Ortiz",
              "post_content":"Showcase camp 👍🏽","author_handle":"@campjose"}]
            """#
        let social = try PostTable.load(json: row.utf8).table.bound(to: .empty)
        return social.feedPage(where: filter, asOf: instant("2026-03-01T12:00:00Z"), in: .utc).posts.first
    }

    private func texts(_ highlights: TextHighlights?, in text: String?) -> [String]? {
        guard let highlights, let text else { return nil }
        return highlights.ranges(in: text).map { String(text[$0]) }
    }

    func testEachFieldHasItsOwn() throws {
        let post = try XCTUnwrap(try post(.search("CAMP")))
        XCTAssertEqual(texts(post.highlights?.postContent, in: post.postContent), ["camp"])
        XCTAssertEqual(texts(post.highlights?.authorHandle, in: post.authorHandle), ["camp"])
        XCTAssertEqual(texts(post.highlights?.authorName, in: post.authorName), [])
    }

    func testSeveralSearchesAreUnited() throws {
        let both = try XCTUnwrap(try post(.search("showc") && .search("wcase c") && .search("👍")))
        XCTAssertEqual(texts(both.highlights?.postContent, in: both.postContent), ["Showcase c", "👍"])
        XCTAssertEqual(both.highlights?.postContent.utf8Ranges, [0..<10, 14..<18])
        let words = try XCTUnwrap(try post(.search("ortiz jose", options: [.allWords, .ignoringAccents])))
        XCTAssertEqual(texts(words.highlights?.authorName, in: words.authorName), ["José", "Ortiz"])
        XCTAssertEqual(texts(words.highlights?.authorHandle, in: words.authorHandle), ["jose"])
    }

    func testNoneWithoutASearch() throws {
        XCTAssertNil(try XCTUnwrap(try post(.all)).highlights)
        XCTAssertNil(try XCTUnwrap(try post(.search(" \n"))).highlights)
        XCTAssertNil(try post(.search("tennis")))
    }

    func testTheFollowingPageHasThemToo() throws {
        let rows = (0..<3).map {
            #"{"id":"\#($0)","platform":"twitter","post_date":"2026-02-28T10:00:00Z","post_content":"a camp"}"#
        }
        let social = try PostTable.load(json: "[\(rows.joined(separator: ","))]".utf8).table.bound(to: .empty)
        let now = instant("2026-03-01T12:00:00Z")
        let first = social.feedPage(where: .search("camp"), asOf: now, in: .utc, pageSize: 2)
        let next = social.nextFeedPage(
            after: try XCTUnwrap(first.nextCursor), where: .search("camp"), asOf: now, in: .utc, pageSize: 2)
        XCTAssertEqual(next.posts.map { $0.highlights?.postContent.utf8Ranges }, [[2..<6]])
    }
}
