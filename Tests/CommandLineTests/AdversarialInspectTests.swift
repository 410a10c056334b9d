import CompassTestSupport
import Foundation
import XCTest

/// The bad rows and documents of `Datasets/adversarial`, through the executable.
final class AdversarialInspectTests: CommandLineTestCase {
    /// A process for each of all cases takes too long for every run.
    private static let stride = 4

    func testInspectReportsWhatTheCasesExpect() throws {
        let cases = try AdversarialCase.all()
        let sampled = cases.count / Self.stride
        let wanted = ProcessInfo.processInfo.environment["COMPASS_TEST_ITERATIONS"].flatMap { Int($0) }
        for (index, one) in cases.enumerated()
        where index % Self.stride == 0 || wanted ?? 0 > sampled {
            let folder = try CommandLineRun.temporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent("\(one.expected.table).\(one.expected.format)")
            try FileManager.default.copyItem(at: one.document, to: file)
            try expectReport(
                try CommandLineRun.run(["inspect", file.path, "--format", "json"]), one.name, one.expected)
        }
    }

    private func expectReport(_ run: CommandLineRun, _ name: String, _ expected: AdversarialCase.Expected)
        throws
    {
        let answer = try XCTUnwrap(
            try JSONSerialization.jsonObject(with: run.output) as? [String: Any], "\(name): \(run.errors)")
        let tables = try XCTUnwrap(answer["tables"] as? [[String: Any]])
        let failures = try XCTUnwrap(answer["failures"] as? [[String: Any]])
        if expected.result == "malformed" {
            XCTAssertEqual(run.status, 65, name)
            XCTAssertEqual(tables.count, 0, name)
            let failure = try XCTUnwrap(failures.first, name)
            XCTAssertEqual(
                ["line", "column", "byteOffset"].map { failure[$0] as? Int },
                [expected.line, expected.column, expected.byteOffset], name)
            assert(failure["reason"], contains: expected.reasonContains, name)
            return
        }
        XCTAssertEqual(run.status, 0, "\(name): \(run.errors)")
        XCTAssertEqual(failures.count, 0, name)
        let table = try XCTUnwrap(tables.first, name)
        XCTAssertEqual(
            ["rows", "loaded", "skipped", "replaced", "warnings"].map { table[$0] as? Int },
            [expected.rows, expected.loaded, expected.skipped, expected.replaced, expected.warnings], name)
        let replacements = try XCTUnwrap(table["replacements"] as? [[String: Any]])
        let expectedReplacements = expected.replacements ?? []
        XCTAssertEqual(
            replacements.map { row in ["row", "byteOffset", "byRow"].map { row[$0] as? Int } },
            expectedReplacements.map { [$0.row, $0.byteOffset, $0.byRow] }, name)
        XCTAssertEqual(
            replacements.map { row in ["id", "rule"].map { row[$0] as? String } },
            expectedReplacements.map { [$0.id, $0.rule] }, name)
        let problems = try XCTUnwrap(table["problems"] as? [[String: Any]])
        let expectedProblems = expected.problems ?? []
        XCTAssertEqual(problems.count, expectedProblems.count, name)
        for (problem, expected) in zip(problems, expectedProblems) {
            XCTAssertEqual(
                ["row", "byteOffset"].map { problem[$0] as? Int }, [expected.row, expected.byteOffset], name)
            XCTAssertEqual(
                ["field", "severity"].map { problem[$0] as? String }, [expected.field, expected.severity],
                name)
            assert(problem["reason"], contains: expected.reasonContains, name)
        }
    }

    private func assert(_ reason: Any?, contains expected: String?, _ name: String) {
        guard let expected else { return }
        let text = (reason as? String)?.lowercased() ?? ""
        XCTAssertTrue(text.contains(expected.lowercased()), "\(name): \(text)")
    }
}
