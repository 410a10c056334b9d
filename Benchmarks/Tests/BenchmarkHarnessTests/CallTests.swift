import XCTest

@testable import BenchmarkHarness

final class CallTests: XCTestCase {
    private final class Answer {
        let onDestruction: () -> Void
        init(_ onDestruction: @escaping () -> Void) { self.onDestruction = onDestruction }
        deinit { onDestruction() }
    }

    func testAResultIsDestroyedWithinItsCall() throws {
        var made = 0
        var destroyed = 0
        let call = Call { _ in
            made += 1
            return Answer { destroyed += 1 }
        }
        for count in 1...3 {
            try call(0)
            XCTAssertEqual(made, count)
            XCTAssertEqual(destroyed, count)
        }
    }

    func testSamplesAreMadeOfAllTheirCalls() throws {
        var calls = 0
        let sampler = Sampler(
            warmUpBatches: 2, callsPerBatch: 7, minimumSamples: 5, maximumSamples: 5, budgetSeconds: 0)
        _ = try sampler.nanoseconds(of: Call { _ in calls += 1 })
        XCTAssertEqual(calls, (2 + 5) * 7)
    }

    /// An optimizer may remove an allocation whose result is unused; this applies mainly to optimized tests.
    func testTheWorkOfACallIsDoneAlthoughNobodyLooksAtItsResult() throws {
        try XCTSkipUnless(AllocationCount.isAvailable, "counted on Linux only")
        let call = Call { index in [Int](repeating: index, count: 100) }
        try call(0)
        let (_, count) = try AllocationCount.during { for index in 0..<50 { try call(index) } }
        XCTAssertEqual(count?.allocations, 50)
        XCTAssertEqual(count?.liveBytes, 0)
    }

    func testTheRunningNumberReachesTheCall() throws {
        var indices: [Int] = []
        let call = Call { indices.append($0) }
        for index in [3, 0, 7] { try call(index) }
        XCTAssertEqual(indices, [3, 0, 7])
    }

    func testWhatCallsChangedIsPutBackBeforeEachBatch() throws {
        var events = ""
        let call = Call(before: { events += "(" }, { _ in events += "x" })
        let sampler = Sampler(
            warmUpBatches: 1, callsPerBatch: 2, minimumSamples: 2, maximumSamples: 2, budgetSeconds: 0)
        _ = try sampler.nanoseconds(of: call)
        XCTAssertEqual(events, "(xx(xx(xx")
    }

    func testPuttingBackIsNeitherTimedNorCounted() throws {
        try XCTSkipUnless(AllocationCount.isAvailable, "counted on Linux only")
        let call = Call(
            before: {
                Thread.sleep(forTimeInterval: 0.02)
                blackHole([Int](repeating: 1, count: 100))
            }, { index in index })
        XCTAssertEqual(try call.settledAllocations()?.allocations, 0)
        let sampler = Sampler(warmUpBatches: 0, minimumSamples: 2, maximumSamples: 2, budgetSeconds: 0)
        let fastest = try sampler.nanoseconds(of: call).min() ?? .infinity
        XCTAssertLessThan(fastest, 20e6)
        XCTAssertLessThan(try ThreadTime.fewestSeconds(of: call, budgetSeconds: 0), 0.02)
    }
}
