import Foundation

@testable import BenchmarkHarness

/// A reproducible source of numbers for one round of a random test.
struct TestRandom: RandomNumberGenerator {
    /// The seed of a run: the environment's `COMPASS_TEST_SEED`, otherwise a fixed one.
    static let baseSeed =
        ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"].flatMap(UInt64.init) ?? 20_261_121

    /// The text that a failure prints.
    let label: String
    private var generator: SplitMix64

    init(round: Int = 0) {
        label = "COMPASS_TEST_SEED=\(TestRandom.baseSeed), round \(round)"
        generator = SplitMix64(seed: TestRandom.baseSeed &+ UInt64(round) &* 0xd1b5_4a32_d192_ed03)
    }

    mutating func next() -> UInt64 { generator.next() }

    /// Returns a normally distributed number with mean 0 and deviation 1 (Box and Muller, 1958).
    mutating func normal() -> Double {
        let (first, second) = (
            Double.random(in: Double.leastNormalMagnitude..<1, using: &self),
            Double.random(in: 0..<1, using: &self)
        )
        return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
    }
}
