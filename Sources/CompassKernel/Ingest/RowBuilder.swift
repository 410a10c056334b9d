/// Turns the rows of one table into columns: the table-specific part of the reader.
protocol RowBuilder: ~Copyable, SendableMetatype {
    /// The number of rows that have been appended.
    var rowCount: Int { get }

    /// The error that makes it impossible to append more rows.
    var failure: LoadError? { get }

    /// Appends a row, or reports in `log` why it is skipped.
    mutating func append(_ fields: RowFields, log: inout ProblemLog)

    /// Returns whether this builder's rows and those of `later` together stay within all limits.
    func keepsLimits(with later: borrowing Self) -> Bool

    /// Returns whether the rows of `later` fit without moving memory that other threads may be writing to.
    func hasRoom(for later: borrowing Self) -> Bool

    /// Makes room for the rows of `later`; may move memory.
    mutating func makeRoom(for later: inout Self)

    /// Reserves memory for the rows of `later`, which must fit, and tells `later` where to copy them.
    /// Interned texts keep their order of first appearance, so a table read in chunks equals one read at
    /// once.
    mutating func reserveRoom(for later: inout Self)

    /// Sets the number of document rows, including skipped ones, that precede this builder's rows; called
    /// before memory is reserved for them.
    mutating func place(after rowsBefore: Int)

    /// Copies all rows to the memory reserved for them and removes them from this builder. Several builders
    /// may do so concurrently.
    mutating func moveToReservedRoom()

    /// Reserves memory for about `factor` times the rows appended so far.
    mutating func reserve(factor: Double)
}

extension RowBuilder where Self: ~Copyable {
    mutating func place(after rowsBefore: Int) {}
}

/// A builder for one specific table.
protocol FixedRowBuilder: RowBuilder, ~Copyable {
    /// The columns that the table keeps; ``RowFields`` numbers them in this order.
    static var fieldNames: [StaticString] { get }

    init(options: LoadOptions)
}

/// Creates the builders of a table's rows, one for each reading thread.
struct RowBuilderSource<Builder: RowBuilder & ~Copyable>: Sendable {
    /// The columns that the table keeps; ``RowFields`` numbers them in this order.
    let fieldNames: [StaticString]
    /// Returns a builder without rows.
    let makeBuilder: @Sendable (LoadOptions) -> Builder
}
