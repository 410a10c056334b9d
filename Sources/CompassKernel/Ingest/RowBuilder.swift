/// Turns the rows of one table into columns; what a table adds to the one reader.
protocol RowBuilder: ~Copyable, SendableMetatype {
    /// The number of rows that have been appended.
    var rowCount: Int { get }

    /// What makes it impossible to append any more rows.
    var failure: LoadError? { get }

    /// Appends a row, or reports in `log` why it is skipped.
    mutating func append(_ fields: RowFields, log: inout ProblemLog)

    /// Whether this builder's rows and those of `later` together keep all limits.
    func keepsLimits(with later: borrowing Self) -> Bool

    /// Whether the rows of `later` fit without moving memory that others may be writing to.
    func hasRoom(for later: borrowing Self) -> Bool

    /// Makes the rows of `later` fit; may move memory.
    mutating func makeRoom(for later: inout Self)

    /// Counts the rows of `later` in, for which there is room, and tells it where they belong. The order of
    /// first appearance of interned texts is kept, so that a table read in pieces equals one read at once.
    mutating func claimRoom(for later: inout Self)

    /// Tells how many rows of the document, whatever became of them, stand before those of this builder;
    /// called before room is claimed for them.
    mutating func place(behind rowsBefore: Int)

    /// Copies all rows to the room that was claimed for them, and removes them here. Several builders may do
    /// so at once.
    mutating func moveToClaimedRoom()

    /// Makes room for about `factor` times what has been appended so far.
    mutating func reserve(factor: Double)
}

extension RowBuilder where Self: ~Copyable {
    mutating func place(behind rowsBefore: Int) {}
}

/// A builder that is made for one table.
protocol FixedRowBuilder: RowBuilder, ~Copyable {
    /// The columns that the table keeps; ``RowFields`` numbers them in this order.
    static var fieldNames: [StaticString] { get }

    init(options: LoadOptions)
}

/// Makes the builders that take a table's rows, one for each thread that reads.
struct RowBuilderSource<Builder: RowBuilder & ~Copyable>: Sendable {
    /// The columns that the table keeps; ``RowFields`` numbers them in this order.
    let fieldNames: [StaticString]
    /// A builder of no rows.
    let makeBuilder: @Sendable (LoadOptions) -> Builder
}
