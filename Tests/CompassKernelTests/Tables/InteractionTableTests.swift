import XCTest

@testable import CompassKernel

final class InteractionTableTests: XCTestCase {
    func testEveryColumnIsRead() throws {
        let (table, report) = try InteractionTable.checked(
            #"""
            [{"id":"1","type":"phone_call","occurred_at":"2026-02-03T10:00:00.5+00:00","school_id":"s",
              "coach_id":7,"direction":"inbound","subject":"Visit","content":"","sentiment":"very_positive",
              "created_at":"2026-02-04T10:00:00Z"},
             {"id":"2","type":"","created_at":"2026-02-04T10:00:00Z","school_id":null,"coach_id":"",
              "direction":null,"subject":null,"content":null,"sentiment":null}]
            """#)
        XCTAssertEqual(report.table, "interactions")
        XCTAssertEqual([report.loaded, report.warnings], [2, 0])
        XCTAssertEqual(
            table.rows,
            [
                Interaction(
                    id: "1", type: "phone_call", time: try Timestamp(parsing: "2026-02-03T10:00:00.5Z"),
                    schoolID: "s",
                    coachID: "7", direction: "inbound", subject: "Visit", content: "",
                    sentiment: .veryPositive),
                Interaction(id: "2", type: "", time: try Timestamp(parsing: "2026-02-04T10:00:00Z")),
            ])
    }

    func testTheTimeOfTheRowIsTakenOnlyWhereNothingIsSaidAboutTheInteraction() throws {
        let created = #""type":"text","created_at":"2026-02-04T10:00Z""#
        for absent in ["", #","occurred_at":null"#, #","occurred_at":"""#] {
            XCTAssertEqual(try InteractionTable.problems(created + absent), [])
        }
        XCTAssertEqual(
            try InteractionTable.problems(created + #","occurred_at":"2026-02-30T10:00Z""#),
            [
                "skipped occurred_at: unreadable time \"2026-02-30T10:00Z\": "
                    + "the month does not have this day"
            ])
        XCTAssertEqual(
            try InteractionTable.problems(created + #","occurred_at":1767225600"#),
            ["skipped occurred_at: expected a time, found a number"])
        XCTAssertEqual(
            try InteractionTable.problems(
                #""type":"text","occurred_at":"2026-02-04T10:00Z","created_at":"x""#),
            [], "not looked at")
    }

    func testWithoutAnyTimeARowIsSkipped() throws {
        XCTAssertEqual(
            try InteractionTable.problems(#""type":"text""#), ["skipped created_at: is missing"])
        XCTAssertEqual(
            try InteractionTable.problems(#""type":"text","occurred_at":"","created_at":null"#),
            ["skipped created_at: is null"])
        XCTAssertEqual(
            try InteractionTable.problems(#""type":"text","created_at":"""#),
            ["skipped created_at: unreadable time \"\": the text is empty"])
        XCTAssertEqual(
            try InteractionTable.problems(#""type":"text","created_at":[]"#),
            ["skipped created_at: expected a time, found an array"])
    }

    func testADayIsNoInstant() throws {
        for field in ["occurred_at", "created_at"] {
            XCTAssertEqual(
                try InteractionTable.problems(#""type":"text","\#(field)":"2026-02-04""#),
                ["skipped \(field): unreadable time \"2026-02-04\": a date without a time"])
        }
    }

    func testATypeIsNeeded() throws {
        let time = #""occurred_at":"2026-02-04T10:00Z""#
        XCTAssertEqual(try InteractionTable.problems(time), ["skipped type: is missing"])
        XCTAssertEqual(try InteractionTable.problems(#""type":null,\#(time)"#), ["skipped type: is null"])
        XCTAssertEqual(
            try InteractionTable.problems(#""type":3,\#(time)"#),
            ["skipped type: expected a text, found a number"])
    }

    func testSentimentsThatAreNotKnownWarnAndAreNull() throws {
        let needed = #""type":"text","occurred_at":"2026-02-04T10:00Z""#
        for (sentiment, problem) in [
            (#""odd""#, #"unknown value "odd"; known are very_positive, positive, neutral, negative"#),
            (#""""#, #"unknown value ""; known are very_positive, positive, neutral, negative"#),
            ("1", "expected a text, found a number"),
        ] {
            XCTAssertEqual(
                try InteractionTable.problems(#"\#(needed),"sentiment":\#(sentiment)"#),
                ["warning sentiment: \(problem)"])
        }
        let rows = try (["null"] + Sentiment.allCases.map { "\"\($0.rawValue)\"" }).enumerated().map {
            try InteractionTable.checked(#"[{"id":\#($0),\#(needed),"sentiment":\#($1)}]"#).table[0]
        }
        XCTAssertEqual(rows.map(\.sentiment), [nil] + Sentiment.allCases)
        let escaped = #"[{"id":1,\#(needed),"sentiment":"\u006eeutral"}]"#
        XCTAssertEqual(try InteractionTable.checked(escaped).table[0].sentiment, .neutral)
    }

    func testWrongTypesInOptionalColumnsWarnInTheirOrder() throws {
        XCTAssertEqual(
            try InteractionTable.problems(
                #""content":1,"subject":true,"direction":{},"coach_id":[],"school_id":false,"#
                    + #""type":"text","occurred_at":"2026-02-04T10:00Z""#),
            [
                "warning school_id: expected an id, found a boolean",
                "warning coach_id: expected an id, found an array",
                "warning direction: expected a text, found an object",
                "warning subject: expected a text, found a boolean",
                "warning content: expected a text, found a number",
            ])
    }
}
