/// A column in Arrow's memory layout: a column of the kernel that is exported, or a foreign one that is read.
///
/// Layout, that of Arrow's columnar format: a validity bitmap (absent if no row is null), then the buffers of
/// the type. The text column `"né"`, null, `"x"`, whose row 0 is skipped by an offset of 1:
/// ```
/// format     u
/// rowCount   2, offset 1, nullCount 1
/// buffers    0b101 | 0 3 3 4 (32-bit offsets) | 6E C3 A9 78
/// ```
package struct ArrowColumn {
    /// The column's name; empty for the values of a dictionary.
    package var name: String
    /// The type as a format string of the C data interface; for a dictionary-encoded column that of its
    /// indices.
    package var format: String
    /// Whether the type allows nulls.
    package var isNullable: Bool
    /// The metadata of the type beyond its format.
    package var metadata: [(key: String, value: String)] = []
    /// The number of rows.
    package var rowCount: Int
    /// The number of rows in the buffers before the first one.
    package var offset = 0
    /// The number of nulls; -1 if unknown.
    package var nullCount: Int
    /// The buffers in the order that the format requires.
    package var buffers: [ArrowBuffer]
    /// The values of a dictionary-encoded column: one column, or none.
    package var dictionary: [ArrowColumn] = []

    /// Creates a column with the given parts.
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

    /// Returns a range of the column's rows, in the same memory.
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
    /// The object that keeps the memory valid; nil if it is owned elsewhere.
    package let owner: AnyObject?

    /// Creates a buffer at an address whose memory is kept valid by others.
    package init(address: UnsafeRawPointer?) {
        self.address = address
        owner = nil
    }

    /// Creates a buffer of a column's elements, which exist as long as the buffer. An empty column has an
    /// address, too.
    init<Element>(_ column: ColumnBuffer<Element>) {
        let held = column.memoryOwner == nil ? ColumnBuffer<Element>(zeros: 0) : column
        address = held.withBuffer { UnsafeRawPointer($0.baseAddress) }
        owner = held.memoryOwner
    }

    /// Creates a buffer of a validity bitmap.
    init(validity: BitColumn?) {
        address = validity?.words.withBuffer { UnsafeRawPointer($0.baseAddress) }
        owner = validity?.words.memoryOwner
    }
}

/// A batch of rows, stored as columns of equal length.
package struct ArrowBatch {
    /// The number of rows.
    package var rowCount: Int
    /// The number of rows in the columns before the first one, in addition to their own offsets.
    package var offset = 0
    /// The rows that exist; without an address all do.
    package var validity = ArrowBuffer(address: nil)
    /// The columns.
    package var columns: [ArrowColumn]

    /// Creates a batch of the given columns, each of which has at least `offset + rowCount` rows.
    package init(rowCount: Int, offset: Int = 0, columns: [ArrowColumn]) {
        self.rowCount = rowCount
        self.offset = offset
        self.columns = columns
    }
}

/// The reason why columns cannot be exported or read.
package enum ArrowError: Error, Hashable, CustomStringConvertible {
    /// A column has an unsupported type.
    case unsupported(String)
    /// Buffers or lengths are inconsistent with each other or with the format.
    case malformed(String)
    /// The data exceeds 32-bit offsets or row numbers.
    case tooLarge(String)

    /// A description of the error and its location.
    package var description: String {
        switch self {
        case .unsupported(let text), .malformed(let text), .tooLarge(let text): text
        }
    }
}
