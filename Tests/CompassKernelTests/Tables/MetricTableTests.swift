import XCTest

@testable import CompassKernel

final class MetricTableTests: XCTestCase {
    func testEveryColumnIsRead() throws {
        let (table, report) = try MetricTable.checked(
            #"""
            [{"id":"1","metric_type":"velocity","value":79.78,"unit":"mph","recorded_date":"2026-02-28",
              "created_at":"2026-03-01T12:00:00Z"},
             {"id":"2","metric_type":"","value":"12.5","recorded_date":"2026-02-28T10:00Z","unit":""},
             {"id":"3","metric_type":"velocity","recorded_date":"","created_at":"2026-03-01T12:00:00Z"}]
            """#)
        XCTAssertEqual(report.table, "performance_metrics")
        XCTAssertEqual([report.loaded, report.warnings], [3, 0])
        XCTAssertEqual(
            table.rows,
            [
                PerformanceMetric(
                    id: "1", type: "velocity", time: try DayOrInstant("2026-02-28"), value: 79.78,
                    unit: "mph"),
                PerformanceMetric(
                    id: "2", type: "", time: try DayOrInstant("2026-02-28T10:00Z"), value: 12.5, unit: ""),
                PerformanceMetric(
                    id: "3", type: "velocity", time: try DayOrInstant("2026-03-01T12:00:00Z")),
            ])
    }

    func testATypeAndATimeAreNeeded() throws {
        XCTAssertEqual(
            try MetricTable.problems(#""recorded_date":"2026-02-28""#), ["skipped metric_type: is missing"])
        XCTAssertEqual(
            try MetricTable.problems(#""metric_type":"v""#), ["skipped created_at: is missing"])
        XCTAssertEqual(
            try MetricTable.problems(
                #""metric_type":"v","recorded_date":"2026-02-30","created_at":"2026-03-01T12:00Z""#),
            ["skipped recorded_date: unreadable time \"2026-02-30\": the month does not have this day"])
    }

    private let rest = #""metric_type":"v","recorded_date":"2026-02-28","value""#

    func testUnreadableNumbersWarnAndAreNull() throws {
        for text in ["NaN", "Infinity", "-Infinity", "", " 1", "1 ", "+1", "1.", ".5", "01", "0x10", "1,5"] {
            XCTAssertEqual(
                try MetricTable.problems(#"\#(rest):"\#(text)""#),
                ["warning value: unreadable number \"\(text)\""])
        }
        XCTAssertEqual(
            try MetricTable.problems(#"\#(rest):[1]"#), ["warning value: expected a number, found an array"])
        let (table, _) = try MetricTable.checked(#"[{"id":"1",\#(rest):"NaN"}]"#)
        XCTAssertEqual(table.rows.map(\.value), [nil])
    }

    func testNumbersThatAreTooLargeWarnAndAreNull() throws {
        for value in ["1e400", #""-1e400""#, "1e99999999999"] {
            XCTAssertEqual(
                try MetricTable.problems("\(rest):\(value)"),
                ["warning value: too large a number: \(value)"])
            let (table, _) = try MetricTable.checked(#"[{"id":"1",\#(rest):\#(value)}]"#)
            XCTAssertEqual(table.rows.map(\.value), [nil])
        }
        // The digits of a long number are truncated like those of a text.
        let long = String(repeating: "9", count: 400)
        XCTAssertEqual(
            try MetricTable.problems("\(rest):\(long)"),
            ["warning value: too large a number: \(long.prefix(40))…"])
    }

    func testNumbersInTheirManyForms() throws {
        let forms: [(String, Double)] = [
            ("0", 0), ("-0", 0), ("-0.0e5", 0), ("12.5", 12.5), (#""12.50""#, 12.5), ("-1e3", -1000),
            ("1E+2", 100), ("0.1", 0.1), ("1e-7", 1e-7), ("9007199254740993", 9_007_199_254_740_992),
            ("9007199254740991.5", 9_007_199_254_740_992), ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("0e99999999999", 0),
            (#""\u0031.5""#, 1.5),
            ("123456789012345678901234567890", 123_456_789_012_345_678e12),
        ]
        for (form, value) in forms {
            let (table, report) = try MetricTable.checked(#"[{"id":"1",\#(rest):\#(form)}]"#)
            XCTAssertEqual(table.rows.map(\.value), [value], form)
            XCTAssertEqual(table.rows[0].value?.sign == .minus, value < 0, form)
            XCTAssertEqual(report.warnings, 0, form)
        }
    }

    func testRowsWithoutAFiniteNumberHaveNone() {
        let day = DayOrInstant.day(CivilDate(saturatingDays: 0))
        let values: [Double?] = [.nan, .infinity, -.infinity, nil, -0.0, 2.5]
        let table = MetricTable(
            values.enumerated().map { PerformanceMetric(id: "\($0)", type: "v", time: day, value: $1) })
        XCTAssertEqual(table.rows.map(\.value), [nil, nil, nil, nil, 0, 2.5])
        XCTAssertEqual(table.columns.checkInvariants(), [])
    }

    /// Skipped or replaced rows, and chunks of every size, leave each number in its own row.
    func testNumbersStayWithTheirRows() throws {
        var rows: [String] = []
        var wanted: [Double?] = []
        for row in 0..<150 {
            let value: Double? = row % 5 == 0 ? nil : row % 7 == 0 ? Double(row) + 0.25 : Double(row)
            let text = value.map { row % 7 == 0 ? "\"\($0)\"" : "\($0)" } ?? "null"
            // Rows from 100 on replace those before 50; every eleventh row is skipped.
            let isReplaced = row < 50 && (row + 100) % 11 != 0
            let id = row % 11 == 0 ? "null" : "\(row % 100)"
            rows.append(#"{"id":\#(id),\#(rest):\#(text)}"#)
            if row % 11 != 0, !isReplaced { wanted.append(value) }
        }
        let text = "[\(rows.joined(separator: ","))]"
        let (table, report) = try MetricTable.checked(text)
        XCTAssertEqual(report.skipped, 14)
        XCTAssertEqual(table.rows.map(\.value), wanted)
        for size in [1, 60, 500, 3_000] {
            for threads in [2, 3, 7] {
                let inPieces = try MetricTable.checked(text, options: pieces(of: size, threads: threads))
                XCTAssertEqual(inPieces.table.rows, table.rows, "\(size), \(threads)")
                XCTAssertEqual(inPieces.report, report, "\(size), \(threads)")
            }
        }
    }
}
