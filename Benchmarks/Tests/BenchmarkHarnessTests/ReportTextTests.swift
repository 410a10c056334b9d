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
        let row = WorkloadResult(
            name: "ingest.json", rows: 10, kernel: Measurement(nanoseconds: SampleStatistics([2_000])),
            baseline: Measurement(nanoseconds: SampleStatistics([20_000])), bytes: 4_000)
        XCTAssertEqual(row.ratio, 10)
        XCTAssertNil(row.carefulRatio)
        XCTAssertEqual(row.throughputMBps, 2_000)
    }

    func testAGoalIsMetAtItsLimit() {
        XCTAssertTrue(Goal("time", 5, .atMost, 5, unit: "µs").isMet)
        XCTAssertFalse(Goal("time", 5.1, .atMost, 5, unit: "µs").isMet)
        XCTAssertTrue(Goal("speed", 1.1, .atLeast, 1.1, unit: "GB/s").isMet)
        XCTAssertFalse(Goal("speed", 1, .atLeast, 1.1, unit: "GB/s").isMet)
    }

    func testATerminalOf160ColumnsIsWideEnough() {
        var report = BenchmarkReport.full
        let long = "social.filtered, instagram, recruiting, not flagged, two sentiments, of eight schools"
        for index in report.workloads.indices {
            report.workloads[index].name = "social.scaling.all"
            report.workloads[index].kernel = .fixture(123.4e9, samples: 12_345, allocations: 123_456)
            report.workloads[index].careful = .fixture(123.4e9)
            report.workloads[index].baseline = .fixture(123.4e9)
            report.workloads[index].note = long + "; " + long + "; " + long
        }
        for index in report.peers.indices where report.peers[index].measurement != nil {
            report.peers[index].question = long
            report.peers[index].engine = "numpy-checkpoints"
        }
        report.environment.command = long + " " + long
        for line in report.plainText.split(separator: "\n") {
            XCTAssertLessThanOrEqual(line.count, 160, String(line))
        }
    }

    func testLongNotesGoOnInTheNextLine() {
        XCTAssertEqual("aa bb cc".wrapped(to: 7, first: "  ", others: "    "), "  aa bb\n    cc")
        XCTAssertEqual("a".wrapped(to: 7, first: "  ", others: "    "), "  a")
        XCTAssertEqual("aaaaaaaaaa b".wrapped(to: 7, first: "  ", others: "    "), "  aaaaaaaaaa\n    b")
    }

    func testMarkdownHasMoreColumnsThanATerminal() {
        let (text, markdown) = (BenchmarkReport.full.plainText, BenchmarkReport.full.markdown)
        XCTAssertFalse(text.contains("p99"))
        XCTAssertTrue(markdown.contains("| p90 | p99 | spread |"))
        XCTAssertTrue(markdown.contains("## Other engines"))
        XCTAssertTrue(
            markdown.contains(
                "| social.page.30d | duckdb | 1.2 | 1,000,000 | 1 | 3.40 ms | 6.80 ms | 0% | 2 µs |"),
            markdown)
        for form in [text, markdown] {
            XCTAssertTrue(form.contains("chdb, all, 1,000,000 rows: not run: no module of that name"))
        }
    }

    func testNumbersBeyondAllMeasureAreStillWritten() {
        XCTAssertEqual(FigureText.significant(.infinity), "inf")
        XCTAssertEqual(FigureText.significant(1e300), "1e+300")
        XCTAssertEqual(FigureText.rows(10_000), "10k")
        XCTAssertEqual(FigureText.rows(1_000_000), "1m")
        XCTAssertEqual(FigureText.rows(1_500), "1,500")
    }
}
