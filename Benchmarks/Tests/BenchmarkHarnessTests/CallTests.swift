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

    /// An optimiser may leave out an allocation of which it sees that nobody looks at it; this holds for
    /// optimised tests above all.
    func testTheWorkOfACallIsDoneAlthoughNobodyLooksAtItsResult() throws {
        try XCTSkipUnless(AllocationCount.isAvailable, "the allocator cannot count")
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
}
