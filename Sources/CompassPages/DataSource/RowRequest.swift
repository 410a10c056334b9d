import CompassKernel

/// The rows of a table that a source is to read.
public enum RowSelection: Hashable, Sendable {
    /// All rows, ids ascending.
    case all
    /// The newest rows, at most this many, newest first.
    case newest(Int)
    /// Rows that were added or changed since an instant, ids ascending; all rows of a table for which
    /// ``TableName/recordsUpdates`` is false.
    case changedSince(Timestamp)
    /// All rows, but their ids alone, ascending. The first page may have no id but the count of rows, and no
    /// further page is requested until the caller asks for it.
    case ids
    /// The rows with these ids; ids without a row are left out.
    case only([String])
}

/// A request for rows of a table.
public struct RowRequest: Hashable, Sendable {
    /// The table.
    public var table: TableName
    /// Which of its rows.
    public var rows: RowSelection

    /// Creates a request; by default for all rows.
    public init(_ table: TableName, _ rows: RowSelection = .all) {
        self.table = table
        self.rows = rows
    }
}

/// Some of the rows of a ``RowRequest``, as JSON. ``CompassDataSource/load(_:_:options:)`` joins them to a table.
public struct RowPage: Hashable, Sendable {
    /// A JSON array of rows, which `TableLoader.append(json:)` reads.
    public var json: [UInt8]
    /// The number of rows in ``json``.
    public var rowCount: Int
    /// The number of rows of the whole request, as counted before the first page; nil if it was not counted.
    public var total: Int?
    /// The server's time when it returned the page, in whole seconds; nil if it did not tell.
    public var serverTime: Timestamp?
    /// 1, or 2 for pages that were read once more from the beginning, because rows were missing the first
    /// time. Pages of an earlier attempt are void.
    public var attempt: Int

    /// Creates a page.
    public init(
        json: [UInt8], rowCount: Int, total: Int? = nil, serverTime: Timestamp? = nil, attempt: Int = 1
    ) {
        self.json = json
        self.rowCount = rowCount
        self.total = total
        self.serverTime = serverTime
        self.attempt = attempt
    }
}
