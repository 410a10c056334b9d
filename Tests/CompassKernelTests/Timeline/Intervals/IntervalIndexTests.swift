import XCTest

@testable import CompassKernel

final class IntervalIndexTests: XCTestCase {
    func testEverySetOfUpToFourIntervalsAnswersEveryWindow() throws {
        var intervals: [(start: Int64, end: Int64)] = []
        for start in Int64(0)..<6 { for end in start..<6 { intervals.append((start, end)) } }
        var windows: [TimeWindow] = []
        for from in Int64(-1)...6 { for to in from...6 { windows.append(TimeWindow(from, to)) } }
        // Multisets, because intervals of a set may be equal.
        func visit(_ chosen: [(start: Int64, end: Int64)], from first: Int) throws {
            let plain = PlainIntervals(chosen)
            let index = try plain.index()
            for window in windows {
                let expected = plain.ids(meeting: window)
                let hits = index.hits(meeting: window)
                // On failure, the slower comparison repeats the query and reports what is wrong.
                if index.count(meeting: window) != expected.count || hits.count != expected.count
                    || index.contains(meeting: window) != !expected.isEmpty
                    || hits.ids.sorted() != expected
                {
                    assertSameAnswers(index, plain, window)
                }
            }
            guard chosen.count < 4 else { return }
            for next in first..<intervals.count { try visit(chosen + [intervals[next]], from: next) }
        }
        try visit([], from: 0)
    }

    func testEveryIntervalOfEveryKindBesideTwoOthersAnswersEverySetOfKinds() throws {
        for start in Int64(0)..<6 {
            for (end, kind) in (start..<6).flatMap({ end in (UInt8(0)..<4).map { (end, $0) } }) {
                let plain = PlainIntervals([(start, end), (2, 2), (1, 4)], kinds: [kind, 1, 2])
                let index = try plain.index()
                for kinds in allKindSets {
                    for from in Int64(0)..<6 {
                        for to in from..<6 { assertSameAnswers(index, plain, TimeWindow(from, to), kinds) }
                    }
                }
            }
        }
    }

    /// Tests all sets of up to three intervals of all kinds on a grid of three.
    func testEverySetOfUpToThreeIntervalsOfEveryKindIsCounted() throws {
        var choices: [(start: Int64, end: Int64, kind: UInt8)] = []
        for start in Int64(0)..<3 {
            for end in start..<3 { for kind in UInt8(0)..<4 { choices.append((start, end, kind)) } }
        }
        let windows = [
            TimeWindow(0, 0), TimeWindow(0, 1), TimeWindow(1, 1), TimeWindow(1, 2), TimeWindow(2, 3),
        ]
        func visit(_ chosen: [(start: Int64, end: Int64, kind: UInt8)], from first: Int) throws {
            let plain = PlainIntervals(
                chosen.map { ($0.start, $0.end) }, kinds: chosen.map(\.kind))
            let index = try plain.index()
            for window in windows {
                // The counts of intervals in the window, by kind, give the result for each set of kinds.
                var meeting = [0, 0, 0, 0]
                for id in chosen.indices where plain.meets(id, window) { meeting[Int(chosen[id].kind)] += 1 }
                for kinds in allKindSets {
                    let expected = (0..<4).reduce(0) {
                        kinds.rawValue >> UInt8($1) & 1 == 1 ? $0 + meeting[$1] : $0
                    }
                    if index.count(meeting: window, kinds: kinds) != expected
                        || index.contains(meeting: window, kinds: kinds) != (expected > 0)
                    {
                        assertSameAnswers(index, plain, window, kinds)
                    }
                }
            }
            guard chosen.count < 3 else { return }
            for next in first..<choices.count { try visit(chosen + [choices[next]], from: next) }
        }
        try visit([], from: 0)
    }

    func testClosedEdgesMeet() throws {
        let index = try IntervalIndex(starts: [10, 31, 10], ends: [31, 32, 10])
        XCTAssertEqual(index.ids(meeting: TimeWindow(31, 32)).sorted(), [0, 1])
        XCTAssertEqual(index.ids(meeting: TimeWindow(10, 10)).sorted(), [0, 2])
        XCTAssertEqual(index.ids(meeting: TimeWindow(at: Timestamp(micros: 10))).sorted(), [0, 2])
        XCTAssertEqual(index.ids(meeting: TimeWindow(5, 10)).sorted(), [0, 2])
        XCTAssertEqual(index.ids(meeting: TimeWindow(32, 40)), [1])
        XCTAssertEqual(index.ids(meeting: TimeWindow(33, 40)), [])
        XCTAssertEqual(index.ids(meeting: TimeWindow(0, 9)), [])
    }

    func testManyLongIntervalsThatBeginAlike() throws {
        let plain = PlainIntervals(Array(repeating: (3, 40), count: 3) + [(40, 400), (40, 400)])
        let index = try plain.index()
        XCTAssertEqual(index.count(meeting: TimeWindow(38, 41)), 5)
        XCTAssertEqual(index.count(meeting: TimeWindow(41, 42)), 2)

        let more = PlainIntervals(Array(repeating: (50, 100), count: 1000) + [(1, 200), (1, 1), (200, 200)])
        let moreIndex = try more.index()
        for window in [(0, 0), (1, 1), (1, 49), (49, 50), (100, 100), (101, 199), (200, 200), (0, 300)] {
            assertSameAnswers(moreIndex, more, TimeWindow(Int64(window.0), Int64(window.1)))
        }
    }

