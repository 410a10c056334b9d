import BenchmarkHarness
import CompassKernel

/// Intervals generated from a seed: nine in ten are points, the others last 1 to 14 days, over ten years.
final class IntervalInputs {
    private static let dayMicros: Int64 = 86_400_000_000
    static let spanMicros = 3650 * dayMicros
    /// Windows and instants of the calls: so many that a branch predictor cannot learn their order.
    static let questionCount = 16_384

    let starts: [Int64]
    let ends: [Int64]
    let kinds: [UInt8]
    let index: IntervalIndex

    private init(starts: [Int64], ends: [Int64], kinds: [UInt8]) throws {
        (self.starts, self.ends, self.kinds) = (starts, ends, kinds)
        index = try IntervalIndex(starts: starts, ends: ends, kinds: kinds)
    }

    /// Returns `count` intervals, of which the first `long` last 30 % of the span.
    convenience init(count: Int, long: Int = 0) throws {
        var random = SplitMix64(seed: 42)
        var (starts, ends, kinds): ([Int64], [Int64], [UInt8]) = ([], [], [])
        for number in 0..<count {
            let start = Int64.random(in: 0..<Self.spanMicros, using: &random)
            let isBar = Int.random(in: 0..<10, using: &random) == 0
            let barMicros = Int64.random(in: Self.dayMicros...14 * Self.dayMicros, using: &random)
            starts.append(start)
            ends.append(start + (number < long ? Self.spanMicros * 3 / 10 : isBar ? barMicros : 0))
            kinds.append(UInt8.random(in: 0..<4, using: &random))
        }
        try self.init(starts: starts, ends: ends, kinds: kinds)
    }

    /// Returns intervals each of which is within the one before.
    static func nested(count: Int) throws -> IntervalInputs {
        let step = spanMicros / Int64(3 * count)
        return try IntervalInputs(
            starts: (0..<count).map { Int64($0) * step },
            ends: (0..<count).map { spanMicros - Int64($0) * step }, kinds: [])
    }

    /// Returns the same point `count` times.
    static func identical(count: Int) throws -> IntervalInputs {
        let middle = Array(repeating: spanMicros / 2, count: count)
        return try IntervalInputs(starts: middle, ends: middle, kinds: [])
    }

    /// Returns windows of a width at any place in the span; a width of 0 days gives instants.
    static func windows(days: Int64) throws -> [TimeWindow] {
        var random = SplitMix64(seed: 7)
        return try (0..<questionCount).map { _ in
            let from = Int64.random(in: 0...spanMicros - days * dayMicros, using: &random)
            return try TimeWindow(fromMicros: from, toMicros: from + days * dayMicros)
        }
    }

    /// Returns the ids of the intervals that overlap a window, by checking each.
    func ids(meeting window: TimeWindow) -> [UInt32] {
        var ids: [UInt32] = []
        for id in starts.indices where starts[id] <= window.toMicros && ends[id] >= window.fromMicros {
            ids.append(UInt32(id))
        }
        return ids
    }

    /// Compares an index's results with those of checking each interval.
    func check(_ windows: [TimeWindow], _ name: String) throws {
        for window in windows.prefix(3) {
            let expected = ids(meeting: window)
            let hits = index.hits(meeting: window)
            var places: [UInt32] = []
            hits.forEachRun { run in places += run.map { UInt32(index.id(atPlace: $0)) } }
            let spanning = hits.withSpanningIDs { Array($0) }
            let starting = hits.startingPlaces.map { UInt32(index.id(atPlace: $0)) }
            try CheckFailure.unless(
                hits.ids.sorted() == expected && places.sorted() == expected
                    && spanning + starting == hits.ids
                    && index.count(meeting: window) == expected.count,
                "\(name): \(hits.count) intervals meet \(window), not \(expected.count)")
        }
    }
}
