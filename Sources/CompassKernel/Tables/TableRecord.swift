/// A row of one of the app's tables.
///
/// Rows are equal if their values are, and texts if their UTF-8 bytes are. Only types of this library
/// conform, because a schema can only be created inside the library.
public protocol TableRecord: Identifiable, Hashable, Sendable where ID == String {
    /// The schema by which rows of the table are read, stored and returned.
    static var schema: RecordSchema<Self> { get }
}

/// A description of how rows of a table are read, stored and returned, for use inside the library only.
public struct RecordSchema<Record: TableRecord>: Sendable {
    let table: TableSchema
    /// Returns the values of a row, in the order of the table's columns.
    let cells: @Sendable (Record) -> [RecordCell]
    /// Returns a row of a table.
    let record: @Sendable (RecordTable<Record>, _ row: Int) -> Record

    init(
        table: String, columns: [TableColumn], cells: @escaping @Sendable (Record) -> [RecordCell],
        record: @escaping @Sendable (RecordTable<Record>, _ row: Int) -> Record
    ) {
        self.table = TableSchema(table: table, columns)
        self.cells = cells
        self.record = record
    }
}

/// The value of one column of a row.
enum RecordCell: Hashable {
    case bytes(ByteText?)
    case time(DayOrInstant?)
    case number(Double?)

    static func text(_ text: String?) -> RecordCell { .bytes(text.map(ByteText.init)) }
    static func instant(_ instant: Timestamp) -> RecordCell { .time(.instant(instant)) }
}

extension TableRecord {
    /// Returns whether both have the same value, comparing texts by their UTF-8 bytes.
    public static func == (left: Self, right: Self) -> Bool {
        ByteText(left.id) == ByteText(right.id) && schema.cells(left) == schema.cells(right)
    }

    /// Hashes the value, for texts their UTF-8 bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteText(id))
        hasher.combine(Self.schema.cells(self))
    }
}
