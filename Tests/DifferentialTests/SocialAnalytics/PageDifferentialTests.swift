import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Every number of the page equals the baseline's, on random tables, zones, times and filters.
final class PageDifferentialTests: XCTestCase {
    private var zones: [ZonePair] = []

    override func setUpWithError() throws {
        zones = try ZonePair.identifiers.map { try ZonePair($0) }
    }

    private func expectAgreement(
        _ table: RandomTable, _ query: PageQuery, heatMap: Bool, _ name: String, line: UInt = #line
    ) {
        let page = query.kernelPage(table.social)
        let differences = BaselineSocialPage(page).differences(
            from: query.baselinePage(table.posts, table.schools, table.coaches))
        if !differences.isEmpty {
            XCTFail("\(name), \(query): \(differences.joined(separator: "\n"))", line: line)
        }
        for post in page.recentRecruitingPosts.prefix(3) {
            let second = (Double(post.postDate.timestamp.micros) / 1_000_000).rounded(.down)
            let offset = query.zone.baseline.secondsFromGMT(for: Date(timeIntervalSince1970: second))
            XCTAssertEqual(post.postDate.offsetSeconds, offset, "\(name): \(post)", line: line)
        }
        if heatMap {
            XCTAssertEqual(
                query.kernelHeatMap(table.social), query.baselineHeatMap(table.posts), "\(name), \(query)",
                line: line)
        }
    }

    private func expectAgreement(
        postCount: Int, schoolCount: Int, zone: ZonePair, queries: Int, random: SeededRandom, _ name: String
    ) throws {
        var random = random
        let table = try RandomTable(
            postCount: postCount, schoolCount: schoolCount, zone: zone, using: &random)
        XCTAssertEqual(table.table.checkInvariants(), [], name)
        for number in 0..<queries {
            let query = table.randomQuery(using: &random)
            expectAgreement(table, query, heatMap: number % 4 == 0 && postCount <= 5000, name)
        }
    }

    func testRandomTables() throws {
        let random = SeededRandom()
        let postCounts = [0, 1, 2, 3, 63, 64, 65, 200, 511, 512, 513, 1000, 1024, 1025, 1537]
        for round in 0..<SeededRandom.rounds(150) {
            var random = random.forRound(round)
            try expectAgreement(
                postCount: random.element(postCounts), schoolCount: random.element([0, 1, 3, 20, 400]),
                zone: zones[round % zones.count], queries: 6, random: random,
                "COMPASS_TEST_SEED=\(random.seed), round \(round)")
        }
    }

    /// School counts just below and above those that fit the counters on the stack.
    func testTablesWithManySchools() throws {
        let random = SeededRandom()
        for (round, schoolCount) in [1023, 1024, 1500, 4095, 4096, 5000].enumerated() {
            let random = random.forRound(round)
            try expectAgreement(
                postCount: 5000, schoolCount: schoolCount, zone: zones[round % zones.count],
                queries: SeededRandom.rounds(4), random: random,
                "COMPASS_TEST_SEED=\(random.seed), \(schoolCount) schools")
        }
    }

    /// Post counts that span several blocks of the school counts and of the category counts.
    func testTablesOfSeveralBlocks() throws {
        let random = SeededRandom()
        var sizes = [(8191, 3), (8192, 40), (16_385, 0), (20_000, 400)]
        if SeededRandom.isThorough { sizes += [(24_576, 1), (60_000, 60)] }
        for (round, (postCount, schoolCount)) in sizes.enumerated() {
            let random = random.forRound(round)
            try expectAgreement(
                postCount: postCount, schoolCount: schoolCount, zone: zones[round % zones.count],
                queries: SeededRandom.rounds(6), random: random,
                "COMPASS_TEST_SEED=\(random.seed), \(postCount) posts")
        }
    }

    /// The Kelvin sign has the lower-case letter k, and is canonically equivalent to the letter K.
    func testNamesThatOnlyTheirScalarsTellApart() throws {
        let names: [(id: BaselineText, name: BaselineText)] = [("a", "\u{212A}"), ("b", "k"), ("c", "K")]
        let table = try RandomTable(
            posts: names.map { BaselinePost(id: $0.id, platform: .twitter, postDate: 0, schoolID: $0.id) },
            schools: names.map { BaselineSchool(id: $0.id, name: $0.name) }, now: 0, zone: .utc, schoolIDs: []
        )
        let query = PageQuery()
        XCTAssertEqual(query.kernelPage(table.social).topSchools.map(\.id), ["c", "b", "a"])
        expectAgreement(table, query, heatMap: true, "three names")
    }

    /// Ranges whose ends are before and after block boundaries.
    func testStretchesOfALargeTable() throws {
        let random = SeededRandom()
        for (round, schoolCount) in [2, 30].enumerated() {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), \(schoolCount) schools"
            let table = try RandomTable(
                postCount: 30_000, schoolCount: schoolCount, zone: zones[round], spanDays: 2000,
                using: &random)
            for _ in 0..<max(12, SeededRandom.rounds(12)) {
                expectAgreement(table, table.randomQueryOfAStretch(using: &random), heatMap: false, name)
            }
        }
    }

    /// One post at, right before and right after every instant at which a page's counts may change.
    func testPostsAtTheEdgesOfRangesAndDays() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(55) {
            var random = random.forRound(round)
            let zone = zones[round % zones.count]
            let model = try RandomTable(postCount: 0, schoolCount: 0, zone: zone, using: &random)
            let edges = RandomTable.edges(now: model.now, zone: zone)
            let posts = edges.flatMap { [$0 - 1, $0, $0 + 1] }.enumerated().map { index, micros in
                BaselinePost(
                    id: BaselineText("p\(index)"), platform: .twitter, postDate: micros, schoolID: "s",
                    isRecruitingRelated: index % 2 == 0)
            }
            let table = try RandomTable(
                posts: posts, schools: [], now: model.now, zone: zone, schoolIDs: ["s"])
            var dated = FilterPair()
            let today = Int(zone.kernel.civilDate(at: Timestamp(micros: model.now)).daysSinceEpoch)
            dated.restrict(from: today - random.int(0...31), to: today - random.int(0...31))
            for range in [BaselineRange.days(1), .days(7), .days(30), .days(90), .days(365), .all] {
                for filter in [FilterPair(), dated] {
                    let query = PageQuery(
                        range: range, filter: filter, now: model.now, zone: zone, topSchools: 1,
                        recentPosts: 500,
                        activity: .sameAsRange, comparison: true)
                    expectAgreement(
                        table, query, heatMap: true, "COMPASS_TEST_SEED=\(random.seed), round \(round)")
                }
            }
        }
    }
}
