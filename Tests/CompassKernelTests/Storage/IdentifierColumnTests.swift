import XCTest

@testable import CompassKernel

final class IdentifierColumnTests: XCTestCase {
    private func uuid(_ number: Int) -> String {
        PackedUUID(high: UInt64(number / 4), low: UInt64(number % 4) << 62).description
    }

    /// Returns a column as ingest builds it.
    private func column(_ texts: [String]) -> IdentifierColumn {
        var builder = IdentifierColumnBuilder()
        for text in texts {
            var bytes = Array(text.utf8)
            bytes.withUnsafeMutableBufferPointer { buffer in
                let slot = FieldSlot(
                    start: UnsafePointer(buffer.baseAddress!), count: buffer.count, kind: .string,
                    hasEscapes: false)
                var loneSurrogate = false
                _ = builder.append(slot, loneSurrogate: &loneSurrogate)
            }
        }
        return builder.finish()
    }

    private func expectTexts(_ texts: [String], isPacked: Bool) {
        let ids = column(texts)
        if case .uuid = ids {
            XCTAssertTrue(isPacked, "\(texts)")
        } else {
            XCTAssertFalse(isPacked, "\(texts)")
        }
        XCTAssertEqual(ids.count, texts.count)
        XCTAssertEqual(texts.indices.map { ids.string($0) }, texts)
        for a in texts.indices {
            for b in texts.indices {
                let isBefore = texts[a].utf8.lexicographicallyPrecedes(texts[b].utf8)
                XCTAssertEqual(ids.compare(a, b) < 0, isBefore, "\(texts[a]) and \(texts[b])")
                XCTAssertEqual(ids.compare(a, b) == 0, texts[a].utf8.elementsEqual(texts[b].utf8))
            }
        }
        let reversed = texts.indices.reversed().map { UInt32($0) }
        let gathered = reversed.withUnsafeBufferPointer { ids.gathered($0) }
        XCTAssertEqual(texts.indices.map { gathered.string($0) }, texts.reversed())
    }

    func testCanonicalUUIDsArePacked() {
        let texts = (0..<20).map(uuid)
        expectTexts(texts, isPacked: true)
        XCTAssertEqual(column(texts).byteCount, 16 * 20)
        expectTexts([], isPacked: true)
    }

    func testOneOtherIDMakesAllText() {
        for place in 0...6 {
            for other in [
                "x", uuid(3).uppercased(), uuid(3) + "0", String(uuid(3).dropLast()), "é", "e\u{301}",
            ] {
                var texts = (0..<6).map(uuid)
                texts.insert(other, at: place)
                expectTexts(texts, isPacked: false)
            }
        }
    }

    func testInstantsReadBackWithTheirNulls() {
        for pattern in 0..<(1 << 6) {
            let values = (0..<6).map { pattern >> $0 & 1 != 0 ? Int64($0) * 1_000_003 - 7 : nil }
            let column = DayOrInstantColumn(
                ColumnBuffer(values.map { $0 ?? 0 }), valid: RowSet(BitColumn(values.map { $0 != nil })))
            XCTAssertEqual(column.count, 6)
            XCTAssertEqual((0..<6).map { column.instant($0)?.micros }, values)
            for rows in [[], [5, 3, 1], [0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0]] as [[UInt32]] {
                let gathered = rows.withUnsafeBufferPointer { column.gathered($0) }
                XCTAssertEqual(gathered.count, rows.count)
                XCTAssertEqual(
                    rows.indices.map { gathered.instant($0)?.micros }, rows.map { values[Int($0)] })
            }
        }
        XCTAssertEqual(DayOrInstantColumn(ColumnBuffer(), valid: RowSet(BitColumn([]))).count, 0)
    }

    func testRowOrderLeavesOrRearrangesEveryKindOfColumn() {
        let plain = ColumnBuffer([1, 2, 3] as [Int64])
        XCTAssertEqual(RowOrder(nil).applied(to: plain).elements, [1, 2, 3])
        let order = RowOrder([2, 0])
        XCTAssertEqual(order.applied(to: plain).elements, [3, 1])
        let ids = order.applied(to: column(["a", "b", "c"]))
        XCTAssertEqual([ids.string(0), ids.string(1)], ["c", "a"])
        XCTAssertEqual(order.applied(to: TextColumn(nullCount: 3)).count, 2)
        let instants = DayOrInstantColumn(plain, valid: RowSet(BitColumn([true, true, false])))
        XCTAssertEqual(order.applied(to: instants).instant(0), nil)
        XCTAssertEqual(order.applied(to: instants).instant(1)?.micros, 1)
        XCTAssertEqual(RowOrder([]).applied(to: plain).count, 0)
    }
}
