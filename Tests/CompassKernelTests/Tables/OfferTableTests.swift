import XCTest

@testable import CompassKernel

final class OfferTableTests: XCTestCase {
    func testEveryColumnIsRead() throws {
        let (table, report) = try OfferTable.checked(
            #"""
            [{"id":"1","offer_type":"full_ride","offer_date":"2026-02-03","school_id":"s","status":"pending",
              "created_at":"2026-02-04T10:00Z"},
             {"id":"2","offer_type":"partial","offer_date":"2026-02-03T10:00Z"},
             {"id":"3","offer_type":"","offer_date":"","created_at":"2026-02-04T10:00Z","status":null}]
            """#)
        XCTAssertEqual(report.table, "offers")
        XCTAssertEqual([report.loaded, report.warnings], [3, 0])
        XCTAssertEqual(
            table.rows,
            [
                Offer(
                    id: "1", type: "full_ride", time: try DayOrInstant("2026-02-03"), schoolID: "s",
                    status: "pending"),
                Offer(id: "2", type: "partial", time: try DayOrInstant("2026-02-03T10:00Z")),
                Offer(id: "3", type: "", time: try DayOrInstant("2026-02-04T10:00Z")),
            ])
    }

    func testTheTimeOfTheRowMustBeAnInstant() throws {
        XCTAssertEqual(
            try OfferTable.problems(#""offer_type":"partial","created_at":"2026-02-04""#),
            ["skipped created_at: unreadable time \"2026-02-04\": a date without a time"])
        XCTAssertEqual(
            try OfferTable.problems(#""offer_type":"partial","offer_date":null"#),
            ["skipped created_at: is missing"])
        XCTAssertEqual(
            try OfferTable.problems(#""offer_type":"partial","created_at":4"#),
            ["skipped created_at: expected a time, found a number"])
    }

    func testAWrongDateIsNotReplaced() throws {
        let rest = #""offer_type":"partial","created_at":"2026-02-04T10:00Z""#
        XCTAssertEqual(
            try OfferTable.problems(#"\#(rest),"offer_date":"2026-02-30""#),
            ["skipped offer_date: unreadable time \"2026-02-30\": the month does not have this day"])
        XCTAssertEqual(
            try OfferTable.problems(#"\#(rest),"offer_date":{}"#),
            ["skipped offer_date: expected a day or a time, found an object"])
    }

    func testATypeIsNeeded() throws {
        XCTAssertEqual(
            try OfferTable.problems(#""offer_date":"2026-02-03""#), ["skipped offer_type: is missing"])
        XCTAssertEqual(
            try OfferTable.problems(#""offer_type":[],"offer_date":"2026-02-03""#),
            ["skipped offer_type: expected a text, found an array"])
    }
}
