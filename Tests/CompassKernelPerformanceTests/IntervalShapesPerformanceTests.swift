import CompassKernel
import XCTest

/// The hardest intervals for an index, a million each: all nested, and all equal.
final class IntervalShapesPerformanceTests: PerformanceTestCase {
    private static let count = 1_000_000
    /// Interval `i` lasts from `i` to `3 · count − i`.
    private static let nested = Result {
        try IntervalIndex(
            starts: (0..<count).map { Int64($0) }, ends: (0..<count).map { Int64(3 * count - $0) })
    }
    /// Every interval is the same point.
    private static let identical = Result {
        let points = Array(repeating: Int64(1000), count: count)
        return try IntervalIndex(starts: points, ends: points)
    }

    func testCountOfNestedIntervals() throws {
        try measureNested(callsPerBlock: 4096) { $0.count(meeting: $1) }
    }

    func testRangesOfNestedIntervals() throws {
        try measureNested(callsPerBlock: 1024, Self.countOfRanges)
    }

    func testCountOfIdenticalIntervals() throws {
        try measureIdentical(callsPerBlock: 4096) { $0.count(meeting: $1) }
    }

    func testRangesOfIdenticalIntervals() throws {
        try measureIdentical(callsPerBlock: 1024, Self.countOfRanges)
    }

    private func measureNested(
        callsPerBlock: Int, line: UInt = #line, _ ask: (IntervalIndex, TimeWindow) -> Int
    ) throws {
        let count = Int64(Self.count)
        let edges = (0..<Int64(64)).map { $0 * 3 * count / 64 }
        let windows = try edges.map { try TimeWindow(fromMicros: $0, toMicros: $0 + 1000) }
        let answers = windows.map { window in
            // All intervals that start at or before the right edge and do not end before the left one.
            Int(min(count, window.toMicros + 1, 3 * count - window.fromMicros + 1))
        }
        measureAnswers(try Self.nested.get(), windows, answers, callsPerBlock: callsPerBlock, line: line, ask)
    }

    private func measureIdentical(
        callsPerBlock: Int, line: UInt = #line, _ ask: (IntervalIndex, TimeWindow) -> Int
    ) throws {
        let windows = try (0..<Int64(64)).map {
            try TimeWindow(fromMicros: 16 * $0, toMicros: 16 * $0 + 500)
        }
        let answers = windows.map { $0.fromMicros <= 1000 && $0.toMicros >= 1000 ? Self.count : 0 }
        measureAnswers(
            try Self.identical.get(), windows, answers, callsPerBlock: callsPerBlock, line: line, ask)
    }

    private func measureAnswers(
        _ index: IntervalIndex, _ windows: [TimeWindow], _ answers: [Int], callsPerBlock: Int, line: UInt,
        _ ask: (IntervalIndex, TimeWindow) -> Int
    ) {
        XCTAssertEqual(windows.map { ask(index, $0) }, answers, line: line)
        measure(callsPerBlock: callsPerBlock, of: windows, answers: answers, line: line) { ask(index, $0) }
    }

    /// Summing the ranges' lengths represents a caller's use of them.
    private static func countOfRanges(_ index: IntervalIndex, _ window: TimeWindow) -> Int {
        var count = 0
        index.hits(meeting: window).forEachRun { count += $0.count }
        return count
    }
}
