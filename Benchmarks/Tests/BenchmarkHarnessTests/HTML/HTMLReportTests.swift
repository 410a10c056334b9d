import XCTest

@testable import BenchmarkHarness

final class HTMLReportTests: XCTestCase {
    /// Everything that a page could fetch.
    private func assertSelfContained(_ html: String, file: StaticString = #filePath, line: UInt = #line) {
        for part in [
            "http:", "https:", "url(", "@import", "<script", "<link", "<img", "<iframe", " src=", "//",
        ] {
            XCTAssertFalse(html.contains(part), "the page has \(part)", file: file, line: line)
        }
    }

    func testAFullReportIsWellFormedAndFetchesNothing() {
        let html = BenchmarkReport.full.html
        XCTAssertTrue(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        let page = ParsedPage(html)
        assertSelfContained(html)
        XCTAssertEqual(
            page.texts("h2"),
            [
                "Headline figures", "Environment", "Time against rows", "Workloads", "Reading documents",
                "Allocations", "Memory", "Other engines", "Goals", "Remarks", "Reproduce",
            ])
    }

    func testBothColorSchemesDefineTheSameColors() throws {
        let rules = HTMLStyleSheet.rules
        let parts = rules.components(separatedBy: "@media (prefers-color-scheme: dark)")
        XCTAssertEqual(parts.count, 2)
        func names(_ text: String) throws -> Set<String> {
            Set(text.matches(of: try Regex("--[a-z0-9]+(?=:)")).map { String(text[$0.range]) })
        }
        let light = try names(parts[0])
        XCTAssertEqual(light, try names(String(parts[1].prefix { $0 != "*" })))
        let used = Set(rules.matches(of: try Regex("var\\((--[a-z0-9]+)\\)")).map { String(rules[$0.range]) })
        XCTAssertEqual(used, Set(light.map { "var(\($0))" }))
    }

    func testLinksAndLabelsPointToElementsThatAreThere() {
        let page = ParsedPage(BenchmarkReport.full.html)
        let ids = page.elements.compactMap { $0.attributes["id"] }
        XCTAssertEqual(Set(ids).count, ids.count)
        for link in page.all("a") {
            XCTAssertTrue(ids.contains(String((link.attributes["href"] ?? "").dropFirst())), "\(link)")
        }
        for label in page.elements.compactMap({ $0.attributes["aria-labelledby"] }) {
            XCTAssertTrue(ids.contains(label), label)
        }
    }

    func testEveryDrawingSaysWhatItShows() {
        let page = ParsedPage(BenchmarkReport.full.html)
        let drawings = page.all("svg")
        // Three queries, one document, two groups of allocations in one chart, memory.
        XCTAssertEqual(drawings.count, 6)
        for drawing in drawings {
            XCTAssertEqual(drawing.attributes["role"], "img")
            XCTAssertFalse((drawing.attributes["aria-label"] ?? "").isEmpty)
            XCTAssertNotNil(drawing.attributes["viewBox"])
        }
        XCTAssertTrue(
            drawings.contains {
                $0.attributes["aria-label"]
                    == "social.page.30d, median time against rows. kernel: 2 µs at 10k, 2 µs at 100k, 2 µs "
                    + "at 1m; careful: 100 µs at 10k, 1 ms at 100k, 10 ms at 1m; as specified: 1 s at 10k, "
                    + "10 s at 100k; duckdb: 3.40 ms at 1m; duckdb ×2: 1.90 ms at 1m"
            })
    }

    func testTablesScrollByKeyboardToo() {
        let page = ParsedPage(BenchmarkReport.full.html)
        let scrolled = page.all("div").filter { $0.attributes["class"] == "scroll" }
        XCTAssertEqual(scrolled.count, page.all("table").count)
        XCTAssertTrue(scrolled.allSatisfy { $0.attributes["tabindex"] == "0" })
        XCTAssertEqual(page.all("table").count, 6)
    }

    func testHostileTextsStayTexts() {
        let hostile =
            "</style></svg><script>alert(\"1\")</script>&amp;'\u{0}\u{1B}[31m\u{FFFF}]]><!-- \u{202E}"
        let shown =
            "</style></svg><script>alert(\"1\")</script>&amp;'\u{FFFD}\u{FFFD}[31m\u{FFFD}]]><!-- \u{202E}"
        var report = BenchmarkReport.full
        report.environment = MachineEnvironment(
            cpu: hostile, cores: 1, os: hostile, compiler: hostile, commit: hostile, date: hostile,
            command: hostile)
        for index in report.workloads.indices {
            report.workloads[index].name = hostile
            report.workloads[index].note = hostile
            report.workloads[index].details = [hostile: 1, "speedUp: " + hostile: 1]
        }
        for index in report.peers.indices {
            report.peers[index].engine = hostile
            report.peers[index].version = hostile
            report.peers[index].question = hostile
            report.peers[index].note = hostile
        }
        report.remarks = [hostile]
        report.goals = [Goal(hostile, 1, .atMost, 1, unit: hostile)]
        let html = report.html
        XCTAssertFalse(html.contains("<script"))
        let page = ParsedPage(html)
        XCTAssertTrue(page.all("script").isEmpty)
        XCTAssertTrue(page.texts("li").contains(shown))
        XCTAssertTrue(page.texts("figcaption").contains(shown))
        XCTAssertTrue(page.texts("dd").contains(shown))
        XCTAssertTrue(page.texts("th").contains(shown))
    }

    func testAReportOfNothingSaysSo() {
        let page = ParsedPage(BenchmarkReport.fixture([]).html)
        XCTAssertEqual(page.texts("h2"), ["Headline figures", "Environment", "Reproduce"])
        XCTAssertTrue(page.texts("p").contains("Nothing was measured."))
        XCTAssertTrue(page.all("svg").isEmpty)
    }

    func testOneWorkloadAtOneSizeIsAPoint() {
        let page = ParsedPage(BenchmarkReport.fixture([.fixture(kernel: .fixture(2_000))]).html)
        XCTAssertEqual(page.all("svg").count, 1)
        XCTAssertTrue(page.all("polyline").isEmpty)
        // The point, and the mark beside its name.
        XCTAssertEqual(page.all("circle").count, 2)
        // In the middle of the only size.
        XCTAssertEqual(page.all("circle").first?.attributes["cx"], "144")
    }

    func testARowThatTookNoTimeHasNoPlaceOnALogarithmicAxis() {
        var report = BenchmarkReport.fixture([.fixture(kernel: .fixture(2_000), careful: .fixture(0))])
        report.workloads[0].rows = 0
        XCTAssertTrue(ParsedPage(report.html).all("svg").isEmpty)
    }

    func testAnEngineThatWasNotRunSaysWhy() {
        var report = BenchmarkReport.fixture([])
        report.peers = [.notRun("chdb", because: "not installed"), .notRun("polars")]
        let page = ParsedPage(report.html)
        XCTAssertEqual(
            page.texts("li").suffix(2),
            [
                "chdb, all, 1,000,000 rows: not run: not installed",
                "polars, all, 1,000,000 rows: not run: no reason is known",
            ])
        XCTAssertTrue(page.all("table").isEmpty)
    }

    func testGoalsSayInWordsWhetherTheyAreMet() {
        let page = ParsedPage(BenchmarkReport.full.html)
        XCTAssertEqual(page.all("td").filter { $0.attributes["class"] == "word good" }.map(\.text), ["met"])
        XCTAssertEqual(
            page.all("td").filter { $0.attributes["class"] == "word bad" }.map(\.text), ["NOT MET"])
    }

    func testCommandsBeginAtTheCommit() {
        var report = BenchmarkReport.fixture([])
        report.environment.commit = "0123456789ab+"
        report.environment.command = "compass-bench run --json r.json && compass-bench peers --into r.json"
        XCTAssertEqual(
            report.reproductionCommands,
            [
                "git checkout 0123456789ab", "make setup",
                "swift run -c release --package-path Benchmarks compass-bench run --json r.json",
                "swift run -c release --package-path Benchmarks compass-bench peers --into r.json",
            ])
        XCTAssertTrue(
            ParsedPage(report.html).texts("p").contains { $0.contains("changes that are not in this commit") }
        )
    }
}
