import XCTest

@testable import BenchmarkHarness

final class VerdictTests: XCTestCase {
    func testAChangeOfExactlyAThresholdDoesNotExceedIt() {
        let cases: [(old: Double, new: Double, verdict: Verdict)] = [
            (100, 100, .same), (100, 102, .same), (102, 100, .same), (100, 102.001, .slightlyWorse),
            (102.001, 100, .slightlyBetter), (100, 110, .slightlyWorse), (110, 100, .slightlyBetter),
            (100, 110.001, .worse), (110.001, 100, .better), (1, 2, .worse), (2, 1, .better),
        ]
        for (old, new, verdict) in cases {
            XCTAssertEqual(Verdict(ratio: new / old), verdict, "\(old) → \(new)")
        }
    }

    func testAChangeWithinTheUncertaintyIsTheSame() {
        XCTAssertEqual(Verdict(ratio: 1.05, uncertainty: 0.05), .same)
        XCTAssertEqual(Verdict(ratio: 1.05, uncertainty: 0.049), .slightlyWorse)
        XCTAssertEqual(Verdict(ratio: 1.3, uncertainty: 0.3), .same)
        XCTAssertEqual(Verdict(ratio: 1.31, uncertainty: 0.3), .worse)
        XCTAssertEqual(Verdict(ratio: 1 / 1.31, uncertainty: 0.3), .better)
        XCTAssertEqual(Verdict(ratio: 1.015, uncertainty: 0.001), .same)
    }

    func testThresholdsCanBeOthers() {
        let strict = Verdict.Thresholds(noise: 0, limit: 0.01)
        XCTAssertEqual(Verdict(ratio: 1, thresholds: strict), .same)
        XCTAssertEqual(Verdict(ratio: 1.005, thresholds: strict), .slightlyWorse)
        XCTAssertEqual(Verdict(ratio: 0.98, thresholds: strict), .better)
    }

    func testTheWholeIntervalMustBeBeyondTheNoise() {
        func verdict(_ lower: Double, _ median: Double, _ upper: Double) -> Verdict {
            Verdict(Bootstrap.Estimate(median: median, lower: lower, upper: upper))
        }
        XCTAssertEqual(verdict(0.99, 1, 1.01), .same)
        XCTAssertEqual(verdict(1.02, 1.2, 1.3), .same)
        XCTAssertEqual(verdict(1.021, 1.2, 1.3), .worse)
        XCTAssertEqual(verdict(1.021, 1.10, 1.3), .slightlyWorse)
        XCTAssertEqual(verdict(1.021, 1.101, 1.3), .worse)
        XCTAssertEqual(verdict(0.5, 0.6, 1 / 1.02), .same)
        XCTAssertEqual(verdict(0.5, 0.6, 0.98), .better)
        XCTAssertEqual(verdict(0.9, 0.95, 0.98), .slightlyBetter)
        XCTAssertEqual(verdict(0.5, 1, 2), .same)
    }

    func testAnIntervalThatReachesBeyondTheNoiseAndSaysNothingIsNoisy() {
        func isNoisy(_ lower: Double, _ median: Double, _ upper: Double) -> Bool {
            Bootstrap.Estimate(median: median, lower: lower, upper: upper).isNoisy()
        }
        XCTAssertFalse(isNoisy(0.99, 1, 1.01))
        XCTAssertFalse(isNoisy(1 / 1.02, 1, 1.02))
        XCTAssertTrue(isNoisy(1, 1.01, 1.03))
        XCTAssertTrue(isNoisy(0.9, 1, 1.01))
        XCTAssertFalse(isNoisy(1.1, 1.2, 1.9))
    }

    func testCountsHaveNoNoise() {
        XCTAssertEqual(Verdict(exact: 0, 0), .same)
        XCTAssertEqual(Verdict(exact: 1_000_000, 1_000_001), .slightlyWorse)
        XCTAssertEqual(Verdict(exact: 1_000_001, 1_000_000), .slightlyBetter)
        XCTAssertEqual(Verdict(exact: 10, 11), .slightlyWorse)
        XCTAssertEqual(Verdict(exact: 8, 9), .worse)
        XCTAssertEqual(Verdict(exact: 9, 8), .better)
        XCTAssertEqual(Verdict(exact: 0, 1), .worse)
        XCTAssertEqual(Verdict(exact: 1, 0), .better)
    }

    func testDirectionsAreMirrored() {
        for step in 1...400 {
            let ratio = 1 + Double(step) * 0.001
            let (there, back) = (Verdict(ratio: ratio), Verdict(ratio: 1 / ratio))
            XCTAssertEqual(there.isWorse, back.isBetter, "\(ratio)")
            XCTAssertEqual(there == .worse, back == .better, "\(ratio)")
        }
    }
}
