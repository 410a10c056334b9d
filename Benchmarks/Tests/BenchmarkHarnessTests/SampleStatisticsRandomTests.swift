import Foundation
import XCTest

@testable import BenchmarkHarness

final class SampleStatisticsRandomTests: XCTestCase {
    /// Durations from nanoseconds to seconds, with a realistic skew.
    private func samples(_ random: inout TestRandom) -> [Double] {
        let scale = pow(10, Double.random(in: 1...9, using: &random))
        let spread = Double.random(in: 0...1, using: &random)
        return (0..<Int.random(in: 1...400, using: &random)).map { _ in scale * exp(spread * random.normal())
        }
    }

    func testPercentilesAreThoseOfSortedSamplesToOneInAThousand() {
        for round in 0..<40 {
            var random = TestRandom(round: round)
            let samples = samples(&random)
            let sorted = samples.sorted()
            func nearestRank(_ percent: Int) -> Double { sorted[(sorted.count * percent + 99) / 100 - 1] }
            let statistics = SampleStatistics(samples)
            for (name, figure, exact) in [
                ("median", statistics.median, nearestRank(50)),
                ("p90", statistics.ninetiethPercentile, nearestRank(90)),
                ("p99", statistics.ninetyNinthPercentile, nearestRank(99)),
                ("min", statistics.minimum, sorted[0]),
            ] {
                // A histogram counts thousandths of a nanosecond.
                XCTAssertEqual(figure, exact, accuracy: exact * 0.001 + 0.0005, "\(name), \(random.label)")
            }
            XCTAssertEqual(statistics.sampleCount, samples.count)
        }
    }

    func testSpreadEqualsTheDeviationOfNormalSamples() {
        var random = TestRandom()
        let samples = (0..<20_000).map { _ in 1_000 * (1 + 0.05 * random.normal()) }
        XCTAssertEqual(SampleStatistics(samples).spread, 0.05, accuracy: 0.003, random.label)
    }

    func testATenthOfOutliersHardlyChangesTheSpread() {
        for round in 0..<10 {
            var random = TestRandom(round: round)
            let samples = (0..<2_000).map { _ in 1_000 * (1 + 0.05 * random.normal()) }
            let disturbed = samples.enumerated().map { $0 % 10 == 0 ? $1 * 1_000 : $1 }
            XCTAssertEqual(SampleStatistics(samples).spread, 0.05, accuracy: 0.006, random.label)
            XCTAssertEqual(SampleStatistics(disturbed).spread, 0.055, accuracy: 0.01, random.label)
        }
    }
}
