import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// The counts of a timeline in shards are those of one timeline, and of a scan of all items.
final class PartialTimelineTests: XCTestCase {
    private func shards(
        _ rows: TimelineRows, _ zone: ZonePair, using random: inout SeededRandom
    ) throws -> [TimelineItems] {
        let count = random.int(1...9)
        var parts = (0..<count).map { _ in TimelineRows() }
        for row in rows.events { parts[random.int(0...count - 1)].events.append(row) }
        for row in rows.interactions { parts[random.int(0...count - 1)].interactions.append(row) }
        for row in rows.offers { parts[random.int(0...count - 1)].offers.append(row) }
        for row in rows.statusChanges { parts[random.int(0...count - 1)].statusChanges.append(row) }
        return try parts.map { part in
            // Names are not required for counts.
            guard random.oneIn(4), let last = part.offers.last else {
                return try TimelinePair(part, zone: zone).kernel.items(in: zone.kernel)
            }
            var without = part
            without.offers.removeLast()
            var timeline = try TimelinePair(without, zone: zone).kernel
            timeline.put(Offer(last))
            return timeline.items(in: zone.kernel)
        }
    }

    func testRandomTables() throws {
        let random = SeededRandom()
        let zones = try ZonePair.identifiers.map { try ZonePair($0) }
        for round in 0..<SeededRandom.rounds(50) {
            var random = random.forRound(round)
            let name = "COMPASS_TEST_SEED=\(random.seed), round \(round)"
            let model = RandomTimeline(
                schoolCount: random.element([0, 1, 3, 20]), zone: zones[round % zones.count], using: &random)
            let rows = model.rows(random.element([0, 1, 2, 17, 64, 257]), using: &random)
            let pair = try TimelinePair(rows, zone: model.zone)
            let items = pair.kernel.items(in: model.zone.kernel)
            let shards = try shards(rows, model.zone, using: &random)
            for _ in 0..<4 {
                let query = model.query(using: &random)
                let windows = try (0..<random.int(0...3)).map { _ in
                    let edges = [model.time(&random), model.time(&random)].sorted()
                    return try TimeWindow(fromMicros: edges[0], toMicros: edges[1])
                }
                let numbers = RandomShards.numbers(shards.count, using: &random)
                let counts = try RandomShards.checkedMerge(
                    zip(shards, numbers).map {
                        $0.partialCounts(meeting: windows, where: query.kernelFilter, shard: $1)
                    }, using: &random, name
                ).timelineCounts()
                expectAgreement(counts, windows, query, items, pair.baseline, name)

                let edges = [model.time(&random), model.time(&random)].sorted()
                let window = try TimeWindow(fromMicros: edges[0], toMicros: edges[1] + 1)
                let bucketCount = random.element([1, 2, 7, 40])
                let levels = try RandomShards.checkedMerge(
                    zip(shards, numbers).map {
                        try $0.partialLevels(
                            over: window, buckets: bucketCount, where: query.kernelFilter, shard: $1)
                    }, using: &random, name
                ).timelineLevels()
                let wanted = try items.levels(over: window, buckets: bucketCount, where: query.kernelFilter)
                expectAgreement(levels, wanted, "\(name), \(window), \(query.filter)")
            }
        }
    }

    private func expectAgreement(
        _ counts: TimelineCounts, _ windows: [TimeWindow], _ query: TimelineQuery, _ items: TimelineItems,
        _ baseline: BaselineTimeline, _ name: String
    ) {
        let all = baseline.spans()
        XCTAssertEqual(counts.first?.micros, all.map(\.start).min(), name)
        XCTAssertEqual(counts.last?.micros, all.map(\.end).max(), name)
        XCTAssertEqual(counts.windows.map(\.window), windows, name)
        let spans = baseline.spans(filter: query.filter)
        for window in counts.windows {
            let meeting = spans.filter {
                $0.start <= window.window.toMicros && $0.end >= window.window.fromMicros
            }
            for (type, baselineType) in zip(TimelineItemType.allCases, BaselineTimelineType.allCases) {
                XCTAssertEqual(
                    window[type], meeting.count { $0.type == baselineType },
                    "\(name), \(window), \(query.filter)")
            }
            XCTAssertEqual(window.total, items.count(meeting: window.window, where: query.kernelFilter), name)
        }
    }

    private func expectAgreement(_ levels: TimelineLevels, _ wanted: IntervalLevels, _ name: String) {
        XCTAssertEqual(levels.window, wanted.window, name)
        XCTAssertEqual(levels.buckets.count, wanted.buckets.count, name)
        for (bucket, other) in zip(levels.buckets, wanted.buckets) {
            for (kind, type) in TimelineItemType.allCases.enumerated() {
                XCTAssertEqual(bucket.starts(type), other.starts[kind], name)
                XCTAssertEqual(bucket.meets(type), other.meets[kind], name)
            }
            XCTAssertEqual(bucket.timeMicros, other.timeMicros, name)
        }
    }

    /// Items at the first and the last instant of all.
    func testTheFirstAndTheLastInstant() throws {
        func items(_ starts: [Int64]) -> TimelineItems {
            RecruitingTimeline(
                interactions: InteractionTable(
                    starts.map { Interaction(id: "\($0)", type: "email", time: Timestamp(micros: $0)) })
            ).items(in: .utc)
        }
        for starts in [[], [5], [.min, 7], [3, .max], [.min, .max]] as [[Int64]] {
            let counts = try items(starts).partialCounts(meeting: [], shard: 0).timelineCounts()
            XCTAssertEqual(counts.first?.micros, starts.min(), "\(starts)")
            XCTAssertEqual(counts.last?.micros, starts.max(), "\(starts)")
        }
    }

    func testLevelsWithoutBucketsAreRefused() throws {
        let items = RecruitingTimeline().items(in: .utc)
        XCTAssertThrowsError(
            try items.partialLevels(over: TimeWindow(fromMicros: 0, toMicros: 1), buckets: 0, shard: 0))
    }
}
