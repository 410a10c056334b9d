/// A row that a change adds.
struct AddedRow {
    let micros: Int64
    /// The slot of its record, which exists.
    let slot: UInt32
    let kind: PostKind
}

extension AddedRow {
    /// The row of a post that changes in nothing but what is counted.
    init(_ table: PostTable, _ place: PostPlace, kind: PostKind) {
        let columns = table.columns(of: place)
        self.init(
            micros: columns.timestamps[place.row].micros, slot: UInt32(columns.slots.slot(ofRow: place.row)),
            kind: kind)
    }
}

extension PostTable {
    /// The rows of the last level, which each change builds anew, up to which it is not merged into the one
    /// before. Derived: building as many takes some 5 µs, and merging them into tens of thousands 1 ms, once
    /// in as many changes, so that 99 in 100 changes do not.
    static let maximumLastLevelCount = 128
    /// A level is merged into the one before unless that has this many rows, or this many times as many.
    private static let mergedLevelCount = 1 << 15
    private static let levelRatio = 8

    /// Removes and adds rows.
    ///
    /// - Parameters:
    ///   - removed: the places of posts.
    ///   - added: in order of time, newest first, equal times by id.
    /// - Complexity: O(c + s) for c rows of the last level and s schools and coaches; occasionally that of
    ///   merging levels, which is O(log d) for each row if d rows have changed.
    mutating func changeRows(removing removed: [PostPlace], adding added: [AddedRow]) {
        beginDelta()
        defer { endDelta() }
        guard let delta, !removed.isEmpty || !added.isEmpty else { return }
        var levels = delta.levels
        // Counting the rows of a level that is merged at once would take longer than merging them.
        let isMerged =
            levels.last.map {
                levels.count >= firstMergedLevel
                    && isMergeDue($0.rowCount, removed.count + added.count)
            } ?? false
        levels.append(changeLevel(removing: removed, adding: added, over: delta, isCounted: !isMerged))
        mergeLevels(&levels)
        assert(
            levels.allSatisfy { level in
                level.added.counts.isCounted && level.removed.allSatisfy { $0.table.counts.isCounted }
            }, "a level is not counted")
        parts.delta = PostDelta(base: delta.base, levels: levels)
        parts.compactionCredit += removed.count + added.count
    }

    /// Creates a delta without changes if there is none. Must be done before schools or coaches are added,
    /// because the columns count only those that they were built with.
    mutating func beginDelta() {
        if delta != nil { return }
        let base = PostTableParts(
            counts: counts, slots: slots, records: PostRecordList([]), schools: schools, coaches: coaches)
        parts.delta = PostDelta(base: PostTable(base), levels: [])
    }

    /// Removes a delta without changes, unless schools or coaches have been added.
    mutating func endDelta() {
        guard let delta, compaction == nil, delta.changedRowCount == 0,
            delta.base.schools === schools, delta.base.coaches === coaches
        else { return }
        parts.delta = nil
    }

    /// Returns a change as a level of its own, on top of all others.
    private func changeLevel(
        removing removed: [PostPlace], adding added: [AddedRow], over delta: PostDelta, isCounted: Bool
    ) -> DeltaLevel {
        DeltaLevel(
            added: added.isEmpty ? .noRows : columns(of: added, isCounted: isCounted),
            removed: (0..<delta.levelCount).map { level in
                let rows = removed.filter { $0.level == level }.map(\.row).sorted()
                return rows.isEmpty ? .none : removedRows(rows, of: delta.table(level), isCounted: isCounted)
            })
    }

    private func columns(of rows: [AddedRow], isCounted: Bool) -> PostTable {
        PostTable(
            micros: ColumnBuffer(rows.map(\.micros)), flags: ColumnBuffer(rows.map(\.kind.flags)),
            schoolCodes: ColumnBuffer(rows.map(\.kind.schoolCode)),
            coachCodes: ColumnBuffer(rows.map(\.kind.coachCode)),
            slots: PostSlots(sparse: ColumnBuffer(rows.map(\.slot))), schools: schools, coaches: coaches,
            isCounted: isCounted)
    }

    private func removedRows(_ rows: [Int], of table: PostTable, isCounted: Bool) -> RemovedRows {
        let kinds = rows.map { row in
            AddedRow(
                micros: table.timestamps[row].micros, slot: UInt32(table.slots.slot(ofRow: row)),
                kind: table.counts.kind(row))
        }
        return RemovedRows(
            rows: ColumnBuffer(rows.map { UInt32($0) }), table: columns(of: kinds, isCounted: isCounted))
    }

    /// Merges the last levels until none is too small for its place.
    private func mergeLevels(_ levels: inout [DeltaLevel]) {
        while levels.count > firstMergedLevel {
            let (earlier, later) = (levels[levels.count - 2], levels[levels.count - 1])
            guard isMergeDue(earlier.rowCount, later.rowCount) else { return }
            levels.removeLast(2)
            levels.append(
                DeltaLevel.merging(
                    earlier, number: levels.count + 1, later, records: records, schools: schools,
                    coaches: coaches))
        }
    }

    /// Returns whether a level with `later` rows is merged into one with `earlier` rows.
    private func isMergeDue(_ earlier: Int, _ later: Int) -> Bool {
        if earlier <= compactionPolicy.maximumLastLevelCount { return true }
        return later > compactionPolicy.maximumLastLevelCount
            && (earlier < PostTable.mergedLevelCount || earlier < PostTable.levelRatio * later)
    }

    /// The number of levels that are not merged with each other: that which a compaction reads, if there is
    /// one, and the last one.
    private var firstMergedLevel: Int { compaction == nil ? 1 : 2 }
}
