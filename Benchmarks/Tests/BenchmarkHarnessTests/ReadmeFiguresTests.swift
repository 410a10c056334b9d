import XCTest

@testable import BenchmarkHarness

final class ReadmeFiguresTests: XCTestCase {
    private func lines(_ report: BenchmarkReport) -> [String] {
        report.readmeFigures(source: "r.json").split(separator: "\n").map(String.init)
    }

    func testTheTableShowsTheLargestSizeBesideTheBaselineAndTheNearestEngine() {
        let lines = lines(.full)
        for line in [
            "| task | rows | Compass Kernel | careful baseline | nearest other engine |",
            // 10 ms ÷ 2 µs; 1.9 ms ÷ 2 µs with two threads is closer than 3.4 ms with one.
            "| Social Analytics page, last 30 days | 1,000,000 | 2 µs | 10 ms (5,000×) | DuckDB, 2 threads (950×) |",
            // JSONDecoder was not measured at this size.
            "| Read a JSON file of posts | 1,000,000 | 500 ms | – | DuckDB (1,000,000×) |",
            // 453 MB ÷ 300 MB.
            "| Memory of loaded posts | 1,000,000 | 300 MB | – | DuckDB, 453 MB (1.51×) |",
        ] {
            XCTAssertTrue(lines.contains(line), "\(line) is not in \(lines)")
        }
    }

    func testAPageOfTheActivityFeedIsShownWhereTheBaselineWins() {
        var report = BenchmarkReport.fixture([])
        for (rows, careful) in [(300_000, 150_000.0), (30_000, 10_000.0)] {
            report.workloads.append(
                .fixture("activity.page", rows: rows, kernel: .fixture(20_000), careful: .fixture(careful)))
        }
        XCTAssertTrue(
            lines(report).contains(
                "| Activity Feed, a page once merged | 30,000 | 20 µs | 10 µs (0.50×) | – |"))
    }

    func testTheTableHasAtMostEightRows() {
        var report = BenchmarkReport.full
        for group in ResultsLayout.compass.groups {
            for entry in group.entries { report.workloads.append(.fixture(entry.name, kernel: .fixture(1))) }
        }
        // A heading and a rule come first.
        XCTAssertLessThanOrEqual(lines(report).count { $0.hasPrefix("|") }, 2 + 8)
    }

    func testFiguresSayWhereTheyComeFromAndWhereAllAre() throws {
        let last = try XCTUnwrap(lines(.full).last)
        XCTAssertTrue(
            last.hasSuffix(
                "Measured on Processor A, 2 cores, Linux, with Swift 6.3, at commit `0123456789ab`, 2026-03-01, by "
                    + "`compass-bench run`; all figures are in `r.json`. "
                    + "[Benchmarks/RESULTS.md](Benchmarks/RESULTS.md) has the complete tables, with charts."),
            last)
    }

    func testAReportOfNothingHasNoTable() {
        XCTAssertFalse(BenchmarkReport.fixture([]).readmeFigures(source: "r.json").contains("|"))
    }
}
