import XCTest

@testable import CompassKernel

final class StatusChangeTableTests: XCTestCase {
    func testEveryColumnIsRead() throws {
        let (table, report) = try StatusChangeTable.checked(
            #"""
            [{"id":"1","new_status":"contacted","previous_status":"interested","school_id":"s","notes":"n",
              "changed_at":"2026-02-03 10:00:00+00"},
             {"id":"2","new_status":"","previous_status":"","changed_at":"2026-02-03T10:00Z","notes":null}]
            """#)
        XCTAssertEqual(report.table, "school_status_history")
        XCTAssertEqual([report.loaded, report.warnings], [2, 0])
        let time = try Timestamp(parsing: "2026-02-03T10:00Z")
        XCTAssertEqual(
            table.rows,
            [
                StatusChange(
                    id: "1", newStatus: "contacted", previousStatus: "interested", time: time, schoolID: "s",
                    notes: "n"),
                StatusChange(id: "2", newStatus: "", previousStatus: "", time: time),
            ])
    }

    func testANewStatusAndATimeAreNeeded() throws {
        let time = #""changed_at":"2026-02-03T10:00Z""#
        XCTAssertEqual(try StatusChangeTable.problems(time), ["skipped new_status: is missing"])
        XCTAssertEqual(
            try StatusChangeTable.problems(#""new_status":null,\#(time)"#), ["skipped new_status: is null"])
        XCTAssertEqual(
            try StatusChangeTable.problems(#""new_status":"x","created_at":"2026-02-03T10:00Z""#),
            ["skipped changed_at: is missing"])
        XCTAssertEqual(
            try StatusChangeTable.problems(#""new_status":"x","changed_at":"2026-02-03""#),
            ["skipped changed_at: unreadable time \"2026-02-03\": a date without a time"])
        XCTAssertEqual(
            try StatusChangeTable.problems(#""new_status":"x","changed_at":"""#),
            ["skipped changed_at: unreadable time \"\": the text is empty"])
    }

    func testWrongTypesInOptionalColumnsWarnInTheirOrder() throws {
        XCTAssertEqual(
            try StatusChangeTable.problems(
                #""notes":1,"previous_status":2,"school_id":true,"new_status":"x","#
                    + #""changed_at":"2026-02-03T10:00Z""#),
            [
                "warning school_id: expected an id, found a boolean",
                "warning previous_status: expected a text, found a number",
                "warning notes: expected a text, found a number",
            ])
    }
}
