/// The start of each row in a text, and the end of the last one.
///
/// Layout: a 64-bit position for each 32 rows, and for each row the offset of its start from that position,
/// in 16 bits, or in 64 if any 32 rows are longer. Rows of 3, 5 and 2 bytes:
/// ```
/// blocks   0
/// offsets  0 3 8 10
/// ```
struct RowStarts: Sendable {
    static let rowsPerBlockShift = 5

    /// The number of rows.
    let count: Int
    let blocks: ColumnBuffer<Int>
    let offsets: ColumnBuffer<UInt16>
    /// Used instead of ``offsets`` unless empty.
    let wideOffsets: ColumnBuffer<Int>

    var byteCount: Int { blocks.byteCount + offsets.byteCount + wideOffsets.byteCount }

    /// Creates the starts of `count` rows from the columns of others.
    init(
        count: Int, blocks: ColumnBuffer<Int>, offsets: ColumnBuffer<UInt16>, wideOffsets: ColumnBuffer<Int>
    ) {
        self.count = count
        self.blocks = blocks
        self.offsets = offsets
        self.wideOffsets = wideOffsets
    }

    /// - Parameter places: the start of each row, and the end of the last one.
    init(_ places: borrowing GrowableColumn<Int>) {
        count = places.count - 1
        let shift = RowStarts.rowsPerBlockShift
        let inBlock = (1 << shift) - 1
        let placeCount = places.count
        let blockCount = (placeCount - 1) >> shift + 1
        // SAFETY: each block and offset has an element.
        blocks = ColumnBuffer(count: blockCount) { target in
            for block in 0..<blockCount { target[block] = places[block << shift] }
        }
        var longest = 0
        for place in 0..<placeCount { longest = max(longest, places[place] - places[place & ~inBlock]) }
        func column<Offset: FixedWidthInteger & BitwiseCopyable & Sendable>() -> ColumnBuffer<Offset> {
            ColumnBuffer(count: placeCount) { target in
                for place in 0..<placeCount {
                    target[place] = Offset(places[place] - places[place & ~inBlock])
                }
            }
        }
        let isNarrow = longest <= Int(UInt16.max)
        offsets = isNarrow ? column() : ColumnBuffer()
        wideOffsets = isNarrow ? ColumnBuffer() : column()
    }

    /// Returns the start of `row`, or the end of the last row if `row` is ``count``.
    @inline(__always)
    subscript(row: Int) -> Int {
        // SAFETY: `row` is an existing row, or the end of the last one.
        blocks[row >> RowStarts.rowsPerBlockShift]
            + (offsets.count > 0 ? Int(offsets[row]) : wideOffsets[row])
    }
}
