import XCTest

@testable import BenchmarkHarness

final class ReadmeFiguresTests: XCTestCase {
    func testFiguresSayWhereTheyComeFrom() {
        let text = BenchmarkReport.full.readmeFigures(source: "Benchmarks/results.json")
        XCTAssertTrue(
            text.hasPrefix(
                "Measured on Processor A, 2 cores, Linux, with Swift 6.3, at commit `0123456789ab`, "
                    + "2026-03-01, by "
                    + "`compass-bench run`; all figures are in `Benchmarks/results.json`.\n\n"), text)
    }

    func testQuestionsDocumentsMemoryAndEnginesHaveATableEach() {
        let lines = BenchmarkReport.full.readmeFigures(source: "r.json").split(separator: "\n").map(
            String.init)
        for line in [
            "| social.page.30d | 10,000 | 2 µs | 100 µs | 1 s | 50× | 500,000× |",
            "| social.page.30d | 1,000,000 | 2 µs | 10 ms | – | 5,000× | – |",
            "| ingest.json | 100,000 | 1.40 | 2.80 | 0.10 | 14× |",
            "| ingest.json | 1,000,000 | 1.40 | 2.80 | – | – |",
            "| 1,000,000 | 1 | 300 | 150 | 150 | 600 |",
            "| question | posts | duckdb 1.2 | duckdb 1.2, 2 threads | polars 1.2 |",
            "| social.page.30d | 1,000,000 | 3.40 ms (1,700×) | 1.90 ms (950×) | – |",
            "| ingest.json | 1,000,000 | 2 s (1,000,000×) | – | – |",
            "| social.filtered, recruiting | 1,000,000 | – | – | 9.70 ms (4,850×) |",
            "| memory of the table | 1,000,000 | 453 MB | – | – |",
            "* chdb, all, 1,000,000 rows: not run: no module of that name",
        ] {
            XCTAssertTrue(lines.contains(line), line)
        }
    }

    func testAnEngineThatCannotReadDocumentsStillShowsItsMemory() {
        var report = BenchmarkReport.fixture([])
        var reading = PeerResult.notRun("numpy", because: "not run: it reads no documents")
        (reading.threads, reading.question, reading.memoryBytes) = (1, "ingest.json", 5_000_000)
        report.peers = [reading, .fixture("numpy")]
        let text = report.readmeFigures(source: "r.json")
        XCTAssertTrue(text.contains("| memory of the table | 1,000,000 | 5 MB |"), text)
    }

    func testARowOfManyInputsShowsWithinWhatNearlyAllOfThemStay() {
        var report = BenchmarkReport.full
        report.workloads[0].details[WorkloadResult.inputCount] = 700
        report.workloads[0].kernel.nanoseconds.ninetyNinthPercentile = 7_000
        let text = report.readmeFigures(source: "r.json")
        XCTAssertTrue(text.contains("| question | posts | kernel | 99 in 100 inputs | careful |"), text)
        XCTAssertTrue(text.contains("| social.page.30d | 10,000 | 2 µs | 7 µs | 100 µs |"), text)
        XCTAssertTrue(text.contains("| social.page.30d | 1,000,000 | 2 µs | – | 10 ms |"), text)
    }

    func testAReportOfNothingHasNoTables() {
        let text = BenchmarkReport.fixture([]).readmeFigures(source: "r.json")
        XCTAssertFalse(text.contains("|"))
    }

    func testNoTextEndsItsCellOrLine() {
        var report = BenchmarkReport.full
        report.workloads[0].name = "a|b||c\nd<!--"
        report.peers = [.notRun("chdb", because: "not run:\n\(MarkedText.end)\n")]
        let text = report.readmeFigures(source: "r.json")
        XCTAssertTrue(text.contains("| a\\|b\\|\\|c d&lt;!-- | 10,000 |"), text)
        XCTAssertTrue(text.contains("not run: &lt;!-- benchmark figures: end --> "), text)
    }

    func testANoisyMachineIsSaid() {
        var report = BenchmarkReport.full
        XCTAssertFalse(report.readmeFigures(source: "r.json").contains("noisy"))
        report.workloads[0].drift = 1.2
        XCTAssertTrue(
            report.readmeFigures(source: "r.json").hasSuffix(
                "The machine is noisy: in 1 of 6 rows a time changed by more than a tenth while "
                    + "it was measured, or samples scatter by more than that."))
    }
}
