/// Turns the rows of a document into values: the part of the reader that depends on the table.
protocol RowBuilder: ~Copyable, SendableMetatype {
    /// The fields that are read; ``RowFields`` numbers them in this order.
    var fieldNames: [StaticString] { get }

    /// The number of rows that have been appended.
    var rowCount: Int { get }

    /// The error that makes it impossible to append more rows.
    var failure: LoadError? { get }

    /// Whether there is such an error, asked after every row.
    var hasFailed: Bool { get }

    /// Appends a row, or reports in `log` why it is skipped.
    mutating func append(_ fields: RowFields, log: inout ProblemLog)

    /// Reserves memory for about `factor` times the rows appended so far.
    mutating func reserve(factor: Double)
}

extension RowBuilder where Self: ~Copyable {
    var failure: LoadError? { nil }
    var hasFailed: Bool { failure != nil }
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

    /// Calls `body` with the id of a row, and with the other text that it must not share with a later row; nil
    /// if there is none.
    func withKeys(
        _ row: Int, _ body: (_ id: UnsafeBufferPointer<UInt8>, _ url: UnsafeBufferPointer<UInt8>?) -> Void)

    /// Returns the columns without the given rows, which must be ascending.
    ///
    /// - Parameter places: the positions of the rows in their document.
    consuming func finish(without replaced: [ReplacedRow], places: RowPlaces) -> Table
}

extension TableBuilder where Self: ~Copyable {
    mutating func reserve(factor: Double) { perform(.reserve(factor: factor)) }

    func withKeys(
        _ row: Int, _ body: (_ id: UnsafeBufferPointer<UInt8>, _ url: UnsafeBufferPointer<UInt8>?) -> Void
    ) {
        var id = id(row)
        id.withUTF8 { body($0, nil) }
    }

    /// Returns the keys of all rows.
    ///
    /// - Parameter places: the positions of the rows in their document.
    func rowKeys(_ places: RowPlaces, key: RowHashKey) -> [RowKeys.Row] {
        let rows = Array(0..<UInt32(truncatingIfNeeded: rowCount))
        let documentRows = places.documentRows(rows)
        var keys: [RowKeys.Row] = []
        keys.reserveCapacity(rowCount)
        for row in 0..<rowCount {
            withKeys(row) { id, url in
                keys.append(
                    RowKeys.Row(
                        row: documentRows[row], id: RowKeys.Hash(id, key: key),
                        url: url.map { RowKeys.Hash($0, key: key.ofURLs) }))
            }
        }
        return keys
    }

    /// Returns the columns without replaced rows, and the report.
    ///
    /// - Parameters:
    ///   - log: the problems found in the rows.
    ///   - rows: the number of rows, including skipped ones.
    ///   - document: the document that the rows come from; nil if it no longer exists.
    ///   - options: the number of threads, and the rows that other shards' rows replace.
    consuming func finish(
        _ log: ProblemLog, rows: Int, in document: UnsafeBufferPointer<UInt8>?, options: LoadOptions
    ) -> (table: Table, report: IngestReport) {
        var log = log
        var replaced = replacedRows(threads: options.threads)
        log.list(replaced, in: document) { id($0) }
        if !options.replacedElsewhere.isEmpty {
            let elsewhere = log.places.rows(options.replacedElsewhere, of: rowCount)
            replaced = ReplacedRow.merging(
                replaced, elsewhere.map { ReplacedRow(row: $0, by: $0, rule: .id) })
        }
        let report = log.report(table: tableName, rows: rows, loaded: rowCount - replaced.count)
        return (finish(without: replaced, places: log.places), report)
    }
}
