import CompassKernel
import XCTest

/// A damaged document is an error or loads with a report that adds up; it never crashes the reader.
///
/// Each outcome is also compared with ``oracleSummary(of:as:form:)``.
final class CorruptionTests: XCTestCase {
    private static let rows = [
        #"{"id":"a","coach_id":7,"school_id":"s1","platform":"twitter","post_url":"https:\/\/x.co\/1","#
            + #""post_content":"Go \"Owls\" \ud83d\ude00 é","post_date":"2026-02-10T09:30:00.25-05:00","#
            + #""author_handle":"@k","author_name":"Zoë","is_recruiting_related":true,"flagged_for_review":"#
            + #"false,"sentiment":"very_positive","notes":null,"created_at":"2026-02-10 14:30:00+00","#
            + #""updated_at":null}"#,
        #"{"\u0069d":"b","platform":"instagram","post_date":"2026-02-09T08:00Z","sentiment":"neutral","#
            + #""x":[-0.5e+3,{"y":["]}\\",[]],"":true},null],"post_url":"u2","post_content":"🏈","#
            + #""flagged_for_review":true,"coach_id":null,"notes":"n\n"}"#,
    ]
    /// Two rows with every column of the tables that a schema describes; none is skipped.
    private static let rowsOfTables: [TableName: [String]] = [
        .events: [
            #"{"id":"a","type":"camp","name":"Go \"Owls\" \ud83d\ude00","start_date":"2026-02-10","#
                + #""end_date":"2026-02-10T09:30:00.25-05:00","school_id":7,"x":[{}]}"#,
            #"{"id":2,"name":"","start_date":"2026-02-10 14:30:00+00","end_date":null,"type":null}"#,
        ],
        .interactions: [
            #"{"id":"a","type":"dm","occurred_at":"","created_at":"2026-02-10 14:30:00+00","#
                + #""school_id":"s","coach_id":"k","direction":"inbound","subject":"é","content":"\n","#
                + #""sentiment":"neutral"}"#,
            #"{"id":"b","type":"","occurred_at":"2026-02-10T09:30Z","created_at":7,"sentiment":null}"#,
        ],
        .offers: [
            #"{"id":"a","offer_type":"partial","offer_date":"2026-02-10","created_at":null,"#
                + #""school_id":"s","status":"open"}"#,
            #"{"id":"b","offer_type":"x","offer_date":null,"created_at":"2026-02-10T09:30Z","status":null}"#,
        ],
        .statusChanges: [
            #"{"id":"a","new_status":"contacted","previous_status":null,"school_id":"s","#
                + #""changed_at":"2026-02-10T09:30:00Z","notes":"🏈"}"#,
            #"{"id":"b","new_status":"c","previous_status":"","changed_at":"2026-02-10T09:30Z"}"#,
        ],
        .coaches: [
            #"{"id":"a","school_id":"s","first_name":"Zoë","last_name":"\n","role":"head","#
                + #""responsiveness_score":-62.5e0}"#,
            #"{"id":7,"school_id":"","first_name":null,"responsiveness_score":"12.5"}"#,
        ],
        .documents: [
            #"{"id":"a","type":"resume","created_at":"2026-02-10T09:30:00Z","title":"🏈","school_id":1}"#,
            #"{"id":"b","type":"","created_at":"2026-02-10 14:30:00+00","title":null}"#,
        ],
        .metrics: [
            #"{"id":"a","metric_type":"velocity","recorded_date":"2026-02-10","created_at":null,"#
                + #""value":79.78,"unit":"mph"}"#,
            #"{"id":"b","metric_type":"x","recorded_date":"","created_at":"2026-02-10T09:30Z","value":"-1E2"}"#,
        ],
    ]
    private static let array = Array(("[" + rows.joined(separator: ",\n") + "]").utf8)
    private static let lines = Array((rows.joined(separator: "\n") + "\n").utf8)

    /// Loads `document` and returns whether it was loaded, after checking what holds for every document.
    @discardableResult
    private func expectConsistency(
        _ document: [UInt8], as table: TableName = .posts, form: DocumentForm,
        _ damage: @autoclosure () -> String
    ) -> LoadOutcome {
        let outcome = LoadOutcome(loading: document, as: table, form: form)
        if let inconsistency = outcome.inconsistency(byteCount: document.count) {
            XCTFail("\(damage()): \(inconsistency)")
        }
        let wanted = oracleSummary(of: document, as: table, form: form)
        if ReadSummary(outcome) != wanted {
            XCTFail("\(damage()): \(outcome), but the oracle says \(wanted)")
        }
        return outcome
    }

    private func expectTwoCleanRows(_ outcome: LoadOutcome, _ name: String) {
        guard case .loaded(let report, let count) = outcome else {
            XCTFail("\(name): \(outcome)")
            return
        }
        XCTAssertEqual([report.rows, count, report.warnings], [2, 2, 0], "\(name): \(report.problems)")
    }

    func testUndamagedDocumentsLoad() {
        expectTwoCleanRows(expectConsistency(Self.array, form: .json, "array"), "array")
        expectTwoCleanRows(expectConsistency(Self.lines, form: .ndjson, "lines"), "lines")
    }

    func testArrayCutOffAtEveryByteIsMalformedAtItsEnd() {
        for length in 0..<Self.array.count {
            let outcome = expectConsistency(Array(Self.array[..<length]), form: .json, "cut off at \(length)")
            guard case .malformed(let error) = outcome else {
                XCTFail("cut off at \(length): \(outcome)")
                continue
            }
            XCTAssertEqual(error.byteOffset, length, "\(error.reason)")
        }
    }

