extension PostTable {
    /// Applies staged changes.
    ///
    /// A post that changes in anything but its notes is removed and added again.
    ///
    /// - Complexity: O(k · log n + s) for k changed posts of n, and s schools and coaches, on average.
    mutating func commit(_ edits: PostEdits) throws(PostChangeError) {
        let plan = CommitPlan(edits, over: self)
        guard records.slotCount + plan.changed.count < Int(Int32.max) else {
            throw .tooManyPosts(maximum: Int(Int32.max))
        }
        beginDelta()
        let kinds = parts.internedKinds(of: plan.changed.map { $0.post })
        let slots = appendRecords(plan)
        var removed = plan.deleted
        var added: [AddedRow] = []
        for (index, change) in plan.changed.enumerated() {
            if let place = change.place {
                if change.slot != nil, kind(place) == kinds[index] { continue }
                removed.append(place)
            }
            added.append(
                AddedRow(
                    micros: change.post.value.postDate.micros, slot: slots[index], kind: kinds[index]))
        }
        changeRows(removing: removed, adding: added)
        finishChange()
    }

    /// Appends the records of posts that are added or change their texts, and records changed notes; returns
    /// the slots of all changed posts.
    private mutating func appendRecords(_ plan: CommitPlan) -> [UInt32] {
        for change in plan.changed {
            guard let place = change.place else { continue }
            guard let slot = change.slot else {
                parts.notesEdits.discard(slot: self.slot(of: place))
                continue
            }
            let edit = NotesEdit(change.post.value.notes)
            if NotesEdit(notesText(place)) != edit {
                parts.notesEdits.set(edit, ofSlot: slot)
                parts.compactionCredit += 1
            }
        }
        var next = records.slotCount
        let added = plan.changed.filter { $0.slot == nil }.map { $0.post }
        if !added.isEmpty {
            for segment in segments(added) {
                parts.records.append(segment, maximumTextBytes: compactionPolicy.maximumTextBytes)
            }
        }
        return plan.changed.map { change in
            if let slot = change.slot { return UInt32(slot) }
            next += 1
            return UInt32(next - 1)
        }
    }

    /// Returns the records of posts, in as few segments as their texts allow.
    private func segments(_ posts: [SharedValue<Post>]) -> [PostRecords] {
        var segments: [PostRecords] = []
        var builder = PostRecordsBuilder()
        for post in posts {
            builder.cut(
                before: post.value.largestTextByteCount, maximum: compactionPolicy.maximumTextBytes,
                to: &segments)
            builder.append(post.value)
        }
        segments.append(builder.finish())
        return segments
    }
}

/// Codes of schools and coaches in a table that is prepared for changes.
extension PostTableParts {
    /// Returns the counted properties of posts, with codes for all their schools and coaches.
    fileprivate mutating func internedKinds(of posts: [SharedValue<Post>]) -> [PostKind] {
        let (schoolCodes, coachCodes): ([UInt32], [UInt32])
        (schools, schoolCodes) = schools.interning(posts.map { $0.value.schoolID }, &keys!.schools)
        (coaches, coachCodes) = coaches.interning(posts.map { $0.value.coachID }, &keys!.coaches)
        return posts.indices.map { index in
            PostKind(
                flags: posts[index].value.flags, schoolCode: schoolCodes[index], coachCode: coachCodes[index])
        }
    }
}

/// The effect of staged changes on the rows of a table.
private struct CommitPlan {
    struct Change {
        let post: SharedValue<Post>
        /// The place of the post before the change; nil if there was none.
        let place: PostPlace?
        /// The slot of its record, if that remains valid.
        let slot: Int?
    }

    private(set) var deleted: [PostPlace] = []
    /// Posts that are added or changed, newest first.
    private(set) var changed: [Change] = []

    init(_ edits: PostEdits, over table: PostTable) {
        for edit in edits.edits {
            guard let after = edit.after else {
                if let place = edit.place { deleted.append(place) }
                continue
            }
            let before = edit.before(over: table)
            if let before, before.value == after.value { continue }
            let keepsRecord = before.map { after.value.hasSameRecord(as: $0.value) } ?? false
            changed.append(
                Change(
                    post: after, place: edit.place,
                    slot: keepsRecord ? edit.place.map { table.slot(of: $0) } : nil))
        }
        changed.sort { a, b in
            let (a, b) = (a.post, b.post)
            return a.value.postDate != b.value.postDate
                ? a.value.postDate > b.value.postDate
                : a.value.id.utf8.lexicographicallyPrecedes(b.value.id.utf8)
        }
    }
}

extension CodeDictionary {
    /// Returns the codes of `ids`, and a dictionary with new codes for unknown ones, if any.
    ///
    /// - Parameter index: an index of the dictionary's codes.
    func interning(_ ids: [String?], _ index: inout HashIndex) -> (CodeDictionary, [UInt32]) {
        var fresh: [ByteText: UInt32] = [:]
        var added: [String] = []
        let known = count
        let codes = ids.map { id -> UInt32 in
            guard let id else { return CodeDictionary.null }
            let found = id.withBytes { bytes in
                index.first(IdentifierColumn.hash(of: bytes)) { code in
                    withUTF8(code) { ByteComparison.areEqual($0, bytes) }
                }
            }
            if let found { return UInt32(found) }
            if let code = fresh[ByteText(id)] { return code }
            let code = UInt32(known + added.count)
            fresh[ByteText(id)] = code
            added.append(id)
            return code
        }
        let dictionary = added.isEmpty ? self : appending(added)
        index.insert(dictionary, from: known)
        return (dictionary, codes)
    }

    private func appending(_ ids: [String]) -> CodeDictionary {
        var arena = GrowableColumn<UInt8>(capacity: bytes.count + 64)
        arena.append(bytes)
        var ends = GrowableColumn<Int>(capacity: offsets.count + ids.count)
        ends.append(offsets)
        for id in ids {
            id.withBytes { id in
                if let start = id.baseAddress { arena.append(start, count: id.count) }
            }
            ends.append(arena.count)
        }
        return CodeDictionary(bytes: arena.finish(), offsets: ends.finish())
    }
}
