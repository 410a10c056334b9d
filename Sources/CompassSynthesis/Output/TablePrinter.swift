/// Rows of one table, printed one after the other.
protocol RowSource {
    var rowCount: Int { get }
    /// Appends the object of row `index`; called once for each row, in order.
    mutating func appendRow(_ index: Int, to writer: inout RowWriter)
}

/// Joins rows as `json_agg` does, or one per line, and passes them on in chunks.
struct TablePrinter {
    let chunkByteCount: Int
    let lineDelimited: Bool

    /// - Returns: the number of bytes.
    func print<Failure: Error>(
        _ source: some RowSource, progress: (_ rows: Int) -> Void,
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        var source = source
        var writer = RowWriter(chunkByteCount: chunkByteCount)
        var byteCount = 0
        if !lineDelimited { writer.append(byte: 0x5B) }
        for index in 0..<source.rowCount {
            if index > 0, !lineDelimited { writer.append(", \n ") }
            source.appendRow(index, to: &writer)
            if lineDelimited { writer.append(byte: 0x0A) }
            if writer.count >= chunkByteCount {
                byteCount += writer.count
                try writer.withBytes(sink)
                writer.removeAll()
                progress(index + 1)
            }
        }
        if !lineDelimited { writer.append(byte: 0x5D) }
        byteCount += writer.count
        if writer.count > 0 { try writer.withBytes(sink) }
        progress(source.rowCount)
        return byteCount
    }
}
