/// A row of one of the app's tables.
///
/// Rows are equal when their values are, texts when their UTF-8 bytes are. The types of the library conform;
/// others cannot, as a schema is made in the library only.
public protocol TableRecord: Identifiable, Hashable, Sendable where ID == String {
    /// How rows of the table are read, kept and given back.
    static var schema: RecordSchema<Self> { get }
}

/// How rows of a table are read, kept and given back; nothing that is of use outside of the library.
public struct RecordSchema<Record: TableRecord>: Sendable {
    let table: TableSchema
    /// The values of a row, in the order of the table's columns.
    let cells: @Sendable (Record) -> [RecordCell]
    /// A row of a table.
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
    /// Whether both rows have the same values, and texts of the same UTF-8 bytes.
    public static func == (left: Self, right: Self) -> Bool {
        ByteText(left.id) == ByteText(right.id) && schema.cells(left) == schema.cells(right)
    }

    /// Hashes the values and the bytes of the texts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteText(id))
        hasher.combine(Self.schema.cells(self))
    }
}
