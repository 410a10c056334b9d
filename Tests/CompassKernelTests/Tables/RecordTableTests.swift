import XCTest

@testable import CompassKernel

/// Properties of every table that a schema describes; where one table suffices, events represent all.
final class RecordTableTests: XCTestCase {
    private let noon = DayOrInstant.instant(Timestamp(micros: 43_200_000_000))

    private func event(_ id: String, name: String = "n", school: String? = nil) -> Event {
        Event(id: id, name: name, start: noon, schoolID: school)
    }

    func testTheLastRowOfAnIDStaysAtItsOwnPlace() throws {
        let (table, report) = try EventTable.load(
            json: #"""
                [{"id":"a","name":"1","start_date":"2026-01-01"},{"id":"b","name":"2","start_date":"2026-01-02"},
                 7,{"id":"a","name":"3","start_date":"2026-01-03","end_date":"2026-01-04"},{"id":"c"}]
                """#.utf8)
        XCTAssertEqual([report.rows, report.loaded, report.skipped, report.replaced], [5, 2, 2, 1])
        XCTAssertEqual(table.rows.map(\.name), ["2", "3"])
        XCTAssertEqual((0..<2).map(table.documentRow), [2, 4])
        XCTAssertEqual(table.columns.checkInvariants(), [])
    }

    func testIDsAreEqualByTheirBytes() {
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
        XCTAssertEqual(table.columns.checkInvariants(), [])
        XCTAssertTrue(EventTable.empty.isEmpty)
        XCTAssertEqual(EventTable.empty.columns.checkInvariants(), [])
    }

    func testIDsAreTextsOrNumbersAndNeverEmpty() throws {
        let start = #""name":"n","start_date":"2026-01-01""#
        let (table, report) = try EventTable.checked(
            #"[{"id":7,\#(start)},{"id":"7",\#(start)},{"id":1.50,\#(start),"school_id":2e3},"#
                + #"{"id":"",\#(start)},{"id":null,\#(start)},{\#(start)},{"id":[],\#(start)}]"#)
        XCTAssertEqual(table.rows.map(\.id), ["7", "1.50"])
        XCTAssertEqual(table.rows.map(\.schoolID), [nil, "2e3"])
        XCTAssertEqual([report.skipped, report.replaced], [4, 1])
        XCTAssertEqual(report.problems.map(\.field), ["id", "id", "id", "id"])
        XCTAssertEqual(
            report.problems.map(\.reason),
            ["is empty", "is null", "is missing", "expected an id, found an array"])
    }

    func testOfTwoWrongFieldsTheFirstIsReportedAndNoWarning() throws {
        XCTAssertEqual(
            try EventTable.problems(#""start_date":"x","type":1"#), ["skipped name: is missing"])
        XCTAssertEqual(
            try InteractionTable.problems(#""type":{},"occurred_at":7,"sentiment":"odd""#),
            ["skipped type: expected a text, found an object"])
    }

    func testUUIDsArePackedAndStayText() throws {
        let ids = (0..<3).map { "0011223\($0)-4455-6677-8899-aabbccddeeff" }
        let table = EventTable(ids.map { event($0) })
        guard case .uuid = table.ids else { return XCTFail("not packed") }
        XCTAssertEqual(table.rows.map(\.id), ids)
        let mixed = EventTable((ids + ["x"]).map { event($0) })
        XCTAssertEqual(mixed.rows.map(\.id), ids + ["x"])
    }

    func testTextsKeepTheirBytes() throws {
        let (table, report) = try StatusChangeTable.checked(
            #"[{"id":"\u00e9","new_status":"","changed_at":"2026-01-01T00:00:\u00300Z","notes":"a\n\ud83d\ude00"},"#
                + #"{"\u0069d":"\ud800","new_status":"\udc00","changed_at":"2026-01-01T00:00Z","notes":""}]"#)
        XCTAssertEqual(table.rows.map(\.id), ["é", "\u{fffd}"])
        XCTAssertEqual(table.rows.map(\.newStatus), ["", "\u{fffd}"])
        XCTAssertEqual(table.rows.map(\.notes), ["a\n😀", ""])
        XCTAssertEqual(report.problems.map(\.field), ["id", "new_status"])
        XCTAssertEqual(report.problems.map(\.severity), [.warning, .warning])
    }

    func testDictionariesHoldTextsInTheOrderOfTheirAppearance() throws {
        let rows = ["camp", "game", nil, "camp"].enumerated().map {
            Event(id: "\($0)", type: $1, name: "", start: noon)
        }
        let table = EventTable(rows)
        XCTAssertEqual((0..<4).map { table.types.codes[$0] }, [0, 1, CodeDictionary.null, 0])
        XCTAssertEqual((0..<2).map { table.types.dictionary.string($0) }, ["camp", "game"])
    }

    func testMalformedDocumentsAreErrorsWithTheirPlace() throws {
        XCTAssertThrowsError(try OfferTable.load(json: #"{"message":"denied"}"#.utf8)) { error in
            guard case LoadError.malformedDocument(let error) = error else { return XCTFail("\(error)") }
            XCTAssertEqual(error.byteOffset, 0)
            XCTAssertTrue(error.description.contains("denied"), error.description)
        }
        XCTAssertThrowsError(try OfferTable.load(ndjson: "{}\n[]".utf8)) { error in
            guard case LoadError.malformedDocument(let error) = error else { return XCTFail("\(error)") }
            XCTAssertEqual([error.line, error.column, error.byteOffset], [2, 1, 3])
        }
        XCTAssertThrowsError(try OfferTable.load(contentsOf: "/nowhere/offers.json")) { error in
            XCTAssertEqual(error as? LoadError, .missingFile(path: "/nowhere/offers.json"))
        }
    }

    func testColumnsThatAreTooLargeAreNamed() throws {
        var options = LoadOptions()
        options.maxTextBytes = 29
        let long = String(repeating: "x", count: 30)
        let columns = ["id": "id", "subject": "subject", "content": "content"]
        for (field, column) in columns {
            var values = ["id": "i", "type": "t", "subject": "s", "content": "c"]
            values[field] = long
            let members = values.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
            let document = #"[{\#(members),"occurred_at":"2026-01-01T00:00Z"}]"#
            XCTAssertThrowsError(try InteractionTable.load(json: document.utf8, options: options)) { error in
                XCTAssertEqual(
                    error as? LoadError, .columnTooLarge(column: column, maximumByteCount: 29))
            }
            options.maxTextBytes = 30
            XCTAssertEqual(
                try InteractionTable.load(json: document.utf8, options: options).table.count, 1)
            options.maxTextBytes = 29
        }
    }

    func testColumnsThatAreTooLargeOnlyTogether() {
        let rows = (0..<30).map { row in
            // Some ids are UUIDs, which count as texts as soon as another id is none.
            let id = row < 20 ? PackedUUID(high: 0, low: UInt64(row)).description : "id"
            return #"{"id":"\#(id)","type":"t","content":"0123456789","occurred_at":"2026-01-01T00:00Z"}"#
        }
        func failure(_ limit: Int, _ rows: [String], threads: Int) -> LoadError? {
            var options = LoadOptions(threads: threads)
            options.minimumChunkByteCount = 40
            options.maxTextBytes = limit
            do throws(LoadError) {
                _ = try InteractionTable.load(json: "[\(rows.joined(separator: ","))]".utf8, options: options)
                return nil
            } catch {
                return error
            }
        }
        for threads in [1, 2, 6] {
            XCTAssertNil(failure(300, Array(rows.prefix(20)), threads: threads))
            XCTAssertEqual(
                failure(199, Array(rows.prefix(20)), threads: threads),
                .columnTooLarge(column: "content", maximumByteCount: 199))
            XCTAssertEqual(
                failure(739, rows, threads: threads), .columnTooLarge(column: "id", maximumByteCount: 739))
            XCTAssertNil(failure(740, rows, threads: threads))
        }
    }

    /// Skipped rows and elements that are not rows shift the numbers of the rows after them.
    func testPiecesGiveTheSameTable() throws {
        let rows = (0..<120).map { row in
            switch row % 7 {
            case 0: #"{"id":"e\#(row)","name":"},{\"id\":\"x\"","start_date":"2026-01-0\#(row % 10)"}"#
            case 1: "[{},\(row)]"
            case 2:
                #"{"id":"e\#(row % 40)","start_date":"2026-01-01T00:00Z","name":"","type":"t\#(row % 5)"}"#
            default:
                #"{"id":"e\#(row)","name":"é\#(row)","start_date":"2026-01-01","#
                    + #""end_date":"2026-02-0\#(row % 10)","school_id":\#(row % 11)}"#
            }
        }
        let text = "[" + rows.joined(separator: ", ") + "]"
        let expected = try EventTable.checked(text)
        XCTAssertGreaterThan(expected.report.skipped, 20)
        XCTAssertGreaterThan(expected.report.replaced, 5)
        for size in [1, 7, 60, 500] {
            for threads in [2, 3, 7] {
                let (table, report) = try EventTable.checked(
                    text, options: pieces(of: size, threads: threads))
                XCTAssertEqual(report, expected.report)
                XCTAssertEqual(table.rows, expected.table.rows)
                XCTAssertEqual(
                    (0..<table.count).map(table.documentRow),
                    (0..<table.count).map(expected.table.documentRow))
                XCTAssertEqual(
                    (0..<table.types.dictionary.count).map(table.types.dictionary.string),
                    (0..<expected.table.types.dictionary.count).map(expected.table.types.dictionary.string))
            }
        }
    }
}
