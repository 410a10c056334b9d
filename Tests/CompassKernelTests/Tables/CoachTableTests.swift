import XCTest

@testable import CompassKernel

final class CoachTableTests: XCTestCase {
    func testEveryColumnIsRead() throws {
        let (table, report) = try CoachTable.checked(
            #"""
            [{"id":"1","school_id":"s","first_name":"Zoë","last_name":"Brown","role":"head",
              "responsiveness_score":62.5,"email":"z@example.edu"},
             {"id":2,"school_id":"","first_name":null,"last_name":"","role":"","responsiveness_score":null},
             {"id":"3","school_id":7,"responsiveness_score":"-0.25"}]
            """#)
        XCTAssertEqual(report.table, "coaches")
        XCTAssertEqual([report.loaded, report.warnings], [3, 0])
        XCTAssertEqual(
            table.rows,
            [
                Coach(
                    id: "1", schoolID: "s", firstName: "Zoë", lastName: "Brown", role: "head",
                    responsivenessScore: 62.5),
                Coach(id: "2", lastName: "", role: ""),
                Coach(id: "3", schoolID: "7", responsivenessScore: -0.25),
            ])
    }

    func testOnlyAnIDIsNeeded() throws {
        let (table, report) = try CoachTable.checked(#"[{},{"id":""},{"id":"1"}]"#)
        XCTAssertEqual(table.rows, [Coach(id: "1")])
        XCTAssertEqual(report.problems.map(\.reason), ["is missing", "is empty"])
    }

    func testValuesOfTheWrongTypeWarnAndAreNull() throws {
        XCTAssertEqual(
            try CoachTable.problems(
                #""school_id":{},"first_name":1,"last_name":true,"role":[],"responsiveness_score":false"#),
            [
                "warning school_id: expected an id, found an object",
                "warning first_name: expected a text, found a number",
                "warning last_name: expected a text, found a boolean",
                "warning role: expected a text, found an array",
                "warning responsiveness_score: expected a number, found a boolean",
            ])
    }
}
