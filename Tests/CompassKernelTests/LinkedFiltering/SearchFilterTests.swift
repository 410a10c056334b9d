import XCTest

@testable import CompassKernel

final class SearchFilterTests: XCTestCase {
    private func searchable(_ texts: [(content: String?, name: String?, handle: String?)]) throws
        -> SocialPosts
    {
        let posts = texts.enumerated().map { index, fields in
            SearchablePost(
                post: SamplePost(
                    "\(100 + index)", "2026-02-2\(index % 9)T10:00:00Z", ["a", "b"][index % 2], .positive,
                    recruiting: index % 2 == 0),
                content: fields.content, name: fields.name, handle: fields.handle, day: 0)
        }
        return try searchableSocial(posts, [])
    }

    private func ids(_ social: SocialPosts, _ filter: PostFilter) -> [String] {
        social.feedPage(where: filter, asOf: Timestamp(micros: 0), in: .utc).posts.map(\.id).sorted()
    }

    func testTwoSearchesBothHaveToMatch() throws {
        let social = try searchable([
            ("Camp in July", nil, nil), ("camp", "Julia", nil), (nil, nil, "@july"),
            ("CAMPUS JULY", nil, nil),
        ])
        XCTAssertEqual(ids(social, .search("camp")), ["100", "101", "103"])
        XCTAssertEqual(ids(social, .search("camp") && .search("jul")), ["100", "101", "103"])
        XCTAssertEqual(ids(social, .search("camp") && .search("july")), ["100", "103"])
        XCTAssertEqual(ids(social, .search("camp") && .school("b")), ["101", "103"])
        XCTAssertEqual(ids(social, .search("camp") && .search("never")), [])
    }

    func testAQueryDoesNotReachFromOneFieldIntoAnother() throws {
        let social = try searchable([("ca", "mp", nil), ("ca", nil, "mp")])
        XCTAssertEqual(ids(social, .search("camp")), [])
        XCTAssertEqual(ids(social, .search("ca mp", options: .allWords)), ["100", "101"])
    }

    func testFiltersWithTheSameSearchesAreEqual() {
        XCTAssertEqual(
            PostFilter.search("camp") && .search("july"), .search("july") && .search("camp"))
        XCTAssertEqual(PostFilter.search("camp") && .search("camp"), .search("camp"))
        XCTAssertNotEqual(PostFilter.search("camp"), .search("camp", options: .ignoringAccents))
        // Canonically equivalent texts count as different.
        XCTAssertEqual((PostFilter.search("\u{e9}") && .search("e\u{301}")).searches.count, 2)
        XCTAssertEqual(PostFilter.search(" \n"), .all)
        XCTAssertEqual(PostFilter.search("\u{301}", options: .ignoringAccents), .all)
    }

    func testConditionsWithASearchAreNotAlwaysTrue() {
        XCTAssertTrue(PostConditions(.search("")).isAlways)
        ColumnBuffer.withBase(ColumnBuffer<UInt64>(zeros: 1)) { searched in
            XCTAssertFalse(PostConditions(.all, searched: searched).isAlways)
        }
    }

    func testAnalyticsUnderASearch() throws {
        let social = try searchable([
            ("camp", nil, nil), ("other", nil, nil), ("Camp", nil, nil), (nil, "camp", nil), ("x", nil, nil),
        ])
        let now = try Timestamp(parsing: "2026-02-25T12:00:00Z")
        let page = social.analyticsPage(
            .last(days: 3), where: .search("camp"), asOf: now, in: .utc, days: .every, comparison: true)
        XCTAssertEqual(page.summary.totalPosts, 1)
        XCTAssertEqual(page.previous?.totalPosts, 2)
        XCTAssertEqual(page.activityByDay.map(\.count), [1, 0, 0])
        let all = social.analyticsPage(.all, where: .search("camp"), asOf: now, in: .utc, days: .every)
        XCTAssertEqual(all.summary.totalPosts, 3)
        XCTAssertEqual(all.summary.activeSchools, 2)
        XCTAssertEqual(all.topSchools.map(\.postCount), [2, 1])
        XCTAssertEqual(all.recentRecruitingPosts.map(\.id), ["102", "100"])
        XCTAssertEqual(all.activityByDay.map(\.count), [1, 0, 1, 1, 0, 0])
        XCTAssertEqual(social.heatMap(.all, where: .search("camp"), asOf: now, in: .utc).maximum, 1)
        XCTAssertEqual(
            social.heatMap(.all, where: .search("camp"), asOf: now, in: .utc).counts.joined().reduce(0, +), 3)
    }
}
