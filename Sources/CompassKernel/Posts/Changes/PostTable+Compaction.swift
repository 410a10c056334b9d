/// The conditions under which a table discards obsolete data.
struct CompactionPolicy: Sendable {
    /// The rows of changes are merged into the columns if they are more than one in this many. They never
    /// exceed twice as many.
    var rowsPerChange = 40
    /// The last level of changes is merged into the one before if it has more rows than this.
    var maximumLastLevelCount = PostTable.maximumLastLevelCount
    /// Records are rewritten if those without a row, and changed notes, are more than one in this many.
    var recordsPerDeadOne = 4
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
    /// Changes merge their rows by themselves, each a part of it: these never exceed a twentieth of the
    /// posts, or 128. Records are rewritten at once when more than a quarter of them are obsolete. This
    /// method is for a time when a table is to be exported, or kept without changes.
    ///
    /// - Complexity: O(n + b) for n posts with b bytes of text; about 0.6 seconds for a million posts.
    public mutating func compact() {
        let isPrepared = isPreparedForChanges
        self = compacted(places)
        if isPrepared { prepareForChanges() }
    }

    /// Continues the merging of changes into the columns for some time.
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
        while delta != nil {
            beginCompaction()
            repeat { guard isWanted() else { return false } } while compaction?.advanceOnce() ?? false
            finishCompaction()
        }
        return true
    }

    /// Begins to merge all changes into the columns, if that has not begun.
    private mutating func beginCompaction() {
        guard compaction == nil, let delta else { return }
        var levels = delta.levels
        while levels.count > 1 {
            let later = levels.removeLast()
            let earlier = levels.removeLast()
            levels.append(
                DeltaLevel.merging(
                    earlier, number: levels.count + 1, later, records: records, schools: schools,
                    coaches: coaches))
        }
        parts.delta = PostDelta(base: delta.base, levels: levels)
        parts.compaction = PostCompaction(
            delta.base, levels[0], records: records, schools: schools, coaches: coaches)
        parts.compactionCredit = 0
    }

    /// Replaces the columns and the first level by the result of a compaction that is done.
    private mutating func finishCompaction() {
        guard let delta,
            let (base, levels) = compaction?.finish(
                delta.levels.dropFirst(), schools: schools, coaches: coaches)
        else { return }
        parts.counts = base.counts
        parts.slots = base.slots
        parts.delta = PostDelta(base: base, levels: levels)
        parts.compaction = nil
        parts.compactionCredit = 0
        endDelta()
    }

    /// Does the share of a compaction that the changes since it began require.
    private mutating func advanceCompaction() {
        while let delta {
            let limit = Swift.max(
                1, compactionPolicy.minimum,
                delta.base.rowCount / Swift.max(1, compactionPolicy.rowsPerChange))
            if compaction == nil {
                guard delta.changedRowCount > limit else { return }
                let changed = delta.changedRowCount
                beginCompaction()
                parts.compactionCredit = changed - limit
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
                ColumnBuffer(coachCodes.map { mapped($0, coachMap) }), codeCount: newCoaches.count))
        return PostTable(
            PostTableParts(
                counts: newCounts, slots: PostSlots(identity: places.count),
                records: PostRecordList(compactedRecords(places)), schools: newSchools,
                coaches: newCoaches, history: history, compactionPolicy: compactionPolicy,
                searching: searching))
    }

    /// Whether a change that leaves too many obsolete records rewrites them itself; true by default.
    /// Otherwise the table's owner calls ``compact()`` at a suitable time when ``isCompactionDue`` is true.
    public var compactsAutomatically: Bool {
        get { compactionPolicy.isAutomatic }
        set { parts.compactionPolicy.isAutomatic = newValue }
    }

    /// Whether more than a quarter of the records, or of the codes of schools or coaches, no longer belong to
    /// a post.
    public var isCompactionDue: Bool {
        let policy = compactionPolicy
        let deadRecords = records.slotCount - count + notesEdits.count
        func hasManyDead(_ codes: CountedCodes, of count: Int, postCount: (Int) -> Int) -> Bool {
            let limit = Swift.max(policy.minimum, count / policy.codesPerDeadOne)
            // Counted exactly only if codes that changes have added could make a difference.
            return count - codes.usedCodeCount > limit
                && (0..<count).reduce(0) { $0 + (postCount($1) == 0 ? 1 : 0) } > limit
        }
        return deadRecords > Swift.max(policy.minimum, records.slotCount / policy.recordsPerDeadOne)
            || hasManyDead(counts.schools, of: schools.count) { postCount(ofSchool: $0) }
            || hasManyDead(counts.coaches, of: coaches.count) { postCount(ofCoach: $0) }
    }

    /// Discards obsolete data whose share has become too large.
    mutating func compactIfNeeded() {
        if compactionPolicy.isAutomatic, isCompactionDue { compact() } else { advanceCompaction() }
    }

    /// Returns the records of the posts at `places` in order, in as few segments as their texts allow.
    private func compactedRecords(_ places: [PostPlace]) -> [PostRecords] {
        var segments: [PostRecords] = []
        var builder = PostRecordsBuilder()
        // Most tables fit into one segment regardless of which rows are kept.
        let editBytes = notesEdits.values.reduce(0) { $0 + ($1.notes?.utf8.count ?? 0) }
        let fits = records.largestTextByteCount + editBytes <= compactionPolicy.maximumTextBytes
        for place in places {
            let slot = slot(of: place)
            let (source, index) = records.locate(slot)
            let edit = notesEdit(ofSlot: slot)
            if !fits {
                builder.cut(
                    before: source.largestTextByteCount(index, edit),
                    maximum: compactionPolicy.maximumTextBytes, to: &segments)
            }
            builder.append(source, index, notes: edit)
        }
        let slots = ColumnBuffer(places.map { UInt32(slot(of: $0)) })
        // An index has numbers of one segment only.
        let inherited = segments.isEmpty ? InheritedSearch.indexes(of: records, copied: slots) : nil
        segments.append(builder.finish(inheriting: inherited))
        return segments
    }
}

extension PostRecordList {
    /// The maximum size of a text column over all records together, in bytes, including ids as text.
    fileprivate var largestTextByteCount: Int {
        let columns = segments.map { segment in segment.texts.map(\.textByteCount) }
        let texts = (0..<(columns.first?.count ?? 0)).map { column in columns.reduce(0) { $0 + $1[column] } }
        let ids = segments.reduce(0) { $0 + $1.ids.byteCountAsText }
        return texts.reduce(ids, max)
    }
}

extension PostRecords {
    /// Returns the number of bytes of the largest text of one record.
    fileprivate func largestTextByteCount(_ record: Int, _ edit: NotesEdit?) -> Int {
        let bytes = Swift.max(ids.withUTF8(record) { $0.count }, edit?.notes?.utf8.count ?? 0)
        return texts.reduce(bytes) { Swift.max($0, $1.byteCount(record)) }
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
