import CCompassScan
import XCTest

@testable import CompassKernel

/// Both forms of the loop in C; without AVX2 the plain one is in use, and compared with itself.
final class IntervalEventsTests: XCTestCase {
    /// Numbers at an instant, counted from plain intervals.
    private struct Counts: Equatable {
        var rows = [UInt32](repeating: 0, count: 4)
        var lasting = [UInt32](repeating: 0, count: 4)
        var row: UInt32 = 0
        var ended = 0
        var sum: UInt64 = 0
        var elapsed: UInt64 = 0

        init(_ plain: PlainIntervals, before instant: Int64) {
            for id in plain.starts.indices where plain.starts[id] < instant {
                let (start, end, kind) = (plain.starts[id], plain.ends[id], Int(plain.kinds[id]))
                rows[kind] += 1
                row += 1
                guard end > start else { continue }
                sum &+= UInt64(bitPattern: start)
                lasting[kind] += end < instant ? 0 : 1
                ended += end < instant ? 1 : 0
                sum &-= end < instant ? UInt64(bitPattern: end) : 0
            }
            setElapsed(before: instant)
        }

        mutating func setElapsed(before instant: Int64) {
            let count = lasting.reduce(0) { $0 + UInt64($1) }
            elapsed = count &* UInt64(bitPattern: instant) &- sum
        }

        init(_ edge: UnsafePointer<IntervalEvents.Edge>, _ sums: ColumnBuffer<UInt64>) {
            rows = (0..<4).map { edge.rowsByKind[$0] }
            lasting = (0..<4).map { edge.lastingByKind[$0] }
            (row, ended, sum) = (edge.pointee.row, edge.ended, sums[Int(edge.pointee.summed)])
            elapsed = edge.pointee.elapsed
        }
    }

    /// Returns the counts at instants in the form in use, and in the plain one.
    private func counts(_ index: IntervalIndex, before instants: [Int64]) -> [[Counts]] {
        let (columns, events) = (index.columns, index.columns.events)
        let part = events.parts[index.part.number]
        let edges = instants.map { events.edge(at: $0, part) }
        return [compasskernel_events_before, compasskernel_events_before_each].map { complete in
            var edges = edges
            events.withEvents(part, columns) { complete($0, &edges, edges.count) }
            return edges.indices.map { place in
                edges.withUnsafeBufferPointer { Counts($0.baseAddress! + place, events.sums) }
            }
        }
    }

    private func assertCounts(
        _ index: IntervalIndex, _ plain: PlainIntervals, before instants: [Int64],
        _ label: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
    ) {
        let expected = instants.map { Counts(plain, before: $0) }
        for found in counts(index, before: instants) {
            for (place, instant) in instants.enumerated() where found[place] != expected[place] {
                XCTFail(
                    "before \(instant): \(found[place]), not \(expected[place]) \(label())", file: file,
                    line: line)
            }
        }
    }

    /// Instants at, before and after each start and end.
    private func instants(around plain: PlainIntervals) -> [Int64] {
        var instants: Set<Int64> = [.min, .max]
        for instant in plain.starts + plain.ends {
            instants.formUnion([instant &- 1, instant, instant &+ 1])
        }
        return instants.sorted()
    }

    func testTheEventsOfTheExample() throws {
        let events = try PlainIntervals([(1, 9), (3, 3), (4, 6)], kinds: [2, 1, 3]).index().columns.events
        XCTAssertEqual(events.sums.withBuffer { $0.map { Int64(bitPattern: $0) } }, [0, 1, 5, -1, -10])
        XCTAssertEqual(events.blocks.count, 1)
        let block = events.blocks[0]
        XCTAssertEqual([block.is_non_empty, block.is_end], [0b00101, 0b11000])
        XCTAssertEqual([block.kind_low, block.kind_high], [0b01110, 0b11101])
        XCTAssertEqual([block.count, block.shift], [5, 0])
        let keys = [block.keys.0, block.keys.1, block.keys.2, block.keys.3, block.keys.4, block.keys.5]
        XCTAssertEqual(keys.map { $0 ^ 0x8000 }, [0, 2, 3, 5, 8, .max])
        XCTAssertEqual(events.groups[0].instant, 1)
    }

    func testSmallSetsAtEachInstant() throws {
        for first in Int64(0)..<5 {
            for second in first..<5 {
                for third in Int64(0)..<5 {
                    for fourth in third..<5 {
                        let plain = PlainIntervals(
                            [(first, second), (third, fourth), (2, 2)], kinds: [3, 1, 2])
                        try assertCounts(plain.index(), plain, before: Array(-2...6))
                    }
                }
            }
        }
    }

    /// Blocks and groups end at multiples of 16 and 512 events.
    func testCountsAroundTheEndsOfBlocksAndGroups() throws {
        for count in [15, 16, 17, 31, 32, 33, 511, 512, 513, 1_025] {
            for nonEmptyEvery in [0, 1, 2, 10] {
                let intervals = (0..<count).map { number in
                    (
                        Int64(number) * 7,
                        Int64(number) * 7 + (nonEmptyEvery > 0 && number % nonEmptyEvery == 0 ? 9 : 0)
                    )
                }
                let plain = PlainIntervals(intervals, kinds: (0..<count).map { UInt8($0 % 4) })
                // All of them, or those near each 512th event.
                let events = (plain.starts + zip(plain.starts, plain.ends).filter { $0 < $1 }.map(\.1))
                    .sorted()
                let near = stride(from: 0, to: events.count + 512, by: 512).map {
                    events[min($0, events.count - 1)]
                }
                let some = instants(around: plain).filter { instant in
                    count < 64 || near.contains { instant > $0 - 150 && instant < $0 + 150 }
                }
                try assertCounts(plain.index(), plain, before: some, "\(count), \(nonEmptyEvery)")
            }
        }
    }

