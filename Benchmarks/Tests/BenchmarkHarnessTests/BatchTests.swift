import Foundation
import XCTest

@testable import BenchmarkHarness

final class BatchTests: XCTestCase {
    /// A clock that takes 30 ns to read and advances by a fixed time with every call.
    private final class FakeClock {
        var seconds = 0.0
        let call: Double
        static let reading = 30e-9

        init(secondsPerCall: Double) { call = secondsPerCall }

        func read() -> Double {
            defer { seconds += FakeClock.reading }
            return seconds
        }
    }

    private func callsPerBatch(secondsPerCall: Double) throws -> Int {
        let clock = FakeClock(secondsPerCall: secondsPerCall)
        return try Sampler.callsPerBatch(for: Call { _ in clock.seconds += clock.call }) { clock.read() }
    }

    func testTwoReadingsOfTheClockAreLessThanAHundredthOfABatch() throws {
        // A call through a closure takes at least 2 ns.
        for exponent in 0...30 {
            let seconds = 2e-9 * pow(2, Double(exponent))
            let calls = try callsPerBatch(secondsPerCall: seconds)
            XCTAssertLessThan(2 * FakeClock.reading / (Double(calls) * seconds), 0.01, "\(seconds)")
        }
    }

    func testCallsOfMicrosecondsAreBatchedAndCallsOfMillisecondsAreNot() throws {
        XCTAssertEqual(try callsPerBatch(secondsPerCall: 1e-6), 128)
        XCTAssertEqual(try callsPerBatch(secondsPerCall: 3e-6), 64)
        XCTAssertEqual(try callsPerBatch(secondsPerCall: 100e-6), 1)
        XCTAssertEqual(try callsPerBatch(secondsPerCall: 1), 1)
        XCTAssertEqual(try callsPerBatch(secondsPerCall: 0), 4_096)
    }

    func testACallIsTriedWithRunningNumbersFromZero() throws {
        let clock = FakeClock(secondsPerCall: 50e-6)
        var indices: [Int] = []
        let call = Call { index in
            indices.append(index)
            clock.seconds += clock.call
        }
        XCTAssertEqual(try Sampler.callsPerBatch(for: call) { clock.read() }, 2)
        XCTAssertEqual(indices, [0, 0, 1])
    }
}
