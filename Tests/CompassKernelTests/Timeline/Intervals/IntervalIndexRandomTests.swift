import XCTest

@testable import CompassKernel

final class IntervalIndexRandomTests: XCTestCase {
    private func assertRandomWindows(
        _ plain: PlainIntervals, _ random: inout SeededRandom, windows: Int, margin: Int64 = 10
    ) throws {
        let index = try plain.index()
        XCTAssertEqual(index.checkInvariants(), [], random.label)
        let (first, last) = (plain.starts.min() ?? 0, plain.ends.max() ?? 0)
        for _ in 0..<windows {
            let from = Int64.random(in: first - margin...last + margin, using: &random)
            let to =
                Bool.random(using: &random)
                ? from : Int64.random(in: from...max(from, last + margin), using: &random)
            let kinds = random.chance(1, of: 2) ? IntervalKinds.all : allKindSets[random.below(16)]
            assertSameAnswers(index, plain, TimeWindow(from, to), kinds, random.label)
        }
    }

    func testSizesAroundBlocks() throws {
        for (round, count) in [0, 1, 15, 16, 17, 63, 64, 65, 255, 256, 257, 511, 513, 1025].enumerated() {
            var random = SeededRandom(round: round)
            for (span, longest) in [(Int64(20), Int64(5)), (1000, 1000), (100_000, 300)] {
                let plain = PlainIntervals(
                    random: &random, count: count, span: span, longest: longest, bars: 30)
                try assertRandomWindows(plain, &random, windows: 40)
            }
        }
    }

    func testNonEmptyIntervalsOfOneKindBesidePointsOfAllKinds() throws {
        for (round, nonEmptyCount) in [0, 1, 63, 64, 65, 127, 128, 129, 511, 512, 640].enumerated() {
            var random = SeededRandom(round: round)
            for kind in UInt8(0)..<4 {
                var plain = PlainIntervals(
                    random: &random, points: 200, nonEmptyCount: nonEmptyCount, ofKind: kind)
                try assertRandomWindows(plain, &random, windows: 20)
                // One of another kind.
                if nonEmptyCount > 0 { plain.kinds[random.below(nonEmptyCount)] = 3 - kind }
                try assertRandomWindows(plain, &random, windows: 20)
            }
        }
    }

    func testDurationsOfManyMagnitudes() throws {
        for round in 0..<SeededRandom.rounds(12) {
            var random = SeededRandom(round: round)
            var plain = PlainIntervals([])
            for _ in 0..<3000 {
                let start = Int64.random(in: 0...1 << 40, using: &random)
                let bits = random.below(44)
                plain.starts.append(start)
                plain.ends.append(start + Int64.random(in: 0...1 << Int64(bits), using: &random))
                plain.kinds.append(UInt8(random.below(4)))
            }
            try assertRandomWindows(plain, &random, windows: 30)
        }
    }

    func testMoreThanAThousandBarsAreLookedAt() throws {
        for round in 0..<4 {
            var random = SeededRandom(round: round)
            // A few long intervals among many: whole blocks are skipped or included.
            var plain = PlainIntervals(random: &random, count: 5000, span: 10_000, longest: 9_000, bars: 90)
            for id in 0..<1500 { plain.ends[id] = max(plain.starts[id], 9_000 - Int64(id)) }
            try assertRandomWindows(plain, &random, windows: 40)
        }
    }

    func testAnyNumberThatLastBesideSomeThatHaveJustEnded() throws {
        // Durations are alike, so that all are in one band, in which whole blocks are skipped.
        for lastingCount in [0, 1, 2, 15, 16, 17, 100, 207, 208, 224, 239, 240, 255, 256, 257, 300, 1000] {
            for stride in [1, 2, 7, 40] {
                let (count, left) = (max(lastingCount * stride, 50), Int64(100_000))
                let intervals = (0..<count).map { place in
                    let isLasting = place % stride == 0 && place / stride < lastingCount
                    return (start: left - 50_000 + Int64(place), end: isLasting ? left : left - 1)
                }
                let plain = PlainIntervals(intervals + [(left, left + 5), (left + 1, left + 1)])
                let index = try plain.index()
                for width in [Int64(0), 1] {
                    let window = TimeWindow(left, left + width)
                    assertSameAnswers(index, plain, window, .all, "\(lastingCount) of \(count)")
                    let expected = lastingCount + 1 + Int(width)
                    XCTAssertEqual(index.ids(meeting: window).count, expected)
                }
            }
        }
    }

    func testNestedAndIdenticalIntervals() throws {
        let nested = PlainIntervals((0..<5000).map { (start: Int64($0), end: Int64(20_000 - $0)) })
        var random = SeededRandom()
        try assertRandomWindows(nested, &random, windows: 60)
        try assertRandomWindows(
            PlainIntervals(Array(repeating: (7, 7), count: 3000)), &random, windows: 20)
        try assertRandomWindows(
            PlainIntervals(Array(repeating: (7, 9), count: 3000)), &random, windows: 20)
    }

    func testAFewInstantsFarAway() throws {
        var random = SeededRandom()
        var plain = PlainIntervals(random: &random, count: 2000, span: 100_000, longest: 50)
        for id in 0..<5 { plain.ends[id] = .max - Int64(id) - 100 }
        plain.starts[10] = .min + 100
        let index = try plain.index()
        XCTAssertEqual(index.checkInvariants(), [])
        for round in 0..<200 {
            let from = Int64.random(in: -10...100_100, using: &random)
            assertSameAnswers(index, plain, TimeWindow(from, from + Int64(round)), .all, random.label)
        }
        assertSameAnswers(index, plain, TimeWindow(.min, .min + 99))
        assertSameAnswers(index, plain, TimeWindow(.max - 100, .max))
    }

    func testSortedAndReversedInput() throws {
        var random = SeededRandom()
        var plain = PlainIntervals(random: &random, count: 2000, span: 50_000, longest: 500)
        let order = plain.starts.indices.sorted { plain.starts[$0] < plain.starts[$1] }
        for order in [order, order.reversed()] {
            var sorted = plain
            sorted.starts = order.map { plain.starts[$0] }
            sorted.ends = order.map { plain.ends[$0] }
            sorted.kinds = order.map { plain.kinds[$0] }
            try assertRandomWindows(sorted, &random, windows: 30)
        }
        plain.kinds = []
        let index = try plain.index()
        XCTAssertEqual(index.count(meeting: TimeWindow(.min, .max), kinds: IntervalKinds(kind: 0)), 2000)
    }
}
