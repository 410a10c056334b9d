import XCTest

@testable import CompassKernel

final class IntervalLevelsTests: XCTestCase {
    /// Compares each bucket with the same values computed from plain intervals.
    private func assertLevels(
        _ index: IntervalIndex, _ plain: PlainIntervals, _ window: TimeWindow, buckets: Int,
        _ kinds: IntervalKinds = .all, _ label: @autoclosure () -> String = "",
        file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let levels = try index.levels(over: window, buckets: buckets, kinds: kinds)
        XCTAssertEqual(levels.buckets.count, buckets, file: file, line: line)
        XCTAssertEqual(levels.leftEdgeMicros(ofBucket: 0), window.fromMicros, file: file, line: line)
        XCTAssertEqual(levels.leftEdgeMicros(ofBucket: buckets), window.toMicros, file: file, line: line)
        let byPlace = plain.starts.indices.sorted { (plain.starts[$0], $0) < (plain.starts[$1], $1) }
        for (place, bucket) in levels.buckets.enumerated() {
            let (left, right) = (
                levels.leftEdgeMicros(ofBucket: place), levels.leftEdgeMicros(ofBucket: place + 1)
            )
            let isLast = place == buckets - 1
            var (starts, meets, time) = ([0, 0, 0, 0], [0, 0, 0, 0], UInt64(0))
            var (firstStarting, firstMeeting): (Int?, Int?)
            for id in byPlace where kinds.contains(IntervalKinds(kind: Int(plain.kinds[id]))) {
                let (start, end) = (plain.starts[id], plain.ends[id])
                guard end >= left, start < right || (isLast && start == right) else { continue }
                meets[Int(plain.kinds[id])] += 1
                firstMeeting = firstMeeting ?? id
                time += UInt64(min(end, right) - max(start, left))
                guard start >= left else { continue }
                starts[Int(plain.kinds[id])] += 1
                firstStarting = firstStarting ?? id
            }
            let isSame =
                (0..<4).allSatisfy { bucket.starts[$0] == starts[$0] && bucket.meets[$0] == meets[$0] }
                && bucket.timeMicros == time
                && bucket.representative == (firstStarting ?? firstMeeting)
            if !isSame {
                XCTFail(
                    "bucket \(place) of \(buckets), \(left)...\(right): \(bucket), not \(starts) \(meets) \(time)"
                        + " \(String(describing: firstStarting ?? firstMeeting)) \(label())",
                    file: file, line: line)
            }
        }
        let startCount = plain.starts.indices.count {
            plain.starts[$0] >= window.fromMicros && plain.starts[$0] <= window.toMicros
                && kinds.contains(IntervalKinds(kind: Int(plain.kinds[$0])))
        }
        XCTAssertEqual(
            levels.buckets.reduce(0) { $0 + $1.starts.total }, startCount, label(), file: file, line: line)
    }

    func testSmallSetsInEveryWindow() throws {
        for first in Int64(0)..<6 {
            for second in first..<6 {
                let plain = PlainIntervals([(first, second), (3, 3), (0, 5), (2, 4)], kinds: [0, 3, 2, 2])
                let index = try plain.index()
                for from in Int64(-1)...5 {
                    for to in from + 1...7 {
                        for buckets in 1...4 {
                            try assertLevels(index, plain, TimeWindow(from, to), buckets: buckets)
                        }
                    }
                }
            }
        }
    }

    func testRandomIntervals() throws {
        for round in 0..<SeededRandom.rounds(20) {
            var random = SeededRandom(round: round)
            let count = [0, 1, 16, 64, 65, 130, 700][random.below(7)]
            let span: Int64 = [10, 400, 100_000][random.below(3)]
            let plain = PlainIntervals(
                random: &random, count: count, span: span, longest: span / 3 + 1, bars: 40)
            let index = try plain.index()
            for _ in 0..<6 {
                let from = Int64.random(in: -span / 4...span, using: &random)
                let to = Int64.random(in: from + 1...span * 2, using: &random)
                let kinds = random.chance(1, of: 2) ? IntervalKinds.all : allKindSets[random.below(16)]
                try assertLevels(
                    index, plain, TimeWindow(from, to), buckets: 1 + random.below(70), kinds, random.label)
            }
        }
    }

