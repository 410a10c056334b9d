/// Arrow's format strings for the columns that the kernel exports.
enum ArrowFormat {
    static let utf8 = "u"
    static let largeUTF8 = "U"
    static let uuid = "w:16"
    static let timestamp = "tsu:UTC"
    static let boolean = "b"
    static let int8 = "c"
    static let int32 = "i"
    static let int64 = "l"
    static let date = "tdD"
}

/// The kernel's columns as Arrow columns in the same memory.
extension ArrowColumn {
    /// Creates a column from a bitmap of the rows that are not null, which is left out if no row is null, and
    /// the buffers that follow it.
    init(
        _ name: String, _ format: String, isNullable: Bool = false, rowCount: Int, validity: BitColumn? = nil,
        _ buffers: ArrowBuffer..., dictionary: [ArrowColumn] = []
    ) {
        let nullCount = validity.map { $0.count - $0.total } ?? 0
        self.init(
            name: name, format: format, isNullable: isNullable, rowCount: rowCount, nullCount: nullCount,
            buffers: [ArrowBuffer(validity: nullCount == 0 ? nil : validity)] + buffers,
            dictionary: dictionary)
    }

    /// Creates a column of texts without a copy, except for the offsets of a column that has none because all
    /// its rows are null, and for texts of a file that are not valid UTF-8.
    init(_ name: String, _ texts: TextColumn, isNullable: Bool = true) {
        let column = texts.wellFormed
        let offsets = column.offsets.count > 0 ? column.offsets : ColumnBuffer(zeros: column.count + 1)
        self.init(
            name, ArrowFormat.utf8, isNullable: isNullable, rowCount: column.count,
            validity: column.validity.bitmap(count: column.count), ArrowBuffer(offsets),
            ArrowBuffer(column.bytes))
    }

    /// Creates a column of ids without a copy: UUIDs of Arrow's canonical extension type if they are packed,
    /// otherwise texts.
    init(_ name: String, _ column: IdentifierColumn) {
        switch column {
        case .text(let ids): self.init(name, ids, isNullable: false)
        case .uuid(let ids):
            self.init(name, ArrowFormat.uuid, rowCount: ids.count, ArrowBuffer(ids))
            metadata = [("ARROW:extension:name", "arrow.uuid"), ("ARROW:extension:metadata", "")]
        }
    }

    /// Creates a column of instants, none of which is null, without a copy.
    init(_ name: String, micros: ColumnBuffer<Int64>) {
        self.init(name, ArrowFormat.timestamp, rowCount: micros.count, ArrowBuffer(micros))
    }

    /// Creates a column of nullable instants, none of which is a day, without a copy.
    init(_ name: String, _ column: DayOrInstantColumn) {
        let micros = column.values.count == column.count ? column.values : ColumnBuffer(zeros: column.count)
        self.init(
            name, ArrowFormat.timestamp, isNullable: true, rowCount: column.count,
            validity: column.valid.bitmap(count: column.count), ArrowBuffer(micros))
    }

    /// Creates a column of one bit per row without a copy.
    init(_ name: String, _ column: BitColumn) {
        self.init(name, ArrowFormat.boolean, rowCount: column.count, ArrowBuffer(column.words))
    }

    /// Creates a dictionary-encoded column of texts: codes are the indices, without a copy if none is null.
    ///
    /// - Complexity: O(n + d) for n rows and d distinct texts.
    init(_ name: String, codes: ColumnBuffer<UInt32>, _ dictionary: CodeDictionary) {
        let (validity, nullCount) = CodeValidity.bitmap(of: codes)
        let indices = nullCount == 0 ? codes : CodeValidity.indices(of: codes)
        self.init(
            name: name, format: ArrowFormat.int32, isNullable: true, rowCount: codes.count,
            nullCount: nullCount, buffers: [validity, ArrowBuffer(indices)],
            dictionary: [ArrowColumn(dictionary)])
    }

    /// Creates a column of a dictionary's texts. Their bytes are not copied, nor are their offsets if these
    /// require 64 bits.
    init(_ texts: CodeDictionary, maximumByteCount: Int = TextColumn.maximumByteCount) {
        let dictionary = texts.wellFormed
        let isLarge = dictionary.bytes.count > maximumByteCount
        let offsets = dictionary.offsets
        self.init(
            "", isLarge ? ArrowFormat.largeUTF8 : ArrowFormat.utf8, rowCount: dictionary.count,
            isLarge
                ? ArrowBuffer(offsets)
                : ArrowBuffer(
                    ColumnBuffer<Int32>(count: offsets.count) { target in
                        for index in 0..<offsets.count {
                            target[index] = Int32(truncatingIfNeeded: offsets[index])
                        }
                    }),
            ArrowBuffer(dictionary.bytes))
    }

    /// Creates a dictionary-encoded column of known texts with one-byte indices, of which there are at least
    /// `rowCount`.
    ///
    /// - Parameter validity: the rows that are not null; nil if all are.
    init(
        _ name: String, indices: ColumnBuffer<UInt8>, rowCount: Int, validity: BitColumn?, values: [String]
    ) {
        var dictionary = Interner()
        for var value in values { _ = value.withUTF8 { dictionary.intern($0.baseAddress!, count: $0.count) } }
        self.init(
            name, ArrowFormat.int8, isNullable: validity != nil, rowCount: rowCount, validity: validity,
            ArrowBuffer(indices), dictionary: [ArrowColumn(dictionary.finish())])
    }
}
