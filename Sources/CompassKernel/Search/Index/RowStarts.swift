/// Where each row starts in a text, and where the last one ends.
///
/// Layout: a 64-bit place for each 32 rows, and for each row how far behind it the row starts, in 16 bits, or
/// in 64 where any 32 rows are longer. Rows of 3, 5 and 2 bytes:
/// ```
/// blocks   0
/// offsets  0 3 8 10
/// ```
struct RowStarts: Sendable {
    private static let rowsPerBlockShift = 5

    /// The number of rows.
    let count: Int
    private let blocks: ColumnBuffer<Int>
    private let offsets: ColumnBuffer<UInt16>
    /// Used in place of ``offsets`` unless empty.
    private let wideOffsets: ColumnBuffer<Int>

    /// The memory that the places occupy, in bytes.
    var byteCount: Int { blocks.byteCount + offsets.byteCount + wideOffsets.byteCount }

    /// - Parameter places: where each row starts, and where the last one ends.
    init(_ places: borrowing GrowableColumn<Int>) {
        count = places.count - 1
        let shift = RowStarts.rowsPerBlockShift
        let inBlock = (1 << shift) - 1
        let starts = places.base
        let placeCount = places.count
        let blockCount = (placeCount - 1) >> shift + 1
        // SAFETY: blocks and offsets have a place each.
        blocks = ColumnBuffer(count: blockCount) { target in
            for block in 0..<blockCount { target[block] = starts[block << shift] }
        }
        var longest = 0
        for place in 0..<placeCount { longest = max(longest, starts[place] - starts[place & ~inBlock]) }
        if longest <= Int(UInt16.max) {
            offsets = ColumnBuffer(count: placeCount) { target in
                for place in 0..<placeCount {
                    target[place] = UInt16(starts[place] - starts[place & ~inBlock])
                }
            }
            wideOffsets = ColumnBuffer()
        } else {
            offsets = ColumnBuffer()
            wideOffsets = ColumnBuffer(count: placeCount) { target in
                for place in 0..<placeCount {
                    target[place] = starts[place] - starts[place & ~inBlock]
                }
            }
        }
    }

    /// Where `row` starts, or the last row ends for `row` ``count``.
    @inline(__always)
    subscript(row: Int) -> Int {
        // SAFETY: a row that exists, or the end of the last one.
        blocks.base[row >> RowStarts.rowsPerBlockShift]
            + (offsets.count > 0 ? Int(offsets.base[row]) : wideOffsets.base[row])
    }
}
