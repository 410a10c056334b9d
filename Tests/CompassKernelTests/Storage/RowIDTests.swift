import XCTest

@testable import CompassKernel

/// Texts that contain the id of a row.
final class RowIDTests: XCTestCase {
    /// A UUID's texts are those of its 36 bytes.
    func testUUIDsLikeTheirBytes() {
        var random = SeededRandom(round: 29)
        for _ in 0..<200 {
            let uuid = PackedUUID(high: random.next(), low: random.next())
            for prefix: StaticString in ["interaction-", "/interactions?id=", "doc-"] {
                uuid.withUTF8 { bytes in
                    let (id, text) = (RowID.uuid(uuid), RowID.text(bytes))
                    XCTAssertEqual(id.text, text.text, random.label)
                    XCTAssertEqual(id.text(after: prefix), text.text(after: prefix), random.label)
                    XCTAssertEqual(
                        id.encodedText(after: prefix), text.encodedText(after: prefix), random.label)
                    XCTAssertEqual(id.encodedText(after: prefix), "\(prefix)\(uuid)", random.label)
                }
            }
        }
    }

    func testOtherIDsAreEncodedWhereNecessary() {
        for (id, encoded) in [("", ""), ("42", "42"), ("a/b ü", "a%2Fb%20%C3%BC"), ("😀", "%F0%9F%98%80")] {
            id.withBytes { bytes in
                XCTAssertEqual(RowID.text(bytes).text, id)
                XCTAssertEqual(RowID.text(bytes).text(after: "status-"), "status-" + id)
                XCTAssertEqual(RowID.text(bytes).encodedText(after: "?id="), "?id=" + encoded)
            }
        }
    }

    func testIDsOfColumns() {
        let uuid = PackedUUID(high: 0x0123_4567_89ab_cdef, low: 0xfedc_ba98_7654_3210)
        let column = IdentifierColumn.uuid(ColumnBuffer([uuid]))
        XCTAssertEqual(column.withID(0) { $0.text }, "01234567-89ab-cdef-fedc-ba9876543210")
        let texts = IdentifierColumn.text(
            TextColumn(
                bytes: ColumnBuffer(Array("firsta b".utf8)), offsets: ColumnBuffer([0, 5, 8]),
                validity: BitColumn([true, true])))
        XCTAssertEqual(texts.withID(0) { $0.text }, "first")
        XCTAssertEqual(texts.withID(1) { $0.encodedText(after: "?id=") }, "?id=a%20b")
    }
}
