/// A table with a ``TableSchema``: the columns of its only segment, 0, and `row.numbers` if the rows of its
/// document are not consecutive.
extension RecordColumns {
    func write(_ schema: TableSchema, to writer: inout TableFileWriter) throws(TableFileError) {
        let prefix = Self.prefix(schema)
        try ids.write(prefix + "id", to: &writer)
        for column in schema.columns {
            let name = prefix + "\(schema.fieldNames[column.field])"
            switch column.kind {
            case .text: try texts[column.place].write(name, to: &writer)
            case .code, .foreignID, .sentiment: try codes[column.place].write(name, to: &writer)
            case .instant, .dayOrInstant: try times[column.place].write(name, to: &writer)
            case .number: try numbers[column.place].write(name, to: &writer)
            }
        }
        if let documentRows { try writer.append(prefix + "row.numbers", documentRows) }
    }

    /// Reads a table; nil if the file does not have it.
    ///
    /// - Complexity: O(n) for n rows, independent of the size of their texts.
    static func read(
        _ schema: TableSchema, from reader: TableFileReader
    ) throws(TableFileError) -> RecordColumns? {
        let prefix = Self.prefix(schema)
        guard IdentifierColumn.exists(prefix + "id", in: reader) else { return nil }
        let ids = try IdentifierColumn.read(prefix + "id", from: reader)
        var (codes, texts, times, numbers) = (
            [CodeColumn](), [TextColumn](), [DayOrInstantColumn](), [NumberColumn]()
        )
        // Columns of one kind are numbered in this order.
        for column in schema.columns {
            let (name, isRequired) = (prefix + "\(schema.fieldNames[column.field])", column.isRequired)
            switch column.kind {
            case .text:
                texts.append(
                    try TextColumn.read(name, count: ids.count, isRequired: isRequired, from: reader))
            case .code, .foreignID, .sentiment:
                codes.append(
                    try CodeColumn.read(
                        name, count: ids.count, isRequired: isRequired, isID: column.kind == .foreignID,
                        from: reader))
            case .instant, .dayOrInstant:
                times.append(
                    try DayOrInstantColumn.read(
                        name, count: ids.count, isRequired: isRequired,
                        hasDays: column.kind == .dayOrInstant, from: reader))
            case .number: numbers.append(try NumberColumn.read(name, count: ids.count, from: reader))
            }
        }
        return RecordColumns(
            ids: ids, codes: codes, texts: texts, times: times, numbers: numbers,
            documentRows: try readDocumentRows(prefix + "row.numbers", count: ids.count, from: reader))
    }

    private static func readDocumentRows(
        _ name: String, count: Int, from reader: TableFileReader
    ) throws(TableFileError) -> ColumnBuffer<UInt32>? {
        guard reader.contains(name) else { return nil }
        let numbers: ColumnBuffer<UInt32> = try reader.column(name, count: count, isRead: true)
        let wrong = (0..<count).first { numbers[$0] <= ($0 == 0 ? 0 : numbers[$0 - 1]) }
        if let wrong {
            throw reader.inconsistent(name, element: wrong, "rows of the document do not ascend")
        }
        return numbers
    }

    private static func prefix(_ schema: TableSchema) -> String { schema.tableName + "/0/" }
}
