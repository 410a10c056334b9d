/// Turns the rows of one table into columns; what a table adds to the one reader.
protocol RowBuilder: ~Copyable, SendableMetatype {
    /// The table's name in the database.
    static var tableName: String { get }
    /// The columns that the table keeps; ``RowFields`` numbers them in this order.
    static var fieldNames: [StaticString] { get }

    init(options: LoadOptions)

    /// The number of rows that have been appended.
    var rowCount: Int { get }

    /// What makes it impossible to append any more rows.
    var failure: LoadError? { get }

    /// Appends a row, or reports in `log` why it is skipped.
    mutating func append(_ fields: RowFields, log: inout ProblemLog)

    /// Appends all rows of `later` and removes them there. The order of first appearance of interned texts
    /// is kept, so that a table read in pieces equals one read at once.
    mutating func takeRows(of later: inout Self)

    /// Makes room for about `factor` times what has been appended so far.
    mutating func reserve(factor: Double)
}
