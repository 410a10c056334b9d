import XCTest

@testable import BenchmarkHarness

final class ResultsChartsTests: XCTestCase {
    private let charts = ResultsCharts(report: .full, layout: .compass)

    /// A report with the content of all four sheets.
    private var complete: BenchmarkReport {
        var report = BenchmarkReport.full
        let titles = ResultsLayout.compass.pageCharts + ResultsLayout.compass.searchCharts
        for titled in titles where report.workload(titled.name, rows: 10_000) == nil {
            report.workloads.append(
                .fixture(titled.name, rows: 10_000, kernel: .fixture(5_000), careful: .fixture(90_000)))
        }
        return report
    }

    func testEachSheetHasALightAndADarkFileThatDifferInColorsAlone() throws {
        let files = complete.resultsCharts()
        XCTAssertEqual(
            files.map(\.name),
            ["pages", "search", "ingest", "peers"].flatMap { ["\($0)-light.svg", "\($0)-dark.svg"] })
        for place in stride(from: 0, to: files.count, by: 2) {
            let (light, dark) = (files[place].content, files[place + 1].content)
            XCTAssertNotEqual(light, dark)
            let color = /#[0-9a-f]{6}/
            XCTAssertEqual(light.replacing(color, with: ""), dark.replacing(color, with: ""))
            XCTAssertFalse(light.contains("var("), "a picture knows no variables of a page")
        }
    }

    func testEveryFileDescribesItselfAndStaysWithinItsBounds() throws {
        for (name, content) in complete.resultsCharts() {
            let page = ParsedPage(content)
            let root = try XCTUnwrap(page.elements.first)
            XCTAssertEqual(root.name, "svg")
            XCTAssertEqual(root.attributes["xmlns"], "http://www.w3.org/2000/svg")
            XCTAssertEqual(root.attributes["aria-labelledby"], "title desc")
            XCTAssertEqual(page.all("title").first?.attributes["id"], "title")
            let description = try XCTUnwrap(page.all("desc").first)
            XCTAssertEqual(description.attributes["id"], "desc")
            XCTAssertFalse(description.text.isEmpty)
            XCTAssertLessThan(content.utf8.count, 64 * 1024, name)
        }
    }

    func testThePagesShowKernelAndBaselinesWithoutEngines() throws {
        let panel = try XCTUnwrap(charts.sheet(.pages)?.panels.first)
        XCTAssertEqual(panel.heading, "Social Analytics, last 30 days")
        XCTAssertEqual(
            panel.drawing.label,
            "Social Analytics, last 30 days, median time against rows. kernel: 2 µs at 10k, 2 µs at 100k, 2 µs at 1m; "
                + "careful: 100 µs at 10k, 1 ms at 100k, 10 ms at 1m; as specified: 1 s at 10k, 10 s at 100k")
    }

    func testAnEngineIsShownWithTheThreadsWithWhichItIsFaster() throws {
        let panel = try XCTUnwrap(charts.sheet(.peers)?.panels.first)
        XCTAssertEqual(
            panel.drawing.label,
            "Social Analytics, last 30 days. Compass Kernel 2 µs, DuckDB, 2 threads 1.90 ms")
    }

    func testEnginesThatReadDocumentsHaveTheirOwnNames() throws {
        let panel = try XCTUnwrap(charts.sheet(.ingest)?.panels.first)
        XCTAssertEqual(panel.heading, "Read a JSON array, 1,000,000 rows")
        XCTAssertTrue(panel.drawing.label.hasSuffix("DuckDB 0.35 GB/s"), panel.drawing.label)
    }

    func testLabelsOfALineChartDoNotOverlap() throws {
        for panel in ResultsCharts(report: complete, layout: .compass).sheet(.pages)?.panels ?? [] {
            let page = ParsedPage("<svg>" + panel.drawing.parts.map(\.source).joined() + "</svg>")
            // Names are to the right of the plot, a line of 12 pixels each.
            let heights = page.all("text").filter { Double($0.attributes["x"] ?? "") ?? 0 > 260 }
                .compactMap { Double($0.attributes["y"] ?? "") }.sorted()
            for (one, next) in zip(heights, heights.dropFirst()) {
                XCTAssertGreaterThanOrEqual(next - one, 13)
            }
        }
    }

    func testNothingMeasuredDrawsNothing() {
        XCTAssertTrue(BenchmarkReport.fixture([]).resultsCharts().isEmpty)
    }
}
