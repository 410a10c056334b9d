import Foundation
import TestRandom
import XCTest

@testable import CompassKernel

/// A reproducible random number generator for one round of a random test.
struct SeededRandom: RandomNumberGenerator {
    /// The seed of a run: the environment's `COMPASS_TEST_SEED`, otherwise a fixed one.
    static let baseSeed =
        ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"].flatMap(UInt64.init) ?? 20_260_210

    /// Returns the number of rounds of a random test. `COMPASS_TEST_ITERATIONS` below 200 reduces it in
    /// proportion, as in the differential tests; a higher value is the number itself, if more than usual.
    ///
    /// - Parameter limit: the maximum number of rounds, for tests that take long.
    static func rounds(_ usual: Int, atMost limit: Int = .max) -> Int {
        let setting = ProcessInfo.processInfo.environment["COMPASS_TEST_ITERATIONS"].flatMap { Int($0) }
        guard let setting else { return usual }
        return setting < 200 ? max(1, usual * setting / 200) : min(max(usual, setting), limit)
    }

    /// Whether there are the usual rounds or more: with fewer, long tests leave out a part of what they try.
    /// `CI/sanitize`, which has few rounds, sets `COMPASS_TEST_THOROUGH`.
    static var isThorough: Bool {
        rounds(200) >= 200 || ProcessInfo.processInfo.environment["COMPASS_TEST_THOROUGH"] != nil
    }

    /// Whether the environment asks for more than the usual number of rounds.
    static var isLongRun: Bool { rounds(200) > 200 }

    /// The run's seed and the round of a test; failures print ``label``.
    let label: String
    private var numbers: SplitMix64

    init(round: Int = 0) {
        label = "COMPASS_TEST_SEED=\(SeededRandom.baseSeed), round \(round)"
        numbers = SplitMix64(seed: SeededRandom.baseSeed &+ UInt64(round) &* 0xd1b5_4a32_d192_ed03)
    }

    mutating func next() -> UInt64 { numbers.next() }

    /// Returns a number in `0..<bound`.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// Returns true in `parts` of `whole` cases.
    mutating func chance(_ parts: Int, of whole: Int) -> Bool { below(whole) < parts }
}

extension ColumnBuffer {
    /// The column's elements.
    var elements: [Element] { withBuffer { Array($0) } }

    /// The address of the first element.
    var address: UnsafeRawPointer? { withBuffer { UnsafeRawPointer($0.baseAddress) } }
}

extension GrowableColumn {
    /// A column under construction with the given elements.
    init(_ elements: [Element]) {
        self.init()
        for element in elements { append(element) }
    }
}

extension Interner {
    /// Returns the code of a string.
    mutating func intern(_ text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { utf8 in
            var nothing: UInt8 = 0
            return withUnsafePointer(to: &nothing) { intern(utf8.baseAddress ?? $0, count: utf8.count) }
        }
    }
}

/// Row counts around the ends of words, of blocks of the rank directory and of two such blocks.
let edgeRowCounts = [0, 1, 2, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1023, 1024, 1025]
