import XCTest

@testable import BenchmarkHarness

final class SamplerTests: XCTestCase {
    func testCallsAreNumberedOnAcrossWarmUpAndBatches() {
        var indices: [Int] = []
        let sampler = Sampler(
            warmUpBatches: 1, callsPerBatch: 3, minimumSamples: 2, maximumSamples: 2, budgetSeconds: 0)
        let samples = sampler.nanoseconds { index in indices.append(index) }
        XCTAssertEqual(indices, Array(0..<9))
        XCTAssertEqual(samples.count, 2)
    }

    func testPairsAreTakenInTurn() {
        var calls = ""
        let sampler = Sampler(warmUpBatches: 0, minimumSamples: 3, maximumSamples: 3, budgetSeconds: 0)
        let samples = sampler.pairs({ _ in calls += "a" }, { _ in calls += "b" })
        XCTAssertEqual(calls, "ababab")
        XCTAssertEqual(samples.first.count, 3)
        XCTAssertEqual(samples.second.count, 3)
    }

    func testThereAreEnoughSamplesWhenTheBudgetIsUsedUp() {
        let sampler = Sampler(warmUpBatches: 0, minimumSamples: 5, maximumSamples: 9, budgetSeconds: 0)
        XCTAssertEqual(sampler.nanoseconds { $0 }.count, 5)
    }

    func testThereAreNoMoreSamplesThanAllowedHoweverFastTheyAre() {
        let sampler = Sampler(warmUpBatches: 0, minimumSamples: 1, maximumSamples: 9, budgetSeconds: 60)
        XCTAssertEqual(sampler.nanoseconds { $0 }.count, 9)
    }

    func testASampleIsTheMeanOfItsBatch() {
        let sampler = Sampler(
            warmUpBatches: 0, callsPerBatch: 10, minimumSamples: 1, maximumSamples: 1, budgetSeconds: 0)
        let sample = sampler.nanoseconds { _ in usleep(1_000) }[0]
        XCTAssertGreaterThanOrEqual(sample, 1_000_000)
        XCTAssertLessThan(sample, 10_000_000)
    }

    func testErrorsOfACallAreThrownOn() {
        struct Refusal: Error {}
        XCTAssertThrowsError(try Sampler().nanoseconds { _ in throw Refusal() })
    }
}
