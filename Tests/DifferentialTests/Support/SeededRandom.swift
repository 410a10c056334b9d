import Foundation
import TestRandom

/// A reproducible source of random numbers (SplitMix64).
///
/// `COMPASS_TEST_SEED` sets the seed of every random test; without it each run uses a new one, which a test
/// prints when it fails. `COMPASS_TEST_ITERATIONS` sets the number of rounds: the default of a test, which
/// keeps this target below a minute in a debug build, counts as 200 of them.
struct SeededRandom: RandomNumberGenerator {
    let seed: UInt64
    private var numbers: SplitMix64

    init() {
        let setting = ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"].flatMap(UInt64.init)
        self.init(seed: setting ?? UInt64.random(in: 0...UInt64.max))
    }

    init(seed: UInt64) {
        self.seed = seed
        numbers = SplitMix64(seed: seed)
    }

    /// Creates a source for one round, independent of the previous rounds.
    func forRound(_ round: Int) -> SeededRandom {
        var mixer = SeededRandom(seed: seed &+ UInt64(round) &* 0xd1b5_4a32_d192_ed03)
        return SeededRandom(seed: mixer.next())
    }

    mutating func next() -> UInt64 { numbers.next() }

    /// Returns true once in `count` times on average.
    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func element<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    /// Returns the number of rounds of a test whose default number is `defaultRounds`.
    static func rounds(_ defaultRounds: Int) -> Int {
        let setting = ProcessInfo.processInfo.environment["COMPASS_TEST_ITERATIONS"].flatMap { Int($0) }
        guard let setting else { return defaultRounds }
        return max(1, defaultRounds * setting / 200)
    }

    /// Whether there are the default rounds or more: with fewer, long tests leave out a part of what they do.
    static var isThorough: Bool { rounds(200) >= 200 }
}
