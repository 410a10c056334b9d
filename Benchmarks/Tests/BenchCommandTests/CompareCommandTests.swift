import Foundation
import XCTest

@testable import BenchmarkHarness

/// Runs the program as a user does.
final class CompareCommandTests: XCTestCase {
    private var folder = URL(fileURLWithPath: "/")

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("compare-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
        try BenchProgram.run(arguments, in: folder)
    }

    private func writeReport(_ name: String, median: Double) throws {
        var report = BenchmarkReport(
            environment: MachineEnvironment(
                cpu: "Processor", cores: 2, os: "Linux", compiler: "Swift", commit: "0", date: "2026",
                command: "run"))
        report.workloads = [
            WorkloadResult(
                name: "social.page.30d", rows: 10_000,
                kernel: Measurement(nanoseconds: SampleStatistics([Double](repeating: median, count: 50))))
        ]
        try JSONEncoder().encode(report).write(to: folder.appendingPathComponent(name))
    }

    private func writeProgram(_ name: String, _ script: String) throws {
        let url = folder.appendingPathComponent(name)
        try Data(("#!/bin/sh\n" + script + "\n").utf8).write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    }

    func testWorseFailsOnlyWhenAskedFor() throws {
        try writeReport("old.json", median: 1_000)
        try writeReport("new.json", median: 1_200)
        XCTAssertEqual(try run(["compare", "old.json", "new.json"]).status, 0)
        let strict = try run(["compare", "old.json", "new.json", "--fail-on-worse"])
        XCTAssertEqual(strict.status, 1)
        XCTAssertTrue(strict.output.contains("something is WORSE"), strict.output)
        XCTAssertEqual(try run(["compare", "new.json", "old.json", "--fail-on-worse"]).status, 0)
        XCTAssertEqual(try run(["compare", "old.json", "old.json", "--fail-on-worse"]).status, 0)
    }

    func testTheComparisonIsWrittenAsJSONAndMarkdown() throws {
        try writeReport("old.json", median: 1_000)
        let result = try run(["compare", "old.json", "old.json", "--json", "c.json", "--markdown", "c.md"])
        XCTAssertEqual(result.status, 0)
        let json = try JSONSerialization.jsonObject(
            with: Data(contentsOf: folder.appendingPathComponent("c.json")))
        XCTAssertEqual((json as? [String: Any])?["isAnythingWorse"] as? Bool, false)
        let markdown = try String(contentsOf: folder.appendingPathComponent("c.md"), encoding: .utf8)
        XCTAssertTrue(markdown.contains("| social.page.30d | 10,000 |"), markdown)
    }

    func testInputsThatAreMissingOrUnreadableEndWithTheirStatus() throws {
        try writeReport("old.json", median: 1_000)
        try Data("{\"schemaVersion\": 9}".utf8).write(to: folder.appendingPathComponent("later.json"))
        try Data("no json".utf8).write(to: folder.appendingPathComponent("text.json"))
        let cases: [(arguments: [String], status: Int32, says: String)] = [
            (["compare", "old.json", "none.json"], 66, "'none.json' does not exist"),
            (["compare", "later.json", "old.json"], 65, "schema version is 9"),
            (["compare", "old.json", "text.json"], 65, "'text.json'"),
            (["compare", "old.json"], 64, "Missing expected argument"),
            (["compare", "old.json", "old.json", "--pairs", "3"], 64, "--pairs needs --builds"),
            (["compare", "old.json", "old.json", "--filter", "("], 64, "no regular expression"),
            (["compare", "old.json", "old.json", "--filter", "none"], 64, "nothing to compare"),
            (["compare", "old.json", "old.json", "--json", "no/such/folder.json"], 64, "cannot be written"),
            (["compare", "--builds", "none", "none"], 66, "'none' does not exist"),
            (["compare", "--builds", "old.json", "old.json"], 65, "no program"),
            (["compare", "--builds", "old.json", "old.json", "--pairs", "0"], 64, "--pairs is 0"),
        ]
        for (arguments, status, says) in cases {
            let result = try run(arguments)
            XCTAssertEqual(result.status, status, "\(arguments): \(result.errors)")
            XCTAssertTrue(result.errors.contains(says), "\(arguments): \(result.errors)")
        }
    }

    func testAProgramThatCannotSampleIsNamed() throws {
        try writeProgram("older", "echo \"Error: Unexpected argument 'sample'\" >&2; exit 64")
        try writeProgram("other", "echo hello; cat")
        try writeProgram(
            "later", "echo '{\"greeting\":{\"_0\":{\"protocolVersion\":2,\"rows\":1,\"cases\":[]}}}'; cat")
        for name in ["older", "other"] {
            let result = try run(["compare", "--builds", name, name, "--filter", "social.page.7d"])
            XCTAssertEqual(result.status, 65, result.errors)
            XCTAssertTrue(
                result.errors.contains("'\(name)' does not know the subcommand sample"), result.errors)
        }
        let later = try run(["compare", "--builds", "later", "later", "--filter", "social.page.7d"])
        XCTAssertEqual(later.status, 65)
        XCTAssertTrue(later.errors.contains("in another form"), later.errors)
    }

    func testAQuestionThatABuildDoesNotKnowIsListed() throws {
        try writeProgram("small", "echo '{\"unknownQuestion\":{\"_0\":\"social.page.7d\"}}'")
        let result = try run(["compare", "--builds", "small", "small", "--filter", "social.page.7d"])
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.output.contains("'small' has no workload social.page.7d"), result.output)
    }

    func testABuildThatEndsMeanwhileIsNamed() throws {
        let greeting =
            "{\"greeting\":{\"_0\":{\"protocolVersion\":1,\"rows\":1,\"cases\":[{\"name\":\"\",\"callsPerBatch\":1,"
            + "\"batchNanoseconds\":5}]}}}"
        try writeProgram("ends", "echo '\(greeting)'; read line; exit 3")
        let result = try run(["compare", "--builds", "ends", "ends", "--filter", "social.page.7d"])
        XCTAssertEqual(result.status, 65, result.errors)
        XCTAssertTrue(result.errors.contains("ended with status 3 while it was measured"), result.errors)
    }

    func testAProcessorThatDoesNotExistIsAUsageError() throws {
        let result = try run(["run", "--cpu", "4095", "--sizes", "10k"])
        XCTAssertEqual(result.status, 64)
        XCTAssertTrue(result.errors.contains("--cpu: "), result.errors)
    }
}
