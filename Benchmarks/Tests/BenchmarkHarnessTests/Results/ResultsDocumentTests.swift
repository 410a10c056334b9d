import XCTest

@testable import BenchmarkHarness

final class ResultsDocumentTests: XCTestCase {
    private func document(_ report: BenchmarkReport) -> String {
        report.resultsDocument(source: "Results/r.json", charts: "Results")
    }

    private func lines(_ report: BenchmarkReport) -> [String] {
        document(report).split(separator: "\n").map(String.init)
    }

    func testFiguresSayWhereTheyComeFrom() {
        let text = document(.full)
        XCTAssertTrue(
            text.contains(
                "Measured on Processor A, 2 cores, Linux, with Swift 6.3, at commit `0123456789ab`, "
                    + "2026-03-01, by `compass-bench run`; all figures are in `Results/r.json`.\n\n"), text)
    }

    func testCallsDocumentsMemoryAndEnginesHaveATableEach() {
        let lines = lines(.full)
        for line in [
            "## Social Analytics",
            "* **last 30 days** (`social.page.30d`): the page of 30 days",
            "| last 30 days | 10,000 | 2 µs | 100 µs | 1 s | 50× | 500,000× |",
            "| last 30 days | 1,000,000 | 2 µs | 10 ms | – | 5,000× | – |",
            "| read JSON | 100,000 | 1.40 | 2.80 | 0.10 | 14× |",
            "| read JSON | 1,000,000 | 1.40 | 2.80 | – | – |",
            "| 1,000,000 | 1 | 300 | 150 | 150 | 600 |",
            "| query | posts | DuckDB 1.2 | DuckDB 1.2, 2 threads | Polars 1.2 |",
            "| Social Analytics, last 30 days | 1,000,000 | 3.40 ms (1,700×) | 1.90 ms (950×) | – |",
            "| Reading and writing, read JSON | 1,000,000 | 2 s (1,000,000×) | – | – |",
            "| Social Analytics, filtered: recruiting | 1,000,000 | – | – | 9.70 ms (4,850×) |",
            "| memory of the table | 1,000,000 | 453 MB | – | – |",
            "* chdb, all, 1,000,000 rows: not run: no module of that name",
            "1 of 2 goals were met. These were not, by the names of their workloads:",
            "* ingest.json at 1m, one thread: 1 GB/s, goal at least 1.10 GB/s",
        ] {
            XCTAssertTrue(lines.contains(line), line)
        }
        XCTAssertFalse(lines.contains("## Other"))
        XCTAssertFalse(lines.contains("## Activity Feed"), "nothing was measured")
    }

    func testEachChartIsShownInLightAndDark() {
        let text = document(.full)
        for (name, _) in BenchmarkReport.full.resultsCharts() {
            XCTAssertTrue(text.contains("=\"Results/\(name)\">"), name)
        }
        XCTAssertEqual(text.components(separatedBy: "<picture>").count - 1, 3)
    }

    func testAWorkloadWithoutWordsIsShownByItsName() {
        let report = BenchmarkReport.fixture([.fixture("feed.unheard-of", kernel: .fixture(2_000))])
        let lines = lines(report)
        XCTAssertTrue(lines.contains("## Other"))
        XCTAssertTrue(lines.contains("| feed.unheard-of | 10,000 | 2 µs | – | – | – | – |"), "\(lines)")
    }

    func testAnEngineThatCannotReadDocumentsStillShowsItsMemory() {
        var report = BenchmarkReport.fixture([])
        var reading = PeerResult.notRun("numpy", because: "not run: it reads no documents")
        (reading.threads, reading.question, reading.memoryBytes) = (1, "ingest.json", 5_000_000)
        report.peers = [reading, .fixture("numpy")]
        let text = document(report)
        XCTAssertTrue(text.contains("| memory of the table | 1,000,000 | 5 MB |"), text)
    }

    func testARowOfManyInputsShowsWithinWhatNearlyAllOfThemStay() {
        var report = BenchmarkReport.full
        report.workloads[0].details[WorkloadResult.inputCount] = 700
        report.workloads[0].kernel.nanoseconds.ninetyNinthPercentile = 7_000
        let text = document(report)
        XCTAssertTrue(text.contains("| call | rows | kernel | 99 in 100 inputs | careful |"), text)
        XCTAssertTrue(text.contains("| last 30 days | 10,000 | 2 µs | 7 µs | 100 µs |"), text)
        XCTAssertTrue(text.contains("| last 30 days | 1,000,000 | 2 µs | – | 10 ms |"), text)
    }

    func testAReportOfNothingHasNoTables() {
        let text = document(.fixture([]))
        XCTAssertFalse(text.contains("|"))
        XCTAssertFalse(text.contains("##"))
    }

    func testNoTextEndsItsCellOrLine() {
        var report = BenchmarkReport.full
        report.workloads[0].name = "a|b||c\nd<!--"
        report.peers = [.notRun("chdb", because: "not run:\n\(MarkedText.end)\n")]
        let text = document(report)
        XCTAssertTrue(text.contains("| a\\|b\\|\\|c d&lt;!-- | 10,000 |"), text)
        XCTAssertTrue(text.contains("not run: &lt;!-- benchmark figures: end --> "), text)
    }

    func testANoisyMachineIsReported() {
        var report = BenchmarkReport.full
        XCTAssertFalse(document(report).contains("noisy"))
        report.workloads[0].drift = 1.2
        XCTAssertTrue(
            document(report).hasSuffix(
                "The machine is noisy: in 1 of 6 rows a time changed by more than a tenth while "
                    + "it was measured, or samples scatter by more than that.\n"))
    }
}
