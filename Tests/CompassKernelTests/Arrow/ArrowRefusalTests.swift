import XCTest

@testable import CompassKernel

/// Columns that are inconsistent or have unsupported types.
final class ArrowRefusalTests: XCTestCase {
    func testOtherTypesAreRefusedByTheNameOfTheirColumn() {
        let types = [
            ("id", "g"), ("id", "tsu:"), ("id", "w:15"), ("notes", "z"), ("notes", "l"), ("platform", "c"),
            ("post_date", "tdD"), ("post_date", "l"), ("created_at", "tdm"), ("flagged_for_review", "c"),
            ("is_recruiting_related", "u"), ("sentiment", "+l"), ("notes", ""), ("notes", "ts"),
            ("notes", "n:"),
        ]
        for (name, format) in types {
            var rows = batch(with: .texts(name, ["a"]))
            rows.columns[rows.columns.count - 1].format = format
            expectRefusal(rows, .unsupported("column '\(name)' has the Arrow type '\(format)'"))
        }
        let dates = ArrowColumn.plain("", "tdD", [Int32(0)], null: 0)
        expectRefusal(batch(with: .codes("post_date", [0], dates)), .unsupported("'tdD'"))
    }

    func testIndicesMustNameAValue() {
        let values = ArrowColumn.texts("", ["a", "b"])
        for index in [Int8(2), 127, -1, -128] {
            expectRefusal(
                batch(with: .codes("notes", [0, index], values)),
                .malformed("column 'notes', row 2: its index \(index) is not below the 2 values"))
        }
        var column = ArrowColumn.codes("notes", [0], values)
        column.format = "u"
        expectRefusal(batch(with: column), .malformed("its dictionary's indices are 'u'"))
    }

    func testOffsetsMustAscend() {
        let wrong: [[Int32]] = [[0, 2, 1, 3], [-1, 0, 1, 3], [0, 4, 4, 3], [0, 0, 0, -1], [3, 2, 1, 0]]
        for offsets in wrong {
            var column = ArrowColumn.texts("notes", ["a", "b", "c"])
            column.buffers[1] = ArrowBuffer(ColumnBuffer(offsets))
            expectRefusal(batch(with: column), .malformed("column 'notes', row"))
        }
    }

    func testLengthsMustAgree() {
        func changed(_ change: (inout ArrowColumn) -> Void) -> ArrowBatch {
            var rows = batch(with: .texts("notes", ["a", nil, "c"]))
            change(&rows.columns[rows.columns.count - 1])
            return rows
        }
        let huge = Int.max
        expectRefusal(changed { $0.rowCount = 2 }, .malformed("it has 2 rows where 3 are needed"))
        for wrong in [
            changed { $0.rowCount = -1 }, changed { $0.offset = -1 }, changed { $0.nullCount = -2 },
            changed { $0.nullCount = 4 }, changed { $0.offset = huge }, changed { $0.rowCount = huge },
            changed { ($0.offset, $0.rowCount) = (huge / 2, huge / 2) },
        ] {
            expectRefusal(wrong, .malformed("column 'notes': it has"))
        }
    }

    func testBuffersMustBeThere() {
        func changed(_ change: (inout ArrowColumn) -> Void) -> ArrowBatch {
            var rows = batch(with: .texts("notes", ["a", "b", "c"]))
            change(&rows.columns[rows.columns.count - 1])
            return rows
        }
        let none = ArrowBuffer(address: nil)
        expectRefusal(changed { $0.buffers.removeLast() }, .malformed("it has 2 buffers, not 3"))
        expectRefusal(changed { $0.buffers.append(none) }, .malformed("it has 4 buffers, not 3"))
        expectRefusal(changed { $0.buffers = [] }, .malformed("it has 0 buffers, not 3"))
        expectRefusal(changed { $0.buffers[1] = none }, .malformed("its buffer 1 is missing"))
        expectRefusal(changed { $0.buffers[2] = none }, .malformed("row 1: it has no bytes"))
        expectRefusal(changed { $0.nullCount = 1 }, .malformed("it has 1 nulls, and no bitmap of them"))
        expectRefusal(
            changed { ($0.format, $0.buffers) = ("vu", [none, none]) }, .malformed("it has 2 buffers"))
    }

    func testEmptyColumnsNeedNoBuffers() throws {
        let columns = [("id", "u"), ("platform", "vu"), ("post_date", "tsn:"), ("notes", "U")].map {
            name, format in
            ArrowColumn(
                name: name, format: format, isNullable: true, rowCount: 0, nullCount: 0,
                buffers: (format.contains("t") ? 0..<2 : 0..<3).map { _ in ArrowBuffer(address: nil) })
        }
        XCTAssertEqual(try read([batch(columns)]).table.count, 0)
    }

    func testBatchesMustHaveRows() {
        expectRefusal(ArrowBatch(rowCount: -1, columns: []), .malformed("-1 rows"))
        expectRefusal(ArrowBatch(rowCount: 1, offset: -1, columns: []), .malformed("from -1 on"))
        expectRefusal(ArrowBatch(rowCount: 1, offset: .max, columns: []), .malformed("the batch has 1 rows"))
        expectRefusal(ArrowBatch(rowCount: .max, columns: []), .tooLarge("more than 2147483647 rows"))
    }

    func testMoreRowsOrLongerTextsThanATableHoldsAreRefused() {
        var options = LoadOptions()
        options.maxRows = 2
        expectRefusal(
            batch(with: .texts("notes", ["a", "b", "c"])), .tooLarge("more than 2 rows"), options: options)
        options = LoadOptions()
        options.maxTextBytes = 5
        expectRefusal(
            batch(with: .texts("notes", ["abc", "defghi"])),
            .tooLarge("the texts of notes are larger than 5 bytes"),
            options: options)
    }
}
