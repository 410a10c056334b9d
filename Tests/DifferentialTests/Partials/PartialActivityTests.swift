import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// The pages of an activity feed in shards are those of all rows in one feed, byte for byte, and the
/// baseline's.
final class PartialActivityTests: XCTestCase {
    private func shards(
        _ rows: ActivityRows, _ schools: SchoolDirectory, using random: inout SeededRandom
    ) -> [ActivityFeed] {
        let count = random.int(1...9)
        var parts = (0..<count).map { _ in ActivityRows() }
        for row in rows.interactions ?? [] { parts[random.int(0...count - 1)].interactions?.append(row) }
        for row in rows.statusChanges ?? [] { parts[random.int(0...count - 1)].statusChanges?.append(row) }
        for row in rows.documents ?? [] { parts[random.int(0...count - 1)].documents?.append(row) }
        return parts.map { part in
            let interactions = (part.interactions ?? []).map { Interaction($0) }
            let isChanged = random.oneIn(4)
            var feed = ActivityFeed(
                interactions: InteractionTable(isChanged ? Array(interactions.dropLast()) : interactions),
                statusChanges: StatusChangeTable((part.statusChanges ?? []).map { StatusChange($0) }),
                documents: DocumentTable((part.documents ?? []).map { Document($0) }), schools: schools)
            guard isChanged else { return feed }
            // Some events came later, and some are gone.
            if let last = interactions.last { feed.put(last) }
            feed.put(Document(id: "stray", type: "x", time: Timestamp(micros: 0)))
            feed.remove(id: "doc-stray")
            return feed
        }
    }

