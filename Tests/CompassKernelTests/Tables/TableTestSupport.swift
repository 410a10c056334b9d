import XCTest

@testable import CompassKernel

extension RecordTable {
    /// All rows.
    var rows: [Record] { (0..<count).map { self[$0] } }

    /// Loads rows and checks that the table keeps its invariants and that the report's counts add up.
    static func checked(
        _ text: String, options: LoadOptions = LoadOptions(), file: StaticString = #filePath,
        line: UInt = #line
    ) throws -> (table: RecordTable, report: IngestReport) {
        let (table, report) = try load(json: text.utf8, options: options)
        XCTAssertEqual(table.columns.checkInvariants(), [], file: file, line: line)
        XCTAssertEqual(report.loaded, table.count, file: file, line: line)
        XCTAssertEqual(
            report.rows - report.skipped - report.replaced, report.loaded, file: file, line: line)
        return (table, report)
    }

    /// Returns the problems of a row with an id and `members`: its warnings, or why it is skipped.
    static func problems(
        _ members: String, file: StaticString = #filePath, line: UInt = #line
    ) throws -> [String] {
        let (_, report) = try checked(#"[{"id":"1",\#(members)}]"#, file: file, line: line)
        return report.problems.map {
            "\($0.severity == .error ? "skipped" : "warning") \($0.field ?? ""): \($0.reason)"
        }
    }
}

extension DayOrInstant {
    /// Creates the day or the instant that a text represents.
    init(_ text: String) throws {
        if let day = try? CivilDate(parsing: text) {
            self = .day(day)
        } else {
            self = .instant(try Timestamp(parsing: text))
        }
    }
}
