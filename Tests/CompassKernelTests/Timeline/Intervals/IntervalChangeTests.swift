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
}
