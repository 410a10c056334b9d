/// Codes: the sections `codes`, and `dictionary_offsets` and `dictionary_bytes` of their texts.
extension CodeColumn {
    func write(_ name: String, to writer: inout TableFileWriter) throws(TableFileError) {
        try writer.append(name + ".codes", codes)
        try dictionary.write(name, to: &writer)
    }

    /// Reads the codes of `count` rows.
    ///
    /// - Parameters:
    ///   - isRequired: whether no row may be null.
    ///   - isID: whether no text may be empty.
    /// - Complexity: O(n + c) for n rows and c codes.
    static func read(
        _ name: String, count: Int, isRequired: Bool, isID: Bool, from reader: TableFileReader
    ) throws(TableFileError) -> CodeColumn {
        let dictionary = try CodeDictionary.read(name, isID: isID, from: reader)
        let codes: ColumnBuffer<UInt32> = try reader.column(name + ".codes", count: count, isRead: true)
        let unknown = ColumnVerification.firstUnknown(codes, count: dictionary.count, isRequired: isRequired)
        if let unknown {
            throw reader.inconsistent(name + ".codes", element: unknown, "a code is in no dictionary")
        }
        return CodeColumn(codes: codes, dictionary: dictionary)
    }
}

extension CodeDictionary {
    func write(_ name: String, to writer: inout TableFileWriter) throws(TableFileError) {
        let offsetsName = name + ".dictionary_offsets"
        if MemoryLayout<Int>.size == 8 {
            try writer.append(offsetsName, offsets)
        } else {
            try writer.append(offsetsName, ColumnBuffer((0..<offsets.count).map { Int64(offsets[$0]) }))
        }
        try writer.append(name + ".dictionary_bytes", bytes)
    }

    /// Reads the texts of codes.
    ///
    /// - Parameter isID: whether no text may be empty.
    /// - Complexity: O(c) for c codes.
    static func read(
        _ name: String, isID: Bool, from reader: TableFileReader
    ) throws(TableFileError) -> CodeDictionary {
        let offsetsName = name + ".dictionary_offsets"
        let offsets = try readOffsets(offsetsName, from: reader)
        let bytes: ColumnBuffer<UInt8> = try reader.column(name + ".dictionary_bytes", isRead: false)
        guard offsets.count > 0, offsets.count <= Int(Int32.max), offsets[0] == 0,
            offsets[offsets.count - 1] == bytes.count
        else {
            throw reader.inconsistent(offsetsName, "offsets do not span \(bytes.count) bytes")
        }
        if let code = ColumnVerification.firstDescent(offsets) {
            throw reader.inconsistent(offsetsName, element: code, "offsets do not ascend")
        }
        if isID, let code = (1..<offsets.count).first(where: { offsets[$0 - 1] == offsets[$0] }) {
            throw reader.inconsistent(offsetsName, element: code, "an id is empty")
        }
        return CodeDictionary(bytes: bytes, offsets: offsets)
    }

    /// Reads 64-bit offsets as those of this machine.
    private static func readOffsets(
        _ name: String, from reader: TableFileReader
    ) throws(TableFileError) -> ColumnBuffer<Int> {
        if MemoryLayout<Int>.size == 8 { return try reader.column(name, isRead: true) }
        let stored: ColumnBuffer<Int64> = try reader.column(name, isRead: true)
        var offsets: [Int] = []
        for index in 0..<stored.count {
            guard let offset = Int(exactly: stored[index]) else {
                throw reader.inconsistent(name, element: index, "an offset is too large for this machine")
            }
            offsets.append(offset)
        }
        return ColumnBuffer(offsets)
    }
}
