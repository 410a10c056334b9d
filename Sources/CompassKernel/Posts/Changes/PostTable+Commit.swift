extension PostTable {
    /// Applies staged changes.
    ///
    /// Posts whose time is unchanged are changed in place; if posts are added or move, the counted columns
    /// are rebuilt in one pass.
    ///
    /// - Complexity: O(k · (n / 512 + s)) for k changed posts of n in s schools; O(n + k log k) if posts are
    ///   added, move in time, or belong to a new school, coach or pair of both.
    mutating func commit(_ edits: PostEdits) throws(PostChangeError) {
        prepareForChanges()
        let plan = CommitPlan(edits, over: self)
        guard rowCount + plan.arriving.count <= Int(Int32.max),
            records.slotCount + plan.arriving.count + plan.replaced.count < Int(UInt32.max)
        else { throw .tooManyPosts(maximum: Int(Int32.max)) }
        let replacedKinds = parts.internedKinds(of: plan.replaced.map(\.post))
        let arrivingKinds = parts.internedKinds(of: plan.arriving)
        let isRebuilt = !arrivingKinds.isEmpty || !replacedKinds.allSatisfy(counts.canCount)
        for row in plan.deleted {
            if !isRebuilt { removeFromCounts(row) }
            markDeleted(row)
        }
        let arrivingSlots = appendRecords(plan)
        var kinds: [Int: PostKind] = [:]
        for (change, new) in zip(plan.replaced, replacedKinds) {
            if isRebuilt {
                kinds[change.row] = new
            } else {
                parts.counts.recount(change.row, from: counts.kind(change.row), to: new)
            }
        }
        if isRebuilt {
            let arriving = plan.arriving.enumerated().map { index, post in
                ArrivingRow(
                    id: post.id, time: post.postDate, slot: arrivingSlots[index],
                    kind: arrivingKinds[index])
            }
            rebuildCounts(arriving, changed: kinds)
        }
        compactIfNeeded()
        assertInvariants(of: rowCount, checkInvariants())
    }

    /// Appends the records of posts that are added or change their texts, and records changed notes; returns
    /// the slots of the added posts.
    private mutating func appendRecords(_ plan: CommitPlan) -> [UInt32] {
        for change in plan.replaced where !change.requiresRecord {
            let slot = UInt32(slots.slot(ofRow: change.row))
            let edit = NotesEdit(change.post.notes)
            if NotesEdit(notesText(change.row)) != edit { parts.notesEdits[slot] = edit }
        }
        let replaced = plan.replaced.filter(\.requiresRecord)
        if replaced.isEmpty, plan.arriving.isEmpty { return [] }
        let firstSlot = records.slotCount
        for (index, change) in replaced.enumerated() {
            parts.notesEdits[UInt32(slots.slot(ofRow: change.row))] = nil
            parts.slots.replace(row: change.row, slot: firstSlot + index)
        }
        // Reuse the entries of records that no row refers to, so that a post that changes repeatedly keeps a
        // single entry.
        let (slots, live) = (self.slots, self.live)
        func isDead(_ slot: Int) -> Bool {
            guard slot < firstSlot else { return false }
            guard let row = slots.row(ofSlot: slot) else { return true }
            return !(live?[row] ?? true)
        }
        let maximumTextBytes = compactionPolicy.maximumTextBytes
        for segment in segments(replaced.map(\.post) + plan.arriving) {
            let first = records.slotCount
            parts.keys?.insert(segment, firstSlot: first, replacing: isDead)
            parts.records.append(segment, maximumTextBytes: maximumTextBytes)
        }
        return plan.arriving.indices.map { UInt32(firstSlot + replaced.count + $0) }
    }

    /// Returns the records of posts, in as few segments as their texts allow.
    private func segments(_ posts: [Post]) -> [PostRecords] {
        var segments: [PostRecords] = []
        var builder = PostRecordsBuilder()
        for post in posts {
            builder.cut(
                before: post.largestTextByteCount, maximum: compactionPolicy.maximumTextBytes, to: &segments)
            builder.append(post)
        }
        segments.append(builder.finish())
        return segments
    }
}

/// Codes of schools and coaches in a table that is prepared for changes.
extension PostTableParts {
    /// Returns the counted properties of posts, with codes for all their schools and coaches.
    fileprivate mutating func internedKinds(of posts: [Post]) -> [PostKind] {
        let (schoolCodes, coachCodes): ([UInt32], [UInt32])
        (schools, schoolCodes) = schools.interning(posts.map(\.schoolID), &keys!.schools)
        (coaches, coachCodes) = coaches.interning(posts.map(\.coachID), &keys!.coaches)
        return posts.indices.map { index in
            PostKind(
                flags: posts[index].flags, schoolCode: schoolCodes[index], coachCode: coachCodes[index])
        }
    }
}

/// The effect of staged changes on the rows of a table.
private struct CommitPlan {
    struct Replacement {
        let row: Int
        let post: Post
        /// Whether the change affects anything other than the counted values and notes.
        let requiresRecord: Bool
    }

    private(set) var deleted: [Int] = []
    private(set) var replaced: [Replacement] = []
    /// Posts that get a new row, newest first.
    private(set) var arriving: [Post] = []

    init(_ edits: PostEdits, over table: PostTable) {
        for id in edits.ids {
            guard let edit = edits.edits[id], edit.before != edit.after else { continue }
            let row = edit.before == nil ? nil : table.row(ofID: id.string)
            guard let row, let before = edit.before else {
                if let after = edit.after { arriving.append(after) }
                continue
            }
            guard let after = edit.after else {
                deleted.append(row)
                continue
            }
            if after.postDate == before.postDate {
                replaced.append(
                    Replacement(row: row, post: after, requiresRecord: !after.hasSameRecord(as: before)))
            } else {
                deleted.append(row)
                arriving.append(after)
            }
        }
        arriving.sort { a, b in
            a.postDate != b.postDate
                ? a.postDate > b.postDate : a.id.utf8.lexicographicallyPrecedes(b.id.utf8)
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
            guard var id else { return CodeDictionary.null }
            let found = id.withUTF8 { bytes in
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
        for var id in ids {
            id.withUTF8 { id in
                if let start = id.baseAddress { arena.append(start, count: id.count) }
            }
            ends.append(arena.count)
        }
        return CodeDictionary(bytes: arena.finish(), offsets: ends.finish())
    }
}
