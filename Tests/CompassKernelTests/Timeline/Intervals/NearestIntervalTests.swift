import XCTest

@testable import CompassKernel

final class NearestIntervalTests: XCTestCase {
    private func assertNearest(
        _ index: IntervalIndex, _ plain: PlainIntervals, _ instant: Int64, _ kinds: IntervalKinds,
        _ label: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
    ) {
        let wanted = plain.starts.indices.filter { kinds.contains(IntervalKinds(kind: Int(plain.kinds[$0]))) }
        let before = wanted.filter { plain.ends[$0] < instant }.min {
            (~plain.ends[$0], plain.starts[$0], $0) < (~plain.ends[$1], plain.starts[$1], $1)
        }
        let after = wanted.filter { plain.starts[$0] > instant }.min {
            (plain.starts[$0], $0) < (plain.starts[$1], $1)
        }
        XCTAssertEqual(
            index.nearest(endingBefore: instant, kinds: kinds), before.map { UInt32($0) },
            "before \(instant) \(label())", file: file, line: line)
        XCTAssertEqual(
            index.nearest(startingAfter: instant, kinds: kinds), after.map { UInt32($0) },
            "after \(instant) \(label())", file: file, line: line)
    }

    func testSmallSetsAtEveryInstant() throws {
        for first in Int64(0)..<5 {
            for second in first..<5 {
                for third in Int64(0)..<5 {
                    let plain = PlainIntervals(
                        [(first, second), (third, third), (1, 3), (2, 3), (3, 3)], kinds: [0, 1, 2, 1, 3])
                    let index = try plain.index()
                    for kinds in allKindSets {
                        for instant in Int64(-1)...6 { assertNearest(index, plain, instant, kinds) }
                    }
                }
            }
        }
    }

    func testRandomIntervals() throws {
        for round in 0..<SeededRandom.rounds(20) {
            var random = SeededRandom(round: round)
            let count = [1, 16, 64, 65, 200, 1500][random.below(6)]
            let span: Int64 = [10, 400, 100_000][random.below(3)]
            let plain = PlainIntervals(
                random: &random, count: count, span: span, longest: span / 4 + 1, bars: 40)
            let index = try plain.index()
            for _ in 0..<40 {
                let instant = Int64.random(in: -2...span + span / 2, using: &random)
                let kinds = random.chance(1, of: 3) ? IntervalKinds.all : allKindSets[random.below(16)]
                assertNearest(index, plain, instant, kinds, random.label)
            }
        }
    }

    func testARareKindAmongMany() throws {
        var plain = PlainIntervals(
            Array(repeating: (50, 50), count: 4000), kinds: Array(repeating: 0, count: 4000))
        plain.kinds[1999] = 2
        plain.kinds[2001] = 2
        let index = try plain.index()
        XCTAssertEqual(index.nearest(endingBefore: 51, kinds: IntervalKinds(kind: 2)), 1999)
        XCTAssertEqual(index.nearest(startingAfter: 49, kinds: IntervalKinds(kind: 2)), 1999)
        XCTAssertEqual(index.nearest(endingBefore: 51), 0)
        XCTAssertNil(index.nearest(startingAfter: 50))
    }

    func testExtremeInstants() throws {
        let plain = PlainIntervals([(.min, .min), (.min, .max), (.max, .max), (0, 0)])
        let index = try plain.index()
        for instant: Int64 in [.min, .min + 1, -1, 0, 1, .max - 1, .max] {
            assertNearest(index, plain, instant, .all)
        }
    }

    func testNestedIntervals() throws {
        let count: Int64 = 3000
        let plain = PlainIntervals((0..<count).map { (start: $0, end: 3 * count - $0) })
        let index = try plain.index()
        for instant: Int64 in [0, 1500, 2 * count, 2 * count + 1, 2 * count + 2, 3 * count, 3 * count + 1] {
            assertNearest(index, plain, instant, .all)
        }
    }
}
