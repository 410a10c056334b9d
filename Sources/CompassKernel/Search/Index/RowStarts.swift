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
        var builder = Builder(reserving: places.count)
        for place in 0..<places.count { builder.append(places[place]) }
        self = builder.finish()
    }

    /// Starts under construction, which take the same few bytes for each row.
    struct Builder: ~Copyable {
        /// The number of positions so far.
        private(set) var count = 0
        /// The last position.
        private(set) var last = 0
        private var blocks: GrowableColumn<Int>
        private var offsets: GrowableColumn<UInt16>
        /// The offsets if any does not fit into 16 bits, otherwise empty.
        private var wideOffsets = GrowableColumn<Int>()

        init(reserving count: Int = 0) {
            blocks = GrowableColumn(capacity: count >> rowsPerBlockShift + 1)
            offsets = GrowableColumn(capacity: count)
        }

        /// Appends the start of a row, or at last the end of the last one, not less than those before.
        mutating func append(_ place: Int) {
            if count & (1 << rowsPerBlockShift - 1) == 0 { blocks.append(place) }
            let offset = place - blocks[blocks.count - 1]
            if wideOffsets.count == 0, let narrow = UInt16(exactly: offset) {
                offsets.append(narrow)
            } else {
                if wideOffsets.count == 0 { widen() }
                wideOffsets.append(offset)
            }
            count += 1
            last = place
        }

        private mutating func widen() {
            wideOffsets.reserve(total: max(offsets.capacity, count + 1))
            for row in 0..<count { wideOffsets.append(Int(offsets[row])) }
            offsets = GrowableColumn()
        }

        /// Returns the starts; at least one position has been appended.
        consuming func finish() -> RowStarts {
            let rowCount = count - 1
            let isWide = wideOffsets.count > 0
            let (offsets, wideOffsets) = (offsets.finish(), wideOffsets.finish())
            return RowStarts(
                count: rowCount, blocks: blocks.finish(), offsets: isWide ? ColumnBuffer() : offsets,
                wideOffsets: isWide ? wideOffsets : ColumnBuffer())
        }
    }

    /// Returns the start of `row`, or the end of the last row if `row` is ``count``.
    @inline(__always)
    subscript(row: Int) -> Int {
        // SAFETY: `row` is an existing row, or the end of the last one.
        blocks[row >> RowStarts.rowsPerBlockShift]
            + (offsets.count > 0 ? Int(offsets[row]) : wideOffsets[row])
    }
}
