import XCTest

@testable import BenchmarkHarness

final class ChartContentTests: XCTestCase {
    func testAllQuestionsShareTheirAxes() {
        let charts = LatencyCharts(report: .full).charts
        XCTAssertEqual(
            charts.map(\.title), ["social.page.30d", "ingest.json", "social.filtered, recruiting"])
        XCTAssertEqual(Set(charts.map(\.rows)), [[10_000, 100_000, 1_000_000]])
        // From the page's 2 µs to the specified page's 10 s.
        XCTAssertEqual(Set(charts.map(\.timeDomain)), [1e3...1e10])
    }

    func testAQuestionOfEnginesAloneTakesTheKernelsTimesOfItsCase() {
        var report = BenchmarkReport.full
        func kernel() -> [LineChart.Point]? {
            LatencyCharts(report: report).charts.last?.series.first { $0.name == "kernel" }?.points
        }
        XCTAssertEqual(kernel(), [.init(rows: 1_000_000, nanoseconds: 2_000)])
        for rows in [1_000_000, 10_000] {
            var row = WorkloadResult.fixture("social.filtered", rows: rows, kernel: .fixture(9_000))
            row.details = ["case: recruiting": Double(rows) / 100]
            report.workloads.append(row)
        }
        XCTAssertEqual(
            kernel(), [.init(rows: 10_000, nanoseconds: 100), .init(rows: 1_000_000, nanoseconds: 10_000)])
    }

    func testComparisonsOfSizesAreNoQuestionsOfTheirOwn() {
        var report = BenchmarkReport.fixture([.fixture("social.scaling.7d", kernel: .fixture(2_000))])
        report.workloads[0].details = [QuestionScaling.costRatio: 1.1]
        XCTAssertTrue(LatencyCharts(report: report).charts.isEmpty)
    }

    func testThroughputIsBytesPerNanosecond() throws {
        let chart = try XCTUnwrap(ThroughputCharts(report: .full).charts.first)
        XCTAssertEqual(chart.title, "ingest.json, 1,000,000 rows")
        // 700 MB in 500 ms, in 250 ms, and in 2 s; 70 MB in 700 ms.
        XCTAssertEqual(
            chart.groups[0].bars.map { "\($0.name): \($0.figure)" },
            [
                "kernel, one thread: 1.40 GB/s", "kernel, two threads: 2.80 GB/s",
                "as specified (JSONDecoder), at 100,000 rows: 0.10 GB/s", "duckdb: 0.35 GB/s",
            ])
    }

    func testAllocationsAreShownWhereMostGradesWereCounted() {
        let groups = AllocationCharts(report: .full).charts.flatMap(\.groups)
        XCTAssertEqual(
            groups.map(\.heading), ["social.page.30d, 100,000 rows", "ingest.json, 1,000,000 rows"])
        XCTAssertEqual(
            groups[0].bars.map { "\($0.name): \($0.figure)" },
            ["kernel: 20 blocks", "careful: 500 blocks", "as specified: 5,000,000 blocks"])
    }

    func testMemoryShowsTheTextsTheKernelAndTheEngines() throws {
        let chart = try XCTUnwrap(MemoryChart(report: .full).chart)
        XCTAssertEqual(
            chart.groups[0].bars.map { "\($0.name): \($0.figure)" },
            [
                "texts alone, without any index: 150 MB", "kernel, 1 thread: when loaded: 300 MB",
                "kernel, 1 thread: peak while loading: 600 MB", "duckdb: 453 MB",
            ])
        XCTAssertNil(MemoryChart(report: .fixture([])).chart)
    }

    func testALogarithmicBarOfNothingHasNoLength() {
        let chart = BarChart(
            title: "blocks",
            groups: [
                .init(bars: [
                    .init(name: "none", value: 0, figure: "0", style: .kernel),
                    .init(name: "many", value: 100, figure: "100", style: .careful),
                ])
            ], scale: .logarithmic, axisTitle: "blocks")
        let bars = ParsedPage(chart.svg.source).all("rect")
        // From 10 to 100: the whole axis.
        XCTAssertEqual(bars.map { $0.attributes["width"] }, ["0", "414"])
    }

    func testHeadlinesSumUpTheReport() {
        XCTAssertEqual(
            HeadlineFigures(report: .full).figures.map { "\($0.value): \($0.meaning)" },
            [
                "2 µs: the kernel's medians for 1 question at 1,000,000 rows",
                "5,000,000×: faster than the baseline “as specified” in 1 question at 100,000 rows",
                "5,000×: faster than the baseline “careful” in 1 question at 1,000,000 rows",
                "1.40 GB/s: ingest.json at 1,000,000 rows, one thread, two threads 2.80",
                "300 MB: memory of 1,000,000 posts, whose texts alone are 150 MB",
                "950×: is what the nearest of 2 engines takes in relation to the kernel: duckdb, 2 threads, "
                    + "social.page.30d",
                "0 blocks: allocated beyond the result's own, in each of 12 queries",
                "1 of 2: goals are met",
            ])
    }
}
