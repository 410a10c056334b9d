import CompassBaseline
import CompassSynthesis
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// The pages of posts in shards are those of all posts in one table, byte for byte, and the baseline's.
final class PartialPostsTests: XCTestCase {
    private var zones: [ZonePair] = []

    override func setUpWithError() throws {
        zones = try ZonePair.identifiers.map { try ZonePair($0) }
    }

    private func randomTable(_ round: Int, using random: inout SeededRandom) throws -> RandomTable {
        let counts = [0, 1, 2, 3, 63, 64, 65, 200, 400, 513, 1000]
        let table = try RandomTable(
            postCount: random.element(counts), schoolCount: random.element([0, 1, 3, 20, 100]),
            zone: zones[round % zones.count], using: &random)
        return random.oneIn(2) ? try table.withSearchableTexts(using: &random) : table
    }

    private func numbered<Part>(
        _ shards: [SocialPosts], using random: inout SeededRandom, _ part: (SocialPosts, UInt32) -> Part
    ) -> [Part] {
        zip(shards, RandomShards.numbers(shards.count, using: &random)).map { part($0, $1) }
    }

    func testAnalytics() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(70) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let table = try randomTable(round, using: &random)
            let shards = try table.shards(using: &random)
            for _ in 0..<4 {
                var query = table.randomQuery(using: &random)
                if random.oneIn(3) { table.restrictToASearch(&query.filter, using: &random) }
                let heatMap = random.oneIn(4)
                let parts = numbered(shards, using: &random) {
                    query.kernelPart($0, heatMap: heatMap, shard: $1)
                }
                let merged = try RandomShards.checkedMerge(parts, using: &random, name)
                let page = try merged.analyticsPage(
                    schools: table.social.names.directory, coaches: table.social.names.coachTable)
                XCTAssertEqual(
                    String(decoding: page.json(), as: UTF8.self),
                    String(decoding: query.kernelPage(table.social, heatMap: heatMap).json(), as: UTF8.self),
                    "\(name), \(query)")
                XCTAssertEqual(
                    BaselineSocialPage(page).differences(
                        from: query.baselinePage(table.posts, table.schools, table.coaches)), [],
                    "\(name), \(query)")
                let whole = query.kernelPart(table.social, heatMap: heatMap, shard: 7)
                XCTAssertEqual(
                    whole.content, merged.content, "\(name), \(query): one shard has the same counts")
                XCTAssertEqual(whole.rowGuard.rows.map(\.hash), merged.rowGuard.rows.map(\.hash), name)
            }
        }
    }

    /// Posts at every instant at which a page's counts may change, in shards.
    func testPostsAtTheEdgesOfRangesAndDays() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(22) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let zone = zones[round % zones.count]
            let model = try RandomTable(postCount: 0, schoolCount: 0, zone: zone, using: &random)
            let edges = RandomTable.edges(now: model.now, zone: zone)
            // Posts with the same time are in several shards.
            let posts = edges.flatMap { [$0 - 1, $0, $0, $0 + 1] }.enumerated().map { index, micros in
                BaselinePost(
                    id: BaselineText("p\(index &* 7919 % 1009)"), platform: .twitter, postDate: micros,
                    schoolID: "s",
                    isRecruitingRelated: index % 2 == 0)
            }
            let table = try RandomTable(
                posts: posts, schools: [], now: model.now, zone: zone, schoolIDs: ["s"])
            let shards = try table.shards(using: &random)
            for range in [BaselineRange.days(1), .days(7), .days(30), .days(90), .all] {
                for activity in [BaselineActivity.sameAsRange, .every] {
                    let query = PageQuery(
                        range: range, now: model.now, zone: zone, recentPosts: random.element([0, 3, 500]),
                        activity: activity, comparison: true)
                    let parts = numbered(shards, using: &random) { query.kernelPart($0, shard: $1) }
                    let page = try RandomShards.checkedMerge(parts, using: &random, name)
                        .analyticsPage(schools: .empty)
                    XCTAssertEqual(page, query.kernelPage(table.social), "\(name), \(query)")
                }
            }
        }
    }

    func testFeed() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(50) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let model = try randomTable(round, using: &random)
            let posts = model.feedPosts(using: &random)
            let table = try FeedTable(
                posts: posts, schools: model.feedSchools, now: model.now, zone: model.zone)
            let (directory, coaches) = (table.social.names.directory, model.social.names.coachTable)
            let social = table.social.posts.bound(to: directory, coaches: coaches)
            let shards = try RandomShards.split(posts, using: &random).map {
                try PostTable.load(json: BaselinePosts($0).tableJSON).table.bound(
                    to: directory, coaches: coaches)
            }
            let (now, zone) = (Timestamp(micros: model.now), model.zone)
            for _ in 0..<3 {
                var filter = model.randomQuery(using: &random).filter
                if random.oneIn(3) { model.restrictToASearch(&filter, using: &random) }
                let pageSize = random.element([50, 1, 2, 7, 64, 400, 0, -3, .max])
                var cursor: FeedCursor?
                for _ in 0..<4 {
                    let parts = numbered(shards, using: &random) {
                        $0.partialFeed(
                            where: filter.kernel, asOf: now, in: zone.kernel, pageSize: pageSize,
                            after: cursor,
                            shard: $1)
                    }
                    let page = try RandomShards.checkedMerge(parts, using: &random, name)
                        .feedPage(schools: directory, coaches: coaches)
                    let wanted = social.feedPage(
                        where: filter.kernel, asOf: now, in: zone.kernel, pageSize: pageSize, after: cursor)
                    XCTAssertEqual(
                        String(decoding: page.json(), as: UTF8.self),
                        String(decoding: wanted.json(), as: UTF8.self),
                        "\(name), \(filter), \(pageSize) posts")
                    let baseline = table.baseline.page(
                        filter: filter.baseline, now: model.now, zone: zone.baseline, pageSize: pageSize,
                        after: cursor.map { BaselineFeedCursor($0) })
                    XCTAssertEqual(BaselineFeedPage(page).differences(from: baseline), [], name)
                    guard let next = page.nextCursor else { break }
                    cursor = next
                }
            }
        }
    }

    func testLinkedCounts() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(50) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let table = try randomTable(round, using: &random)
            let shards = try table.shards(using: &random)
            let (now, zone) = (Timestamp(micros: table.now), table.zone)
            for _ in 0..<4 {
                var filter = table.randomQuery(using: &random).filter
                if random.oneIn(3) { table.restrictToASearch(&filter, using: &random) }
                let (days, activity): (ChartDays, BaselineActivity) = random.element([
                    (.sameAsRange, .sameAsRange), (.last(60), .days(60)), (.last(-1), .days(-1)),
                    (.every, .every),
                ])
                let parts = numbered(shards, using: &random) {
                    $0.partialLinkedCounts(
                        where: filter.kernel, asOf: now, in: zone.kernel, days: days, shard: $1)
                }
                let counts = try RandomShards.checkedMerge(parts, using: &random, name).linkedCounts(
                    schools: table.social.names.directory, coaches: table.social.names.coachTable)
                let wanted = table.social.linkedCounts(
                    where: filter.kernel, asOf: now, in: zone.kernel, days: days)
                XCTAssertEqual(
                    String(decoding: counts.json(), as: UTF8.self),
                    String(decoding: wanted.json(), as: UTF8.self),
                    "\(name), \(filter)")
                try expectLinkedFeed(table, shards, filter.kernel, days, parts, name)
                // The baseline has no filter that excludes both values.
                if filter.kernel.excludesAllRecruiting || filter.kernel.excludesAllFlagged { continue }
                let baseline = BaselineLinkedCounts(
                    posts: table.posts, filter: filter.baseline, now: table.now, zone: zone.baseline,
                    activity: activity)
                XCTAssertEqual(BaselineLinkedCounts(counts).differences(from: baseline), [], name)
            }
        }
    }

    /// The feed with the counts beside its filters, which are partial answers of their own.
    private func expectLinkedFeed(
        _ table: RandomTable, _ shards: [SocialPosts], _ filter: PostFilter, _ days: ChartDays,
        _ counts: [PartialAnswer], _ name: String
    ) throws {
        let (now, zone, names) = (Timestamp(micros: table.now), table.zone.kernel, table.social.names)
        let parts = zip(shards, counts).map {
            $0.partialFeed(where: filter, asOf: now, in: zone, pageSize: 9, shard: $1.shardNumbers[0])
        }
        let feed = try XCTUnwrap(try PartialAnswer.merging(parts), name)
        let linked = try XCTUnwrap(try PartialAnswer.merging(counts), name)
        let page = try feed.linkedFeedPage(
            counts: linked, schools: names.directory, coaches: names.coachTable)
        let wanted = table.social.linkedFeedPage(where: filter, asOf: now, in: zone, pageSize: 9, days: days)
        XCTAssertEqual(
            String(decoding: page.json(), as: UTF8.self), String(decoding: wanted.json(), as: UTF8.self),
            "\(name), \(filter)")
        // Counts of other shards, another time or another page.
        let wrong = [
            linked.withoutRows, feed,
            shards[0].partialLinkedCounts(
                where: filter, asOf: Timestamp(micros: table.now - 1), in: zone, days: days, shard: 0),
        ]
        for counts in wrong {
            XCTAssertThrowsError(
                try feed.linkedFeedPage(counts: counts, schools: names.directory), "\(name), \(counts.kind)")
        }
    }

    /// A search of a shard scans its texts, and uses an index only if there is one.
    func testASearchBuildsNoIndex() throws {
        var random = SeededRandom(seed: 1)
        let table = try RandomTable(postCount: 100, schoolCount: 3, zone: .utc, using: &random)
            .withSearchableTexts(using: &random)
        let now = Timestamp(micros: table.now)
        let social = table.social
        let filter = PostFilter.search("camp")
        let parts = [
            social.partialAnalytics(.all, where: filter, asOf: now, in: .utc, shard: 0),
            social.partialFeed(where: filter, asOf: now, in: .utc, shard: 0),
            social.partialLinkedCounts(where: filter, asOf: now, in: .utc, shard: 0),
        ]
        XCTAssertEqual(social.posts.searchIndexByteCount, 0)
        XCTAssertEqual(social.posts.searchIndexing, .now)
        social.posts.prepareForSearch()
        XCTAssertEqual(parts[0], social.partialAnalytics(.all, where: filter, asOf: now, in: .utc, shard: 0))
        XCTAssertEqual(parts[1], social.partialFeed(where: filter, asOf: now, in: .utc, shard: 0))
        XCTAssertEqual(parts[2], social.partialLinkedCounts(where: filter, asOf: now, in: .utc, shard: 0))
    }

    /// A partial answer of 400 schools is small, however many posts there are.
    func testSizes() throws {
        let generator = try DatasetGenerator(SynthesisOptions(posts: 20_000, seed: 3))
        var bytes: [UInt8] = []
        generator.write(.socialMediaPosts) { bytes.append(contentsOf: $0) }
        let social = try PostTable.load(json: bytes).table.bound(to: .empty)
        let now = Timestamp(micros: SynthesisOptions.defaultAsOfMicros)
        let analytics = social.partialAnalytics(
            .last(days: 30), asOf: now, in: .utc, topCoaches: 0, comparison: true, heatMap: true, shard: 0)
        XCTAssertLessThan(analytics.bytes.count, 12_000)
        XCTAssertLessThan(social.partialFeed(asOf: now, in: .utc, shard: 0).bytes.count, 40_000)
        XCTAssertGreaterThan(try analytics.analyticsPage(schools: .empty).summary.activeSchools, 300)
    }
}
