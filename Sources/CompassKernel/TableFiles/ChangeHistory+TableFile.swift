/// The times of the last changes: ids in byte order, their times, the numbers of the documents with these
/// changes, and the number of all such documents. No section if there was none.
extension ChangeHistory {
    func write(_ prefix: String, to writer: inout TableFileWriter) throws(TableFileError) {
        if documentCount == 0 { return }
        let sorted = entries.values.map { (id: Array($0.key.string.utf8), entry: $0.value) }
            .sorted { $0.id.lexicographicallyPrecedes($1.id) }
        var ids = TextColumnBuilder()
        for (id, _) in sorted { ids.append(id) }
        guard ids.byteCount <= TextColumn.maximumByteCount else {
            throw TableFileError(
                .tooLarge, path: writer.path, section: prefix + "id.bytes",
                reason: "the ids of changed posts exceed \(TextColumn.maximumByteCount) bytes")
        }
        try ids.finish().write(prefix + "id", to: &writer)
        try writer.append(prefix + "commit.micros", ColumnBuffer(sorted.map(\.entry.micros)))
        try writer.append(
            prefix + "document.numbers", ColumnBuffer(sorted.map { UInt32($0.entry.documentNumber) }))
        try writer.append(prefix + "document.count", ColumnBuffer([UInt32(documentCount)]))
    }

    /// Reads the times.
    ///
    /// - Complexity: O(h) for h ids and their bytes.
    static func read(
        _ prefix: String, from reader: TableFileReader
    ) throws(TableFileError) -> ChangeHistory {
        guard reader.contains(prefix + "document.count") else { return ChangeHistory() }
        let documentCount: ColumnBuffer<UInt32> = try reader.column(
            prefix + "document.count", count: 1, isRead: true)
        let micros: ColumnBuffer<Int64> = try reader.column(prefix + "commit.micros", isRead: true)
        let numbersName = prefix + "document.numbers"
        let numbers: ColumnBuffer<UInt32> = try reader.column(numbersName, count: micros.count, isRead: true)
        guard micros.count < Int(Int32.max), documentCount[0] <= UInt32(Int32.max) else {
            throw reader.inconsistent(numbersName, "has more changes than there can be")
        }
        let ids = try TextColumn.read(prefix + "id", count: micros.count, isRequired: true, from: reader)
        var entries: [ByteText: Entry] = [:]
        entries.reserveCapacity(micros.count)
        for index in 0..<micros.count {
            guard numbers[index] >= 1, numbers[index] <= documentCount[0] else {
                throw reader.inconsistent(numbersName, element: index, "there is no such document")
            }
            let entry = Entry(micros: micros[index], documentNumber: Int(numbers[index]))
            entries[ByteText(ids.required(index))] = entry
        }
        return ChangeHistory(entries: LayeredDictionary(entries), documentCount: Int(documentCount[0]))
    }
}

extension TextColumnBuilder {
    /// Appends a text's bytes.
    fileprivate mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0) }
    }
}
