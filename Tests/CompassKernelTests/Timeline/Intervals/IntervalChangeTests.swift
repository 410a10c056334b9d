import XCTest

@testable import CompassKernel

final class IntervalChangeTests: XCTestCase {
    private func assertFresh(
        _ index: IntervalIndex, _ plain: PlainIntervals, _ label: String, file: StaticString = #filePath,
        line: UInt = #line
    ) throws {
        let fresh = try plain.index()
        XCTAssertEqual(index.columns.differences(from: fresh.columns), [], label, file: file, line: line)
    }

    func testRandomChangesEqualAFreshBuild() throws {
        for round in 0..<SeededRandom.rounds(12) {
            var random = SeededRandom(round: round)
            let count = [0, 1, 15, 63, 64, 128, 257][random.below(7)]
            var plain = PlainIntervals(random: &random, count: count, span: 200, longest: 60, bars: 40)
            var index = try plain.index()
            for _ in 0..<60 {
                let start = Int64.random(in: 0...200, using: &random)
                let end = random.chance(1, of: 2) ? start : start + Int64.random(in: 0...90, using: &random)
                let kind = random.below(4)
                switch random.below(3) {
                case 0:
                    let id = random.below(plain.count + 1)
                    plain.starts.insert(start, at: id)
                    plain.ends.insert(end, at: id)
                    plain.kinds.insert(UInt8(kind), at: id)
                    try index.insert(startMicros: start, endMicros: end, kind: kind, id: id)
                case 1 where plain.count > 0:
                    let id = random.below(plain.count)
                    plain.starts.remove(at: id)
                    plain.ends.remove(at: id)
                    plain.kinds.remove(at: id)
                    index.remove(id: id)
                case 2 where plain.count > 0:
                    let id = random.below(plain.count)
                    (plain.starts[id], plain.ends[id], plain.kinds[id]) = (start, end, UInt8(kind))
                    index.remove(id: id)
                    try index.insert(startMicros: start, endMicros: end, kind: kind, id: id)
                default: continue
                }
                try assertFresh(index, plain, random.label)
                assertSameAnswers(index, plain, TimeWindow(start - 20, start + 5), .all, random.label)
            }
        }
    }

    func testUnknownIDsAreRefusedAndChangeNothing() throws {
        let plain = PlainIntervals([(1, 2), (3, 3)])
        var index = try plain.index()
        for id in [-1, 2, Int.min, Int.max] {
            XCTAssertFalse(index.remove(id: id))
            if id == 2 { continue }
            XCTAssertThrowsError(try index.insert(startMicros: 0, endMicros: 0, id: id)) {
                XCTAssertEqual($0 as? IntervalIndexError, .unknownID(id))
            }
        }
        try assertFresh(index, plain, "")
        XCTAssertTrue(index.remove(id: 1))
    }

    func testDeletingAllForwardsBackwardsAndAtRandom() throws {
        for way in 0..<3 {
            var random = SeededRandom(round: way)
            var plain = PlainIntervals(random: &random, count: 150, span: 300, longest: 100, bars: 50)
            var index = try plain.index()
            while plain.count > 0 {
                let id = [0, plain.count - 1, random.below(plain.count)][way]
                plain.starts.remove(at: id)
                plain.ends.remove(at: id)
                plain.kinds.remove(at: id)
                index.remove(id: id)
                try assertFresh(index, plain, random.label)
            }
            XCTAssertTrue(index.isEmpty)
        }
    }

    func testAChangeLeavesCopiesAsTheyWere() throws {
        let before = try IntervalIndex(starts: [1, 5], ends: [3, 5])
        var after = before
        try after.insert(startMicros: 2, endMicros: 9, kind: 1)
        XCTAssertEqual(before.ids(meeting: TimeWindow(0, 9)), [0, 1])
        XCTAssertEqual(after.ids(meeting: TimeWindow(0, 9)), [0, 2, 1])
        XCTAssertThrowsError(try after.insert(startMicros: 2, endMicros: 1)) {
            XCTAssertEqual($0 as? IntervalIndexError, .reversed(id: 3))
        }
        XCTAssertThrowsError(try after.insert(startMicros: 2, endMicros: 2, kind: 4, id: 0)) {
            XCTAssertEqual($0 as? IntervalIndexError, .unknownKind(id: 0))
        }
        XCTAssertEqual(after.count, 3)
    }

    func testRandomChangesOfLanesEqualFreshOnes() {
        // Each round builds 120 pairs of indexes.
        for round in 0..<SeededRandom.rounds(12, atMost: 200) {
            var random = SeededRandom(round: round)
            // An item's key orders intervals with equal starts.
            var items: [(start: Int64, end: Int64, kind: UInt8, lane: Int, key: Int)] = []
            var laneCount = 0
            var intervals = LaneIntervals.numbered(
                starts: [], ends: [], kinds: [], lanes: [], laneCount: 0, ties: <
            ).intervals
            for key in 0..<120 {
                if random.chance(1, of: 3), !items.isEmpty {
                    let number = random.below(items.count)
                    items.remove(at: number)
                    intervals.remove(number)
                } else {
                    let start = Int64(random.below(30))
                    let end = random.chance(1, of: 2) ? start : start + Int64(random.below(20))
                    let item = (
                        start: start, end: end, kind: UInt8(random.below(4)),
                        lane: random.below(min(laneCount + 1, 6)), key: key &* 7919 % 127
                    )
                    laneCount = max(laneCount, item.lane + 1)
                    let number = intervals.insert(
                        start: start, end: end, kind: item.kind, lane: item.lane
                    ) { items[$0].key < item.key }
                    items.insert(item, at: number)
                }
                let (fresh, order) = LaneIntervals.numbered(
                    starts: items.map(\.start), ends: items.map(\.end), kinds: items.map(\.kind),
                    lanes: items.map { UInt32($0.lane) }, laneCount: laneCount
                ) { items[$0].key < items[$1].key }
                XCTAssertEqual(order, order.sorted(), random.label)
                XCTAssertEqual(intervals.columns.differences(from: fresh.columns), [], random.label)
                XCTAssertEqual(intervals.all.columns.differences(from: fresh.all.columns), [], random.label)
                XCTAssertEqual(intervals.checkInvariants(), [], random.label)
            }
        }
    }
}
