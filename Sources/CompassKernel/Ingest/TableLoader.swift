/// A loader of a table whose rows come in several JSON arrays, such as the pages of a server's response.
///
/// ```swift
/// var loader = PostTable.Loader()
/// for page in pages { try loader.append(json: page) }
/// let (posts, report) = loader.finish()
/// ```
///
/// Table and report are those of a single array with the same rows, so that a row replaces an earlier one
/// also across arrays. Rows are numbered, and byte offsets are counted, throughout all arrays.
public struct TableLoader<Table: Sendable>: ~Copyable, Sendable {
    typealias Document = UnsafeBufferPointer<UInt8>

    /// Returns the table of a single document; nothing else may be called before or after.
    let load: @Sendable (Document, DocumentFormat) throws(LoadError) -> (table: Table, report: IngestReport)
    /// Returns the keys of the rows of a single document; nothing else may be called before or after.
    let readKeys: @Sendable (Document, DocumentFormat, RowHashKey) throws(LoadError) -> [RowKeys.Row]
    private let appendArray: @Sendable (Document) throws(LoadError) -> (rowCount: Int, lastID: String?)
    private let finishTable: @Sendable () -> (table: Table, report: IngestReport)

    /// Creates a loader of what a builder makes.
    ///
    /// Closures, because calls by way of a protocol would not be specialized for the builder.
    init<Builder: TableBuilder & ~Copyable>(
        _ builder: consuming Builder, options: LoadOptions
    ) where Builder.Table == Table {
        let rows = JoinedRows(builder, options: options)
        load = { document, format throws(LoadError) in try rows.load(document, format) }
        readKeys = { document, format, key throws(LoadError) in try rows.readKeys(document, format, key) }
        appendArray = { document throws(LoadError) in try rows.append(document) }
        finishTable = { rows.finish() }
    }

    /// Creates a loader whose tables are made of those of another one.
    init<Part>(_ loader: consuming TableLoader<Part>, _ makeTable: @escaping @Sendable (Part) -> Table) {
        let (load, finish) = (loader.load, loader.finishTable)
        self.load = { document, format throws(LoadError) in
            let (part, report) = try load(document, format)
            return (makeTable(part), report)
        }
        readKeys = loader.readKeys
        appendArray = loader.appendArray
        finishTable = {
            let (part, report) = finish()
            return (makeTable(part), report)
        }
    }

    /// Creates a loader without rows.
    ///
    /// - Parameter options: the number of threads and of problems listed.
    public init(options: LoadOptions = LoadOptions()) where Table: LoadableTable {
        self = Table.makeLoader(options: options)
    }

    /// Appends the rows of a JSON array of objects, or of an object whose only member `data` is such an
    /// array: all of its rows or, if it throws an error, none.
    ///
    /// - Parameter json: the array's bytes.
    /// - Returns: the number of its rows, including skipped ones, and the id of the last one, even if that is
    ///   skipped; nil if there is no row, or the last one has no id.
    /// - Throws: ``LoadError`` as for ``LoadableTable/load(json:options:)``, positions counted from the first
    ///   byte of this array. The loader can be used further.
    /// - Complexity: O(b) for b bytes, amortized over all arrays.
    @discardableResult
    public mutating func append(
        json: some Collection<UInt8>
    ) throws(LoadError) -> (rowCount: Int, lastID: String?) {
        let append = appendArray
        return try DocumentBytes.with(json) { bytes throws(LoadError) in try append(bytes) }
    }

    /// Returns the table of all rows, and a report on those that were skipped, replaced or loaded with
    /// warnings.
    ///
    /// - Complexity: O(n) for n rows; for posts that are not newest first, O(n log n).
    public consuming func finish() -> (table: Table, report: IngestReport) { finishTable() }
}
