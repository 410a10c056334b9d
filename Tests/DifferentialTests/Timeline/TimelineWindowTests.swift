import CompassBaseline
import CompassTestSupport
import XCTest

@testable import CompassKernel

/// Queries by time window find the same items as the baseline's linear scan.
final class TimelineWindowTests: XCTestCase {
    func testWindowsInstantsAndNeighbors() throws {
        let random = SeededRandom()
        let zones = try ZonePair.identifiers.map { try ZonePair($0) }
        for round in 0..<SeededRandom.rounds(60) {
            var random = random.forRound(round)
            let model = RandomTimeline(
                schoolCount: random.element([0, 1, 3, 20]), zone: zones[round % zones.count], using: &random)
            let rows = model.rows(random.element([0, 1, 2, 17, 64, 257, 600]), using: &random)
            let pair = try TimelinePair(rows, zone: model.zone)
            for _ in 0..<20 {
                try expectAgreement(
                    pair, model, "COMPASS_TEST_SEED=\(random.seed), round \(round)", using: &random)
            }
        }
    }

    private func expectAgreement(
        _ pair: TimelinePair, _ model: RandomTimeline, _ name: String, using random: inout SeededRandom
    ) throws {
        let items = pair.kernel.items(in: model.zone.kernel)
        let query = model.query(using: &random)
        let (filter, kernelFilter) = (query.filter, query.kernelFilter)
        let edges = [model.time(&random), model.time(&random)].sorted()
        let (from, to) = random.oneIn(10) ? (Int64.min, Int64.max) : (edges[0], edges[1])
        let window = try TimeWindow(fromMicros: from, toMicros: to)

        let wanted = pair.baseline.itemIDs(meeting: from, to, filter: filter)
        let found = items.items(meeting: window, where: kernelFilter)
        XCTAssertEqual(found.map { BaselineText($0.id) }, wanted, "\(name), \(from) to \(to), \(filter)")
        XCTAssertEqual(
            items.count(meeting: window, where: kernelFilter), wanted.count, "\(name), \(from) to \(to)")
        XCTAssertEqual(
            Set(items.numbers(meeting: window, where: kernelFilter).map { BaselineText(items.id(Int($0))) }),
            Set(wanted), "\(name), \(from) to \(to)")

        let instant = Timestamp(micros: from)
        XCTAssertEqual(
            items.items(at: instant, where: kernelFilter).map { BaselineText($0.id) },
            pair.baseline.itemIDs(meeting: from, from, filter: filter), "\(name), at \(from)")
        let before = items.nearest(endingBefore: instant, where: kernelFilter)
        XCTAssertEqual(
            before.map { items.end($0).micros }, pair.baseline.lastEnd(before: from, filter: filter),
            "\(name), before \(from), \(filter)")
        let after = items.nearest(startingAfter: instant, where: kernelFilter)
        XCTAssertEqual(
            after.map { items.start($0).micros }, pair.baseline.firstStart(after: from, filter: filter),
            "\(name), after \(from), \(filter)")
        for number in [before, after].compactMap({ $0 }) {
            XCTAssertTrue(filter.types.contains(BaselineTimelineType(items.type(number))), name)
        }
    }
}
