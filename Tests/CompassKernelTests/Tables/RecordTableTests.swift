import XCTest

@testable import CompassKernel

/// What holds for every table that a schema describes; events stand for all of them where one does.
final class RecordTableTests: XCTestCase {
    private let noon = DayOrInstant.instant(Timestamp(micros: 43_200_000_000))

    private func event(_ id: String, name: String = "n", school: String? = nil) -> Event {
        Event(id: id, name: name, start: noon, schoolId: school)
    }

    func testTheLastRowOfAnIdStaysAtItsOwnPlace() throws {
        let (table, report) = try EventTable.load(
            json: #"""
                [{"id":"a","name":"1","start_date":"2026-01-01"},{"id":"b","name":"2","start_date":"2026-01-02"},
                 7,{"id":"a","name":"3","start_date":"2026-01-03","end_date":"2026-01-04"},{"id":"c"}]
                """#.utf8)
        XCTAssertEqual([report.rows, report.loaded, report.skipped, report.replaced], [5, 2, 2, 1])
        XCTAssertEqual(table.rows.map(\.name), ["2", "3"])
        XCTAssertEqual((0..<2).map(table.documentRow), [2, 4])
        XCTAssertEqual(table.columns.invariantViolations(), [])
    }

    func testIdsAreEqualByTheirBytes() {
        let table = EventTable([event("\u{e9}"), event("e\u{301}"), event("\u{e9}", name: "last")])
        XCTAssertEqual(table.rows.map(\.name), ["n", "last"])
        XCTAssertNotEqual(event("\u{e9}"), event("e\u{301}"))
        XCTAssertNotEqual(event("a", name: "\u{e9}"), event("a", name: "e\u{301}"))
        XCTAssertEqual(Set([event("a"), event("a"), event("a", school: "")]).count, 2)
    }

    func testTablesOfRowsGiveThemBack() {
        let rows = [event("1", school: "s"), event("2", school: ""), event(""), event("3")]
        let table = EventTable(rows)
        XCTAssertEqual(table.rows, [event("1", school: "s"), event("2"), event("3")])
        XCTAssertEqual((0..<3).map(table.documentRow), [1, 2, 4])
        XCTAssertEqual(table.columns.invariantViolations(), [])
        XCTAssertTrue(EventTable.empty.isEmpty)
        XCTAssertEqual(EventTable.empty.columns.invariantViolations(), [])
    }
}

extension RecordTable {
    /// All rows.
    var rows: [Record] { (0..<count).map { self[$0] } }
}
