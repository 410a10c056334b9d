import CompassKernel
import Foundation
import XCTest

/// Every text of `Fixtures/`, alone and as a field of a row, read as each of the tables.
final class ConformanceTests: XCTestCase {
    /// The expected outcome, according to a fixture's name.
    private enum Promise: String, CaseIterable {
        case accept
        case reject
        case either

        /// The minimum number of fixtures, so that a missing folder fails.
        var leastCount: Int {
            switch self {
            case .accept: 190
            case .reject: 621
            case .either: 68
            }
        }
    }

    private struct Fixture {
        var name: String
        var bytes: [UInt8]
        /// The number of elements where the text is a readable array, otherwise nil.
        var elementCount: Int?
    }

    /// Texts that are JSON, but not after the beginning of a row, with the reason.
    private static func isReadOnlyAlone(_ name: String) -> Bool {
        // A byte order mark belongs at the very start of a document.
        if name.hasPrefix("either_byte_order_mark_") { return true }
        // A row and its array take two of the 512 levels of nesting.
        return name.hasPrefix("either_nesting_511_") || name.hasPrefix("either_nesting_512_")
    }

    /// Texts that RFC 8259 leaves to the reader and that nest deeper than 512 levels: this one rejects them.
    private static func isTooDeep(_ name: String) -> Bool {
        ["513_arrays", "513_objects", "514_mixed", "100000_arrays"].contains {
            name == "either_nesting_\($0).json"
        }
    }

    /// Texts that are not JSON, but become JSON inside a row, with the number of rows that they form there.
    private static let rowsOfMended = [
        // `1,"b":2` continues the row with a member.
        "reject_structure_value_and_member.json": 1,
        // `1},{"a":2` ends the row and begins another one, which lacks an id.
        "reject_structure_value_end_and_next_object.json": 2,
    ]

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Fixtures")

