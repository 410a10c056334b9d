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
    /// before. Derived: building 256 rows takes some 10 µs, and merging them into tens of thousands 1 ms,
    /// once in 256 changes.
    static let maximumLastLevelCount = 256
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
        levels.append(changeLevel(removing: removed, adding: added, over: delta))
        mergeLevels(&levels)
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
        removing removed: [PostPlace], adding added: [AddedRow], over delta: PostDelta
    ) -> DeltaLevel {
        DeltaLevel(
            added: added.isEmpty ? .noRows : columns(of: added),
            removed: (0..<delta.levelCount).map { level in
                let rows = removed.filter { $0.level == level }.map(\.row).sorted()
                return rows.isEmpty ? .none : removedRows(rows, of: delta.table(level))
            })
    }

    private func columns(of rows: [AddedRow]) -> PostTable {
        PostTable(
            micros: ColumnBuffer(rows.map(\.micros)), flags: ColumnBuffer(rows.map(\.kind.flags)),
            schoolCodes: ColumnBuffer(rows.map(\.kind.schoolCode)),
            coachCodes: ColumnBuffer(rows.map(\.kind.coachCode)),
            slots: PostSlots(sparse: ColumnBuffer(rows.map(\.slot))), schools: schools, coaches: coaches)
    }

    private func removedRows(_ rows: [Int], of table: PostTable) -> RemovedRows {
        let kinds = rows.map { row in
            AddedRow(
                micros: table.timestamps[row].micros, slot: UInt32(table.slots.slot(ofRow: row)),
                kind: table.counts.kind(row))
        }
        return RemovedRows(rows: ColumnBuffer(rows.map { UInt32($0) }), table: columns(of: kinds))
    }

    /// Merges the last levels until none is too small for its place.
    private func mergeLevels(_ levels: inout [DeltaLevel]) {
        while levels.count > firstMergedLevel {
            let (earlier, later) = (levels[levels.count - 2], levels[levels.count - 1])
            let isFull = later.rowCount > compactionPolicy.maximumLastLevelCount
            let isSmall = earlier.rowCount <= compactionPolicy.maximumLastLevelCount
            let isDue =
                isSmall
                || isFull
                    && (earlier.rowCount < PostTable.mergedLevelCount
                        || earlier.rowCount < PostTable.levelRatio * later.rowCount)
            guard isDue else { return }
            levels.removeLast(2)
            levels.append(
                DeltaLevel.merging(
                    earlier, number: levels.count + 1, later, records: records, schools: schools,
                    coaches: coaches))
        }
    }

    /// The number of levels that are not merged with each other: that which a compaction reads, if there is
    /// one, and the last one.
    private var firstMergedLevel: Int { compaction == nil ? 1 : 2 }
}
