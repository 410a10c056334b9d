/// The generation of a file, in one section; no section for generation 0.
enum StoredGeneration {
    static let name = "generation.number"

    /// Numbers up to here are the same in all readers of JSON, in which logs of changes name them.
    static let maximum: UInt64 = 1 << 53

    static func write(_ generation: UInt64, to writer: inout TableFileWriter) throws(TableFileError) {
        if generation == 0 { return }
        guard generation <= maximum else {
            throw TableFileError(
                .tooLarge, path: writer.path, section: name, reason: "the generation is above 2^53")
        }
        try writer.append(name, ColumnBuffer([generation]))
    }

    static func read(from reader: TableFileReader) throws(TableFileError) -> UInt64 {
        guard reader.contains(name) else { return 0 }
        let number: ColumnBuffer<UInt64> = try reader.column(name, count: 1, isRead: true)
        guard number[0] <= maximum else { throw reader.inconsistent(name, "the generation is above 2^53") }
        return number[0]
    }
}