    private func fixtures(_ promise: Promise) throws -> [Fixture] {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasPrefix(promise.rawValue + "_") && $0.hasSuffix(".json") }.sorted()
        XCTAssertGreaterThanOrEqual(names.count, promise.leastCount, "fixtures are missing")
        let counts = try elementCounts()
        return try names.map { name in
            let data = try Data(contentsOf: Self.folder.appendingPathComponent(name))
            return Fixture(name: name, bytes: Array(data), elementCount: counts[name])
        }
    }

    private func elementCounts() throws -> [String: Int] {
        let text = try String(contentsOf: Self.folder.appendingPathComponent("rows.tsv"), encoding: .utf8)
        var counts: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let cells = line.split(separator: "\t")
            counts[String(cells[0])] = try XCTUnwrap(Int(cells[1]))
        }
        return counts
    }

    private func row(of table: TableName, with field: [UInt8], form: DocumentForm = .json) -> [UInt8] {
        let start =
            switch table {
            case .posts: #"{"id":"1","platform":"twitter","post_date":"2026-01-01T00:00:00Z","extra":"#
            case .schools: #"{"id":"1","name":"State","extra":"#
            case .events: #"{"id":"1","name":"Camp","start_date":"2026-01-01","extra":"#
            case .interactions: #"{"id":"1","type":"text","occurred_at":"2026-01-01T00:00:00Z","extra":"#
            case .offers: #"{"id":"1","offer_type":"partial","offer_date":"2026-01-01","extra":"#
            case .statusChanges:
                #"{"id":"1","new_status":"committed","changed_at":"2026-01-01T00:00:00Z","extra":"#
            case .coaches: #"{"id":"1","extra":"#
            case .documents: #"{"id":"1","type":"resume","created_at":"2026-01-01T00:00:00Z","extra":"#
            case .metrics: #"{"id":"1","metric_type":"velocity","recorded_date":"2026-01-01","extra":"#
            }
        let row = Array(start.utf8) + field + Array("}".utf8)
        return form == .ndjson ? row : Array("[".utf8) + row + Array("]".utf8)
    }

    func testFixtureFolderIsComplete() throws {
        for promise in Promise.allCases {
            XCTAssertGreaterThanOrEqual(try fixtures(promise).count, promise.leastCount)
        }
    }

    func testAcceptedTextsAlone() throws {
        for fixture in try fixtures(.accept) {
            for table in TableName.allCases {
                expectRead(fixture, as: table)
            }
        }
    }

    func testAcceptedTextsInsideARow() throws {
        for fixture in try fixtures(.accept) {
            for table in TableName.allCases {
                expectOneRow(row(of: table, with: fixture.bytes), as: table, fixture.name)
            }
        }
    }

    func testRejectedTextsAlone() throws {
        for fixture in try fixtures(.reject) {
            for table in TableName.allCases {
                expectMalformed(fixture.bytes, as: table, fixture.name)
            }
        }
    }

    func testRejectedTextsInsideARow() throws {
        for fixture in try fixtures(.reject) {
            for table in TableName.allCases {
                let document = row(of: table, with: fixture.bytes)
                if let rows = Self.rowsOfMended[fixture.name] {
                    expectLoaded(document, as: table, fixture.name, rows: rows, loaded: 1)
                } else {
                    expectMalformed(document, as: table, fixture.name)
                }
            }
        }
    }

    func testTextsThatTheStandardLeavesToTheReader() throws {
        for fixture in try fixtures(.either) {
            for table in TableName.allCases {
                let document = row(of: table, with: fixture.bytes)
                if Self.isTooDeep(fixture.name) {
                    expectMalformed(fixture.bytes, as: table, fixture.name)
                    expectMalformed(document, as: table, fixture.name)
                } else {
                    expectRead(fixture, as: table)
                    if Self.isReadOnlyAlone(fixture.name) {
                        expectMalformed(document, as: table, fixture.name)
                    } else {
                        expectOneRow(document, as: table, fixture.name)
                    }
                }
            }
        }
    }

    /// A line feed always ends a line of NDJSON, so texts that contain one are skipped; so are
    /// those that nest to the limit.
    func testTextsInsideALine() throws {
        for promise in Promise.allCases {
            for fixture in try fixtures(promise)
            where !fixture.bytes.contains(0x0A) && !fixture.name.hasPrefix("either_nesting_5") {
                let isRejected =
                    switch promise {
                    case .accept: false
                    case .reject: fixture.name != "reject_structure_value_and_member.json"
                    case .either: Self.isReadOnlyAlone(fixture.name) || Self.isTooDeep(fixture.name)
                    }
                for table in TableName.allCases {
                    let line = row(of: table, with: fixture.bytes, form: .ndjson)
                    if isRejected {
                        expectMalformed(line, as: table, form: .ndjson, fixture.name)
                    } else {
                        expectOneRow(line, as: table, form: .ndjson, fixture.name)
                    }
                }
            }
        }
    }

    func testBytesOfAnyCollectionAreReadAlike() throws {
        let row = row(of: .posts, with: Array(#"["é\n😀",1.5e3,null]"#.utf8))
        // The text continues after the slice, so a reader that reads past the end would find it.
        let surrounded = Array("[[\"".utf8) + row + Array(",{\"id\":\"2\"}]\"".utf8)
        let slice = surrounded[3..<3 + row.count]
        for outcome in [
            LoadOutcome(loading: slice), LoadOutcome(loading: row.lazy.map { $0 }),
            LoadOutcome(loading: row.reversed().reversed()), LoadOutcome(loading: Data(row)),
        ] {
            guard case .loaded(let report, let count) = outcome else {
                XCTFail("\(outcome)")
                continue
            }
            XCTAssertEqual([report.rows, report.loaded, count], [1, 1, 1])
        }
    }

    /// The text is JSON: an array loads, skipping elements that are not rows; any other value is not a table.
    private func expectRead(_ fixture: Fixture, as table: TableName) {
        if let elementCount = fixture.elementCount {
            expectLoaded(fixture.bytes, as: table, fixture.name, rows: elementCount, loaded: 0)
        } else {
            let reason = expectMalformed(fixture.bytes, as: table, fixture.name)?.reason.description
            XCTAssertTrue(
                reason?.contains("array") ?? false, "\(fixture.name) as \(table): \(reason ?? "no error")")
        }
    }

    private func expectOneRow(
        _ bytes: [UInt8], as table: TableName, form: DocumentForm = .json, _ name: String
    ) {
        expectLoaded(bytes, as: table, form: form, name, rows: 1, loaded: 1)
    }

    private func expectLoaded(
        _ bytes: [UInt8], as table: TableName, form: DocumentForm = .json, _ name: String, rows: Int,
        loaded: Int
    ) {
        let outcome = LoadOutcome(loading: bytes, as: table, form: form)
        XCTAssertNil(outcome.inconsistency(byteCount: bytes.count), "\(name) as \(table)")
        guard case .loaded(let report, _) = outcome else {
            XCTFail("\(name) as \(table) of \(form): \(outcome)")
            return
        }
        XCTAssertEqual(report.rows, rows, "rows of \(name) as \(table)")
        XCTAssertEqual(report.loaded, loaded, "loaded rows of \(name) as \(table)")
        XCTAssertEqual(report.skipped, rows - loaded, "skipped rows of \(name) as \(table)")
        XCTAssertEqual(report.warnings, 0, "warnings of \(name) as \(table)")
    }

    @discardableResult
    private func expectMalformed(
        _ bytes: [UInt8], as table: TableName, form: DocumentForm = .json, _ name: String
    ) -> JSONError? {
        let outcome = LoadOutcome(loading: bytes, as: table, form: form)
        XCTAssertNil(outcome.inconsistency(byteCount: bytes.count), "\(name) as \(table)")
        guard case .malformed(let error) = outcome else {
            XCTFail("\(name) as \(table) of \(form): \(outcome)")
            return nil
        }
        return error
    }
}
