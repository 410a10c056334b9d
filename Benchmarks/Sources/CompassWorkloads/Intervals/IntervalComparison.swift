import BenchmarkHarness
import CompassKernel

/// Measures the interval index and an ``ImplicitIntervalTree`` in turn, on the same intervals and windows.
public struct IntervalComparison {
    private let count: Int
    private let windowCount: Int
    private let seed: UInt64
    private let rounds: Int
    private let report: (String) -> Void

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - rounds: how many times each is measured; medians are reported.
    ///   - report: called with each step.
    public init(
        intervals count: Int, windows windowCount: Int, seed: UInt64, rounds: Int,
        report: @escaping (String) -> Void
    ) {
        (self.count, self.windowCount, self.seed, self.rounds) = (count, windowCount, seed, rounds)
        self.report = report
    }

    /// Measures all distributions.
    ///
    /// - Throws: ``CheckFailure`` if the two find other intervals.
    public func run() throws -> [IntervalComparisonReport.Row] {
        try IntervalDistribution.allCases.flatMap { try rows($0) }
    }

    private func rows(_ distribution: IntervalDistribution) throws -> [IntervalComparisonReport.Row] {
        report("\(distribution.rawValue): intervals")
        let (starts, ends) = distribution.intervals(count: count, seed: seed)
        let windows = try distribution.windows(count: windowCount, among: starts, seed: seed)
        report("\(distribution.rawValue): building")
        var (index, tree) = (
            try IntervalIndex(starts: starts, ends: ends), ImplicitIntervalTree(starts: [], ends: [])
        )
        let building = try inTurn {
            index = try IntervalIndex(starts: starts, ends: ends)
        } _: {
            tree = ImplicitIntervalTree(starts: starts, ends: ends)
        }
        report("\(distribution.rawValue): equality")
        let hits = try equalHits(index, tree, windows, distribution)
        return try [false, true].map { isSorted in
            let windows = isSorted ? windows.sorted { $0.fromMicros < $1.fromMicros } : windows
            report("\(distribution.rawValue): ids")
            let ids = try inTurn {
                for window in windows { blackHole(index.ids(meeting: window).count) }
            } _: {
                var ids: [UInt32] = []
                for window in windows {
                    tree.ids(from: window.fromMicros, to: window.toMicros, into: &ids)
                    blackHole(ids.count)
                }
            }
            report("\(distribution.rawValue): counts")
            let counts = try inTurn {
                for window in windows { blackHole(index.count(meeting: window)) }
            } _: {
                for window in windows { blackHole(tree.count(from: window.fromMicros, to: window.toMicros)) }
            }
            return IntervalComparisonReport.Row(
                distribution: distribution, isSorted: isSorted,
                hitsPerWindow: Double(hits) / Double(windows.count), ids: ids.divided(by: windows.count),
                counts: counts.divided(by: windows.count), building: building)
        }
    }

    /// Returns the number of intervals that windows meet, if both find the same ones.
    private func equalHits(
        _ index: IntervalIndex, _ tree: ImplicitIntervalTree, _ windows: [TimeWindow],
        _ distribution: IntervalDistribution
    ) throws -> Int {
        var ids: [UInt32] = []
        var hits = 0
        for window in windows {
            let found = index.ids(meeting: window)
            tree.ids(from: window.fromMicros, to: window.toMicros, into: &ids)
            try CheckFailure.unless(
                found.count == ids.count && index.count(meeting: window) == ids.count
                    && found.reduce(0, { $0 &+ Self.mixed($1) }) == ids.reduce(0, { $0 &+ Self.mixed($1) }),
                "\(distribution.rawValue): \(found.count) and \(ids.count) intervals from "
                    + "\(window.fromMicros) to \(window.toMicros), or others")
            hits += ids.count
        }
        return hits
    }

    /// Returns a number that stands for an id in sums, which are equal for the same ids in any order.
    private static func mixed(_ id: UInt32) -> UInt64 {
        let mixed = (UInt64(id) &+ 1) &* 0x9e37_79b9_7f4a_7c15
        return mixed ^ mixed >> 29
    }

    /// Times two functions in turn, the order swapped from round to round.
    private func inTurn(
        _ kernel: () throws -> Void, _ peer: () throws -> Void
    ) throws -> IntervalComparisonReport.Times {
        func seconds(_ body: () throws -> Void) rethrows -> Double {
            let start = ContinuousClock.now
            try body()
            return Sampler.seconds(since: start)
        }
        var (kernels, peers): ([Double], [Double]) = ([], [])
        for round in 0..<rounds {
            if round & 1 == 0 { kernels.append(try seconds(kernel)) }
            peers.append(try seconds(peer))
            if round & 1 == 1 { kernels.append(try seconds(kernel)) }
        }
        return IntervalComparisonReport.Times(
            kernel: SampleStatistics.median(of: kernels) * 1e9,
            tree: SampleStatistics.median(of: peers) * 1e9,
            ratio: SampleStatistics.medianOfRatios(peers, kernels))
    }
}
