import CompassKernel
import XCTest

/// A damaged document is an error or loads with a report that adds up; it never crashes the reader.
///
/// Each outcome is also held against ``oracleSummary(ofPosts:form:)``.
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
    private static let array = Array(("[" + rows.joined(separator: ",\n") + "]").utf8)
    private static let lines = Array((rows.joined(separator: "\n") + "\n").utf8)

    /// Loads `document` and says whether it was loaded, after checking what holds for every document.
    @discardableResult
    private func check(_ document: [UInt8], form: DocumentForm, _ damage: @autoclosure () -> String)
        -> LoadOutcome
    {
        let outcome = LoadOutcome(loading: document, form: form)
        if let inconsistency = outcome.inconsistency(byteCount: document.count) {
            XCTFail("\(damage()): \(inconsistency)")
        }
        let wanted = oracleSummary(ofPosts: document, form: form)
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
        expectTwoCleanRows(check(Self.array, form: .json, "array"), "array")
        expectTwoCleanRows(check(Self.lines, form: .ndjson, "lines"), "lines")
    }

    func testArrayCutOffAtEveryByteIsMalformedAtItsEnd() {
        for length in 0..<Self.array.count {
            let outcome = check(Array(Self.array[..<length]), form: .json, "cut off at \(length)")
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
            let outcome = check(Array(Self.lines[..<length]), form: .ndjson, "cut off at \(length)")
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

    /// All 255 other values of every byte, about 200,000 documents.
    func testArrayWithEachByteChanged() {
        changeEachByte(of: Self.array, form: .json, to: Array(0...255))
    }

    /// As for the array, with values that mean something to the grammar of JSON or of UTF-8, and each
    /// byte's single-bit neighbours.
    func testLinesWithEachByteChanged() {
        let meaningful =
            Array("\"\\{}[],:-+.eEu0 9tfn/\n\r\t".utf8)
            + [0x00, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0xFF]
        changeEachByte(of: Self.lines, form: .ndjson, to: meaningful, andBitFlips: true)
    }

    private func changeEachByte(
        of document: [UInt8], form: DocumentForm, to values: [UInt8], andBitFlips: Bool = false
    ) {
        var damaged = document
        for index in document.indices {
            let original = document[index]
            let neighbours = andBitFlips ? (0..<8).map { original ^ (1 << UInt8($0)) } : []
            for value in values + neighbours where value != original {
                damaged[index] = value
                check(damaged, form: form, "byte \(index) is \(value) instead of \(original)")
            }
            damaged[index] = original
        }
    }

    func testDocumentsWithEachByteRemovedOrDoubled() {
        for (document, form) in [(Self.array, DocumentForm.json), (Self.lines, .ndjson)] {
            for index in document.indices {
                var shorter = document
                shorter.remove(at: index)
                check(shorter, form: form, "byte \(index) is removed")
                var longer = document
                longer.insert(document[index], at: index)
                check(longer, form: form, "byte \(index) is doubled")
            }
        }
    }

    /// Whatever the alignment to blocks of 16, 32 or 64 bytes, only the byte offsets move.
    func testLeadingSpacesMoveOffsetsOnly() throws {
        let bad = #"[{"id":null},{"id":"a","platform":"twitter","post_date":"2026-01-01T00:00Z","notes":1}]"#
        for spaces in 0...130 {
            let padding = Array(repeating: UInt8(ascii: " "), count: spaces)
            expectTwoCleanRows(
                check(padding + Self.array, form: .json, "\(spaces) spaces"), "\(spaces) spaces")
            guard
                case .loaded(let report, _) = check(
                    padding + Array(bad.utf8), form: .json, "\(spaces) spaces")
            else {
                XCTFail("\(spaces) spaces")
                continue
            }
            XCTAssertEqual(report.problems.map(\.byteOffset), [spaces + 1, spaces + 13])
            let broken = padding + Array((bad.dropLast() + ";").utf8)
            guard case .malformed(let error) = check(broken, form: .json, "\(spaces) spaces") else {
                XCTFail("\(spaces) spaces")
                continue
            }
            XCTAssertEqual(error.byteOffset, broken.count - 1)
            XCTAssertEqual(error.column, broken.count)
        }
    }
}
