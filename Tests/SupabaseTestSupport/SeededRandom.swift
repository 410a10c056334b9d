import TestRandom

/// The random numbers of tests that another package shares.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var numbers: SplitMix64

    /// Creates a generator whose numbers are determined by the seed.
    public init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    /// Returns the next number.
    public mutating func next() -> UInt64 { numbers.next() }
}
