import XCTest

@testable import CompassKernel

final class ProblemLogTests: XCTestCase {
    /// Returns the log of a chunk with problems in its rows 1, 2, …; rows 1, 4, … have errors.
    private func log(limit: Int, problems: Int, offset: Int = 0) -> ProblemLog {
        var log = ProblemLog(limit: limit, fieldNames: ["a", "b"])
        for number in 0..<problems {
            log.rowNumber = number + 1
            log.rowByteOffset = offset + 10 * number
            if number % 3 == 0 {
                log.skip(field: number % 2 == 0 ? nil : 1, "problem \(number)")
            } else {
                log.warn(field: 0, "problem \(number)")
            }
        }
        return log
    }

    func testAllAreCountedAndTheFirstOnesKept() {
        for limit in [-1, 0, 1, 2, 5, 100] {
            for problems in [0, 1, 2, 3, 6, 10] {
                let log = log(limit: limit, problems: problems)
                XCTAssertEqual(log.skipped, (problems + 2) / 3)
                XCTAssertEqual(log.warnings, problems - (problems + 2) / 3)
                XCTAssertEqual(log.problems.count, max(0, min(limit, problems)))
                XCTAssertEqual(log.problems.map(\.row), Array((1...100).prefix(log.problems.count)))
            }
        }
    }

    func testProblemsNameRowFieldReasonAndSeverity() {
        let problems = log(limit: 9, problems: 4, offset: 7).problems
        XCTAssertEqual(problems.map(\.byteOffset), [7, 17, 27, 37])
        XCTAssertEqual(problems.map(\.field), [nil, "a", "a", "b"])
        XCTAssertEqual(problems.map(\.severity), [.error, .warning, .warning, .error])
        XCTAssertEqual(problems[0].description, "row 1 (byte 7): problem 0")
        XCTAssertEqual(problems[3].description, "row 4 (byte 37): b: problem 3")
    }

    func testReasonsOfProblemsThatAreNotKeptAreNotMade() {
        var log = ProblemLog(limit: 1, fieldNames: ["a"])
        var made = 0
        func reason() -> String {
            made += 1
            return "reason"
        }
        for _ in 0..<5 { log.warn(field: 0, reason()) }
        XCTAssertEqual(made, 1)
    }

    func testJoiningRenumbersAndKeepsToTheLimit() {
        for limit in [0, 1, 4, 5, 6, 20] {
            var joined = log(limit: limit, problems: 4)
            joined.append(log(limit: limit, problems: 3, offset: 1000), rowsBefore: 50)
            XCTAssertEqual(joined.skipped, 2 + 1)
            XCTAssertEqual(joined.warnings, 2 + 2)
            XCTAssertEqual(joined.problems.map(\.row), Array([1, 2, 3, 4, 51, 52, 53].prefix(limit)))
            XCTAssertEqual(
                joined.problems.map(\.byteOffset), Array([0, 10, 20, 30, 1000, 1010, 1020].prefix(limit)))
        }
    }

    func testReportAddsUp() {
        let report = log(limit: 2, problems: 6).report(table: "t", rows: 20, loaded: 15)
        XCTAssertEqual(report.table, "t")
        XCTAssertEqual([report.rows, report.loaded, report.skipped, report.replaced], [20, 15, 2, 3])
        XCTAssertEqual(report.warnings, 4)
        XCTAssertEqual(report.problems.count, 2)
    }

    func testReportsKeepTheLimitOfTheOptions() {
        let text = "[" + (0..<150).map { "{\"id\":\"\($0)\"}" }.joined(separator: ",") + "]"
        for (limit, kept) in [(100, 100), (0, 0), (-5, 0), (150, 150), (1000, 150)] {
            let report = PostLoad(text, options: LoadOptions(maxProblems: limit)).report
            XCTAssertEqual(report?.skipped, 150)
            XCTAssertEqual(report?.problems.count, kept)
        }
        XCTAssertEqual(LoadOptions().maxProblems, 100)
    }

    private func quoted(_ text: String, hasEscapes: Bool = false) -> String {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer {
            ProblemReason.quoted(
                FieldSlot(start: $0.baseAddress!, count: $0.count, kind: .string, hasEscapes: hasEscapes))
        }
    }

    func testOffendingTextIsCutAtFortyScalars() {
        for letter in ["x", "é", "€", "🏈"] {
            for count in [1, 39, 40] {
                let text = String(repeating: letter, count: count)
                XCTAssertEqual(quoted(text), "\"\(text)\"")
            }
            for count in [41, 42, 500] {
                let shown = String(repeating: letter, count: 40)
                XCTAssertEqual(quoted(String(repeating: letter, count: count)), "\"\(shown)…\"")
            }
        }
    }

    func testOffendingTextStaysOnOneLine() {
        XCTAssertFalse(quoted(#"a\nb\u0000c\u007f"#, hasEscapes: true).contains { $0.isNewline })
        XCTAssertEqual(quoted(#"caf\u00e9"#, hasEscapes: true), "\"café\"")
    }
}
