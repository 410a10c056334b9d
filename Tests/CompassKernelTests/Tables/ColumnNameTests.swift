import XCTest

@testable import CompassKernel

/// Tables access columns by number, schemas by name: these tests check each accessor against its name.
final class ColumnNameTests: XCTestCase {
    /// Loads a table of one row in which every text is its column's name.
    private func load<Record: TableRecord>(
        _ record: Record.Type, times: [String: String]
    ) throws -> RecordTable<Record> {
        let schema = record.schema.table
        let fields = schema.fieldNames.map { name in
            let name = "\(name)"
            let value = times[name] ?? (name == "sentiment" ? "neutral" : name)
            return #""\#(name)":"\#(value)""#
        }
        let (table, report) = try RecordTable<Record>.load(json: "[{\(fields.joined(separator: ","))}]".utf8)
        XCTAssertEqual([table.count, report.warnings], [1, 0], "\(report.problems)")
        return table
    }

    func testEvents() throws {
        let (start, end) = ("2026-01-01", "2026-01-02")
        let table = try load(Event.self, times: ["start_date": start, "end_date": end])
        XCTAssertEqual(table.ids.string(0), "id")
        XCTAssertEqual(table.names.required(0), "name")
        XCTAssertEqual(table.starts[0], dayOrInstant(start))
        XCTAssertEqual(table.ends[0], dayOrInstant(end))
        XCTAssertEqual(table.types.string(0), "type")
        XCTAssertEqual(table.schools.string(0), "school_id")
        XCTAssertEqual(
            table[0],
            Event(
                id: "id", type: "type", name: "name", start: dayOrInstant(start), end: dayOrInstant(end),
                schoolID: "school_id"))
    }

    func testInteractions() throws {
        let (occurred, made) = ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z")
        let table = try load(Interaction.self, times: ["occurred_at": occurred, "created_at": made])
        XCTAssertEqual(table.ids.string(0), "id")
        XCTAssertEqual(table.times.requiredInstant(0), instant(occurred))
        XCTAssertEqual(table.types.string(0), "type")
        XCTAssertEqual(table.schools.string(0), "school_id")
        XCTAssertEqual(table.coaches.string(0), "coach_id")
        XCTAssertEqual(table.directions.string(0), "direction")
        XCTAssertEqual(table.sentiments.string(0), "neutral")
        XCTAssertEqual(table.subjects.string(0), "subject")
        XCTAssertEqual(table.contents.string(0), "content")
        XCTAssertEqual(
            table[0],
            Interaction(
                id: "id", type: "type", time: instant(occurred), schoolID: "school_id", coachID: "coach_id",
                direction: "direction", subject: "subject", content: "content", sentiment: .neutral))
    }

    func testOffers() throws {
        let (offered, made) = ("2026-01-01", "2026-01-02T00:00:00Z")
        let table = try load(Offer.self, times: ["offer_date": offered, "created_at": made])
        XCTAssertEqual(table.ids.string(0), "id")
        XCTAssertEqual(table.times[0], dayOrInstant(offered))
        XCTAssertEqual(table.types.string(0), "offer_type")
        XCTAssertEqual(table.schools.string(0), "school_id")
        XCTAssertEqual(table.statuses.string(0), "status")
        XCTAssertEqual(
            table[0],
            Offer(
                id: "id", type: "offer_type", time: dayOrInstant(offered), schoolID: "school_id",
                status: "status"))
    }

    func testStatusChanges() throws {
        let changed = "2026-01-01T00:00:00Z"
        let table = try load(StatusChange.self, times: ["changed_at": changed])
        XCTAssertEqual(table.ids.string(0), "id")
        XCTAssertEqual(table.times.requiredInstant(0), instant(changed))
        XCTAssertEqual(table.newStatuses.string(0), "new_status")
        XCTAssertEqual(table.schools.string(0), "school_id")
        XCTAssertEqual(table.previousStatuses.string(0), "previous_status")
        XCTAssertEqual(table.notes.string(0), "notes")
        XCTAssertEqual(
            table[0],
            StatusChange(
                id: "id", newStatus: "new_status", previousStatus: "previous_status", time: instant(changed),
                schoolID: "school_id", notes: "notes"))
    }
}
