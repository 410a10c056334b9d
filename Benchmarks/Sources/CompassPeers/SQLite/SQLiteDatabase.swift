import CSQLite

/// An in-memory database, used by one thread.
final class SQLiteDatabase {
    fileprivate let handle: OpaquePointer

    init() throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(":memory:", &opened, flags, nil) == SQLITE_OK, let opened else {
            throw PeerFailure(description: "SQLite cannot open a database in memory")
        }
        handle = opened
    }

    deinit { sqlite3_close_v2(handle) }

    static var version: String { String(cString: sqlite3_libversion()) }

    /// Runs statements without results.
    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    /// Returns a statement that is run many times.
    func statement(_ sql: String) throws -> SQLiteStatement {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw failure(sql) }
        return SQLiteStatement(prepared, of: self)
    }

    func failure(_ sql: String) -> PeerFailure {
        PeerFailure(description: "SQLite: \(String(cString: sqlite3_errmsg(handle))) in: \(sql)")
    }
}

/// A prepared statement.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let database: SQLiteDatabase

    fileprivate init(_ handle: OpaquePointer, of database: SQLiteDatabase) {
        self.handle = handle
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds numbers to the parameters, beginning with the first, and calls `row` for each row of the result.
    func run(_ numbers: [Int64] = [], row: (SQLiteStatement) -> Void = { _ in }) throws {
        for (index, number) in numbers.enumerated() { sqlite3_bind_int64(handle, Int32(index + 1), number) }
        try step(row)
    }

    /// Binds one text, which must live until the call returns, and calls `row` for each row of the result.
    func run(text: UnsafeRawBufferPointer, row: (SQLiteStatement) -> Void = { _ in }) throws {
        sqlite3_bind_text(
            handle, 1, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), nil)
        try step(row)
    }

    private func step(_ row: (SQLiteStatement) -> Void) throws {
        defer { sqlite3_reset(handle) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: row(self)
            case SQLITE_DONE: return
            default: throw database.failure(String(cString: sqlite3_sql(handle)))
            }
        }
    }

    /// Returns a number of the current row.
    func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

    /// Returns a text of the current row; empty if it is null.
    func text(_ column: Int32) -> String {
        sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }
}
