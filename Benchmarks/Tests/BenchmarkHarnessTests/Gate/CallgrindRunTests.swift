import XCTest

@testable import BenchmarkHarness

final class CallgrindRunTests: XCTestCase {
    private let part = """
        # callgrind format
        desc: Timerange: Basic block 0 - 23398559
        desc: Trigger: --dump-after=benchmark_measured_call

        positions: line
        events: Ir
        summary: 47570170

        fn=(1) benchmark_measured_call
        9 120
        totals: 47570171
        """

    func testTheTotalOfAPartIsRead() {
        XCTAssertEqual(CallgrindRun.total(part), 47_570_171)
        XCTAssertEqual(CallgrindRun.total("summary: 12"), 12)
        XCTAssertNil(CallgrindRun.total("events: Ir"))
        XCTAssertNil(CallgrindRun.total("totals:"))
    }

    func testPartsOfMeasuredCallsAreToldFromTheLastOne() {
        XCTAssertTrue(CallgrindRun.isMeasuredCall(part))
        XCTAssertFalse(CallgrindRun.isMeasuredCall("desc: Trigger: Program termination\ntotals: 0"))
    }

    func testAMeasuredCallRunsWhatItIsGivenOnce() {
        var count = 0
        MeasuredCall.run { count += 1 }
        XCTAssertEqual(count, 1)
    }

    func testACommandThatFailsIsToldWithWhatItPrinted() throws {
        if !CallgrindRun.isAvailable, !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty {
            return XCTFail("valgrind or strip is not installed")
        }
        try XCTSkipUnless(CallgrindRun.isAvailable, "valgrind or strip is not installed")
        let missing = URL(fileURLWithPath: "/nonexistent/program")
        XCTAssertThrowsError(try CallgrindRun.counts(of: missing, arguments: [])) { error in
            XCTAssertTrue("\(error)".contains("/nonexistent/program"), "\(error)")
        }
    }
}
