import Foundation
import XCTest

@testable import BenchmarkHarness

final class BootstrapTests: XCTestCase {
    func testOneValueIsItsOwnInterval() {
        XCTAssertEqual(Bootstrap().median(of: [7]), Bootstrap.Estimate(median: 7, lower: 7, upper: 7))
    }

    func testEqualValuesLeaveNoDoubt() {
        XCTAssertEqual(
            Bootstrap().median(ofGroups: [[3, 3, 3], [3, 3]]),
            Bootstrap.Estimate(median: 3, lower: 3, upper: 3))
    }

    /// Of two values a resample has the median 1 and 2 in a quarter of the cases each, and 1.5 in half of
    /// them.
    func testOfTwoValuesTheIntervalReachesFromOneToTheOther() {
        XCTAssertEqual(Bootstrap().median(of: [2, 1]), Bootstrap.Estimate(median: 1.5, lower: 1, upper: 2))
        XCTAssertEqual(Bootstrap(confidence: 0.4).median(of: [2, 1]).lower, 1.5)
        XCTAssertEqual(Bootstrap(confidence: 0.4).median(of: [2, 1]).upper, 1.5)
    }

    /// Of three values a resample has the median 1 where at least two draws are 1: 7 of 27 cases, and
    /// likewise 3.
    func testOfThreeValuesEveryMedianIsDrawnAsOftenAsItShould() {
        XCTAssertEqual(Bootstrap(confidence: 0.95).median(of: [1, 2, 3]).lower, 1)
        // 7 of 27 are 26%: the middle 40% (30% left out on either side) is 2 alone.
        XCTAssertEqual(Bootstrap(confidence: 0.4).median(of: [1, 2, 3]).lower, 2)
        XCTAssertEqual(Bootstrap(confidence: 0.4).median(of: [1, 2, 3]).upper, 2)
        // The middle 60% (20% left out) reaches into both.
        XCTAssertEqual(Bootstrap(confidence: 0.6).median(of: [1, 2, 3]).lower, 1)
        XCTAssertEqual(Bootstrap(confidence: 0.6).median(of: [1, 2, 3]).upper, 3)
    }

    func testTheMiddleLeavesOutEquallyManyOnEitherSide() {
        let bootstrap = Bootstrap()
        let values = (1...2_000).map(Double.init).shuffled()
        XCTAssertEqual(bootstrap.middle(of: values).lower, 51)
        XCTAssertEqual(bootstrap.middle(of: values).upper, 1_950)
        XCTAssertEqual(bootstrap.middle(of: [4, 2]).lower, 2)
        XCTAssertEqual(bootstrap.middle(of: [4, 2]).upper, 4)
        XCTAssertEqual(bootstrap.middle(of: (1...40).map(Double.init)).lower, 2)
        XCTAssertEqual(bootstrap.middle(of: (1...39).map(Double.init)).lower, 1)
    }

    func testTheSeedDecidesTheInterval() {
        let values = (0..<20).map { 1 + Double($0 * 7 % 20) * 0.013 }
        let first = Bootstrap(resampleCount: 50, seed: 5)
        XCTAssertEqual(first.median(of: values), first.median(of: values))
        let others = (6..<16).map { Bootstrap(resampleCount: 50, seed: $0).median(of: values) }
        XCTAssertTrue(others.contains { $0 != first.median(of: values) })
    }

    func testTheIntervalHoldsTheMedianAndLiesWithinTheValues() {
        for round in 0..<50 {
            var random = TestRandom(round: round)
            let groups = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (0..<Int.random(in: 1...9, using: &random)).map { _ in
                    Double.random(in: 0..<9, using: &random)
                }
            }
            let estimate = Bootstrap(resampleCount: 400).median(ofGroups: groups)
            let values = groups.flatMap(\.self)
            XCTAssertLessThanOrEqual(values.min() ?? 0, estimate.lower, random.label)
            XCTAssertLessThanOrEqual(estimate.lower, estimate.upper, random.label)
            XCTAssertLessThanOrEqual(estimate.upper, values.max() ?? 0, random.label)
            if groups.count == 1 {
                XCTAssertLessThanOrEqual(estimate.lower, estimate.median, random.label)
                XCTAssertLessThanOrEqual(estimate.median, estimate.upper, random.label)
            }
        }
    }

    /// Returns the share of intervals that contain the true median. A fair share of 400 trials is within 0.95
    /// ± 0.033 (three standard errors); the bootstrap of a median is slightly off on either side.
    private func coverage(_ trials: Int, _ draw: (inout TestRandom) -> (groups: [[Double]], truth: Double))
        -> Double
    {
        var random = TestRandom()
        let hits = (0..<trials).count { trial in
            let (groups, truth) = draw(&random)
            let estimate = Bootstrap(resampleCount: 200, seed: UInt64(trial)).median(ofGroups: groups)
            return estimate.lower <= truth && truth <= estimate.upper
        }
        return Double(hits) / Double(trials)
    }

    func testNineteenOf20IntervalsHoldTheTrueMedianOfSkewedRatios() {
        // Nine tenths are not shifted: the median is where 0.9 of the normal distribution reaches a half.
        let share = coverage(200) { random in
            (
                [(0..<25).map { _ in exp(0.05 * random.normal()) + (random.next() % 10 == 0 ? 0.5 : 0) }],
                1.0070
            )
        }
        XCTAssertTrue((0.88...0.995).contains(share), "\(share), \(TestRandom().label)")
    }

    func testNineteenOf20IntervalsHoldTheTrueMedianOfNormalRatios() {
        let share = coverage(200) { random in ([(0..<31).map { _ in 1.1 + 0.02 * random.normal() }], 1.1) }
        XCTAssertTrue((0.88...0.995).contains(share), "\(share), \(TestRandom().label)")
    }

    /// Intervals that ignore groups would contain the true median in about half of the trials.
    func testWhatGroupsHaveInCommonWidensTheInterval() {
        func draw(_ random: inout TestRandom) -> [[Double]] {
            (0..<8).map { _ in
                let offset = 0.05 * random.normal()
                return (0..<6).map { _ in 1 + offset + 0.01 * random.normal() }
            }
        }
        let grouped = coverage(100) { (draw(&$0), 1) }
        let ungrouped = coverage(100) { ([draw(&$0).flatMap(\.self)], 1) }
        XCTAssertGreaterThan(grouped, 0.75, TestRandom().label)
        XCTAssertLessThan(ungrouped, 0.65, TestRandom().label)
    }

    func testNumbersFollowFromTheSeedAsPublished() {
        var random = SplitMix64(seed: 1_234_567)
        XCTAssertEqual(
            (0..<5).map { _ in random.next() },
            [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }
}
