import XCTest

@testable import CompassBaseline

/// The results of reading the rows of `coaches`, `documents` and `performance_metrics`.
final class BaselineReportRowsTests: XCTestCase {
    private func bytes(_ rows: [String]) -> [UInt8] { Array("[\(rows.joined(separator: ","))]".utf8) }

    private func describe(_ report: BaselineIngestReport) -> [String] {
        report.problems.map { "\($0.row) \($0.severity) \($0.field ?? "row") \($0.reason)" }
    }

    func testCoachesNeedAnIDOnly() throws {
        let (table, report) = try BaselineLoader.coaches(
            bytes([
                """
                {"id":7,"school_id":8,"first_name":"F","last_name":"","role":"head","responsiveness_score":62.82,
                 "email":{}}
                """,
                #"{"id":"b","school_id":"","role":null,"responsiveness_score":null}"#, #"{"id":"c"}"#,
                #"{"id":"d","first_name":1,"role":[],"responsiveness_score":true}"#,
                #"{"id":"","school_id":"s"}"#, #"{"school_id":"s"}"#, #"{"id":null}"#, "7",
            ]))
        XCTAssertEqual(
            table.rows,
            [
                BaselineCoach(
                    id: "7", schoolID: "8", firstName: "F", lastName: "", role: "head",
                    responsivenessScore: 62.82),
                BaselineCoach(id: "b"), BaselineCoach(id: "c"), BaselineCoach(id: "d"),
            ])
        XCTAssertEqual(
            describe(report),
            [
                "4 warning first_name wrongType", "4 warning role wrongType",
                "4 warning responsiveness_score wrongType", "5 error id emptyText", "6 error id missing",
                "7 error id null", "8 error row notAnObject",
            ])
        XCTAssertEqual(report.table, "coaches")
    }

    func testDocumentsNeedATypeAndATime() throws {
        let (table, report) = try BaselineLoader.documents(
            bytes([
                """
                {"id":"a","type":"resume","title":"T","created_at":"1970-01-01T00:00:01Z","school_id":"s"}
                """,
                #"{"id":"b","type":"","title":"","created_at":"1970-01-01 00:00:02"}"#,
                #"{"id":"c","title":3,"created_at":"1970-01-01T00:00:01Z"}"#,
                #"{"id":"d","type":"resume","created_at":"1970-01-01"}"#,
                #"{"id":"e","type":"resume","created_at":""}"#,
            ]))
        XCTAssertEqual(
            table.rows,
            [
                BaselineDocument(id: "a", type: "resume", time: 1_000_000, title: "T", schoolID: "s"),
                BaselineDocument(id: "b", type: "", time: 2_000_000, title: ""),
            ])
        XCTAssertEqual(
            describe(report),
            ["3 error type missing", "4 error created_at badTimestamp", "5 error created_at badTimestamp"])
        XCTAssertEqual(report.table, "documents")
    }

    func testMetricsHaveADayOrAnInstantElseTheTimeOfTheirRecord() throws {
        let (table, report) = try BaselineLoader.metrics(
            bytes([
                """
                {"id":"a","metric_type":"velocity","recorded_date":"1970-01-03","created_at":1,"value":79.78,
                 "unit":"mph"}
                """,
                #"{"id":"b","metric_type":"","recorded_date":"1970-01-01T00:00:01Z","value":null,"unit":null}"#,
                #"{"id":"c","metric_type":"x","recorded_date":"","created_at":"1970-01-01T00:00:02Z"}"#,
                #"{"id":"d","metric_type":"x","created_at":"1970-01-03"}"#,
                #"{"id":"e","metric_type":"x","recorded_date":"1970-02-30","created_at":"1970-01-01T00:00:02Z"}"#,
                #"{"id":"f","recorded_date":"1970-02-30"}"#,
            ]))
        XCTAssertEqual(
            table.rows,
            [
                BaselineMetric(
                    id: "a", type: "velocity", time: .day(BaselineDay(daysSinceEpoch: 2)), value: 79.78,
                    unit: "mph"),
                BaselineMetric(id: "b", type: "", time: .instant(1_000_000)),
                BaselineMetric(id: "c", type: "x", time: .instant(2_000_000)),
            ])
        XCTAssertEqual(
            describe(report),
            [
                "4 error created_at badTimestamp", "5 error recorded_date badTimestamp",
                "6 error metric_type missing",
            ])
        XCTAssertEqual(report.table, "performance_metrics")
    }

    func testNumbersAreJSONsOrTextsOfSuch() throws {
        let numbers: [(String, Double)] = [
            ("0", 0), ("-0", 0), ("12.50", 12.5), ("1e3", 1000), ("1E+3", 1000), ("125e-1", 12.5),
            ("-7.25", -7.25), ("9007199254740993", 9_007_199_254_740_992),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1e-400", 0),
            ("5e-324", .leastNonzeroMagnitude),
        ]
        for (text, number) in numbers {
            for value in [text, "\"\(text)\""] {
                let (table, report) = try BaselineLoader.coaches(
                    bytes([#"{"id":"a","responsiveness_score":\#(value)}"#]))
                XCTAssertEqual(table.rows.map(\.responsivenessScore), [number], value)
                XCTAssertEqual(describe(report), [], value)
            }
        }
        let unreadable = [
            "1e400", #""1e400""#, #""-1e999""#, #""NaN""#, #""nan""#, #""Infinity""#, #""-Infinity""#,
            #""inf""#, #""""#, #"" ""#, #""1 ""#, #"" 1""#, #""+1""#, #"".5""#, #""5.""#, #""01""#,
            #""0x10""#,
            #""1,5""#, #""1_000""#, #""1e""#, #""1e+""#, #""--1""#, #""\uff11""#, #""1\u0301""#,
            #""1\u0000""#, #""twelve""#,
        ]
        for value in unreadable {
            let (table, report) = try BaselineLoader.coaches(
                bytes([#"{"id":"a","responsiveness_score":\#(value)}"#]))
            XCTAssertEqual(table.rows.map(\.responsivenessScore), [nil], value)
            XCTAssertEqual(describe(report), ["1 warning responsiveness_score badNumber"], value)
        }
    }
}
