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
        var change = UncountedLevel(removing: removed, adding: added, over: delta)
        while levels.count >= firstMergedLevel, let earlier = levels.last,
            isMergeDue(earlier.rowCount, change.rowCount)
        {
            change = change.merged(into: earlier, number: levels.count, records)
            levels.removeLast()
        }
        levels.append(change.counted(schools, coaches))
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
