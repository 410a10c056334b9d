import XCTest

@testable import CompassBaseline

/// The results of reading the rows of the four tables of the timeline.
final class BaselineTimelineRowsTests: XCTestCase {
    private func bytes(_ rows: [String]) -> [UInt8] { Array("[\(rows.joined(separator: ","))]".utf8) }

    private func describe(_ report: BaselineIngestReport) -> [String] {
        report.problems.map { "\($0.row) \($0.severity) \($0.field ?? "row") \($0.reason)" }
    }

    private func day(_ text: String) throws -> BaselineDate { .day(try XCTUnwrap(BaselineDay(text))) }

    private func events(_ rows: String...) throws -> (
        table: BaselineTable<BaselineEvent>, report: BaselineIngestReport
    ) {
        try BaselineLoader.events(bytes(rows))
    }

    func testEventsHaveDaysOrInstants() throws {
        let (table, report) = try events(
            """
            {"school_id":7,"end_date":"1970-01-01 00:00:01+00","start_date":"2026-02-03","name":"N","type":"camp","id":"a"}
            """,
            #"{"id":1,"name":"","start_date":"1970-01-01T00:00:02Z","end_date":"12026-02-03","type":""}"#,
            #"{"id":"c","name":"N","start_date":"0000-02-29","end_date":null,"type":null,"school_id":""}"#)
        XCTAssertEqual(
            table.rows,
            [
                BaselineEvent(
                    id: "a", type: "camp", name: "N", start: try day("2026-02-03"), end: .instant(1_000_000),
                    schoolID: "7"),
                BaselineEvent(
                    id: "1", type: "", name: "", start: .instant(2_000_000), end: try day("12026-02-03")),
                BaselineEvent(id: "c", name: "N", start: .day(BaselineDay(daysSinceEpoch: -719_469))),
            ])
        XCTAssertEqual(report.table, "events")
        XCTAssertEqual(describe(report), [])
    }

    func testEventsWithoutAUsableDateAreSkipped() throws {
        let dates = [
            (#""start_date":null"#, "start_date null"), (#""start_date":"""#, "start_date badTimestamp"),
            (#""start_date":20260203"#, "start_date wrongType"),
            (#""start_date":"2026-02-30""#, "start_date badTimestamp"),
            (#""start_date":"2026-2-03""#, "start_date badTimestamp"),
            (#""start_date":" 2026-02-03""#, "start_date badTimestamp"),
            (#""start_date":"112026-02-03""#, "start_date badTimestamp"),
            (#""start_date":"2026-02-03T24:00:00Z""#, "start_date badTimestamp"),
            (#""start_date":"infinity""#, "start_date badTimestamp"),
            (#""start_date":"2026-02-03","end_date":"""#, "end_date badTimestamp"),
            (#""start_date":"2026-02-03","end_date":"2026-02-29""#, "end_date badTimestamp"),
            (#""start_date":"2026-02-03","end_date":1,"type":2"#, "end_date wrongType"),
            (#""start_date":"x","end_date":1"#, "start_date badTimestamp"),
        ]
        for (fields, problem) in dates {
            let (table, report) = try events(#"{"id":"a","name":"N",\#(fields)}"#)
            XCTAssertEqual(table.rows, [], fields)
            XCTAssertEqual(describe(report), ["1 error \(problem)"], fields)
        }
        let (table, report) = try events(
            "{}", #"{"id":""}"#, #"{"id":"a","name":null}"#, #"{"id":"a","name":3}"#,
            #"{"id":"a","name":"N"}"#)
        XCTAssertEqual(table.rows, [])
        XCTAssertEqual(
            describe(report),
            [
                "1 error id missing", "2 error id emptyText", "3 error name null", "4 error name wrongType",
                "5 error start_date missing",
            ])
    }

    func testAnEventThatEndsBeforeItsStartIsLoaded() throws {
        let (table, report) = try events(
            #"{"id":"a","name":"N","start_date":"2026-02-03","end_date":"2026-02-01"}"#)
        XCTAssertEqual(table.rows.count, 1)
        XCTAssertEqual(report.loaded, 1)
    }

    func testOfEqualIDsTheLastRowStaysAtItsOwnPlace() throws {
        let (table, report) = try events(
            #"{"id":"a","name":"1","start_date":"2026-02-03"}"#,
            #"{"id":"b","name":"2","start_date":"2026-02-03"}"#,
            #"{"id":"a","name":"3","start_date":"2026-02-03","type":true}"#,
            #"{"id":"b","name":"4"}"#)
        XCTAssertEqual(table.rows.map(\.name), ["2", "3"])
        XCTAssertEqual(table.documentRows, [2, 3])
        XCTAssertEqual(report.rows, 4)
        XCTAssertEqual(report.loaded, 2)
        XCTAssertEqual(report.skipped, 1)
        XCTAssertEqual(report.replaced, 1)
        XCTAssertEqual(describe(report), ["3 warning type wrongType", "4 error start_date missing"])
    }

    func testInteractionsTakeTheTimeOfTheirRecordOnlyWhereTheyHaveNoOther() throws {
        let (table, report) = try BaselineLoader.interactions(
            bytes([
                """
                {"id":"a","type":"email","occurred_at":"1970-01-01T00:00:01Z","created_at":"x","school_id":"s",
                 "coach_id":5,"direction":"inbound","subject":"S","content":"C","sentiment":"negative"}
                """,
                #"{"id":"b","type":"","occurred_at":null,"created_at":"1970-01-01T00:00:02Z"}"#,
                #"{"id":"c","type":"x","occurred_at":"","created_at":"1970-01-01T00:00:03Z","sentiment":"good"}"#,
                #"{"id":"d","type":"x","created_at":"1970-01-01T00:00:04Z","direction":1}"#,
                #"{"id":"e","type":"x","occurred_at":"1970-01-01","created_at":"1970-01-01T00:00:04Z"}"#,
                #"{"id":"f","type":"x","occurred_at":0,"created_at":"1970-01-01T00:00:04Z"}"#,
                #"{"id":"g","type":"x","occurred_at":"","created_at":""}"#,
                #"{"id":"h","type":"x","occurred_at":null}"#, #"{"id":"i","type":"x","created_at":null}"#,
                #"{"id":"j","type":"x"}"#,
            ]))
        XCTAssertEqual(
            table.rows,
            [
                BaselineInteraction(
                    id: "a", type: "email", time: 1_000_000, schoolID: "s", coachID: "5",
                    direction: "inbound",
                    subject: "S", content: "C", sentiment: .negative),
                BaselineInteraction(id: "b", type: "", time: 2_000_000),
                BaselineInteraction(id: "c", type: "x", time: 3_000_000),
                BaselineInteraction(id: "d", type: "x", time: 4_000_000),
            ])
        XCTAssertEqual(
            describe(report),
            [
                "3 warning sentiment unknownSentiment", "4 warning direction wrongType",
                "5 error occurred_at badTimestamp", "6 error occurred_at wrongType",
                "7 error created_at badTimestamp", "8 error created_at missing", "9 error created_at null",
                "10 error created_at missing",
            ])
        XCTAssertEqual(report.table, "interactions")
    }

    func testOffersHaveADayOrAnInstantElseTheTimeOfTheirRecord() throws {
        let (table, report) = try BaselineLoader.offers(
            bytes([
                #"{"id":"a","offer_type":"partial","offer_date":"2026-02-03","created_at":1,"status":"pending"}"#,
                #"{"id":"b","offer_type":"x","offer_date":"1970-01-01T00:00:01Z","school_id":"s"}"#,
                #"{"id":"c","offer_type":"x","offer_date":"","created_at":"1970-01-01T00:00:02Z"}"#,
                #"{"id":"d","offer_type":"x","offer_date":null,"created_at":"2026-02-03"}"#,
                #"{"id":"e","offer_type":"x","offer_date":"soon","created_at":"1970-01-01T00:00:02Z"}"#,
                #"{"id":"f","type":"x","offer_date":"2026-02-03"}"#,
            ]))
        XCTAssertEqual(
            table.rows,
            [
                BaselineOffer(id: "a", type: "partial", time: try day("2026-02-03"), status: "pending"),
                BaselineOffer(id: "b", type: "x", time: .instant(1_000_000), schoolID: "s"),
                BaselineOffer(id: "c", type: "x", time: .instant(2_000_000)),
            ])
        XCTAssertEqual(
            describe(report),
            [
                "4 error created_at badTimestamp", "5 error offer_date badTimestamp",
                "6 error offer_type missing",
            ])
        XCTAssertEqual(report.table, "offers")
    }

    func testStatusChangesHaveAnInstant() throws {
        let (table, report) = try BaselineLoader.statusChanges(
            bytes([
                """
                {"id":"a","new_status":"x","previous_status":"","changed_at":"1970-01-01T00:00:01Z","school_id":"s",
                 "notes":"n"}
                """,
                #"{"id":"b","new_status":"","previous_status":null,"changed_at":"1970-01-01T00:00:01Z"}"#,
                #"{"id":"c","new_status":"x","changed_at":"1970-01-01"}"#,
                #"{"id":"d","changed_at":"1970-01-01"}"#,
                #"{"id":"e","new_status":"x","changed_at":null}"#,
            ]))
        XCTAssertEqual(
            table.rows,
            [
                BaselineStatusChange(
                    id: "a", newStatus: "x", previousStatus: "", time: 1_000_000, schoolID: "s", notes: "n"),
                BaselineStatusChange(id: "b", newStatus: "", time: 1_000_000),
            ])
        XCTAssertEqual(
            describe(report),
            ["3 error changed_at badTimestamp", "4 error new_status missing", "5 error changed_at null"])
        XCTAssertEqual(report.table, "school_status_history")
    }
}
