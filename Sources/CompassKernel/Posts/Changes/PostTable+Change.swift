extension PostTable {
    /// Returns the post with an id; nil if there is none.
    ///
    /// - Complexity: O(1) once the table is prepared for changes, otherwise O(n) for n posts.
    public func post(id: String) -> Post? { row(ofID: id).map { post(atRow: $0) } }

    /// Applies a change completely or not at all.
    ///
    /// - Returns: the inverse: applied at once, it restores every post exactly; applied later, it reverts
    ///   this change and keeps the changes that others have made since.
    /// - Throws: ``PostChangeError``; the table is unchanged then.
    /// - Complexity: for flags and notes O(n / 512), for deletions O(n / 512 + s), for n posts of s schools;
    ///   for posts that are added or move in time O(n), once for the whole change. The first change of a
    ///   table also does the work of ``prepareForChanges()``. Columns that are shared with a snapshot are
    ///   copied when they change.
    @discardableResult
    public mutating func apply(_ change: PostChange) throws(PostChangeError) -> PostChange {
        prepareForChanges()
        if change.steps.count == 1, let step = change.steps.first {
            switch step {
            case .flag(let id, let isFlagged): return try setFlag(isFlagged, row: try knownRow(id), id)
            case .notes(let id, let edit): return try setNotes(edit, row: try knownRow(id), id)
            case .remove(let id): return delete(row: try knownRow(id))
            case .put, .restore, .revert, .withdraw: break
            }
        }
        var edits = PostEdits()
        for step in change.steps { try edits.stage(step, over: self) }
        let inverse = edits.inverse(over: self)
        try commit(edits)
        return inverse
    }

    /// Adds a post, or replaces the one with its id, and one with its URL; returns the inverse.
    ///
    /// - Throws: ``PostChangeError``; the table is unchanged then.
    /// - Complexity: O(n) for n posts, unless the post keeps its place in time: then that of its changes.
    @discardableResult
    public mutating func put(_ post: Post) throws(PostChangeError) -> PostChange { try apply(.put(post)) }

    /// Flags a post for review, or removes the flag; returns the inverse.
    ///
    /// - Throws: ``PostChangeError/unknownPost(id:)``; the table is unchanged then.
    /// - Complexity: O(n / 512) for n posts.
    @discardableResult
    public mutating func setFlag(_ isFlagged: Bool, ofPost id: String) throws(PostChangeError) -> PostChange {
        try apply(.flag(id, isFlagged))
    }

    /// Sets a post's notes, or removes them (nil); returns the inverse.
    ///
    /// - Throws: ``PostChangeError``; the table is unchanged then.
    /// - Complexity: O(1) on average.
    @discardableResult
    public mutating func setNotes(_ notes: String?, ofPost id: String) throws(PostChangeError) -> PostChange {
        try apply(.notes(id, notes))
    }

    /// Removes a post; returns the inverse, which restores it unchanged, unless a newer post has taken its id
    /// or URL meanwhile.
    ///
    /// - Throws: ``PostChangeError/unknownPost(id:)``; the table is unchanged then.
    /// - Complexity: O(n / 512 + s) for n posts of s schools; occasionally O(n), when deleted rows are
    ///   removed from the columns.
    @discardableResult
    public mutating func remove(id: String) throws(PostChangeError) -> PostChange { try apply(.remove(id)) }

    private func knownRow(_ id: ByteText) throws(PostChangeError) -> Int {
        guard let row = row(ofID: id.string) else { throw .unknownPost(id: id.string) }
        return row
    }

    private mutating func setFlag(
        _ isFlagged: Bool, row: Int, _ id: ByteText
    ) throws(PostChangeError) -> PostChange {
        let old = counts.kind(row)
        var new = old
        new.flags &= ~(1 << UInt8(PostFlag.flagged))
        if isFlagged { new.flags |= 1 << UInt8(PostFlag.flagged) }
        parts.counts.recount(row, from: old, to: new)
        assertInvariants(of: rowCount, checkInvariants())
        return PostChange([.flag(id, old.flags >> UInt8(PostFlag.flagged) & 1 != 0)])
    }

    private mutating func setNotes(
        _ edit: NotesEdit, row: Int, _ id: ByteText
    ) throws(PostChangeError) -> PostChange {
        try PostTable.checkSize(edit.notes, field: "notes")
        let old = NotesEdit(notesText(row))
        if old != edit {
            parts.notesEdits[UInt32(slots.slot(ofRow: row))] = edit
            compactIfNeeded()
            assertInvariants(of: rowCount, checkInvariants())
        }
        return PostChange([.notes(id, old)])
    }

    private mutating func delete(row: Int) -> PostChange {
        let post = post(atRow: row)
        removeFromCounts(row)
        markDeleted(row)
        compactIfNeeded()
        assertInvariants(of: rowCount, checkInvariants())
        return PostChange([.restore(post, since: history.documentCount)])
    }

    /// Removes `row` from all counts.
    mutating func removeFromCounts(_ row: Int) { parts.counts.recount(row, from: counts.kind(row), to: nil) }

    /// Makes `row` a tombstone.
    mutating func markDeleted(_ row: Int) {
        if live == nil { parts.live = BitColumn(allSet: rowCount) }
        parts.live?.set(row, to: false)
    }

    static func checkSize(
        _ text: String?, field: String, maximum: Int = TextColumn.maximumByteCount
    ) throws(PostChangeError) {
        guard let text, text.utf8.count > maximum else { return }
        throw .textTooLarge(field: field, maximumByteCount: maximum)
    }
}
