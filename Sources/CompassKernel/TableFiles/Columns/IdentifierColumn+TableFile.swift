/// Ids: the section `uuids`, or those of texts.
extension IdentifierColumn {
    func write(_ name: String, to writer: inout TableFileWriter) throws(TableFileError) {
        switch self {
        case .uuid(let ids): try writer.append(name + ".uuids", ids)
        case .text(let ids): try ids.write(name, to: &writer)
        }
    }

    /// Returns whether a file has ids of a name.
    static func exists(_ name: String, in reader: TableFileReader) -> Bool {
        reader.contains(name + ".uuids") || reader.contains(name + ".offsets")
    }

    /// Reads ids, at most as many as a table can have.
    ///
    /// - Complexity: O(n) for n texts, O(1) for UUIDs.
    static func read(
        _ name: String, from reader: TableFileReader
    ) throws(TableFileError) -> IdentifierColumn {
        let (uuids, offsets) = (reader.entry(name + ".uuids"), reader.entry(name + ".offsets"))
        let count = uuids?.count ?? max(0, (offsets?.count ?? 1) - 1)
        guard count <= Int(Int32.max) else {
            throw reader.inconsistent((uuids ?? offsets)?.name ?? name, "has more rows than a table can")
        }
        if uuids != nil { return .uuid(try reader.column(name + ".uuids", isRead: false)) }
        return .text(
            try TextColumn.read(name, count: count, isRequired: true, minimumByteCount: 1, from: reader))
    }
}
