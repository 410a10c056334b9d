import XCTest

@testable import CompassKernel

/// Intervals as plain values, queried one by one.
struct PlainIntervals {
    var starts: [Int64] = []
    var ends: [Int64] = []
    var kinds: [UInt8] = []

    init(_ intervals: [(start: Int64, end: Int64)], kinds: [UInt8]? = nil) {
        starts = intervals.map(\.start)
        ends = intervals.map(\.end)
        self.kinds = kinds ?? intervals.indices.map { UInt8($0 % 4) }
    }

    /// Creates `count` random intervals, about `bars` percent of them non-empty.
    init(random: inout SeededRandom, count: Int, span: Int64, longest: Int64, bars: Int = 10) {
        for _ in 0..<count {
            let start = Int64.random(in: 0...span, using: &random)
            let isBar = random.chance(bars, of: 100)
            starts.append(start)
            ends.append(isBar ? start + Int64.random(in: 0...longest, using: &random) : start)
            kinds.append(UInt8(random.below(4)))
        }
    }

    /// Creates random non-empty intervals of one kind, and after them points of all kinds.
    init(random: inout SeededRandom, points: Int, nonEmptyCount: Int, ofKind kind: UInt8) {
        self.init(random: &random, count: nonEmptyCount + points, span: 5_000, longest: 0)
        for id in 0..<nonEmptyCount {
            ends[id] = starts[id] + Int64.random(in: 1...300, using: &random)
            kinds[id] = kind
        }
    }

    var count: Int { starts.count }

    func index() throws -> IntervalIndex { try IntervalIndex(starts: starts, ends: ends, kinds: kinds) }

    func meets(_ id: Int, _ window: TimeWindow, _ wanted: IntervalKinds = .all) -> Bool {
        starts[id] <= window.toMicros && ends[id] >= window.fromMicros
            && wanted.contains(IntervalKinds(kind: Int(kinds[id])))
    }

    func ids(meeting window: TimeWindow, _ kinds: IntervalKinds = .all) -> [UInt32] {
        starts.indices.filter { meets($0, window, kinds) }.map { UInt32($0) }
    }
}

extension TimeWindow {
    /// Creates a window from times that are known to be in order.
    init(_ from: Int64, _ to: Int64) {
        do {
            try self.init(fromMicros: from, toMicros: to)
        } catch {
            XCTFail("\(error)")
            self.init(at: Timestamp(micros: from))
        }
    }
}

/// Every set of kinds.
let allKindSets = (0..<16).map { IntervalKinds(rawValue: UInt8($0)) }

/// Compares all results of an index for a window with plain intervals.
func assertSameAnswers(
    _ index: IntervalIndex, _ plain: PlainIntervals, _ window: TimeWindow, _ kinds: IntervalKinds = .all,
    _ label: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {
    let expected = plain.ids(meeting: window, kinds)
    let hits = index.hits(meeting: window, kinds: kinds)
    var fromRuns: [UInt32] = []
    hits.forEachRun { run in fromRuns += run.map { UInt32(index.id(atPlace: $0)) } }
    let spanning = hits.withSpanningIDs { Array($0) }
    let starting = hits.startingPlaces.map { UInt32(index.id(atPlace: $0)) }
    var appended: [UInt32] = [7]
    index.appendIDs(meeting: window, kinds: kinds, to: &appended)
    let isSame =
        spanning == Array(hits.ids.prefix(hits.spanningCount))
        && (kinds == .all
            ? spanning + starting == hits.ids
            : Set(starting).isSuperset(of: hits.ids.dropFirst(spanning.count)))
        && index.count(meeting: window, kinds: kinds) == expected.count
        && index.contains(meeting: window, kinds: kinds) == !expected.isEmpty
        && hits.count == expected.count && hits.isEmpty == expected.isEmpty
        && hits.ids.sorted() == expected && fromRuns == hits.ids
        && index.ids(meeting: window, kinds: kinds) == hits.ids
        && appended == [7] + hits.ids
    if !isSame {
        let asked = "\(window.fromMicros)...\(window.toMicros) of \(kinds)"
        XCTFail(
            "\(plain) at \(asked): \(hits.ids), not \(expected) \(label())", file: file, line: line)
    }
}
