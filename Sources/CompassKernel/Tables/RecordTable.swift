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
        var builder = RecordColumnsBuilder(schema: schema.table, maxTextBytes: TextColumn.maximumByteCount)
        var log = ProblemLog(limit: 0, fieldNames: schema.table.fieldNames)
        for (row, record) in rows.enumerated() {
            log.begin(row: row + 1, byteOffset: 0)
            if record.id.isEmpty {
                log.skip(field: TableSchema.idField, ProblemReason.empty)
            } else {
                builder.append(id: record.id, schema.cells(record), log: &log)
            }
        }
        precondition(builder.failure == nil, "the texts of a column exceed 2 GiB")
        columns = builder.finish(log, rows: rows.count, in: nil, options: LoadOptions()).table
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

extension RecordTable: LoadableTable {
    /// Returns a loader without rows, for use by ``TableLoader/init(options:)``.
    public static func makeLoader(options: LoadOptions) -> TableLoader<RecordTable> {
        TableLoader(RecordColumns.loader(Record.schema.table, options: options)) { RecordTable($0) }
    }
}