    func testLinesCutOffAtEveryByteAreMalformedOrWholeLines() {
        let firstLine = Self.rows[0].utf8.count
        for length in 0..<Self.lines.count {
            let outcome = expectConsistency(
                Array(Self.lines[..<length]), form: .ndjson, "cut off at \(length)")
            let wholeLines = [0: 0, firstLine: 1, firstLine + 1: 1, Self.lines.count - 1: 2]
            switch (outcome, wholeLines[length]) {
            case (.loaded(let report, _), let rows?):
                XCTAssertEqual(report.rows, rows, "cut off at \(length)")
            case (.malformed(let error), nil):
                XCTAssertEqual(error.byteOffset, length, "\(error.reason)")
            default:
                XCTFail("cut off at \(length): \(outcome)")
            }
        }
    }

    /// All 255 other values of every byte in a long run, about 200,000 documents; usually those that are
    /// significant and every sixth of the rest.
    func testArrayWithEachByteChanged() {
        let setting =
            ProcessInfo.processInfo.environment["COMPASS_TEST_ITERATIONS"].flatMap { Int($0) } ?? 200
        let values = (UInt8(0)...255).filter { setting > 200 || $0 % 6 == 0 || Self.meaningful.contains($0) }
        changeEachByte(of: Self.array, as: .posts, form: .json, to: values)
    }

    /// As for the array, with values that are significant in the grammar of JSON or of UTF-8, and each
    /// byte's single-bit neighbors.
    func testLinesWithEachByteChanged() {
        changeEachByte(of: Self.lines, as: .posts, form: .ndjson, to: Self.meaningful, andBitFlips: true)
    }

    private static let meaningful =
        Array("\"\\{}[],:-+.eEu0 9tfn/\n\r\t".utf8)
        + [0x00, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0xFF]

    /// Truncated at every byte, and with each byte changed, removed or duplicated.
    func testDamagedRowsOfTheTablesThatASchemaDescribes() {
        for (table, rows) in Self.rowsOfTables {
            let array = Array(("[" + rows.joined(separator: ",") + "]").utf8)
            expectTwoCleanRows(expectConsistency(array, as: table, form: .json, "\(table)"), "\(table)")
            let lines = Array(rows.joined(separator: "\n").utf8)
            expectTwoCleanRows(expectConsistency(lines, as: table, form: .ndjson, "\(table)"), "\(table)")
            for length in array.indices {
                expectConsistency(
                    Array(array[..<length]), as: table, form: .json, "\(table) cut off at \(length)")
            }
            changeEachByte(of: array, as: table, form: .json, to: Self.meaningful, andBitFlips: true)
            removeAndDoubleEachByte(of: array, as: table, form: .json)
            removeAndDoubleEachByte(of: lines, as: table, form: .ndjson)
        }
    }

    private func changeEachByte(
        of document: [UInt8], as table: TableName, form: DocumentForm, to values: [UInt8],
        andBitFlips: Bool = false
    ) {
        var damaged = document
        for index in document.indices {
            let original = document[index]
            let neighbors = andBitFlips ? (0..<8).map { original ^ (1 << UInt8($0)) } : []
            for value in values + neighbors where value != original {
                damaged[index] = value
                expectConsistency(
                    damaged, as: table, form: form,
                    "\(table): byte \(index) is \(value) instead of \(original)")
            }
            damaged[index] = original
        }
    }

    func testDocumentsWithEachByteRemovedOrDoubled() {
        removeAndDoubleEachByte(of: Self.array, as: .posts, form: .json)
        removeAndDoubleEachByte(of: Self.lines, as: .posts, form: .ndjson)
    }

    private func removeAndDoubleEachByte(of document: [UInt8], as table: TableName, form: DocumentForm) {
        for index in document.indices {
            var shorter = document
            shorter.remove(at: index)
            expectConsistency(shorter, as: table, form: form, "\(table): byte \(index) is removed")
            var longer = document
            longer.insert(document[index], at: index)
            expectConsistency(longer, as: table, form: form, "\(table): byte \(index) is doubled")
        }
    }

    /// Whatever the alignment to blocks of 16, 32 or 64 bytes, only the byte offsets move.
    func testLeadingSpacesMoveOffsetsOnly() throws {
        let bad = #"[{"id":null},{"id":"a","platform":"twitter","post_date":"2026-01-01T00:00Z","notes":1}]"#
        for spaces in 0...130 {
            let padding = Array(repeating: UInt8(ascii: " "), count: spaces)
            expectTwoCleanRows(
                expectConsistency(padding + Self.array, form: .json, "\(spaces) spaces"), "\(spaces) spaces")
            guard
                case .loaded(let report, _) = expectConsistency(
                    padding + Array(bad.utf8), form: .json, "\(spaces) spaces")
            else {
                XCTFail("\(spaces) spaces")
                continue
            }
            XCTAssertEqual(report.problems.map(\.byteOffset), [spaces + 1, spaces + 13])
            let broken = padding + Array((bad.dropLast() + ";").utf8)
            guard case .malformed(let error) = expectConsistency(broken, form: .json, "\(spaces) spaces")
            else {
                XCTFail("\(spaces) spaces")
                continue
            }
            XCTAssertEqual(error.byteOffset, broken.count - 1)
            XCTAssertEqual(error.column, broken.count)
        }
    }
}
