import BenchmarkHarness
import CompassKernel
import Foundation

/// How the starts and lengths of generated intervals are distributed.
public enum IntervalDistribution: String, CaseIterable, Codable, Sendable {
    /// Starts anywhere, lengths with a log-normal distribution.
    case logNormal = "log-normal lengths"
    /// Starts anywhere, lengths with a Pareto distribution of exponent 0.8, whose mean is infinite.
    case heavyTail = "heavy tail (Pareto 0.8)"
    /// Points, and one bar of a tenth of the span among a hundred intervals.
    case pointsAndBars = "points, 1% bars of a tenth of the span"
    /// Starts around one of a thousand centers, lengths with an exponential distribution.
    case clusters = "clusters"

    /// The span of all starts, in microseconds. Ends are at most twice that, and fit into the 32 bits of
    /// superintervals.
    static let spanMicros: Int64 = 1_000_000_000
    /// The width of windows: some ten intervals of a million start in one.
    static let windowMicros = spanMicros / 100_000

    /// Returns intervals, the same for the same seed.
    func intervals(count: Int, seed: UInt64) -> (starts: [Int64], ends: [Int64]) {
        var random = SplitMix64(seed: seed)
        let span = Double(Self.spanMicros)
        let centers = (0..<1_000).map { _ in Double.random(in: 0..<span, using: &random) }
        var (starts, ends): ([Int64], [Int64]) = ([], [])
        for _ in 0..<count {
            var start = Double.random(in: 0..<span, using: &random)
            let length: Double
            switch self {
            case .logNormal: length = 5e-5 * span * exp(1.5 * Self.normal(&random))
            case .heavyTail: length = 2e-6 * span * pow(Self.uniform(&random), -1 / 0.8)
            case .pointsAndBars: length = Int.random(in: 0..<100, using: &random) == 0 ? span / 10 : 0
            case .clusters:
                let center = centers[Int.random(in: 0..<centers.count, using: &random)]
                start = center + 1e-4 * span * Self.normal(&random)
                length = -2e-5 * span * log(Self.uniform(&random))
            }
            let micros = Int64(min(max(start, 0), span))
            starts.append(micros)
            ends.append(micros + Int64(min(length, span)))
        }
        return (starts, ends)
    }

    /// Returns windows that begin where one of the intervals does, so that each meets some.
    func windows(count: Int, among starts: [Int64], seed: UInt64) throws -> [TimeWindow] {
        var random = SplitMix64(seed: seed &+ 1)
        return try (0..<count).map { _ in
            let from = starts[Int.random(in: 0..<starts.count, using: &random)]
            return try TimeWindow(fromMicros: from, toMicros: from + Self.windowMicros)
        }
    }

    /// Returns a number from 0 to 1, without 0.
    private static func uniform(_ random: inout SplitMix64) -> Double {
        1 - Double.random(in: 0..<1, using: &random)
    }

    /// Returns a number of the standard normal distribution, by the method of Box and Muller.
    private static func normal(_ random: inout SplitMix64) -> Double {
        (-2 * log(uniform(&random))).squareRoot() * cos(2 * .pi * uniform(&random))
    }
}
