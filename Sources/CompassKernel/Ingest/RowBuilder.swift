/// Turns the rows of a document into values: the part of the reader that depends on the table.
protocol RowBuilder: ~Copyable, SendableMetatype {
    /// The fields that are read; ``RowFields`` numbers them in this order.
    var fieldNames: [StaticString] { get }

    /// The number of rows that have been appended.
    var rowCount: Int { get }

    /// The error that makes it impossible to append more rows.
    var failure: LoadError? { get }

    /// Appends a row, or reports in `log` why it is skipped.
    mutating func append(_ fields: RowFields, log: inout ProblemLog)

    /// Reserves memory for about `factor` times the rows appended so far.
    mutating func reserve(factor: Double)
}

extension RowBuilder where Self: ~Copyable {
    var failure: LoadError? { nil }
    mutating func reserve(factor: Double) {}
}

/// A builder of a table's columns. Rows that were read separately can be joined.
protocol TableBuilder: RowBuilder, ColumnBuilder, ~Copyable {
    associatedtype Table

    /// The table's name in the database.
    var tableName: String { get }

    /// Returns a builder of the same table without rows.
    func makeEmpty() -> Self

    /// Returns the error that makes it impossible to join the rows of `later`.
    func failure(joining later: borrowing Self) -> LoadError?

    /// Returns the rows that a later row replaces, ascending.
    func replacedRows(threads: Int) -> [ReplacedRow]

    /// Returns the id of a row.
    func id(_ row: Int) -> String

    /// Returns the columns without the given rows, which must be ascending.
    ///
    /// - Parameter places: the positions of the rows in their document.
    consuming func finish(without replaced: [ReplacedRow], places: RowPlaces) -> Table
}

extension TableBuilder where Self: ~Copyable {
    mutating func reserve(factor: Double) { perform(.reserve(factor: factor)) }

    /// Returns the columns without replaced rows, and the report.
    ///
    /// - Parameters:
    ///   - log: the problems found in the rows.
    ///   - rows: the number of rows, including skipped ones.
    ///   - document: the document that the rows come from; nil if it no longer exists.
    consuming func finish(
        _ log: ProblemLog, rows: Int, in document: UnsafeBufferPointer<UInt8>?, threads: Int
    ) -> (table: Table, report: IngestReport) {
        var log = log
        let replaced = replacedRows(threads: threads)
        log.list(replaced, in: document) { id($0) }
        let report = log.report(table: tableName, rows: rows, loaded: rowCount - replaced.count)
        return (finish(without: replaced, places: log.places), report)
    }
}