    /// Columns are prefetched for edges ahead, up to the last one, where an index has 64 intervals a bucket.
    func testManyIntervalsABucket() throws {
        let (buckets, span) = (40, Int64(1_000_000))
        for count in [64 * buckets - 1, 64 * buckets] {
            var random = SeededRandom(round: count)
            let plain = PlainIntervals(
                random: &random, count: count, span: span, longest: span / 100, bars: count / 10)
            let index = try plain.index()
            let windows = [
                TimeWindow(-1, 2 * span), TimeWindow(-span, 0), TimeWindow(span / 2, span / 2 + 50),
                TimeWindow(2 * span, 3 * span), TimeWindow(-10 * span, 10 * span),
            ]
            for window in windows {
                for kinds in [IntervalKinds.all, IntervalKinds(kind: 2)] {
                    try assertLevels(index, plain, window, buckets: buckets, kinds, random.label)
                }
            }
        }
    }

    func testBarsOfOneKindAmongPointsOfAll() throws {
        for round in 0..<SeededRandom.rounds(10) {
            var random = SeededRandom(round: round)
            let count = [1, 15, 64, 65, 400][random.below(5)]
            var plain = PlainIntervals(random: &random, count: count, span: 5_000, longest: 900, bars: 30)
            let kind = UInt8(random.below(4))
            for id in 0..<count where plain.starts[id] < plain.ends[id] { plain.kinds[id] = kind }
            let index = try plain.index()
            for kinds in allKindSets {
                let from = Int64.random(in: -500...5_000, using: &random)
                let to = Int64.random(in: from + 1...7_000, using: &random)
                try assertLevels(
                    index, plain, TimeWindow(from, to), buckets: 1 + random.below(70), kinds, random.label)
            }
        }
    }

    /// A row of an index is before an edge or not: each row of a line once, with all rows of it being intervals.
    func testAnEdgeBeforeEveryRowOfLines() throws {
        for count in Array(1...66) + [95, 96, 97, 127, 128, 129, 130] {
            for kindCount in [1, 4] {
                let starts = (0..<count).map { Int64($0) * 10 }
                let plain = PlainIntervals(
                    starts.map { ($0, $0 + 25) }, kinds: (0..<count).map { UInt8($0 % kindCount) })
                try assertLevels(
                    plain.index(), plain, TimeWindow(0, Int64(count) * 10), buckets: count, .all,
                    "\(count) intervals of \(kindCount) kinds")
            }
        }
    }

    func testSumsOfStartsMayExceed64Bits() throws {
        for center in [Int64(1) << 60, -(Int64(1) << 60)] {
            let starts = (0..<200).map { center + Int64($0) * 7 }
            let plain = PlainIntervals(starts.map { ($0, $0 + 30) })
            try assertLevels(
                plain.index(), plain, TimeWindow(center - 50, center + 2_000), buckets: 97, .all, "\(center)")
        }
    }

    func testTimesBeyondRunningSumsAreExact() throws {
        for round in 0..<SeededRandom.rounds(10) {
            var random = SeededRandom(round: round)
            // 60 intervals of at most 2^57 µs have a sum below 2^64; 60 bucket widths of 2^59 do not.
            let span = Int64(1) << 57
            let plain = PlainIntervals(random: &random, count: 60, span: span, longest: span, bars: 60)
            let window = TimeWindow(-span * 4, span * 4)
            for kinds in allKindSets {
                try assertLevels(
                    plain.index(), plain, window, buckets: 1 + random.below(2), kinds, random.label)
            }
        }
    }

    func testOneTickInALongGapShows() throws {
        let plain = PlainIntervals([(0, 10), (5_000_017, 5_000_018), (10_000_000, 10_000_000)])
        let levels = try plain.index().levels(over: TimeWindow(0, 10_000_000), buckets: 100)
        XCTAssertEqual(levels.buckets[50].meets.total, 1)
        XCTAssertEqual(levels.buckets[50].timeMicros, 1)
        XCTAssertEqual(levels.buckets[50].representative, 1)
        XCTAssertEqual(levels.buckets.count { $0.meets.total > 0 }, 3)
    }

    func testAnIntervalThatBeganBeforeTheWindowFillsItsPixels() throws {
        let plain = PlainIntervals([(-1000, 49), (70, 70)])
        let levels = try plain.index().levels(over: TimeWindow(0, 100), buckets: 10)
        XCTAssertEqual(levels.buckets.map(\.meets.total), [1, 1, 1, 1, 1, 0, 0, 1, 0, 0])
        XCTAssertEqual(levels.buckets.map(\.timeMicros), [10, 10, 10, 10, 9, 0, 0, 0, 0, 0])
        XCTAssertEqual(levels.buckets.map(\.starts.total), [0, 0, 0, 0, 0, 0, 0, 1, 0, 0])
        XCTAssertEqual(levels.buckets.map(\.representative), [0, 0, 0, 0, 0, nil, nil, 1, nil, nil])
    }

