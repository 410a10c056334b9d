/// Access to the values of one row. Queries read rows through these members rather than the columns, so they
/// are independent of where a row's texts are stored.
extension PostTable {
    /// The number of rows, including those of deleted posts.
    var rowCount: Int { timestamps.count }

    /// Returns the number of posts in `rows`, without the deleted ones.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    func liveCount(in rows: Range<Int>) -> Int { live?.count(in: rows) ?? rows.count }

    /// Returns whether `row` holds a post that is not deleted.
    @inline(__always)
    func isLive(_ row: Int) -> Bool { live?[row] ?? true }

    /// Returns the location of the record of `row`.
    @inline(__always)
    func record(_ row: Int) -> (records: PostRecords, index: Int) { records.locate(slots.slot(ofRow: row)) }

    /// Returns what `read` returns for the record of `row`.
    @inline(__always)
    private func value<Value>(_ row: Int, _ read: (_ records: PostRecords, _ index: Int) -> Value) -> Value {
        let (records, index) = record(row)
        return read(records, index)
    }

    func id(_ row: Int) -> String { value(row) { $0.ids.string($1) } }

    /// Compares the id of `row` with `id` by UTF-8 bytes: negative if it comes first, 0 if equal, otherwise
    /// positive.
    func compareID(_ row: Int, with id: UnsafeBufferPointer<UInt8>) -> Int {
        value(row) { $0.ids.compare($1, with: id) }
    }

    func postURL(_ row: Int) -> String? { value(row) { $0.postURLs.string($1) } }

    func notesText(_ row: Int) -> String? {
        if let edit = notesEdit(ofSlot: slots.slot(ofRow: row)) { return edit.notes }
        return value(row) { $0.notes.string($1) }
    }

    /// Returns the change of a record's notes after it was created; nil if there is none.
    func notesEdit(ofSlot slot: Int) -> NotesEdit? { notesEdits.isEmpty ? nil : notesEdits[UInt32(slot)] }

    func coachID(_ row: Int) -> String? { coachCode(row).map { coaches.string($0) } }

    /// Returns the code of the row's coach; nil without one.
    @inline(__always)
    func coachCode(_ row: Int) -> Int? {
        let code = coachCodes[row]
        return code == CodeDictionary.null ? nil : Int(code)
    }

    func schoolID(_ row: Int) -> String? { schoolCode(row).map { schools.string($0) } }

    /// Returns the code of the row's school; nil without one.
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

    /// Returns the category of `row`, combined from its bits.
    func category(of row: Int) -> PostCategory { PostCategory(flags: counts.flags(row)) }

    /// Returns all values of `row` as a post.
    func post(atRow row: Int) -> Post {
        let (records, index) = record(row)
        return Post(
            id: records.ids.string(index), platform: platform(row), postDate: timestamps[row],
            coachID: coachID(row), schoolID: schoolID(row),
            postURL: records.postURLs.string(index), postContent: records.contents.string(index),
            authorHandle: records.handles.string(index), authorName: records.names.string(index),
            isRecruitingRelated: isRecruiting(row),
            flaggedForReview: isFlagged(row), sentiment: sentiment(row), notes: notesText(row),
            createdAt: records.createdAt.instant(index), updatedAt: records.updatedAt.instant(index))
    }
}