    func testContainerWithInnerIntervals() throws {
        var chosen: [(start: Int64, end: Int64)] = [(0, 1000)]
        for number in Int64(0)..<17 { chosen.append((number * 10 + 5, number * 10 + 8)) }
        let plain = PlainIntervals(chosen)
        let index = try plain.index()
        for edge in stride(from: Int64(0), through: 1001, by: 3) {
            assertSameAnswers(index, plain, TimeWindow(edge, edge + 4))
        }
        assertSameAnswers(index, plain, TimeWindow(400, 500))
    }

    func testLongEarlyOneAndShortLaterOne() throws {
        let plain = PlainIntervals([(0, 100), (200, 201)])
        let index = try plain.index()
        for window in [(101, 199), (202, 300), (-9, -1), (100, 200), (50, 60)] {
            assertSameAnswers(index, plain, TimeWindow(Int64(window.0), Int64(window.1)))
        }
        XCTAssertEqual(index.earliestStartMicros, 0)
    }

    func testExtremeInstants() throws {
        let plain = PlainIntervals([
            (.min, .max), (.min, .min), (.max, .max), (.min, -1), (0, .max), (-1, 0), (.min, .min + 1),
            (.max - 1, .max), (1 << 31, 1 << 62), (-86_400_000_000, -1),
        ])
        let index = try plain.index()
        XCTAssertEqual(index.checkInvariants(), [])
        let edges: [Int64] = [
            .min, .min + 1, -86_400_000_000, -1, 0, 1, 1 << 31, 1 << 62, .max - 1, .max,
        ]
        for from in edges {
            for to in edges where from <= to { assertSameAnswers(index, plain, TimeWindow(from, to)) }
        }
    }

    func testWrongInputIsRefused() {
        XCTAssertThrowsError(try IntervalIndex(starts: [0, 2], ends: [0, 1])) {
            XCTAssertEqual($0 as? IntervalIndexError, .reversed(id: 1))
        }
        XCTAssertThrowsError(try IntervalIndex(starts: [0], ends: [])) {
            XCTAssertEqual($0 as? IntervalIndexError, .unequalCounts(starts: 1, ends: 0, kinds: 0))
        }
        XCTAssertThrowsError(try IntervalIndex(starts: [0], ends: [0], kinds: [4])) {
            XCTAssertEqual($0 as? IntervalIndexError, .unknownKind(id: 0))
        }
        XCTAssertThrowsError(try TimeWindow(fromMicros: 1, toMicros: 0))
    }

    func testEmptyIndex() throws {
        let index = try IntervalIndex(starts: [], ends: [])
        XCTAssertEqual(index.count, 0)
        XCTAssertNil(index.earliestStartMicros)
        XCTAssertEqual(index.ids(meeting: TimeWindow(.min, .max)), [])
        XCTAssertFalse(index.contains(meeting: TimeWindow(.min, .max)))
        XCTAssertEqual(index.checkInvariants(), [])
    }

    func testIDsOfThoseThatStartInTheWindowAreInTheOrderOfTheirStarts() throws {
        let index = try IntervalIndex(starts: [5, 3, 4, 3], ends: [5, 3, 4, 3])
        XCTAssertEqual(index.ids(meeting: TimeWindow(3, 5)), [1, 3, 2, 0])
        XCTAssertEqual((0..<4).map { index.id(atPlace: $0) }, [1, 3, 2, 0])
    }

    /// Up to 256 ids are gathered on the stack.
    func testResultsOfAsManyIDsAsTheStackHas() throws {
        for spanning in [0, 1, 30] {
            for count in 254...258 {
                let starting = count - spanning
                let plain = PlainIntervals(
                    (0..<spanning).map { (Int64($0), 5_000 + Int64($0)) }
                        + (0..<starting).map { (1_000 + Int64($0), 1_000 + Int64($0)) })
                let index = try plain.index()
                for window in [TimeWindow(1_000, 2_000), TimeWindow(1_000, 1_100)] {
                    XCTAssertEqual(index.ids(meeting: window).sorted(), plain.ids(meeting: window))
                    assertSameAnswers(index, plain, window)
                }
            }
        }
    }

    func testWhatAClosureThrowsIsThrownOn() throws {
        let index = try IntervalIndex(starts: [1], ends: [9])
        let hits = index.hits(meeting: TimeWindow(5, 6))
        func refuse(_ ids: UnsafeBufferPointer<UInt32>) throws(IntervalIndexError) -> Int {
            throw .bucketCount(ids.count)
        }
        do throws(IntervalIndexError) {
            _ = try hits.withSpanningIDs(refuse)
            XCTFail("no error")
        } catch {
            XCTAssertEqual(error, .bucketCount(1))
        }
        XCTAssertThrowsError(try hits.withSpanningIDs { _ -> Int in throw CancellationError() }) {
            XCTAssertTrue($0 is CancellationError)
        }
        XCTAssertEqual(hits.withSpanningIDs { $0.count }, 1)
    }
}
