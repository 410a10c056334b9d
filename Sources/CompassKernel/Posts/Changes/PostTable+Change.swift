extension PostTable {
    /// The post with an id; nil when there is none.
    ///
    /// - Complexity: O(1) once the table is prepared for changes, else O(n) for n posts.
    public func post(id: String) -> Post? { row(ofId: id).map { post(atRow: $0) } }

    /// Makes a change, all of it or nothing.
    ///
    /// - Returns: the inverse: applied at once, it restores every post exactly; later, it takes back what the
    ///   change did and leaves alone what others have changed since.
    /// - Throws: ``PostChangeError``; the table is unchanged then.
    /// - Complexity: for flags and notes O(n / 512), for deletions O(n / 512 + s), for n posts of s schools;
    ///   for posts that come or move in time O(n), once for all of a change. The first change of a table
    ///   also does what ``prepareForChanges()`` does. While a snapshot shares the table's columns, those that
    ///   change are copied.
    @discardableResult
    public mutating func apply(_ change: PostChange) throws(PostChangeError) -> PostChange {
        prepareForChanges()
        if change.steps.count == 1, let step = change.steps.first {
            switch step {
            case .flag(let id, let isFlagged): return try setFlag(isFlagged, row: try knownRow(id), id)
            case .notes(let id, let edit): return try setNotes(edit, row: try knownRow(id), id)
            case .delete(let id): return delete(row: try knownRow(id))
            case .put, .restore, .revert, .withdraw: break
            }
        }
        var edits = PostEdits()
        for step in change.steps { try edits.stage(step, over: self) }
        let inverse = edits.inverse(over: self)
        try commit(edits)
        return inverse
    }

    /// Flags a post for review, or takes the flag away; answers the inverse.
    ///
    /// - Throws: ``PostChangeError/unknownPost(id:)``; the table is unchanged then.
    /// - Complexity: O(n / 512) for n posts.
    @discardableResult
    public mutating func setFlag(
        _ isFlagged: Bool, ofPost id: String
    ) throws(PostChangeError) -> PostChange {
        try apply(.flag(id, isFlagged))
    }

    /// Gives a post notes, or removes them (nil); answers the inverse.
    ///
    /// - Throws: ``PostChangeError``; the table is unchanged then.
    /// - Complexity: O(1) on average.
    @discardableResult
    public mutating func setNotes(
        _ notes: String?, ofPost id: String
    ) throws(PostChangeError) -> PostChange {
        try apply(.notes(id, notes))
    }

    /// Deletes a post; answers the inverse, which brings it back as it was, unless a newer one has taken its
    /// id or URL meanwhile.
    ///
    /// - Throws: ``PostChangeError/unknownPost(id:)``; the table is unchanged then.
    /// - Complexity: O(n / 512 + s) for n posts of s schools; now and then O(n), when deleted rows are
    ///   removed from the columns.
    @discardableResult
    public mutating func delete(post id: String) throws(PostChangeError) -> PostChange {
        try apply(.delete(id))
    }

    private func knownRow(_ id: ByteText) throws(PostChangeError) -> Int {
        guard let row = row(ofId: id.string) else { throw .unknownPost(id: id.string) }
        return row
    }

    private mutating func setFlag(
        _ isFlagged: Bool, row: Int, _ id: ByteText
    ) throws(PostChangeError) -> PostChange {
        let old = counts.kind(row)
        var new = old
        new.flags &= ~(1 << UInt8(PostFlag.flagged))
        if isFlagged { new.flags |= 1 << UInt8(PostFlag.flagged) }
        counts.recount(row, from: old, to: new)
        return PostChange([.flag(id, old.flags >> UInt8(PostFlag.flagged) & 1 != 0)])
    }

    private mutating func setNotes(
        _ edit: NotesEdit, row: Int, _ id: ByteText
    ) throws(PostChangeError) -> PostChange {
        try PostTable.checkSize(edit.notes, field: "notes")
        let old = NotesEdit(notesText(row))
        if old != edit {
            notesEdits[UInt32(slots.slot(ofRow: row))] = edit
            compactIfNeeded()
        }
        return PostChange([.notes(id, old)])
    }

    private mutating func delete(row: Int) -> PostChange {
        let post = post(atRow: row)
        removeFromCounts(row)
        markDeleted(row)
        compactIfNeeded()
        return PostChange([.restore(post, since: history.documentCount)])
    }

    /// Counts `row` nowhere any more.
    mutating func removeFromCounts(_ row: Int) { counts.recount(row, from: counts.kind(row), to: nil) }

    /// Makes `row` a tombstone.
    mutating func markDeleted(_ row: Int) {
        if live == nil { live = BitColumn(allSet: rowCount) }
        live?.set(row, to: false)
    }

    static func checkSize(
        _ text: String?, field: String, maximum: Int = TextColumn.maximumByteCount
    ) throws(PostChangeError) {
        guard let text, text.utf8.count > maximum else { return }
        throw .textTooLarge(field: field, maximumByteCount: maximum)
    }
}
