import Foundation
import XCTest

@testable import BenchmarkHarness

final class ThreadTimeTests: XCTestCase {
    func testTimeStandsStillWhileTheThreadSleeps() {
        let before = ThreadTime.seconds
        usleep(50_000)
        XCTAssertLessThan(ThreadTime.seconds - before, 0.025)
    }

    func testTimePassesWhileTheThreadWorks() {
        let before = ThreadTime.seconds
        let start = ContinuousClock.now
        var sum = 0
        while ThreadTime.seconds - before < 0.02, Sampler.seconds(since: start) < 60 {
            sum = (0..<1_000).reduce(sum, &+)
        }
        blackHole(sum)
        XCTAssertGreaterThanOrEqual(ThreadTime.seconds - before, 0.02)
    }

    func testCallsAreNumberedOnAndAtLeastTwoBatchesRun() throws {
        var indices: [Int] = []
        let call = Call { index in indices.append(index) }
        let seconds = try ThreadTime.fewestSeconds(of: call, callsPerBatch: 3, budgetSeconds: 0)
        XCTAssertEqual(indices, Array(0..<6))
        XCTAssertGreaterThanOrEqual(seconds, 0)
        XCTAssertLessThan(seconds, 1)
    }

    func testThereAreNoMoreThanTwentyBatches() throws {
        var count = 0
        _ = try ThreadTime.fewestSeconds(of: Call { _ in count += 1 }, budgetSeconds: 60)
        XCTAssertEqual(count, 20)
    }
}
