import XCTest

@testable import CompassKernel

final class DocumentTableTests: XCTestCase {
    func testEveryColumnIsRead() throws {
        let (table, report) = try DocumentTable.checked(
            #"""
            [{"id":"1","type":"highlight_video","created_at":"2026-02-03T10:00:00Z","title":"Spring",
              "school_id":"s"},
             {"id":"2","type":"","created_at":"1969-12-31 23:59:59.5+00","title":null}]
            """#)
        XCTAssertEqual(report.table, "documents")
        XCTAssertEqual([report.loaded, report.warnings], [2, 0])
        XCTAssertEqual(
            table.rows,
            [
                Document(
                    id: "1", type: "highlight_video", time: try Timestamp(parsing: "2026-02-03T10:00:00Z"),
                    title: "Spring", schoolID: "s"),
                Document(id: "2", type: "", time: Timestamp(micros: -500_000)),
            ])
    }

    func testATypeAndATimeAreNeeded() throws {
        let time = #""created_at":"2026-02-03T10:00Z""#
        XCTAssertEqual(try DocumentTable.problems(#"\#(time)"#), ["skipped type: is missing"])
        XCTAssertEqual(try DocumentTable.problems(#""type":null"#), ["skipped type: is null"])
        XCTAssertEqual(try DocumentTable.problems(#""type":"resume""#), ["skipped created_at: is missing"])
        XCTAssertEqual(
            try DocumentTable.problems(#""type":"resume","created_at":"2026-02-03""#),
            ["skipped created_at: unreadable time \"2026-02-03\": a date without a time"])
        XCTAssertEqual(
            try DocumentTable.problems(#""type":"resume","created_at":"""#),
            ["skipped created_at: unreadable time \"\": the text is empty"])
    }
}