    func testAPointOnTheEdgeOfTwoBucketsCountsOnce() throws {
        let levels = try IntervalIndex(starts: [50, 100], ends: [50, 100])
            .levels(over: TimeWindow(0, 100), buckets: 2)
        XCTAssertEqual(levels.buckets.map(\.starts.total), [0, 2])
        XCTAssertEqual(levels.buckets.map(\.meets.total), [0, 2])
    }

    func testNoWidthIsRefused() throws {
        let index = try IntervalIndex(starts: [1], ends: [1])
        for count in [0, -1, .min, .max] {
            XCTAssertThrowsError(try index.levels(over: TimeWindow(0, 1), buckets: count)) {
                XCTAssertEqual($0 as? IntervalIndexError, .bucketCount(count))
            }
        }
        XCTAssertThrowsError(try index.levels(over: TimeWindow(1, 1), buckets: 1)) {
            XCTAssertEqual($0 as? IntervalIndexError, .windowWithoutDuration)
        }
    }

    func testTimesBeyondTheNumbersAreSaturated() throws {
        let plain = PlainIntervals([(.min, .max), (.min, .max), (0, .max)])
        let levels = try plain.index().levels(over: TimeWindow(.min, .max), buckets: 2)
        XCTAssertEqual(levels.buckets.map(\.meets.total), [2, 3])
        XCTAssertEqual(levels.leftEdgeMicros(ofBucket: 1), -1)
        // Twice 2^63 − 1; and twice 2^63, plus 2^63 − 1 for the third.
        XCTAssertEqual(levels.buckets.map(\.timeMicros), [.max - 1, .max])
        let one = try IntervalIndex(starts: [.min], ends: [.max])
        XCTAssertEqual(
            try one.levels(over: TimeWindow(.min, .max), buckets: 1).buckets[0].timeMicros, .max)
    }

    /// The last edge has no instant after it, and is after what starts at it all the same; also in a lane between others.
    func testWindowsUpToTheLastInstantOfAll() throws {
        // By start, as a lane is numbered; before and after it, the only intervals of two other lanes.
        let plain = PlainIntervals(
            [(-5, -5), (0, .max), (5, 5), (.max - 1, .max), (.max, .max), (.max, .max), (-5, -5)],
            kinds: [1, 0, 3, 0, 1, 2, 3])
        let (intervals, _) = LaneIntervals.numbered(
            starts: plain.starts, ends: plain.ends, kinds: plain.kinds, lanes: [0, 1, 1, 1, 1, 1, 2],
            laneCount: 3, ties: <)
        for from in [0, .max - 3, .max - 1] as [Int64] {
            for buckets in [1, 2, 7, 129] {
                for kinds in allKindSets {
                    let window = TimeWindow(from, .max)
                    try assertLevels(plain.index(), plain, window, buckets: buckets, kinds)
                    try assertLevels(intervals.lane(1), plain, window, buckets: buckets, kinds, "of a lane")
                }
            }
        }
    }

    func testLanesHaveLevelsOfTheirOwn() throws {
        var random = SeededRandom()
        let plain = PlainIntervals(random: &random, count: 2000, span: 50_000, longest: 3000, bars: 20)
        let lanes = plain.starts.map { _ in UInt32(random.below(5)) }
        let (intervals, order) = LaneIntervals.numbered(
            starts: plain.starts, ends: plain.ends, kinds: plain.kinds, lanes: lanes, laneCount: 5, ties: <)
        for lane in 0..<5 {
            // The lane's intervals keep their numbers; all others are moved to where no window is.
            var alone = PlainIntervals([])
            for row in order.map({ Int($0) }) {
                let isIn = lanes[row] == UInt32(lane)
                alone.starts.append(isIn ? plain.starts[row] : .max / 2)
                alone.ends.append(isIn ? plain.ends[row] : .max / 2)
                alone.kinds.append(plain.kinds[row])
            }
            let kinds = [IntervalKinds.all, IntervalKinds(rawValue: 6)]
            for kinds in kinds {
                try assertLevels(
                    intervals.lane(lane), alone, TimeWindow(1000, 60_000), buckets: 333, kinds, random.label)
            }
        }
    }
}
