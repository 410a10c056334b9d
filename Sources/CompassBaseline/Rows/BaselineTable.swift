/// A row of a table whose rows are identified by their id.
protocol BaselineRecord: Hashable, Sendable {
    var id: BaselineText { get }

    /// Reads a row: required fields first, then the optional ones in the order of the table's columns.
    init(_ fields: inout RowFields) throws(RowFields.Unusable)
}

/// The rows of a table in the order of its document; all ids are unique.
public struct BaselineTable<Row: Hashable & Sendable>: Hashable, Sendable {
    /// The rows.
    public var rows: [Row]
    /// The number of each row in the document, from 1.
    public var documentRows: [Int]

    init(rows: [Row], documentRows: [Int]) {
        self.rows = rows
        self.documentRows = documentRows
    }

    /// Creates a table of rows that are numbered from 1; their ids must be unique.
    public init(_ rows: [Row] = []) {
        self.init(rows: rows, documentRows: Array(1..<(rows.count + 1)))
    }
}
