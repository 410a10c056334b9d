/// The rows of items, in the order of their tables.
struct ItemRows {
    /// The rows, sorted by type and row, and the items' places. The type is in the bits above those of the row.
    let sorted: UnsafeBufferPointer<KeyedRow>
    /// The number of bits that hold any row. As few as possible, for which fewer digits are sorted.
    let rowBits: UInt64

    /// The number of items.
    var count: Int { sorted.count }

    /// Returns the number of the item's type.
    @inline(__always)
    func type(_ index: Int) -> Int { Int(truncatingIfNeeded: sorted[index].key &>> rowBits) }

    /// Returns the row of the item in its table.
    @inline(__always)
    func row(_ index: Int) -> Int { Int(truncatingIfNeeded: sorted[index].key & (1 &<< rowBits &- 1)) }

    /// Returns the item's place among those of the layout.
    @inline(__always)
    func place(_ index: Int) -> Int { Int(sorted[index].row) }
}