    func testRandomTables() throws {
        let random = SeededRandom()
        let zones = try ZonePair.identifiers.map { try ZonePair($0) }
        for round in 0..<SeededRandom.rounds(100) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let model = RandomActivity(
                schoolCount: random.element([0, 1, 4, 30]), zone: zones[round % zones.count], using: &random)
            let rows = model.rows(random.element([0, 1, 2, 3, 10, 63, 64, 65, 200]), using: &random)
            let pair = try ActivityPair(rows, zone: model.zone)
            let schools = try SchoolDirectory.load(json: JSONRows.document(of: rows.schools)).table
            let shards = shards(rows, schools, using: &random)
            for _ in 0..<6 {
                var query = model.query(rows, using: &random)
                if random.oneIn(2) { (query.page, query.size) = (random.int(1...5), random.int(1...100)) }
                let numbers = RandomShards.numbers(shards.count, using: &random)
                let (events, overflows) = max(query.page, 1).multipliedReportingOverflow(
                    by: max(query.size, 1))
                func part(_ feed: ActivityFeed, _ shard: UInt32) throws -> PartialAnswer {
                    try feed.partialPage(
                        query.page, size: query.size, where: query.filter.kernel,
                        asOf: Timestamp(micros: query.now), in: model.zone.kernel, shard: shard)
                }
                if overflows || events > 500 {
                    XCTAssertThrowsError(try part(shards[0], 0), "\(name), \(query)") {
                        guard case .notMergeable = $0 as? PartialAnswerError else { return XCTFail("\($0)") }
                    }
                    continue
                }
                let parts = try zip(shards, numbers).map { try part($0, $1) }
                let page = try RandomShards.checkedMerge(parts, using: &random, name).activityPage(
                    schools: schools)
                XCTAssertEqual(
                    String(decoding: page.json(), as: UTF8.self),
                    String(decoding: pair.kernelPage(query).json(), as: UTF8.self), "\(name), \(query)")
                let wanted = pair.baseline.page(
                    query.page, size: query.size, filter: query.filter, now: query.now,
                    zone: model.zone.baseline)
                XCTAssertEqual(BaselineActivityPage(page).differences(from: wanted), [], "\(name), \(query)")
            }
        }
    }

    /// A feed that shows some of each table's rows has no part, as the newest of all are not those of a
    /// shard.
    func testAFeedWithALimitHasNoPart() throws {
        let feed = ActivityFeed(limitPerSource: 50)
        XCTAssertThrowsError(try feed.partialPage(asOf: Timestamp(micros: 0), in: .utc, shard: 0)) {
            guard case .notMergeable = $0 as? PartialAnswerError else { return XCTFail("\($0)") }
        }
    }

    /// A table that failed in one shard is named; its rows in others are shown.
    func testFailuresOfShards() throws {
        let now = Timestamp(micros: 1_000_000_000_000)
        let interactions = InteractionTable([Interaction(id: "i", type: "email", time: now, schoolID: "s")])
        let schools = try SchoolDirectory.load(json: #"[{"id":"s","name":"State"}]"#.utf8).table
        let feeds = [
            ActivityFeed(interactions: interactions, schools: schools),
            ActivityFeed(interactions: nil, statusChanges: nil),
            ActivityFeed(failures: [SourceFailure(table: "documents", reason: "gone")]),
        ]
        let parts = try feeds.enumerated().map {
            try $1.partialPage(asOf: now, in: .utc, shard: UInt32($0))
        }
        let page = try XCTUnwrap(try PartialAnswer.merging(parts)).activityPage(schools: schools)
        XCTAssertEqual(page.events.map(\.title), ["Email with State"])
        XCTAssertEqual(
            page.failures.map { [$0.table, $0.reason] },
            [["documents", "gone"], ["interactions", "missing"], ["school_status_history", "missing"]])
        let failing = ActivityFeed(failures: [SourceFailure(table: "schools", reason: "gone")])
        let all = try parts + [failing.partialPage(asOf: now, in: .utc, shard: 9)]
        let nameless = try XCTUnwrap(try PartialAnswer.merging(all)).activityPage(schools: schools)
        XCTAssertEqual(nameless.events.map(\.title), ["Email with Unknown School"])
    }

    /// A failure that is listed twice counts once, so that neither the page nor the bytes show how often.
    func testRepeatedFailuresCountOnce() throws {
        let now = Timestamp(micros: 1_000_000_000_000)
        let (gone, locked) = (
            SourceFailure(table: "documents", reason: "gone"),
            SourceFailure(table: "interactions", reason: "locked")
        )
        let once = ActivityFeed(failures: [gone, locked])
        let part = try once.partialPage(asOf: now, in: .utc, shard: 0)
        for failures in [[gone, gone, locked], [gone, locked, gone, locked]] {
            let repeated = ActivityFeed(failures: failures)
            let other = try repeated.partialPage(asOf: now, in: .utc, shard: 0)
            XCTAssertEqual(other, part)
            XCTAssertEqual(other.bytes, part.bytes)
            let page = repeated.page(asOf: now, in: .utc)
            XCTAssertEqual(page.failures, [gone, locked])
            XCTAssertEqual(try other.activityPage(schools: .empty).json(), page.json())
        }
        // Reasons with equivalent characters are different ones, in one table as in two shards.
        let spellings = ["cafe\u{301}", "caf\u{e9}"].map { SourceFailure(table: "documents", reason: $0) }
        let parts = try spellings.enumerated().map { shard, failure in
            try ActivityFeed(failures: [failure]).partialPage(asOf: now, in: .utc, shard: UInt32(shard))
        }
        let page = ActivityFeed(failures: spellings).page(asOf: now, in: .utc)
        XCTAssertEqual(page.failures.count, 2)
        let merged = try XCTUnwrap(try PartialAnswer.merging(parts))
        XCTAssertEqual(try merged.activityPage(schools: .empty).json(), page.json())
    }

    /// A search reads names, so that the finish requires those of the shards.
    func testASearchRequiresTheSameNames() throws {
        let now = Timestamp(micros: 1_000_000_000_000)
        let schools = try SchoolDirectory.load(
            json: #"[{"id":"s","name":"State"},{"id":"t","name":"Tech"}]"#.utf8
        ).table
        let reversed = try SchoolDirectory.load(
            json: #"[{"id":"t","name":"Tech"},{"id":"s","name":"State"}]"#.utf8
        ).table
        let feed = ActivityFeed(
            interactions: InteractionTable([Interaction(id: "i", type: "email", time: now, schoolID: "s")]),
            schools: schools)
        let part = try feed.partialPage(where: ActivityFilter(search: "state"), asOf: now, in: .utc, shard: 0)
        XCTAssertEqual(try part.activityPage(schools: reversed).total, 1)
        XCTAssertThrowsError(try part.activityPage(schools: .empty)) {
            XCTAssertEqual($0 as? PartialAnswerError, .otherQuery(.schools))
        }
        let all = try feed.partialPage(asOf: now, in: .utc, shard: 0)
        XCTAssertEqual(
            try all.activityPage(schools: .empty).events.map(\.title), ["Email with Unknown School"])
    }
}
