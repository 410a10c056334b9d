import Foundation
import XCTest

@testable import BenchmarkHarness

final class ReportTextTests: XCTestCase {
    func testTimesHaveTheUnitThatSuitsThem() {
        XCTAssertEqual(FigureText.time(nanoseconds: 812), "812 ns")
        XCTAssertEqual(FigureText.time(nanoseconds: 3_456), "3.46 µs")
        XCTAssertEqual(FigureText.time(nanoseconds: 25_312_000), "25.3 ms")
        XCTAssertEqual(FigureText.time(nanoseconds: 1_500_000_000), "1.50 s")
    }

    func testLargeNumbersAreGrouped() {
        XCTAssertEqual(FigureText.grouped(0), "0")
        XCTAssertEqual(FigureText.grouped(999), "999")
        XCTAssertEqual(FigureText.grouped(1_000), "1,000")
        XCTAssertEqual(FigureText.grouped(-1_234_567), "-1,234,567")
    }

    func testColumnsOfFiguresAreAlignedRight() {
        var table = TextTable(["name", "ns"])
        table.append(["a", "5"])
        table.append(["long name", "1,000"])
        XCTAssertEqual(
            table.plainText,
            """
            name          ns
            ─────────  ─────
            a              5
            long name  1,000
            """)
        XCTAssertEqual(
            table.markdown,
            """
            | name | ns |
            | --- | ---: |
            | a | 5 |
            | long name | 1,000 |
            """)
    }

    func testARowWithoutBaselinesHasNullsForThem() throws {
        var row = WorkloadResult(
            name: "social.page.7d", rows: 10,
            kernel: Measurement(nanoseconds: SampleStatistics([2_000, 1_000, 3_000])))
        let object = try XCTUnwrap(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(row)) as? [String: Any])
        for key in ["baseline", "careful", "ratio", "carefulRatio", "throughputMBps"] {
            XCTAssertTrue(object[key] is NSNull, key)
        }
        let kernel = try XCTUnwrap(object["kernel"] as? [String: Any])
        // The histogram keeps four digits.
        XCTAssertEqual(try XCTUnwrap(kernel["median"] as? Double), 2_000, accuracy: 0.2)
        XCTAssertEqual(kernel["samples"] as? Int, 3)
        XCTAssertTrue(kernel["allocations"] is NSNull)
        XCTAssertEqual(object["answerChecked"] as? Bool, false)
        row.answerChecked = true
        let checked = try JSONSerialization.jsonObject(with: JSONEncoder().encode(row)) as? [String: Any]
        XCTAssertEqual(checked?["answerChecked"] as? Bool, true)
    }

    func testRatiosSayHowManyTimesFasterTheKernelIs() {
        var row = WorkloadResult(
            name: "ingest.json", rows: 10, kernel: Measurement(nanoseconds: SampleStatistics([2_000])),
            baseline: Measurement(nanoseconds: SampleStatistics([20_000])), bytes: 4_000)
        XCTAssertEqual(row.ratio, 10)
        XCTAssertNil(row.carefulRatio)
        row.pairedRatio = 11
        XCTAssertEqual(row.ratio, 11)
        XCTAssertEqual(row.throughputMBps, 2_000)
    }

    func testAGoalIsMetAtItsLimit() {
        XCTAssertTrue(Goal("time", 5, .atMost, 5, unit: "µs").isMet)
        XCTAssertFalse(Goal("time", 5.1, .atMost, 5, unit: "µs").isMet)
        XCTAssertTrue(Goal("speed", 1.1, .atLeast, 1.1, unit: "GB/s").isMet)
        XCTAssertFalse(Goal("speed", 1, .atLeast, 1.1, unit: "GB/s").isMet)
    }
}
