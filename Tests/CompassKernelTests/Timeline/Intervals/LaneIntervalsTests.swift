import XCTest

@testable import CompassKernel

final class LaneIntervalsTests: XCTestCase {
    private func assertLanes(
        _ plain: PlainIntervals, lanes: [UInt32], laneCount: Int, random: inout SeededRandom, windows: Int,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        let (intervals, order) = LaneIntervals.numbered(
            starts: plain.starts, ends: plain.ends, kinds: plain.kinds, lanes: lanes, laneCount: laneCount,
            ties: >)
        XCTAssertEqual(intervals.checkInvariants(), [], random.label, file: file, line: line)
        let expected = lanes.indices.sorted {
            (lanes[$0], plain.starts[$0], $1) < (lanes[$1], plain.starts[$1], $0)
        }
        XCTAssertEqual(order.map { Int($0) }, expected, random.label, file: file, line: line)
        for (number, row) in expected.enumerated() {
            XCTAssertEqual(intervals.start(number), plain.starts[row])
            XCTAssertEqual(intervals.end(number), plain.ends[row])
            XCTAssertEqual(intervals.kind(number), Int(plain.kinds[row]))
            XCTAssertEqual(intervals.lane(of: number), Int(lanes[row]))
        }
        var numbered = PlainIntervals([])
        numbered.starts = expected.map { plain.starts[$0] }
        numbered.ends = expected.map { plain.ends[$0] }
        numbered.kinds = expected.map { plain.kinds[$0] }
        let last = (plain.ends.max() ?? 0) + 3
        for _ in 0..<windows {
            let from = Int64.random(in: -3...last, using: &random)
            let window = TimeWindow(from, Int64.random(in: from...last, using: &random))
            let kinds = random.chance(1, of: 2) ? IntervalKinds.all : allKindSets[random.below(16)]
            assertSameAnswers(intervals.all, numbered, window, kinds, random.label)
            let lane = random.below(laneCount)
            let wanted = numbered.ids(meeting: window, kinds).filter {
                lanes[expected[Int($0)]] == UInt32(lane)
            }
            let view = intervals.lane(lane)
            XCTAssertEqual(view.ids(meeting: window, kinds: kinds), wanted, random.label)
            XCTAssertEqual(view.count(meeting: window, kinds: kinds), wanted.count, random.label)
            let inLane = expected.filter { lanes[$0] == UInt32(lane) }
            XCTAssertEqual(view.count, inLane.count, random.label)
            XCTAssertEqual(view.earliestStartMicros, inLane.map { plain.starts[$0] }.min(), random.label)
        }
    }

    func testRandomLanes() {
        for round in 0..<SeededRandom.rounds(40) {
            var random = SeededRandom(round: round)
            let count = [0, 1, 5, 64, 300, 3000][random.below(6)]
            let laneCount = [1, 2, 7, 60][random.below(4)]
            let span: Int64 = [10, 1000, 1_000_000][random.below(3)]
            let plain = PlainIntervals(
                random: &random, count: count, span: span, longest: span / 10 + 1, bars: 30)
            let lanes = plain.starts.map { _ in UInt32(min(random.below(laneCount), random.below(laneCount)))
            }
            assertLanes(plain, lanes: lanes, laneCount: laneCount, random: &random, windows: 20)
        }
    }

    func testNonEmptyIntervalsOfOneKindInSeveralLanes() {
        for (round, laneCount) in [1, 2, 5].enumerated() {
            var random = SeededRandom(round: round)
            for kind in UInt8(0)..<4 {
                let plain = PlainIntervals(random: &random, points: 300, nonEmptyCount: 700, ofKind: kind)
                let lanes = plain.starts.map { _ in UInt32(random.below(laneCount)) }
                assertLanes(plain, lanes: lanes, laneCount: laneCount, random: &random, windows: 30)
            }
        }
    }

    func testTiesFollowTheCallersRule() {
        let starts: [Int64] = [5, 5, 5, 1]
        let (intervals, order) = LaneIntervals.numbered(
            starts: starts, ends: starts, kinds: [], lanes: [1, 0, 1, 1], laneCount: 2, ties: >)
        XCTAssertEqual(order, [1, 3, 2, 0])
        XCTAssertEqual(intervals.all.ids(meeting: TimeWindow(0, 9)), [1, 0, 2, 3])
        XCTAssertEqual(intervals.lane(1).ids(meeting: TimeWindow(5, 5)), [2, 3])
        XCTAssertEqual(intervals.numbers(ofLane: 1), 1..<4)
    }

    func testLanesWithoutIntervals() {
        let (intervals, _) = LaneIntervals.numbered(
            starts: [1], ends: [2], kinds: [3], lanes: [2], laneCount: 4, ties: <)
        XCTAssertEqual((0..<4).map { intervals.lane($0).count(meeting: TimeWindow(0, 9)) }, [0, 0, 1, 0])
        XCTAssertEqual(intervals.lane(of: 0), 2)
        XCTAssertEqual(intervals.checkInvariants(), [])
    }
}
