/// Texts: the sections `offsets` and `bytes`, and `validity` if some but not all rows are null; no section if
/// all are.
extension TextColumn {
    func write(_ name: String, to writer: inout TableFileWriter) throws(TableFileError) {
        if validity.isEmpty { return }
        try writer.append(name + ".offsets", offsets)
        try writer.append(name + ".bytes", bytes)
        try validity.writeBitmap(name + ".validity", to: &writer)
    }

    /// Reads the texts of `count` rows.
    ///
    /// - Parameters:
    ///   - isRequired: whether no row may be null.
    ///   - minimumByteCount: the size that every text has at least.
    /// - Complexity: O(n) for n rows.
    static func read(
        _ name: String, count: Int, isRequired: Bool = false, minimumByteCount: UInt32 = 0,
        from reader: TableFileReader
    ) throws(TableFileError) -> TextColumn {
        let (offsetsName, validityName) = (name + ".offsets", name + ".validity")
        guard isRequired || reader.contains(offsetsName) else { return TextColumn(nullCount: count) }
        let offsets: ColumnBuffer<UInt32> = try reader.column(offsetsName, count: count + 1, isRead: true)
        let bytes: ColumnBuffer<UInt8> = try reader.column(name + ".bytes", isRead: false)
        guard bytes.count <= maximumByteCount else {
            throw reader.inconsistent(name + ".bytes", "has more bytes than a column can")
        }
        if let row = ColumnVerification.firstDescent(offsets) {
            throw reader.inconsistent(offsetsName, element: row, "offsets do not ascend")
        }
        guard offsets[0] == 0, UInt64(offsets[count]) == UInt64(bytes.count) else {
            throw reader.inconsistent(offsetsName, "offsets do not span \(bytes.count) bytes")
        }
        guard reader.contains(validityName) else {
            if minimumByteCount > 0, let row = offsets.firstShort(minimumByteCount) {
                throw reader.inconsistent(offsetsName, element: row, "a text is too short")
            }
            return TextColumn(bytes: bytes, offsets: offsets)
        }
        if isRequired { throw reader.inconsistent(validityName, "the column has no nulls") }
        let validity = try BitColumn.read(validityName, count: count, from: reader)
        return TextColumn(bytes: bytes, offsets: offsets, validity: validity)
    }
}

extension ColumnBuffer<UInt32> {
    /// Returns the first row of offsets whose text is shorter than `minimum`.
    fileprivate func firstShort(_ minimum: UInt32) -> Int? {
        (0..<Swift.max(count, 1) - 1).first { self[$0 + 1] - self[$0] < minimum }
    }
}

extension RowSet {
    /// Writes a bit for each row, if the set contains some but not all rows.
    func writeBitmap(_ name: String, to writer: inout TableFileWriter) throws(TableFileError) {
        if let bitmap { try writer.append(name, bitmap.words) }
    }
}

extension BitColumn {
    /// Reads a bit for each of `count` rows.
    ///
    /// - Complexity: O(n / 64) for n rows.
    static func read(
        _ name: String, count: Int, from reader: TableFileReader
    ) throws(TableFileError) -> BitColumn {
        let words: ColumnBuffer<UInt64> = try reader.column(name, count: (count + 63) / 64, isRead: true)
        if count & 63 != 0, words[words.count - 1] >> UInt64(count & 63) != 0 {
            throw reader.inconsistent(name, element: words.count - 1, "bits are set after the last row")
        }
        return BitColumn(words: words, count: count)
    }
}
