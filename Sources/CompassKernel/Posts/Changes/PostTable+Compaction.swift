/// The conditions under which a table discards obsolete data.
struct CompactionPolicy: Sendable {
    /// The rows of changes are merged into the columns if they are more than one in this many. They never
    /// exceed twice as many.
    var rowsPerChange = 40
    /// The last level of changes is merged into the one before if it has more rows than this.
    var maximumLastLevelCount = PostTable.maximumLastLevelCount
    /// Records are rewritten if those without a row, and changed notes, are more than one in this many.
    var recordsPerDeadOne = 4
    /// A step of rewriting copies at most so many records.
    var recordsPerStep = 1 << 12
    /// Codes of schools and coaches are reassigned if those without a post are more than one in this many.
    var codesPerDeadOne = 4
    /// Fewer obsolete items than this are never removed.
    var minimum = 64
    /// Whether a change compacts the table itself if it leaves too much obsolete data.
    var isAutomatic = true
    /// The maximum number of bytes in a text column of one segment of records.
    var maximumTextBytes = TextColumn.maximumByteCount
}

extension PostTable {
    /// Merges all changes into the columns and removes obsolete data. Columns are then those of a table that
    /// was loaded with these posts, newest first.
    ///
    /// Search indexes are kept, unless many of their posts are gone.
    ///
    /// Changes do this by themselves, each a part of it: their rows never exceed a twentieth of the posts, or
    /// 128, and records are copied when more than a quarter of them are obsolete. This method is for a time
    /// when a table is to be exported, or kept without changes.
    ///
    /// - Complexity: O(n + b) for n posts with b bytes of text; about 0.6 seconds for a million posts.
    public mutating func compact() {
        let isPrepared = isPreparedForChanges
        self = compacted(places)
        if isPrepared { prepareForChanges() }
    }

