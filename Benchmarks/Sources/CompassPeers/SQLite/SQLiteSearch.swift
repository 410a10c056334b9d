import Foundation

/// A table of folded texts that SQLite searches with `instr`. `LIKE` would require the text's own `%` and `_`
/// to be escaped, and its full-text index finds words or trigrams only.
final class SQLiteSearch {
    let rowCount: Int
    private let counting: SQLiteStatement

    /// - Parameter path: a file with a text for each post, each followed by a NUL.
    init(path: String) throws {
        let database = try SQLiteDatabase()
        try database.execute(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE texts (text TEXT); BEGIN;")
        let insert = try database.statement("INSERT INTO texts VALUES (?1)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        var rowCount = 0
        try bytes.withUnsafeBytes { buffer in
            var start = 0
            while start < buffer.count, let base = buffer.baseAddress,
                let found = memchr(base + start, 0, buffer.count - start)
            {
                let end = base.distance(to: UnsafeRawPointer(found))
                try insert.run(text: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
                rowCount += 1
                start = end + 1
            }
        }
        try database.execute("COMMIT;")
        self.rowCount = rowCount
        counting = try database.statement("SELECT count(*) FROM texts WHERE instr(text, ?1) > 0")
    }

    /// Returns how many texts contain `text`.
    func count(_ text: String) throws -> Int {
        var count = 0
        try Array(text.utf8).withUnsafeBytes { try counting.run(text: $0) { count = $0.number(0) } }
        return count
    }
}
