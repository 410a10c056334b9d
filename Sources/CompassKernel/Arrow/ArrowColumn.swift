/// One column in Arrow's memory layout, whoever owns it: one of ours that is handed out, or somebody else's that
/// is read.
///
/// Layout, that of Arrow's columnar format: a validity bitmap (absent when no row is null), then what the type
/// asks for. The text column `"né"`, null, `"x"`, whose row 0 is skipped by an offset of 1:
/// ```
/// format     u
/// rowCount   2, offset 1, nullCount 1
/// buffers    0b101 | 0 3 3 4 (32-bit offsets) | 6E C3 A9 78
/// ```
package struct ArrowColumn {
    /// The column's name; empty for the values of a dictionary.
    package var name: String
    /// The type, as the C data interface spells it; of a dictionary-encoded column that of its indices.
    package var format: String
    /// Whether the type allows nulls.
    package var isNullable: Bool
    /// What the type says beyond its format.
    package var metadata: [(key: String, value: String)] = []
    /// The number of rows.
    package var rowCount: Int
    /// The rows of the buffers before the first one.
    package var offset = 0
    /// The number of nulls; -1 when nobody has counted them.
    package var nullCount: Int
    /// The buffers in the order that the format asks for.
    package var buffers: [ArrowBuffer]
    /// The values behind the indices of a dictionary-encoded column: one column, or none.
    package var dictionary: [ArrowColumn] = []

    /// A column with the given parts.
    package init(
        name: String, format: String, isNullable: Bool, rowCount: Int, offset: Int = 0, nullCount: Int,
        buffers: [ArrowBuffer], dictionary: [ArrowColumn] = []
    ) {
        self.name = name
        self.format = format
        self.isNullable = isNullable
        self.rowCount = rowCount
        self.offset = offset
        self.nullCount = nullCount
        self.buffers = buffers
        self.dictionary = dictionary
    }

    /// Some of the column's rows, in the same memory.
    func sliced(_ rows: Range<Int>) -> ArrowColumn {
        guard rows != 0..<rowCount else { return self }
        var slice = self
        slice.offset += rows.lowerBound
        slice.rowCount = rows.count
        slice.nullCount = nullCount == 0 ? 0 : -1
        return slice
    }
}

/// One buffer of a column.
package struct ArrowBuffer {
    /// The first byte; nil for a bitmap without nulls.
    package let address: UnsafeRawPointer?
    /// Keeps the bytes where they are; nil when somebody else does.
    package let owner: (AnyObject & Sendable)?

    /// A buffer at an address that somebody else keeps valid.
    package init(address: UnsafeRawPointer?) {
        self.address = address
        owner = nil
    }

    /// The elements of a column, which live as long as the buffer. An empty one has an address too.
    init<Element>(_ column: ColumnBuffer<Element>) {
        let held = column.memoryOwner == nil ? ColumnBuffer<Element>(zeros: 0) : column
        address = UnsafeRawPointer(held.base)
        owner = held.memoryOwner
    }

    /// A validity bitmap.
    init(validity: BitColumn?) {
        address = validity.map { UnsafeRawPointer($0.words.base) }
        owner = validity?.words.memoryOwner
    }
}

/// Rows as columns of equal length.
package struct ArrowBatch {
    /// The number of rows.
    package var rowCount: Int
    /// The rows of the columns before the first one, on top of their own offsets.
    package var offset = 0
    /// Which rows are there at all; without an address all are.
    package var validity = ArrowBuffer(address: nil)
    /// The columns.
    package var columns: [ArrowColumn]

    /// Rows of the given columns, each of which has `offset + rowCount` rows or more.
    package init(rowCount: Int, offset: Int = 0, columns: [ArrowColumn]) {
        self.rowCount = rowCount
        self.offset = offset
        self.columns = columns
    }
}

/// Why columns cannot be handed out, or read.
package enum ArrowError: Error, Hashable, CustomStringConvertible {
    /// A column has a type that is not read.
    case unsupported(String)
    /// Buffers or lengths contradict each other, or the format.
    case malformed(String)
    /// More than 32-bit offsets or row numbers can hold.
    case tooLarge(String)

    /// What happened, and where.
    package var description: String {
        switch self {
        case .unsupported(let text), .malformed(let text), .tooLarge(let text): text
        }
    }
}
