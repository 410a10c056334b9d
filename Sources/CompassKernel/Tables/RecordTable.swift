/// The rows of one table, stored in columns in document order.
///
/// Of several rows with the same id, the last is kept, at its own position. A table is a value: copies share
/// their columns.
///
/// ```swift
/// let (events, report) = try EventTable.load(json: bytes)
/// for event in events { print(event.name) }
/// ```
public struct RecordTable<Record: TableRecord>: Sendable {
    let columns: RecordColumns

    init(_ columns: RecordColumns) { self.columns = columns }

    /// Creates a table of the given rows.
    ///
    /// As when rows are loaded, the last of several rows with the same id is kept, a row with an empty id is
    /// left out, and an empty id of another table's row counts as none.
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

    /// An empty table.
    public static var empty: RecordTable { RecordTable([]) }

    /// The memory that the columns occupy, in bytes.
    public var byteCount: Int { columns.byteCount }

    /// The ids.
    var ids: IdentifierColumn { columns.ids }

    /// Returns the number of `row` in the document, from 1.
    func documentRow(_ row: Int) -> Int { columns.documentRow(row) }
}

extension RecordTable: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of rows.
    public var endIndex: Int { columns.count }

    /// Returns the row at an index from 0 to ``endIndex`` - 1; any other index stops the program.
    ///
    /// - Complexity: O(1) plus copying its texts.
    public subscript(row: Int) -> Record {
        precondition(row >= 0 && row < columns.count, "no such row")
        return Record.schema.record(self, row)
    }
}

extension RecordTable {
    /// Loads rows from a JSON array of objects, as PostgREST returns it, or from an object whose only
    /// member `data` is such an array.
    ///
    /// A row without a required value is skipped and reported. Missing columns count as null; unknown columns
    /// are checked as JSON and ignored.
    ///
    /// - Parameters:
    ///   - json: the document's bytes: `[UInt8]`, `Data`, a string's `utf8` …
    ///   - options: the number of threads and of problems listed.
    /// - Returns: the table, and a report on the rows that were skipped, replaced or loaded with warnings.
    /// - Throws: ``LoadError/malformedDocument(_:)`` if the bytes are not JSON or not an array of rows;
    ///   another ``LoadError`` if they exceed the limits of a table.
    /// - Complexity: O(b) for b bytes.
    public static func load(
        json: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: RecordTable, report: IngestReport) {
        try DocumentBytes.with(json) { bytes throws(LoadError) in try load(bytes, .json, options) }
    }

    /// Loads rows from NDJSON: one object per line; blank lines are skipped.
    ///
    /// Otherwise the same as ``load(json:options:)``.
    public static func load(
        ndjson: some Collection<UInt8>, options: LoadOptions = LoadOptions()
    ) throws(LoadError) -> (table: RecordTable, report: IngestReport) {
        try DocumentBytes.with(ndjson) { bytes throws(LoadError) in try load(bytes, .ndjson, options) }
    }

    /// Loads rows from a file, which is mapped into memory while it is read.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - format: its format; by default NDJSON for the extensions `.ndjson` and `.jsonl`, otherwise a JSON
    ///     array.
    ///   - options: the number of threads and of problems listed.
    /// - Returns: the table, and a report on the rows that were skipped, replaced or loaded with warnings.
    /// - Throws: ``LoadError`` if the file cannot be read, is malformed, or exceeds the limits of a table.
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
