/// A column of nullable texts in one UTF-8 arena.
///
/// Layout, that of Arrow's `utf8` arrays: the bytes of all rows in row order, `n + 1` 32-bit offsets, and a
/// validity bitmap that is omitted if no row is null. For `"né"`, null, `"x"`:
/// ```
/// bytes     6E C3 A9 78
/// offsets   0 3 3 4
/// validity  0b101
/// ```
/// A column with only nulls stores nothing but its row count. A class, so that whoever reads a text keeps one
/// reference alive instead of those of all parts.
final class TextColumn: Sendable {
    /// The size of the largest arena that 32-bit Arrow offsets can address.
    static let maximumByteCount = Int(Int32.max)

    /// The number of rows.
    let count: Int
    let bytes: ColumnBuffer<UInt8>
    let offsets: ColumnBuffer<UInt32>
    /// The rows that are not null.
    let validity: RowSet
    /// Whether the texts are known to be well-formed UTF-8; those of a table file, and copies of them, may be any
    /// bytes. It spares exports and searches from examining them; nothing that must be safe depends on it.
    let areWellFormed: Bool

    /// Creates a column in which every row is null.
    init(nullCount: Int) {
        count = nullCount
        bytes = ColumnBuffer()
        offsets = ColumnBuffer()
        validity = .none
        areWellFormed = true
    }

    /// Creates a column from an arena and its `count + 1` offsets.
    ///
    /// - Parameters:
    ///   - validity: the rows that are not null; nil if no row is null.
    ///   - areWellFormed: whether every text is known to be well-formed UTF-8.
    init(
        bytes: ColumnBuffer<UInt8>, offsets: ColumnBuffer<UInt32>, validity: BitColumn? = nil,
        areWellFormed: Bool = false
    ) {
        count = validity?.count ?? offsets.count - 1
        let valid = validity.map { RowSet($0) } ?? .all
        self.validity = valid
        self.bytes = valid.isEmpty ? ColumnBuffer() : bytes
        self.offsets = valid.isEmpty ? ColumnBuffer() : offsets
        self.areWellFormed = areWellFormed
    }

    /// Returns the text of `row`; nil if null.
    @inline(__always)
    func string(_ row: Int) -> String? { withUTF8(row) { $0.map { String(utf8: $0) } } }

    /// Returns the text of `row` in a column without nulls.
    func required(_ row: Int) -> String { string(row) ?? "" }

    /// Returns the number of bytes of `row`, 0 if null.
    func byteCount(_ row: Int) -> Int { offsets.count == 0 ? 0 : Int(offsets[row + 1] - offsets[row]) }

    /// Calls `body` with the bytes of `row`; with nil if null.
    @inline(__always)
    func withUTF8<Result>(_ row: Int, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
        // One call of `body`, so that the optimizer moves it here.
        let isNull = !validity[row]
        let range = isNull ? 0..<0 : Int(offsets[row])..<Int(offsets[row + 1])
        return bytes.withBuffer(of: range) { body(isNull ? nil : $0) }
    }

    /// Calls `body` with the bytes of each text that is neither null nor empty, in the order of the rows.
    ///
    /// - Complexity: O(n) for n rows.
    @inline(__always)
    func forEachNonEmptyText(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        bytes.withBuffer(of: 0..<bytes.count) { bytes in
            offsets.withBuffer(of: 0..<offsets.count) { offsets in
                for row in 0..<max(offsets.count - 1, 0)
                where validity[row] && offsets[row] < offsets[row + 1] {
                    // SAFETY: offsets ascend up to the size of the arena, also those of a mapped file.
                    body(UnsafeBufferPointer(rebasing: bytes[Int(offsets[row])..<Int(offsets[row + 1])]))
                }
            }
        }
    }

    /// Returns the first of `rows` with a text; nil if there is none.
    ///
    /// - Complexity: O(n) for n rows.
    func firstRow(of text: UnsafeBufferPointer<UInt8>, in rows: Range<Int>) -> Int? {
        if validity.isEmpty { return nil }
        return offsets.withBuffer { offsets in
            bytes.withBuffer { bytes in
                rows.first { row in
                    // The lengths differ for most rows; texts of one length differ in their last bytes for
                    // most.
                    let range = Int(offsets[row])..<Int(offsets[row + 1])
                    guard range.count == text.count, validity[row] else { return false }
                    if let last = text.last, bytes[range.upperBound - 1] != last { return false }
                    return ByteComparison.areEqual(UnsafeBufferPointer(rebasing: bytes[range]), text)
                }
            }
        }
    }

    var byteCount: Int { bytes.byteCount + offsets.byteCount + validity.byteCount }

    /// The size of all texts together, in bytes.
    var textByteCount: Int { bytes.count }

    func gathered(_ permutation: UnsafeBufferPointer<UInt32>) -> TextColumn {
        if validity.isEmpty { return TextColumn(nullCount: permutation.count) }
        var arena = GrowableColumn<UInt8>(capacity: bytes.count)
        let newOffsets = ColumnBuffer<UInt32>(count: permutation.count + 1) { target in
            target[0] = 0
            for (position, row) in permutation.enumerated() {
                arena.append(bytes, Int(offsets[Int(row)])..<Int(offsets[Int(row) + 1]))
                target[position + 1] = UInt32(arena.count)
            }
        }
        let valid = validity.bitmap.map { bitmap in BitColumn(permutation.map { bitmap[Int($0)] }) }
        return TextColumn(
            bytes: arena.finish(), offsets: newOffsets, validity: valid, areWellFormed: areWellFormed)
    }

    func checkInvariants() -> [String] {
        if validity.isEmpty { return [] }
        var violations: [String] = []
        if offsets.count != count + 1 { return ["\(offsets.count) offsets for \(count) rows"] }
        if offsets[0] != 0 || Int(offsets[count]) != bytes.count {
            violations.append("offsets do not span the arena")
        }
        for row in 0..<count where offsets[row] > offsets[row + 1] {
            violations.append("offsets decrease at row \(row)")
        }
        if let valid = validity.bitmap { violations += valid.checkInvariants() }
        if areWellFormed, violations.isEmpty, !isWellFormed { violations.append("texts are not UTF-8") }
        return violations
    }
}
