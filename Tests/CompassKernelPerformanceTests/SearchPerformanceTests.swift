import CompassBaseline
import CompassKernel
import CompassTestSupport
import XCTest

/// The feed under a search, and building the structures that searches require.
final class SearchPerformanceTests: PerformanceTestCase {
    func testPiecesOfOneToken() throws { try measureSearches(["recruit", "camp", "coach", "oll", "game"]) }

    func testPiecesOfNeighboringTokens() throws {
        try measureSearches(["the camp", "coach s", "h the ", "offer f"])
    }

    func testOneAndTwoCharacters() throws { try measureSearches(["a", "e", "co", "é"]) }

    func testWhatOccursNowhere() throws { try measureSearches(["qzxvw", "campx zq", "no such text"]) }

    func testSeveralWordsWithoutAccentsOnOnePlatform() throws {
        let data = try PerformanceData.shared()
        try measure(
            ["camp coach", "jose"].map { text in
                var filter = FilterPair()
                filter.restrict(search: BaselineText(text), ignoresAccents: true, allWords: true)
                filter.restrict(to: [.twitter])
                return FeedQuery(filter: filter, now: data.instants[0], zone: data.zone)
            }, callsPerBlock: 4)
    }

    func testBuildingWhatSearchesNeed() throws {
        let posts = try PerformancePosts.shared()
        // A table keeps its search structures, so each block requires a separate table.
        var tables = try (0..<11).map { _ in try PostTable.load(json: posts.json).table }
        var built: [PostTable] = []
        measure {
            guard let table = tables.popLast() else { return }
            table.prepareForSearch()
            built.append(table)
        }
        let data = try PerformanceData.shared()
        var filter = FilterPair()
        filter.restrict(search: "camp")
        let query = FeedQuery(filter: filter, now: data.instants[0], zone: data.zone)
        let social = try XCTUnwrap(built.last).bound(to: posts.directory)
        try PerformanceFeed.check(query.kernelPage(social), answers: query)
        let contents = social.posts.reduce(0) { sum, post in
            [post.postContent, post.authorName, post.authorHandle].reduce(sum) { $0 + ($1?.utf8.count ?? 0) }
        }
        XCTAssertGreaterThan(social.posts.searchIndexByteCount, contents)
    }

    private func measureSearches(_ texts: [String], line: UInt = #line) throws {
        let data = try PerformanceData.shared()
        try measure(
            texts.map { text in
                var filter = FilterPair()
                filter.restrict(search: BaselineText(text))
                return FeedQuery(filter: filter, now: data.instants[0], zone: data.zone)
            }, callsPerBlock: 16, line: line)
    }

    private func measure(_ queries: [FeedQuery], callsPerBlock: Int, line: UInt = #line) throws {
        let social = try PerformancePosts.shared().social
        social.posts.prepareForSearch()
        let pages = queries.map { $0.kernelPage(social) }
        for (query, page) in zip(queries, pages) { try PerformanceFeed.check(page, answers: query) }
        measure(callsPerBlock: callsPerBlock, of: queries, answers: pages, line: line) {
            $0.kernelPage(social)
        }
    }
}
