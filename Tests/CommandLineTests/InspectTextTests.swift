import CompassKernel
import CompassProgram
import XCTest

@testable import compass

final class InspectTextTests: CommandLineTestCase {
    private func problem(
        _ row: Int, _ reason: String, field: String? = "platform",
        severity: IngestProblem.Severity = .error
    ) -> IngestProblem {
        IngestProblem(row: row, byteOffset: row * 10, field: field, reason: reason, severity: severity)
    }

    private func groups(_ problems: [IngestProblem]) -> [String] {
        ProblemGroup.all(of: problems).map { $0.description(times: "×") }
    }

    func testLikeProblemsAreOneGroup() {
        XCTAssertEqual(
            groups((1...400).map { problem($0, "is missing") }),
            ["400 × platform: is missing, first in row 1, byte 10"])
        XCTAssertEqual(
            groups([
                problem(1, "is missing"), problem(2, "is null"), problem(3, "is null"),
                problem(4, "is null", severity: .warning), problem(5, "is null", field: "id"),
                problem(6, "the element is not an object", field: nil),
                problem(7, "the element is not an object", field: nil),
            ]),
            [
                "2 × platform: is null, first in row 2, byte 20",
                "2 × the element is not an object, first in row 6, byte 60",
                "row 1 (byte 10): platform: is missing", "row 4 (byte 40): platform: is null",
                "row 5 (byte 50): id: is null",
            ])
        XCTAssertEqual(groups([]), [])
    }

    func testQuotedTextsMakeNoGroups() {
        XCTAssertEqual(
            groups([
                problem(1, #"unknown value "vi"ne"; known are twitter, instagram"#),
                problem(2, #"unknown value "x"; known are twitter, instagram"#),
            ]),
            [
                #"2 × platform: unknown value; known are twitter, instagram, first in row 1, byte 10: "vi"ne""#
            ])
        XCTAssertEqual(
            groups([problem(1, #"unknown value "x""#), problem(2, #"unknown value "x""#)]),
            [#"2 × platform: unknown value "x", first in row 1, byte 10"#])
    }

    private let rows = (1...150).map { #"{"id":\#($0)}"# }.joined(separator: ",")

    func testProblemsAreGroupedUnlessEachIsWanted() throws {
        let folder = try folder(["social_media_posts.json": "[\(rows),{}]"])
        let grouped = try CommandLineRun.run(["inspect", folder.path]).text
        XCTAssertTrue(
            grouped.contains("\n  skipped   150 × platform: is missing, first in row 1, byte 1\n"), grouped)
        XCTAssertTrue(grouped.contains("\n  skipped   row 151 (byte 1543): id: is missing\n"), grouped)
        XCTAssertTrue(grouped.contains("\n  '--verbose' lists each of them\n"), grouped)
        let one = try CommandLineRun.run(["inspect", folder.path, "--max-problems", "1"]).text
        XCTAssertTrue(one.contains("150 × platform"), one)
        XCTAssertTrue(one.contains("and 1 more kind of problems; '--max-problems' lists more"), one)
        let verbose = try CommandLineRun.run(["inspect", folder.path, "--verbose"]).text
        XCTAssertEqual(verbose.components(separatedBy: "platform: is missing").count - 1, 100)
        XCTAssertTrue(verbose.contains("and 51 more; '--max-problems' lists more of them"), verbose)
        for format in ["json", "csv"] {
            let run = try CommandLineRun.run(["inspect", folder.path, "--verbose", "--format", format])
            XCTAssertEqual(run.status, 64)
            XCTAssertTrue(
                run.errors.contains("'--verbose' is accepted only with '--format text'"), run.errors)
        }
    }

    private func inspection(_ replacements: [IngestReplacement], replaced: Int) -> Inspection {
        Inspection(
            table: .socialMediaPosts, source: "posts.json", byteCount: 0, nanos: 1,
            result: .success(
                IngestReport(
                    table: "social_media_posts", rows: 9, loaded: 1, replaced: replaced,
                    replacements: replacements)))
    }

    private func replacedLines(
        _ replacements: [IngestReplacement], replaced: Int, isVerbose: Bool, limit: Int = 100
    ) -> [String] {
        let style = TerminalStyle(hasColors: false, isUnicode: true, width: 120)
        let text = InspectionResult(inspections: [inspection(replacements, replaced: replaced)]).text(
            style, isVerbose: isVerbose, limit: limit)
        return text.components(separatedBy: "\n").drop { $0 != "posts.json" }.dropFirst().filter {
            !$0.isEmpty
        }
    }

    func testReplacedRowsAreListed() {
        let rows = [
            IngestReplacement(row: 1, byteOffset: 1, id: "a", rule: .id, byRow: 4),
            IngestReplacement(row: 2, byteOffset: 20, id: "b", rule: .postURL, byRow: 5),
            IngestReplacement(row: 4, byteOffset: 60, id: "a", rule: .id, byRow: 8),
        ]
        XCTAssertEqual(
            replacedLines(rows, replaced: 5, isVerbose: true),
            [
                "  replaced  row 1 (byte 1): id a, by row 4 with the same id",
                "  replaced  row 2 (byte 20): id b, by row 5 with the same post_url",
                "  replaced  row 4 (byte 60): id a, by row 8 with the same id",
                "  and 2 more rows were replaced by later rows of the same key",
            ])
        XCTAssertEqual(
            replacedLines(rows, replaced: 3, isVerbose: false),
            [
                "  replaced  2 × by a later row with the same id, first in row 1, byte 1: id a, by row 4",
                "  replaced  row 2 (byte 20): id b, by row 5 with the same post_url",
                "  '--verbose' lists each of them",
            ])
        XCTAssertEqual(
            replacedLines(rows, replaced: 3, isVerbose: true, limit: 0),
            ["  3 rows were replaced by later rows of the same key"])
        XCTAssertEqual(
            replacedLines([], replaced: 1, isVerbose: false),
            ["  1 row was replaced by later rows of the same key"])
    }

    func testReplacedRowsAreABlockOfCSV() {
        let row = IngestReplacement(row: 2, byteOffset: 20, id: "b", rule: .postURL, byRow: 5)
        let text = String(
            decoding: InspectionResult(inspections: [inspection([row], replaced: 1)]).csv(
                byteOrderMark: false, section: .replacements, escapesFormulas: true), as: UTF8.self)
        XCTAssertTrue(
            text.contains(
                "table,row,byteOffset,id,rule,byRow\r\nsocial_media_posts,2,20,b,post_url,5\r\n"), text)
    }
}
