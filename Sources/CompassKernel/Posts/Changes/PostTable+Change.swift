extension PostTable {
    /// Returns the post with an id; nil if there is none.
    ///
    /// - Complexity: O(1) once the table is prepared for changes, otherwise O(n) for n posts.
    public func post(id: String) -> Post? { place(ofID: id).map { post(at: $0) } }

    /// Applies a change completely or not at all.
    ///
    /// - Returns: the inverse: applied at once, it restores every post exactly; applied later, it reverts
    ///   this change and keeps the changes that others have made since.
    /// - Throws: ``PostChangeError``; the table is unchanged then.
    /// - Complexity: O(k · log n + s) for k changed posts of n, and s schools and coaches, on average,
    ///   regardless of snapshots. Each of the first changes of a table also does a part of the work of
    ///   ``prepareForChanges()``, and looks up ids and URLs in the posts that are not indexed yet by reading
    ///   them.
    @discardableResult
    public mutating func apply(_ change: PostChange) throws(PostChangeError) -> PostChange {
        advanceKeys(forChangesOf: change.steps.count)
        if change.steps.count == 1, let step = change.steps.first {
            switch step {
            case .flag(let id, let isFlagged): return try setFlag(isFlagged, try knownPlace(id), id)
            case .notes(let id, let edit): return try setNotes(edit, try knownPlace(id), id)
            case .remove(let id): return delete(try knownPlace(id))
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
    /// - Complexity: that of ``apply(_:)``.
    @discardableResult
    public mutating func put(_ post: Post) throws(PostChangeError) -> PostChange { try apply(.put(post)) }

    /// Flags a post for review, or removes the flag; returns the inverse.
    ///
    /// - Throws: ``PostChangeError/unknownPost(id:)``; the table is unchanged then.
    /// - Complexity: that of ``apply(_:)``.
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
    /// - Complexity: that of ``apply(_:)``.
    @discardableResult
    public mutating func remove(id: String) throws(PostChangeError) -> PostChange { try apply(.remove(id)) }

    private func knownPlace(_ id: ByteText) throws(PostChangeError) -> PostPlace {
        guard let place = place(ofID: id.string) else { throw .unknownPost(id: id.string) }
        return place
    }

    private mutating func setFlag(
        _ isFlagged: Bool, _ place: PostPlace, _ id: ByteText
    ) throws(PostChangeError) -> PostChange {
        let old = kind(place)
        var new = old
        new.flags &= ~(1 << UInt8(PostFlag.flagged))
        if isFlagged { new.flags |= 1 << UInt8(PostFlag.flagged) }
        if new != old {
            changeRows(removing: [place], adding: [AddedRow(self, place, kind: new)])
            finishChange()
        }
        return PostChange([.flag(id, old.flags >> UInt8(PostFlag.flagged) & 1 != 0)])
    }

    private mutating func setNotes(
        _ edit: NotesEdit, _ place: PostPlace, _ id: ByteText
    ) throws(PostChangeError) -> PostChange {
        try PostTable.checkSize(edit.notes, field: "notes")
        let old = NotesEdit(notesText(place))
        if old != edit {
            parts.notesEdits.set(edit, ofSlot: slot(of: place))
            parts.compactionCredit += 1
            finishChange()
        }
        return PostChange([.notes(id, old)])
    }

    private mutating func delete(_ place: PostPlace) -> PostChange {
        let post = post(at: place)
        changeRows(removing: [place], adding: [])
        finishChange()
        return PostChange([.restore(post, since: history.documentCount)])
    }

    /// Compacts what is due after a change.
    mutating func finishChange() {
        compactIfNeeded()
        // Debug builds leave to queries what other builds leave to them.
        assertInvariants(
            of: rowCount, checkInvariants(ofKeys: !parts.mayHaveEqualIDs, buildingCounts: false))
    }

    /// Returns the counted properties of the post at a place.
    func kind(_ place: PostPlace) -> PostKind { columns(of: place).counts.kind(place.row) }

    static func checkSize(
        _ text: String?, field: String, maximum: Int = TextColumn.maximumByteCount
    ) throws(PostChangeError) {
        guard let text, text.utf8.count > maximum else { return }
        throw .textTooLarge(field: field, maximumByteCount: maximum)
    }
}