    /// Many events in few keys: dense clusters far apart, whose instants have equal keys.
    func testEqualKeysAreToldApart() throws {
        for round in 0..<SeededRandom.rounds(30) {
            var random = SeededRandom(round: round)
            let gap = Int64(1) << Int64(random.below(62))
            var intervals: [(Int64, Int64)] = []
            for _ in 0..<40 + random.below(60) {
                let start = Int64(random.below(3)) &* gap / 2 &+ Int64(random.below(20))
                intervals.append((start, start + Int64(random.below(3)) * Int64(random.below(30))))
            }
            let plain = PlainIntervals(intervals, kinds: intervals.map { _ in UInt8(random.below(4)) })
            try assertCounts(plain.index(), plain, before: instants(around: plain), random.label)
        }
    }

    func testExtremeInstants() throws {
        let plain = PlainIntervals(
            [(.min, .max), (.min, .min), (.max, .max), (0, .max), (.min, 0), (-1, 1)],
            kinds: [0, 1, 2, 3, 0, 1])
        try assertCounts(plain.index(), plain, before: [.min, .min + 1, -1, 0, 1, 2, .max - 1, .max])
    }

    /// A few events far from all others leave most blocks in one cell.
    func testManyBlocksInOneCell() throws {
        for round in 0..<SeededRandom.rounds(4) {
            var random = SeededRandom(round: round)
            let intervals = (0..<3_000).map { number -> (Int64, Int64) in
                let start = number < 40 ? Int64(number) << 50 : Int64(random.below(5_000))
                return (start, start + (random.chance(1, of: 3) ? Int64(random.below(400)) : 0))
            }
            let plain = PlainIntervals(intervals, kinds: intervals.map { _ in UInt8(random.below(4)) })
            let far: [Int64] = [1 << 50, (3 << 50) + 1, 39 << 50]
            let near = (0..<60).map { _ in Int64(random.below(5_500)) }
            try assertCounts(plain.index(), plain, before: near + far, random.label)
        }
    }

    /// So many blocks that the first and the last of them are in no cell.
    func testBlocksOutsideOfTheCells() throws {
        for round in 0..<SeededRandom.rounds(3) {
            var random = SeededRandom(round: round)
            let plain = PlainIntervals(
                random: &random, count: 9_000, span: 1 << 40, longest: 1 << 30, bars: 30)
            let index = try plain.index()
            let events = index.columns.events
            let directory = events.parts[0].directory
            XCTAssertGreaterThan(directory.cell(of: .min, events.cells).end, directory.low, random.label)
            let sorted = plain.starts.sorted()
            var instants: [Int64] = [.min, .max]
            for place in 0..<40 {
                for start in [sorted[place * 9], sorted[sorted.count - 1 - place * 9]] {
                    instants += [start - 1, start, start + 1]
                }
            }
            assertCounts(index, plain, before: instants, random.label)
        }
    }

    func testPartsBeginWithBlocksOfTheirOwn() throws {
        for (count, span) in [(1_500, Int64(9_000)), (6_000, 1 << 40)] {
            try assertParts(count: count, span: span)
        }
    }

    private func assertParts(count: Int, span: Int64) throws {
        var random = SeededRandom(round: count)
        let plain = PlainIntervals(random: &random, count: count, span: span, longest: span / 13, bars: 40)
        // The third lane is empty, the last has one interval, and half of all are in the second.
        let lanes = plain.starts.indices.map { UInt32($0 == 0 ? 6 : [0, 1, 1, 1, 3, 4, 5][random.below(7)]) }
        let (intervals, _) = LaneIntervals.numbered(
            starts: plain.starts, ends: plain.ends, kinds: plain.kinds, lanes: lanes, laneCount: 7, ties: <)
        for lane in [0, 1, 3, 4, 5, 6] {
            var alone = PlainIntervals([])
            for id in plain.starts.indices where lanes[id] == UInt32(lane) {
                alone.starts.append(plain.starts[id])
                alone.ends.append(plain.ends[id])
                alone.kinds.append(plain.kinds[id])
            }
            let index = intervals.lane(lane)
            // Of the columns of all lanes, what precedes the lane counts as well.
            let before = counts(index, before: [.min])[0][0]
            XCTAssertEqual(Int(before.row), index.part.starts.low)
            XCTAssertEqual(before.lasting, [0, 0, 0, 0])
            let groups = index.columns.events.parts.withBuffer { $0.map(\.firstGroup) }
            XCTAssertGreaterThan(groups[3] - groups[1], 1, "the second lane has one group of blocks only")
            let instants = (0..<100).map { _ in Int64.random(in: -10...span + span / 10, using: &random) }
            for found in counts(index, before: instants) {
                for (place, instant) in instants.enumerated() {
                    var expected = Counts(alone, before: instant)
                    for kind in 0..<4 { expected.rows[kind] += before.rows[kind] }
                    expected.row += before.row
                    expected.ended += before.ended
                    expected.sum &+= before.sum
                    expected.setElapsed(before: instant)
                    XCTAssertEqual(found[place], expected, "lane \(lane), \(instant), \(random.label)")
                }
            }
        }
    }
}
