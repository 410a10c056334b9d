import XCTest

@testable import CompassKernel

final class EventTableTests: XCTestCase {
    func testEveryColumnIsRead() throws {
        let (table, report) = try EventTable.checked(
            #"""
            [{"id":"1","type":"camp","name":"Summer","start_date":"2026-06-01","end_date":"2026-06-03",
              "school_id":"s","location":{"city":"Ohio"}},
             {"id":"2","type":null,"name":"","start_date":"2026-06-01T09:00:00-04:00","end_date":null},
             {"id":"3","type":"","name":"n","start_date":"2026-06-01","end_date":"2026-06-01T09:00Z",
              "school_id":""}]
            """#)
        XCTAssertEqual(report.table, "events")
        XCTAssertEqual([report.loaded, report.warnings], [3, 0])
        XCTAssertEqual(
            table.rows,
            [
                Event(
                    id: "1", type: "camp", name: "Summer", start: try DayOrInstant("2026-06-01"),
                    end: try DayOrInstant("2026-06-03"), schoolID: "s"),
                Event(id: "2", name: "", start: try DayOrInstant("2026-06-01T13:00Z")),
                Event(
                    id: "3", type: "", name: "n", start: try DayOrInstant("2026-06-01"),
                    end: try DayOrInstant("2026-06-01T09:00Z")),
            ])
    }

    func testANameAndAReadableStartAreNeeded() throws {
        let start = #""start_date":"2026-06-01""#
        XCTAssertEqual(try EventTable.problems(start), ["skipped name: is missing"])
        XCTAssertEqual(try EventTable.problems(#""name":null,\#(start)"#), ["skipped name: is null"])
        XCTAssertEqual(
            try EventTable.problems(#""name":7,\#(start)"#), ["skipped name: expected a text, found a number"]
        )
        XCTAssertEqual(try EventTable.problems(#""name":"","start_date":"2026-06-01""#), [])
        XCTAssertEqual(try EventTable.problems(#""name":"n""#), ["skipped start_date: is missing"])
        XCTAssertEqual(
            try EventTable.problems(#""name":"n","start_date":null"#), ["skipped start_date: is null"])
        XCTAssertEqual(
            try EventTable.problems(#""name":"n","start_date":1767225600"#),
            ["skipped start_date: expected a day or a time, found a number"])
        for (text, reason) in [
            ("", "the text is empty"), ("2026-02-30", "the month does not have this day"),
            ("2026-02-03T10", "not of the form YYYY-MM-DDTHH:MM:SS+HH:MM"),
            ("2026-02-03 ", "white space after the value"),
            ("2026-13-03", "the month is not 01 to 12"), ("infinity", "infinity is not an instant"),
            ("0044-03-15 BC", "years BC are not supported"),
        ] {
            XCTAssertEqual(
                try EventTable.problems(#""name":"n","start_date":"\#(text)""#),
                ["skipped start_date: unreadable time \"\(text)\": \(reason)"])
        }
    }

    func testAnEndThatIsThereMustBeReadable() throws {
        let needed = #""name":"n","start_date":"2026-06-01""#
        XCTAssertEqual(try EventTable.problems(#"\#(needed),"end_date":null"#), [])
        XCTAssertEqual(
            try EventTable.problems(#"\#(needed),"end_date":"soon","type":1"#),
            [
                "skipped end_date: unreadable time \"soon\": "
                    + "not of the form YYYY-MM-DDTHH:MM:SS+HH:MM"
            ])
        XCTAssertEqual(
            try EventTable.problems(#"\#(needed),"end_date":"""#),
            ["skipped end_date: unreadable time \"\": the text is empty"])
        XCTAssertEqual(
            try EventTable.problems(#"\#(needed),"end_date":false"#),
            ["skipped end_date: expected a day or a time, found a boolean"])
    }

    func testAnEndBeforeTheStartIsLoaded() throws {
        let (table, report) = try EventTable.checked(
            #"[{"id":"1","name":"n","start_date":"2026-06-02","end_date":"2026-06-01"}]"#)
        XCTAssertEqual([report.loaded, report.skipped, report.warnings], [1, 0, 0])
        XCTAssertEqual(table[0].end, try DayOrInstant("2026-06-01"))
    }

    func testWrongTypesInOptionalColumnsWarnAndAreNull() throws {
        let needed = #""name":"n","start_date":"2026-06-01""#
        XCTAssertEqual(
            try EventTable.problems(#"\#(needed),"school_id":{},"type":7"#),
            [
                "warning type: expected a text, found a number",
                "warning school_id: expected an id, found an object",
            ])
    }

    func testDatesWithEscapesAreRead() throws {
        let (table, _) = try EventTable.checked(
            #"[{"id":"1","name":"n","start_date":"2026\u002d06-01","end_date":"\u0032026-06-01T10:00Z"}]"#)
        XCTAssertEqual(table[0].start, try DayOrInstant("2026-06-01"))
        XCTAssertEqual(table[0].end, try DayOrInstant("2026-06-01T10:00Z"))
    }
}
