import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Every page of the feed equals the baseline's, on random tables, zones, filters and cursors.
final class FeedDifferentialTests: XCTestCase {
    private var zones: [ZonePair] = []

    override func setUpWithError() throws {
        zones = try ZonePair.identifiers.map { try ZonePair($0) }
    }

    private func expectAgreement(
        postCount: Int, schoolCount: Int, zone: ZonePair, queries: Int, random: SeededRandom, _ name: String
    ) throws {
        var random = random
        let model = try RandomTable(
            postCount: postCount, schoolCount: schoolCount, zone: zone, using: &random)
        let table = try FeedTable(
            posts: model.feedPosts(using: &random), schools: model.feedSchools, now: model.now, zone: zone)
        XCTAssertEqual(table.social.posts.checkInvariants(), [], name)
        for _ in 0..<queries {
            let filter = model.randomQuery(using: &random).filter
            let pageSize = random.element([50, 50, 1, 2, 7, 64, 65, 400, 0, -3, .max])
            let page = table.expectAgreement(filter, pageSize: pageSize, name)
            if let cursor = page.nextCursor {
                table.expectAgreement(filter, pageSize: pageSize, after: cursor, name)
            }
            let post = table.baseline.posts.rows.randomElement(using: &random)
            let cursor = FeedCursor(
                timestamp: Timestamp(micros: (post?.postDate ?? model.now) + random.element([0, 0, 1, -1])),
                id: random.oneIn(3) ? random.element(["", "m", "zz", "\u{10ffff}"]) : post?.id.string ?? "")
            table.expectAgreement(filter, pageSize: pageSize, after: cursor, name)
        }
    }

    func testRandomTables() throws {
        let random = SeededRandom()
        let postCounts = [0, 1, 2, 3, 63, 64, 65, 200, 511, 512, 513, 1000, 1537]
        for round in 0..<SeededRandom.rounds(100) {
            var random = random.forRound(round)
            try expectAgreement(
                postCount: random.element(postCounts), schoolCount: random.element([0, 1, 3, 20, 400]),
                zone: zones[round % zones.count], queries: 8, random: random,
                "COMPASS_TEST_SEED=\(random.seed), round \(round)")
        }
    }

    /// School counts at which blocks of the schools' block bitmap index grow, and posts of several ranges.
    func testLargeTables() throws {
        let random = SeededRandom()
        let sizes = [
            (4095, 3), (4096, 40), (4097, 33), (9000, 511), (9000, 512), (9000, 1500), (20_000, 40),
            (20_000, 400),
        ]
        for (round, (postCount, schoolCount)) in sizes.enumerated() {
            let random = random.forRound(round)
            try expectAgreement(
                postCount: postCount, schoolCount: schoolCount, zone: zones[round % zones.count],
                queries: SeededRandom.rounds(5), random: random,
                "COMPASS_TEST_SEED=\(random.seed), \(postCount) posts, \(schoolCount) schools")
        }
    }

    func testSearches() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(40) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let zone = zones[round % zones.count]
            let model = try RandomTable(
                postCount: random.element([1, 64, 130, 300]), schoolCount: 5, zone: zone, using: &random
            ).withSearchableTexts(using: &random)
            let table = try FeedTable(
                posts: model.feedPosts(using: &random), schools: model.feedSchools, now: model.now, zone: zone
            )
            for _ in 0..<8 {
                var filter = random.oneIn(2) ? FilterPair() : model.randomQuery(using: &random).filter
                for _ in 0..<random.element([1, 1, 2]) { model.restrictToASearch(&filter, using: &random) }
                let page = table.expectAgreement(filter, pageSize: 7, name)
                if let cursor = page.nextCursor {
                    table.expectAgreement(filter, pageSize: 7, after: cursor, name)
                }
                XCTAssertEqual(
                    try table.walk(filter, pageSize: 7), table.kernelPage(filter, pageSize: .max).posts, name)
            }
        }
    }

    func testCSVListsAllMatchesInOrder() throws {
        let random = SeededRandom()
        for round in 0..<SeededRandom.rounds(30) {
            var random = random.forRound(round)
            let zone = zones[round % zones.count]
            let model = try RandomTable(postCount: 150, schoolCount: 5, zone: zone, using: &random)
            let posts = model.feedPosts(using: &random)
            let table = try FeedTable(
                posts: posts, schools: model.feedSchools, now: model.now, zone: zone)
            let filter = model.randomQuery(using: &random).filter
            let page = table.kernelPage(filter, pageSize: .max)
            // No id and no cell before it has a line break, so every record's start is found.
            let lines = String(
                decoding: table.social.feedCSV(where: filter.kernel, in: zone.kernel, section: .posts),
                as: UTF8.self
            ).split(separator: "\r\n", omittingEmptySubsequences: false)
            let ids = lines.dropFirst().dropLast().map { String($0.prefix { $0 != "," }) }
            XCTAssertEqual(ids, page.posts.map(\.id), "COMPASS_TEST_SEED=\(random.seed), round \(round)")
        }
    }
}
