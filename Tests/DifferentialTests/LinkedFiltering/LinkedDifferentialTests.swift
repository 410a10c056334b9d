import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Every linked chart equals the baseline's, on random tables, zones, filters and searches.
final class LinkedDifferentialTests: XCTestCase {
    private var zones: [ZonePair] = []

    override func setUpWithError() throws {
        zones = try ZonePair.identifiers.map { try ZonePair($0) }
    }

    private func expectAgreement(
        _ table: RandomTable, _ filter: FilterPair, _ activity: BaselineActivity, _ name: String
    ) {
        // The baseline has no filter that excludes both values.
        if filter.kernel.excludesAllRecruiting || filter.kernel.excludesAllFlagged { return }
        let days: ChartDays =
            switch activity {
            case .sameAsRange: .sameAsRange
            case .days(let days): .last(days)
            case .every: .every
            }
        let now = Timestamp(micros: table.now)
        let feed = table.social.linkedFeedPage(
            where: filter.kernel, asOf: now, in: table.zone.kernel, pageSize: 3, days: days)
        let wanted = BaselineLinkedCounts(
            posts: table.posts, filter: filter.baseline, now: table.now, zone: table.zone.baseline,
            activity: activity)
        XCTAssertEqual(
            BaselineLinkedCounts(feed.counts).differences(from: wanted), [], "\(name), \(filter)")
        XCTAssertEqual(
            feed.counts,
            table.social.linkedCounts(where: filter.kernel, asOf: now, in: table.zone.kernel, days: days),
            name)
        XCTAssertEqual(
            feed.page,
            table.social.feedPage(where: filter.kernel, asOf: now, in: table.zone.kernel, pageSize: 3),
            "\(name), \(filter)")
        XCTAssertEqual(
            feed.counts.schools.map(\.id),
            idsInNameOrder(table.social.schoolNames, of: table.posts.rows.compactMap(\.schoolID)),
            "\(name): every school, in name order")
        XCTAssertEqual(
            feed.counts.coaches.map(\.id),
            idsInNameOrder(table.social.coachNames, of: table.posts.rows.compactMap(\.coachID)),
            "\(name): every coach, in name order")
    }

    private func idsInNameOrder(_ names: CodeNames, of ids: [BaselineText]) -> [String] {
        let used = Set(ids.map { ForeignID($0.string) })
        return names.codesByRank.map { names.ids[$0] }.filter { used.contains(ForeignID($0)) }
    }

    private func expectAgreement(
        postCount: Int, schoolCount: Int, zone: ZonePair, queries: Int, random: SeededRandom, _ name: String
    ) throws {
        var random = random
        let model = try RandomTable(
            postCount: postCount, schoolCount: schoolCount, zone: zone, using: &random)
        let table = try model.withSearchableTexts(using: &random)
        for _ in 0..<queries {
            var filter = table.randomQuery(using: &random).filter
            if random.oneIn(2) { table.restrictToASearch(&filter, using: &random) }
            if random.oneIn(6) { table.restrictToASearch(&filter, using: &random) }
            let activity: BaselineActivity = random.element([
                .sameAsRange, .days(random.int(-1...60)), .days(7), postCount <= 200 ? .every : .days(14),
            ])
            expectAgreement(table, filter, activity, name)
        }
    }

    func testRandomTables() throws {
        let random = SeededRandom()
        let postCounts = [0, 1, 2, 63, 64, 65, 200, 513, 1000]
        for round in 0..<SeededRandom.rounds(60) {
            var random = random.forRound(round)
            try expectAgreement(
                postCount: random.element(postCounts), schoolCount: random.element([0, 1, 3, 20]),
                zone: zones[round % zones.count], queries: 6, random: random,
                "COMPASS_TEST_SEED=\(random.seed), round \(round)")
        }
    }

    /// Posts that span several blocks of counts, and more schools than the counters on the stack.
    func testLargeTables() throws {
        let random = SeededRandom()
        for (round, (postCount, schoolCount)) in [(8192, 40), (20_000, 3), (5000, 1500)].enumerated() {
            let random = random.forRound(round)
            try expectAgreement(
                postCount: postCount, schoolCount: schoolCount, zone: zones[round % zones.count],
                queries: SeededRandom.rounds(3), random: random,
                "COMPASS_TEST_SEED=\(random.seed), \(postCount) posts, \(schoolCount) schools")
        }
    }
}
