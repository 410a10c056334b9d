import Foundation
import XCTest

/// The bad rows and documents of `Datasets/adversarial`, through the executable.
final class AdversarialInspectTests: CommandLineTestCase {
    private struct Expected: Decodable {
        struct Problem: Decodable {
            let row: Int
            let byteOffset: Int
            let field: String?
            let severity: String
            let reasonContains: String?
        }

        struct Replacement: Decodable {
            let row: Int
            let byteOffset: Int
            let id: String
            let rule: String
            let byRow: Int
        }

        let table: String
        let format: String
        let result: String
        let rows: Int?
        let loaded: Int?
        let skipped: Int?
        let replaced: Int?
        let warnings: Int?
        let replacements: [Replacement]?
        let problems: [Problem]?
        let byteOffset: Int?
        let line: Int?
        let column: Int?
        let reasonContains: String?
    }

    /// A process for each of all cases takes too long for every run.
    private static let stride = 4

    func testInspectReportsWhatTheCasesExpect() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let cases = root.appendingPathComponent("Datasets/adversarial")
        let suffix = ".expected.json"
        let names = try FileManager.default.contentsOfDirectory(atPath: cases.path)
            .filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
        XCTAssertGreaterThan(names.count, 200)
        let sampled = names.count / Self.stride
        let wanted = ProcessInfo.processInfo.environment["COMPASS_TEST_ITERATIONS"].flatMap { Int($0) }
        for (index, name) in names.enumerated()
        where index % Self.stride == 0 || wanted ?? 0 > sampled {
            let expected = try JSONDecoder().decode(
                Expected.self, from: try Data(contentsOf: cases.appendingPathComponent(name + suffix)))
            let folder = try CommandLineRun.temporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent("\(expected.table).\(expected.format)")
            try FileManager.default.copyItem(
                at: cases.appendingPathComponent("\(name).\(expected.format)"), to: file)
            try check(try CommandLineRun.run(["inspect", file.path, "--format", "json"]), name, expected)
        }
    }

    private func check(_ run: CommandLineRun, _ name: String, _ expected: Expected) throws {
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
