import BenchmarkHarness
import CompassKernel

/// Measures the interval index, an ``ImplicitIntervalTree`` and, if there is its library, superintervals in turn, on
/// the same intervals and windows.
public struct IntervalComparison {
    private let count: Int
    private let windowCount: Int
    private let seed: UInt64
    private let rounds: Int
    private let peers: [IntervalPeerBuilder]
    private let report: (String) -> Void

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - rounds: how many times each is measured; medians are reported.
    ///   - superintervals: nil to leave it out.
    ///   - report: called with each step.
    public init(
        intervals count: Int, windows windowCount: Int, seed: UInt64, rounds: Int,
        superintervals: SuperintervalsLibrary? = nil, report: @escaping (String) -> Void
    ) {
        (self.count, self.windowCount, self.seed, self.rounds) = (count, windowCount, seed, rounds)
        peers = [ImplicitIntervalTree.builder] + (superintervals.map { [$0.builder] } ?? [])
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
        var index = try IntervalIndex(starts: starts, ends: ends)
        let builders = peers.map { $0.prepare(starts, ends) }
        var built = builders.map { $0() }
        let building = try inTurn(
            { index = try IntervalIndex(starts: starts, ends: ends) },
            peers.indices.map { peer in { built[peer] = builders[peer]() } })
        report("\(distribution.rawValue): equality")
        let hits = try built.indices.map {
            try equalHits(index, built[$0], windows, "\(distribution.rawValue), \(peers[$0].name)")
        }
        return try [false, true].map { isSorted in
            let windows = isSorted ? windows.sorted { $0.fromMicros < $1.fromMicros } : windows
            let closed = windows.map(\.closed)
            report("\(distribution.rawValue): ids")
            let ids = try inTurn(
                {
                    // Like the others, with memory that all windows share.
                    var found: [UInt32] = []
                    for window in windows {
                        found.removeAll(keepingCapacity: true)
                        index.appendIDs(meeting: window, to: &found)
                        blackHole(found.count)
                    }
                },
                built.map { peer in { peer.forEachWindow(closed) { blackHole($0.count) } } })
            report("\(distribution.rawValue): counts")
            let counts = try inTurn(
                { for window in windows { blackHole(index.count(meeting: window)) } },
                built.map { peer in { blackHole(peer.totalCount(closed)) } })
            return IntervalComparisonReport.Row(
                distribution: distribution, isSorted: isSorted,
                hitsPerWindow: Double(hits[0]) / Double(windows.count), ids: ids.divided(by: windows.count),
                counts: counts.divided(by: windows.count), building: isSorted ? nil : building)
        }
    }

    /// Returns the number of intervals that windows meet, if index and peer find the same ones.
    private func equalHits(
        _ index: IntervalIndex, _ peer: any IntervalPeer, _ windows: [TimeWindow], _ name: String
    ) throws -> Int {
        var (hits, next) = (0, 0)
        try peer.forEachWindow(windows.map(\.closed)) { ids in
            let window = windows[next]
            let found = index.ids(meeting: window)
            var appended: [UInt32] = []
            index.appendIDs(meeting: window, to: &appended)
            try CheckFailure.unless(
                found.count == ids.count && index.count(meeting: window) == ids.count
                    && appended == found
                    && found.reduce(0, { $0 &+ Self.mixed($1) }) == ids.reduce(0, { $0 &+ Self.mixed($1) }),
                "\(name): \(found.count) and \(ids.count) intervals from "
                    + "\(window.fromMicros) to \(window.toMicros), or others")
            hits += ids.count
            next += 1
        }
        let total = peer.totalCount(windows.map(\.closed))
        try CheckFailure.unless(
            next == windows.count && total == hits,
            "\(name): \(hits) intervals of windows, but counts of \(total)")
        return hits
    }

    /// Returns a number that stands for an id in sums, which are equal for the same ids in any order.
    private static func mixed(_ id: UInt32) -> UInt64 {
        let mixed = (UInt64(id) &+ 1) &* 0x9e37_79b9_7f4a_7c15
        return mixed ^ mixed >> 29
    }

    /// Times functions in turn, another one first from round to round.
    private func inTurn(
        _ kernel: () throws -> Void, _ others: [() throws -> Void]
    ) throws -> IntervalComparisonReport.Times {
        var seconds = [[Double]](repeating: [], count: others.count + 1)
        for round in 0..<rounds {
            for turn in seconds.indices {
                let number = (turn + round) % seconds.count
                let start = ContinuousClock.now
                try number == 0 ? kernel() : others[number - 1]()
                seconds[number].append(Sampler.seconds(since: start))
            }
        }
        let kernels = seconds[0]
        return IntervalComparisonReport.Times(
            kernel: SampleStatistics.median(of: kernels) * 1e9,
            peers: zip(peers, seconds.dropFirst()).map { peer, seconds in
                IntervalComparisonReport.PeerTime(
                    name: peer.name, nanoseconds: SampleStatistics.median(of: seconds) * 1e9,
                    ratio: SampleStatistics.medianOfRatios(seconds, kernels))
            })
    }
}

extension TimeWindow {
    /// The instants of the window.
    fileprivate var closed: ClosedRange<Int64> { fromMicros...toMicros }
}
