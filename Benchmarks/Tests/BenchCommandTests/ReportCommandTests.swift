import Foundation
import XCTest

@testable import BenchmarkHarness

/// Runs the program as a user does.
final class ReportCommandTests: XCTestCase {
    private var folder = URL(fileURLWithPath: "/")

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(report(rows: 10_000, nanoseconds: 2_000), "results.json")
    }

    /// Returns the report of a run of one workload.
    private func report(rows: Int, nanoseconds: Double) -> BenchmarkReport {
        var report = BenchmarkReport(
            environment: MachineEnvironment(
                cpu: "Processor", cores: 2, os: "Linux", compiler: "Swift", commit: "0", date: "2026-03-01",
                command: "compass-bench run"))
        report.workloads = [
            WorkloadResult(
                name: "social.page.30d", rows: rows,
                kernel: Measurement(
                    nanoseconds: SampleStatistics([Double](repeating: nanoseconds, count: 50))))
        ]
        return report
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
        try BenchProgram.run(["report"] + arguments, in: folder)
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    private func write(_ report: BenchmarkReport, _ name: String) throws {
        try JSONEncoder().encode(report).write(to: folder.appendingPathComponent(name))
    }

    private func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    func testWithoutAFileTheReportIsPrinted() throws {
        let result = try run(["results.json"])
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.output.contains("social.page.30d"), result.output)
    }

    func testFiguresAreComparedWithThePresentGoals() throws {
        var report = report(rows: 1_000_000, nanoseconds: 10_000)
        report.goals = [Goal("a former goal", 10, .atMost, 20, unit: "µs")]
        try write(report, "results.json")
        let output = try run(["results.json"]).output
        XCTAssertTrue(output.contains("social.page.30d at 1m  NOT MET"), output)
        XCTAssertFalse(output.contains("a former goal"), output)
    }

    func testFilesAreWrittenInTheirForms() throws {
        let result = try run(["results.json", "--html", "a.html", "--markdown", "a.md"])
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertEqual(result.output, "")
        XCTAssertTrue(try read("a.html").hasPrefix("<!DOCTYPE html>"))
        XCTAssertTrue(try read("a.md").hasPrefix("## Environment"))
    }

    func testAReadmeTakesTheFiguresAndIsCheckedAgainstThem() throws {
        try write("# A\n\n\(MarkedText.begin)\n\(MarkedText.end)\n\nZ\n", "README.md")
        let stale = try run(["results.json", "--readme", "README.md", "--check"])
        XCTAssertEqual(stale.status, 1)
        XCTAssertTrue(stale.errors.contains("first at line 4"), stale.errors)
        XCTAssertTrue(
            stale.errors.contains("compass-bench report results.json --readme README.md"), stale.errors)
        XCTAssertEqual(try read("README.md"), "# A\n\n\(MarkedText.begin)\n\(MarkedText.end)\n\nZ\n")

        XCTAssertEqual(try run(["results.json", "--readme", "README.md"]).status, 0)
        let renewed = try read("README.md")
        XCTAssertTrue(renewed.contains("| Social Analytics page, last 30 days | 10,000 | 2 µs |"), renewed)
        XCTAssertTrue(renewed.contains("all figures are in `results.json`"), renewed)
        XCTAssertTrue(renewed.hasSuffix("\(MarkedText.end)\n\nZ\n"))
        XCTAssertEqual(try run(["results.json", "--readme", "README.md", "--check"]).status, 0)
        // From another folder, too.
        let path = folder.path
        XCTAssertEqual(
            try run(["\(path)/results.json", "--readme", "\(path)/README.md", "--check"]).status, 0)

        try write(renewed.replacingOccurrences(of: "2 µs", with: "1 µs"), "README.md")
        XCTAssertEqual(try run(["results.json", "--readme", "README.md", "--check"]).status, 1)
    }

    func testTheDocumentOfResultsAndItsChartsAreWrittenAndChecked() throws {
        let missing = try run(["results.json", "--results", "RESULTS.md", "--check"])
        XCTAssertEqual(missing.status, 1)
        XCTAssertTrue(missing.errors.contains("'RESULTS.md' does not exist"), missing.errors)

        let written = try run(["results.json", "--results", "RESULTS.md"])
        XCTAssertEqual(written.status, 0, written.errors)
        XCTAssertEqual(written.output, "")
        let text = try read("RESULTS.md")
        XCTAssertTrue(text.contains("| last 30 days | 10,000 | 2 µs |"), text)
        XCTAssertTrue(text.contains("srcset=\"pages-dark.svg\""), text)
        XCTAssertTrue(try read("pages-light.svg").hasPrefix("<svg "))
        XCTAssertEqual(try run(["results.json", "--results", "RESULTS.md", "--check"]).status, 0)
        // The document is in another folder than the charts.
        let path = folder.deletingLastPathComponent().path + "/\(folder.lastPathComponent).md"
        defer { try? FileManager.default.removeItem(atPath: path) }
        XCTAssertEqual(try run(["results.json", "--results", path]).status, 0)
        XCTAssertTrue(
            try String(contentsOfFile: path, encoding: .utf8)
                .contains("srcset=\"\(folder.lastPathComponent)/pages-dark.svg\""))

        try write(try read("pages-dark.svg").replacingOccurrences(of: "2 µs", with: "1 µs"), "pages-dark.svg")
        let stale = try run(["results.json", "--results", "RESULTS.md", "--check"])
        XCTAssertEqual(stale.status, 1)
        XCTAssertTrue(stale.errors.contains("'pages-dark.svg' has other figures"), stale.errors)
        XCTAssertTrue(stale.errors.contains("report results.json --results RESULTS.md"), stale.errors)
    }

    func testWhatCannotBeReadIsNamed() throws {
        try write("{}", "bad.json")
        try write("no comments\n", "plain.md")
        let cases: [(arguments: [String], status: Int32, text: String)] = [
            (["missing.json"], 66, "'missing.json' does not exist"),
            (["bad.json"], 65, "'bad.json' is no report"),
            (["results.json", "--readme", "missing.md"], 66, "'missing.md' does not exist"),
            (["results.json", "--readme", "plain.md"], 65, "'plain.md' cannot take figures"),
            (["results.json", "--readme", "plain.md", "--check"], 65, "'plain.md' cannot take figures"),
            (["results.json", "--check"], 64, "--check needs --readme or --results"),
            (
                ["results.json", "--check", "--readme", "plain.md", "--html", "a.html"], 64,
                "leave out --html"
            ),
            (["results.json", "--html", "no/such/folder.html"], 64, "cannot be written"),
            (["results.json", "--results", "no/such/folder.md"], 64, "cannot be written"),
            ([], 64, "Missing expected argument"),
        ]
        for (arguments, status, text) in cases {
            let result = try run(arguments)
            XCTAssertEqual(result.status, status, "\(arguments)")
            XCTAssertTrue(result.errors.contains(text), "\(arguments): \(result.errors)")
            XCTAssertEqual(result.output, "", "\(arguments)")
        }
    }
}
