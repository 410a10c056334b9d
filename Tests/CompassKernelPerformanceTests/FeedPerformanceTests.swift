import CompassBaseline
import CompassKernel
import CompassTestSupport
import XCTest

/// The feed's first page with its cards and its match count, and the page after a cursor.
final class FeedPerformanceTests: PerformanceTestCase {
    func testFirstPageOfAllPosts() throws { try measureFirstPage { _, _ in } }

    func testFirstPageOfFlaggedPostsOnOnePlatform() throws {
        try measureFirstPage { filter, _ in
            filter.restrict(flagged: true)
            filter.restrict(to: [.twitter])
        }
    }

    func testFirstPageOfEightSchools() throws {
        try measureFirstPage { $0.restrict(to: $1.spreadSchools(8)) }
    }

    func testFirstPageOfHalfOfTheSchoolsAndOneSentiment() throws {
        try measureFirstPage { filter, posts in
            filter.restrict(to: posts.spreadSchools(posts.baselineSchools.rows.count / 2))
            filter.restrict(to: [.negative])
        }
    }

    func testNextPageOfAllPosts() throws { try measureNextPage { _, _ in } }

    func testNextPageOfRecruitingPostsOfOneSchool() throws {
        try measureNextPage { filter, posts in
            filter.restrict(to: posts.spreadSchools(1))
            filter.restrict(recruiting: true)
        }
    }

    private func measureFirstPage(
        line: UInt = #line, _ restrict: (inout FilterPair, PerformancePosts) -> Void
    ) throws {
        let queries = try feedQueries(restrict)
        let social = try PerformancePosts.shared().social
        let pages = queries.map { $0.kernelPage(social) }
        try PerformanceFeed.check(pages[0], answers: queries[0])
        measure(callsPerBlock: 64, of: queries, answers: pages, line: line) { $0.kernelPage(social) }
    }

    /// Pages after cursors at many positions: those of posts that another filter lists.
    private func measureNextPage(
        line: UInt = #line, _ restrict: (inout FilterPair, PerformancePosts) -> Void
    ) throws {
        let query = try feedQueries(restrict)[0]
        let (social, now) = (try PerformancePosts.shared().social, Timestamp(micros: query.now))
        let places = social.feedPage(where: .flagged, asOf: now, in: query.zone.kernel).posts
        let cursors = places.map { FeedCursor(after: $0) }
        func next(_ cursor: FeedCursor) -> FeedContinuation {
            social.nextFeedPage(after: cursor, where: query.filter.kernel, asOf: now, in: query.zone.kernel)
        }
        let answers = cursors.map(next)
        for (cursor, answer) in [(cursors.first, answers.first), (cursors.last, answers.last)] {
            guard let cursor, let answer else { continue }
            let page = social.feedPage(
                where: query.filter.kernel, asOf: now, in: query.zone.kernel, after: cursor)
            try PerformanceFeed.check(page, answers: query, after: cursor)
            XCTAssertEqual(answer, FeedContinuation(posts: page.posts, nextCursor: page.nextCursor))
        }
        measure(callsPerBlock: 64, of: cursors, answers: answers, line: line, next)
    }
}