    /// Continues to merge changes into the columns for some time, and to copy the records of posts if many
    /// others are obsolete.
    ///
    /// It can be interrupted at any time, and continued later, by this method or by changes.
    ///
    /// - Returns: whether there is nothing left to do.
    /// - Complexity: in addition to the time given one step at most, which is O(n) for n posts; some
    ///   milliseconds for a million.
    @discardableResult
    public mutating func compact(for time: Duration) -> Bool {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: time)
        return mergeChanges { clock.now < end }
    }

    /// Merges changes into the columns, step by step as long as `isWanted` returns true before each; returns
    /// whether all are merged.
    @discardableResult
    mutating func mergeChanges(while isWanted: () -> Bool = { true }) -> Bool {
        while delta != nil || areRecordsObsolete {
            beginCompaction(copyingRecords: areRecordsObsolete)
            repeat { guard isWanted() else { return false } } while compaction?.advanceOnce() ?? false
            finishCompaction()
        }
        return true
    }

    /// Begins to merge all changes into the columns, if that has not begun.
    ///
    /// - Parameter copyingRecords: whether obsolete records are left out.
    private mutating func beginCompaction(copyingRecords: Bool) {
        guard compaction == nil else { return }
        beginDelta()
        guard let delta else { return }
        var levels = delta.levels
        if levels.isEmpty { levels.append(DeltaLevel(added: .noRows, removed: [.none])) }
        if levels.count > 1 {
            var merged = UncountedLevel(levels.removeLast())
            while let earlier = levels.popLast() {
                merged = merged.merged(into: earlier, number: levels.count + 1, records)
            }
            levels.append(merged.counted(schools, coaches))
        }
        parts.delta = PostDelta(base: delta.base, levels: levels)
        if copyingRecords {
            parts.records.beginCopy()
            parts.notesEdits.beginCompaction()
        }
        parts.compaction = PostCompaction(
            delta.base, levels[0], records: records, schools: schools, coaches: coaches,
            copy: copyingRecords
                ? RecordCopy(of: records, notesEdits, compactionPolicy, hasKeys: true) : nil)
        parts.compactionCredit = 0
    }

    /// Replaces the columns and the first level by the result of a compaction that is done.
    private mutating func finishCompaction() {
        guard let delta,
            let (base, levels, copy) = compaction?.finish(
                delta.levels.dropFirst(), schools: schools, coaches: coaches)
        else { return }
        parts.counts = base.counts
        parts.slots = base.slots
        if let copy { replaceRecords(by: copy) }
        parts.delta = PostDelta(base: base, levels: levels)
        parts.compaction = nil
        parts.compactionCredit = 0
        endDelta()
    }

    private mutating func replaceRecords(by copy: RecordCopy) {
        guard let copies = copy.records else { return }
        parts.records.replaceCopied(by: copies)
        parts.notesEdits = notesEdits.recent { copy.newSlot($0) }
        guard keys != nil else { return }
        parts.keys?.takeBlocks(of: copy.keys)
        let records = self.records
        parts.keys?.advance(records)
    }

    /// Does the share of a compaction that the changes since it began require.
    private mutating func advanceCompaction() {
        while true {
            let limit = Swift.max(
                1, compactionPolicy.minimum, rowCount / Swift.max(1, compactionPolicy.rowsPerChange))
            if compaction == nil {
                let changed = delta?.changedRowCount ?? 0
                let copiesRecords = compactionPolicy.isAutomatic && areRecordsObsolete
                guard changed > limit || copiesRecords else { return }
                beginCompaction(copyingRecords: copiesRecords)
                parts.compactionCredit = Swift.max(0, changed - limit)
            }
            guard let compaction else { return }
            // Done before half as many further rows have changed.
            compaction.advance(to: parts.compactionCredit * 2 * compaction.stepCount / limit)
            finishCompaction()
            // A large change may have come meanwhile, which is not left to the next one.
            guard self.compaction == nil, let rest = self.delta, rest.changedRowCount > 2 * limit else {
                return
            }
        }
    }

    /// Returns a table of the posts at `places`, in this order, and without obsolete data.
    func compacted(_ places: [PostPlace]) -> PostTable {
        let schoolCodes = places.map { columns(of: $0).schoolCodes[$0.row] }
        let coachCodes = places.map { columns(of: $0).coachCodes[$0.row] }
        let (newSchools, schoolMap) = schools.keeping(schoolCodes)
        let (newCoaches, coachMap) = coaches.keeping(coachCodes)
        func mapped(_ code: UInt32, _ map: [UInt32]) -> UInt32 {
            code == CodeDictionary.null ? code : map[Int(code)]
        }
        let newCounts = PostCounts(
            timestamps: TimestampColumn(
                descending: ColumnBuffer(places.map { columns(of: $0).timestamps[$0.row].micros })),
            flags: ColumnBuffer(places.map { columns(of: $0).counts.flags($0.row) }),
            schools: CountedCodes(
                ColumnBuffer(schoolCodes.map { mapped($0, schoolMap) }), codeCount: newSchools.count),
            coaches: CountedCodes(
                ColumnBuffer(coachCodes.map { mapped($0, coachMap) }), codeCount: newCoaches.count),
            deferring: counts.existingAffiliations == nil ? .affiliations : .none)
        return PostTable(
            PostTableParts(
                counts: newCounts, slots: PostSlots(identity: places.count),
                records: compactedRecords(places), schools: newSchools,
                coaches: newCoaches, mayHaveEqualIDs: parts.mayHaveEqualIDs, history: history,
                compactionPolicy: compactionPolicy, searching: searching))
    }

    /// Whether a change that leaves too many obsolete records rewrites them itself; true by default.
    /// Otherwise the table's owner calls ``compact()`` at a suitable time when ``isCompactionDue`` is true.
    public var compactsAutomatically: Bool {
        get { compactionPolicy.isAutomatic }
        set { parts.compactionPolicy.isAutomatic = newValue }
    }

    /// Whether more than a quarter of the records, or of the codes of schools or coaches, no longer belong to
    /// a post.
    public var isCompactionDue: Bool { areRecordsObsolete || areCodesObsolete }

    /// Whether too many records do not belong to a post, or have other notes.
    private var areRecordsObsolete: Bool {
        let dead = records.slotCount - count + notesEdits.count
        return dead
            > Swift.max(compactionPolicy.minimum, records.slotCount / compactionPolicy.recordsPerDeadOne)
    }

    /// Whether too many codes of schools or coaches do not belong to a post.
    private var areCodesObsolete: Bool {
        let policy = compactionPolicy
        func hasManyDead(_ codes: CountedCodes, of count: Int, postCount: (Int) -> Int) -> Bool {
            let limit = Swift.max(policy.minimum, count / policy.codesPerDeadOne)
            // Counted exactly only if codes that changes have added could make a difference.
            return count - codes.usedCodeCount > limit
                && (0..<count).reduce(0) { $0 + (postCount($1) == 0 ? 1 : 0) } > limit
        }
        return hasManyDead(counts.schools, of: schools.count) { postCount(ofSchool: $0) }
            || hasManyDead(counts.coaches, of: coaches.count) { postCount(ofCoach: $0) }
    }

    /// Discards obsolete data whose share has become too large.
    mutating func compactIfNeeded() {
        if compactionPolicy.isAutomatic, areCodesObsolete { compact() } else { advanceCompaction() }
    }

    /// Returns the records of the posts at `places` in order, in as few segments as their texts allow.
    private func compactedRecords(_ places: [PostPlace]) -> PostRecordList {
        let copy = RecordCopy(of: records, notesEdits, compactionPolicy, hasKeys: false)
        let slots = ColumnBuffer(places.map { UInt32(slot(of: $0)) })
        while !copy.isDone { copy.step(slots) }
        return copy.records ?? PostRecordList([])
    }
}

extension CodeDictionary {
    /// Returns a dictionary of the codes that rows have, in order of first appearance, and the new code of
    /// each old one.
    fileprivate func keeping(_ codes: [UInt32]) -> (CodeDictionary, [UInt32]) {
        var map = [UInt32](repeating: CodeDictionary.null, count: count)
        var interner = Interner()
        for code in codes where code != CodeDictionary.null && map[Int(code)] == CodeDictionary.null {
            map[Int(code)] = withUTF8(Int(code)) { interner.intern($0.baseAddress!, count: $0.count) }
        }
        return (interner.finish(), map)
    }
}
