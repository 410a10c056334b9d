import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// The summary of each pixel of a timeline equals that of a scan of all items.
final class TimelineLevelsTests: XCTestCase {
    private typealias Span = (type: BaselineTimelineType, start: Int64, end: Int64)

    func testEveryBucketOfRandomWindows() throws {
        let random = SeededRandom()
        let zones = try ZonePair.identifiers.map { try ZonePair($0) }
        for round in 0..<SeededRandom.rounds(40) {
            var random = random.forRound(round)
            let model = RandomTimeline(
                schoolCount: random.element([0, 1, 3, 20]), zone: zones[round % zones.count], using: &random)
            let rows = model.rows(random.element([0, 1, 2, 17, 64, 257]), using: &random)
            let pair = try TimelinePair(rows, zone: model.zone)
            let items = pair.kernel.items(in: model.zone.kernel)
            for _ in 0..<6 {
                let query = model.query(using: &random)
                let edges = [model.time(&random), model.time(&random)].sorted()
                let window = try TimeWindow(fromMicros: edges[0], toMicros: edges[1] + 1)
                let count = random.element([1, 2, 7, 40])
                let levels = try items.levels(over: window, buckets: count, where: query.kernelFilter)
                expectAgreement(
                    levels, items, pair.baseline.spans(filter: query.filter),
                    "COMPASS_TEST_SEED=\(random.seed), round \(round), \(window), \(count), \(query.filter)")
            }
        }
    }

    private func expectAgreement(
        _ levels: IntervalLevels, _ items: TimelineItems, _ spans: [Span], _ name: String
    ) {
        let (from, to) = (levels.window.fromMicros, levels.window.toMicros)
        let count = Int64(levels.buckets.count)
        func edge(_ bucket: Int64) -> Int64 {
            from + (to - from) / count * bucket + (to - from) % count * bucket / count
        }
        for (number, bucket) in levels.buckets.enumerated() {
            let (left, right) = (edge(Int64(number)), edge(Int64(number) + 1))
            let isLast = Int64(number) + 1 == count
            func isBeforeRightEdge(_ start: Int64) -> Bool { isLast ? start <= right : start < right }
            let meeting = spans.filter { isBeforeRightEdge($0.start) && $0.end >= left }
            let starting = meeting.filter { $0.start >= left }
            for (kind, type) in BaselineTimelineType.allCases.enumerated() {
                XCTAssertEqual(bucket.meets[kind], meeting.count { $0.type == type }, "\(name), \(number)")
                XCTAssertEqual(bucket.starts[kind], starting.count { $0.type == type }, "\(name), \(number)")
            }
            let time = meeting.reduce(0) { $0 + max(0, min($1.end, right) - max($1.start, left)) }
            XCTAssertEqual(bucket.timeMicros, UInt64(time), "\(name), \(number)")
            let shown = bucket.representative.map { items.start($0).micros }
            XCTAssertEqual(shown, (starting.first ?? meeting.first)?.start, "\(name), \(number)")
            if let representative = bucket.representative {
                XCTAssertGreaterThanOrEqual(items.end(representative).micros, left, name)
            }
        }
    }
}
