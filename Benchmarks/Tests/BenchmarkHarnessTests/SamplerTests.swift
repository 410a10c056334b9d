import XCTest

@testable import BenchmarkHarness

final class SamplerTests: XCTestCase {
    func testCallsAreNumberedOnAcrossWarmUpAndBatches() throws {
        var indices: [Int] = []
        let sampler = Sampler(
            warmUpBatches: 1, callsPerBatch: 3, minimumSamples: 2, maximumSamples: 2, budgetSeconds: 0)
        let samples = try sampler.nanoseconds(of: Call { index in indices.append(index) })
        XCTAssertEqual(indices, Array(0..<9))
        XCTAssertEqual(samples.count, 2)
    }

    func testSeveralCallsAreSampledInTurn() throws {
        var calls = ""
        let sampler = Sampler(warmUpBatches: 0, minimumSamples: 3, maximumSamples: 3, budgetSeconds: 0)
        let samples = try sampler.inTurn([
            Call { _ in calls += "a" }, Call { _ in calls += "b" }, Call { _ in calls += "c" },
        ])
        XCTAssertEqual(calls, "abcabcabc")
        XCTAssertEqual(samples.map(\.count), [3, 3, 3])
    }

    func testCallsInTurnAreGivenTheSameRunningNumbers() throws {
        var indices: [[Int]] = [[], []]
        let sampler = Sampler(
            warmUpBatches: 1, callsPerBatch: 2, minimumSamples: 2, maximumSamples: 2, budgetSeconds: 0)
        _ = try sampler.inTurn([Call { indices[0].append($0) }, Call { indices[1].append($0) }])
        XCTAssertEqual(indices, [Array(0..<6), Array(0..<6)])
    }

    func testThereAreEnoughSamplesWhenTheBudgetIsUsedUp() throws {
        let sampler = Sampler(warmUpBatches: 0, minimumSamples: 5, maximumSamples: 9, budgetSeconds: 0)
        XCTAssertEqual(try sampler.nanoseconds(of: Call { $0 }).count, 5)
    }

    func testThereAreNoMoreSamplesThanAllowedHoweverFastTheyAre() throws {
        let sampler = Sampler(warmUpBatches: 0, minimumSamples: 1, maximumSamples: 9, budgetSeconds: 60)
        XCTAssertEqual(try sampler.nanoseconds(of: Call { $0 }).count, 9)
    }

    func testASampleIsTheMeanOfItsBatch() throws {
        let sampler = Sampler(
            warmUpBatches: 0, callsPerBatch: 10, minimumSamples: 1, maximumSamples: 1, budgetSeconds: 0)
        let sample = try sampler.nanoseconds(of: Call { _ in usleep(1_000) })[0]
        XCTAssertGreaterThanOrEqual(sample, 1_000_000)
        XCTAssertLessThan(sample, 10_000_000)
    }

    func testErrorsOfACallAreThrownOn() {
        struct Refusal: Error {}
        XCTAssertThrowsError(try Sampler().nanoseconds(of: Call { _ in throw Refusal() })) { error in
            XCTAssertTrue(error is Refusal)
        }
    }
}
