/// The rows of one table, in columns, in the order of the document.
///
/// Of rows with one id the last stays, at its own place. A table is a value: copies share their columns.
///
/// ```swift
/// let (events, report) = try EventTable.load(json: bytes)
/// for row in 0..<events.count { print(events[row].name) }
/// ```
public struct RecordTable<Record: TableRecord>: Sendable {
    let columns: RecordColumns

    init(_ columns: RecordColumns) { self.columns = columns }

    /// A table of the given rows.
    ///
    /// Of rows with one id the last stays; a row with an empty id is left out, and an empty id of another
    /// table's row counts as none, as when rows are loaded.
    ///
    /// - Parameter rows: the rows; their texts must not exceed 2 GiB in any column, or the program ends.
    /// - Complexity: O(n) for n rows.
    public init(_ rows: [Record]) {
        let schema = Record.schema
        var builder = RecordColumnsBuilder(schema: schema.table, options: LoadOptions())
        for (row, record) in rows.enumerated() where !record.id.isEmpty {
            builder.append(id: record.id, schema.cells(record), documentRow: row + 1)
        }
        precondition(builder.failure == nil, "the texts of a column exceed 2 GiB")
        columns = builder.finish()
    }

    /// A table without rows.
    public static var empty: RecordTable { RecordTable([]) }

    /// The number of rows.
    public var count: Int { columns.count }

    /// Whether there are no rows.
    public var isEmpty: Bool { count == 0 }

    /// The row at a place from 0 to ``count`` - 1; any other place ends the program.
    ///
    /// - Complexity: O(1) beside copying its texts.
    public subscript(row: Int) -> Record {
        precondition(row >= 0 && row < count, "no such row")
        return Record.schema.record(self, row)
    }

    /// The memory that the columns occupy, in bytes.
    public var byteCount: Int { columns.byteCount }

    /// The ids.
    var ids: IdentifierColumn { columns.ids }

    /// The number of `row` in the document, from 1.
    func documentRow(_ row: Int) -> Int { columns.documentRow(row) }
}

extension RecordTable {
    /// Loads rows from a JSON array of objects, as PostgREST returns it, or from an object whose only
    /// member `data` is such an array.
    ///
    /// A row that lacks what its table needs is skipped and reported. Columns that are missing count as null;
    /// unknown ones are checked as JSON and ignored.
    ///
    /// - Parameters:
    ///   - json: the document's bytes: `[UInt8]`, `Data`, a string's `utf8` …
    ///   - options: how many threads may read, how many problems are listed.
    /// - Returns: the table, and what happened to each row that was not simply loaded.
    /// - Throws: ``LoadError/malformedDocument(_:)`` when the bytes are not JSON or no array of rows; another
    ///   ``LoadError`` when they hold more than a table can.
    /// - Complexity: O(b) for b bytes.
    public static func load(
        json: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: RecordTable, report: IngestReport) {
        try DocumentBytes.with(json) { bytes throws(LoadError) in try load(bytes, .json, options) }
    }

    /// Loads rows from NDJSON: one object a line; blank lines are skipped.
    ///
    /// As ``load(json:options:)`` otherwise.
    public static func load(
        ndjson: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: RecordTable, report: IngestReport) {
        try DocumentBytes.with(ndjson) { bytes throws(LoadError) in try load(bytes, .ndjson, options) }
    }

    /// Loads rows from a file, which is mapped into memory while it is read.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - format: its form; by default NDJSON for the endings `.ndjson` and `.jsonl`, else a JSON array.
    ///   - options: how many threads may read, how many problems are listed.
    /// - Returns: the table, and what happened to each row that was not simply loaded.
    /// - Throws: ``LoadError``: the file cannot be read, or is malformed, or holds more than a table can.
    /// - Complexity: O(b) for b bytes.
    public static func load(
        contentsOf path: String, format: DocumentFormat? = nil, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: RecordTable, report: IngestReport) {
        let file = try MappedFile.mapping(path)
        return try file.withBytes { bytes throws(LoadError) in
            try load(bytes, format ?? DocumentFormat(ofPath: path), options)
        }
    }

    private static func load(
        _ bytes: UnsafeBufferPointer<UInt8>, _ format: DocumentFormat, _ options: LoadOptions
    ) throws(LoadError) -> (table: RecordTable, report: IngestReport) {
        let (columns, report) = try RecordColumns.load(bytes, format, options, schema: Record.schema.table)
        return (RecordTable(columns), report)
    }
}
