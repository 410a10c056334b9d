/// What one row holds. Questions read rows through these, never the columns, so that they need not know where
/// a row's texts lie.
extension PostTable {
    /// The number of rows, those of deleted posts included.
    var rowCount: Int { ids.count }

    /// The number of posts in `rows`, without the deleted ones.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    func liveCount(in rows: Range<Int>) -> Int { rows.count }

    /// The id of `row`.
    func id(_ row: Int) -> String { ids.string(row) }

    /// Negative when the id of `row` comes before `id` in the order of UTF-8 bytes, 0 when equal, else positive.
    func compareId(_ row: Int, with id: UnsafeBufferPointer<UInt8>) -> Int {
        var own = ids.string(row)
        return own.withUTF8 { ByteComparison.compare($0, id) }
    }

    func postURL(_ row: Int) -> String? { postURLs.string(row) }
    func content(_ row: Int) -> String? { contents.string(row) }
    func handle(_ row: Int) -> String? { handles.string(row) }
    func name(_ row: Int) -> String? { names.string(row) }
    func notesText(_ row: Int) -> String? { notes.string(row) }
    func createdAtTime(_ row: Int) -> Timestamp? { createdAt[row] }
    func updatedAtTime(_ row: Int) -> Timestamp? { updatedAt[row] }

    func coachId(_ row: Int) -> String? {
        let code = coachCodes[row]
        return code == CodeDictionary.null ? nil : coaches.string(Int(code))
    }

    /// The code of the row's school; nil without one.
    @inline(__always)
    func schoolCode(_ row: Int) -> Int? {
        let code = schoolCodes[row]
        return code == CodeDictionary.null ? nil : Int(code)
    }

    func platform(_ row: Int) -> Platform { instagram[row] ? .instagram : .twitter }
    func isRecruiting(_ row: Int) -> Bool { recruiting[row] }
    func isFlagged(_ row: Int) -> Bool { flagged[row] }

    func sentiment(_ row: Int) -> Sentiment? {
        category(of: row).sentimentIndex.map { Sentiment.allCases[$0] }
    }
}
