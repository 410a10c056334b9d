import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// The analytics page and the feed under searches equal the baseline's.
final class SearchedPageDifferentialTests: XCTestCase {
    private func expectAgreement(
        postCount: Int, zone: ZonePair, queries: Int, random: SeededRandom, _ name: String
    ) throws {
        var random = random
        let model = try RandomTable(postCount: postCount, schoolCount: 5, zone: zone, using: &random)
        let table = try model.withSearchableTexts(using: &random)
        var social = table.social
        let feed = BaselineFeed(posts: table.posts, schools: table.schools)
        for number in 0..<queries {
            var query = table.randomQuery(using: &random)
            social.update { posts in
                posts.parts.searching.minimumBackgroundByteCount = random.element([0, 1 << 16])
                posts.parts.searching.minimumThreadByteCount = 1 << 8
                posts.parts.searching.threads = random.int(1...2)
                // Without an index first.
                posts.searchIndexing = number < 2 ? .never : random.element(SearchIndexing.allCases)
            }
            table.restrictToASearch(&query.filter, using: &random)
            if random.oneIn(3) { table.restrictToASearch(&query.filter, using: &random) }
            let page = query.kernelPage(social)
            let differences = BaselineSocialPage(page).differences(
                from: query.baselinePage(table.posts, table.schools, table.coaches))
            XCTAssertEqual(differences, [], "\(name), \(query)")
            if number % 3 == 0 {
                XCTAssertEqual(
                    query.kernelHeatMap(social), query.baselineHeatMap(table.posts), "\(name), \(query)"
                )
            }
            let found = social.feedPage(
                where: query.filter.kernel, asOf: Timestamp(micros: table.now), in: zone.kernel, pageSize: 5)
            let wanted = feed.page(
                filter: query.filter.baseline, now: table.now, zone: zone.baseline, pageSize: 5)
            XCTAssertEqual(found.matchCount, wanted.matchCount, "\(name), \(query)")
            let counts = social.matches(
                of: [SearchQuery("camp")] + query.filter.kernel.searches, where: query.filter.kernel,
                in: zone.kernel)
            XCTAssertEqual(
                counts.dropFirst().filter { $0 != wanted.matchCount }, [], "\(name), \(query)")
            XCTAssertEqual(
                found.posts.map { BaselineText($0.id) }, wanted.posts.map(\.id), "\(name), \(query)")
        }
    }

    func testRandomTables() throws {
        let zones = try ZonePair.identifiers.map { try ZonePair($0) }
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(60) {
            var random = random.forRound(round)
            try expectAgreement(
                postCount: random.element([0, 1, 63, 64, 65, 300, 1000]), zone: zones[round % zones.count],
                queries: 6, random: random, "COMPASS_TEST_SEED=\(random.seed), round \(round)")
        }
    }

    func testTablesOfSeveralBlocks() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(2) {
            let random = random.forRound(round)
            try expectAgreement(
                postCount: 9000, zone: .utc, queries: 2, random: random,
                "COMPASS_TEST_SEED=\(random.seed), round \(round)")
        }
    }
}
