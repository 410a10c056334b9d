/// The merging of a table's columns with the first level of its delta, in steps; also the copying of its
/// records, where that is due.
///
/// Its input is immutable, so that it remains valid for the table and all copies that share it: whichever of
/// them changes next continues it. Queries and snapshots never wait for it; while it runs, changes go to
/// later levels. Once it is done, a table replaces its columns and the first level by the result, and
/// renumbers the rows that later levels have removed from either, and the slots of copied records.
final class PostCompaction: @unchecked Sendable {
    // Sendable: everything that changes is accessed with the lock held.

    /// The rows of the later level that one step merges into the order of the columns.
    private static let rowsPerStep = 1 << 12

    private let monitor = Monitor()
    private let base: PostTable
    private let level: DeltaLevel
    /// The rows that the level has added; made by the first step.
    private lazy var added = RowColumns(level.added)
    private let records: PostRecordList
    private let schools: CodeDictionary
    private let coaches: CodeDictionary
    /// The copies of records; nil if the records stay as they are.
    private let copy: RecordCopy?
    private var merge = RowMerge()
    private var mergedCount = 0
    private var slots: ColumnBuffer<UInt32>?
    private var columns = MergedColumns()
    private var result: PostTable?
    private var doneSteps = 0

    /// Begins to merge `level` into `base`.
    ///
    /// - Parameter copy: a copy of the records that has not begun; nil if they stay as they are.
    init(
        _ base: PostTable, _ level: DeltaLevel, records: PostRecordList, schools: CodeDictionary,
        coaches: CodeDictionary, copy: sending RecordCopy?
    ) {
        self.copy = copy
        self.base = base
        self.level = level
        self.records = records
        self.schools = schools
        self.coaches = coaches
    }

    /// The number of steps; about that if records are copied.
    var stepCount: Int {
        let orderSteps = max(1, (level.added.rowCount + Self.rowsPerStep - 1) / Self.rowsPerStep)
        return orderSteps + 1 + (copy?.stepCount ?? 0) + MergedColumns.stepCount
    }

    /// Performs steps until `count` of all steps are done.
    ///
    /// - Complexity: a step takes O(n) for n rows, 1 to 5 ns each.
    func advance(to count: Int) {
        let end = count < stepCount ? count : Int.max
        // Other copies of the table may take turns.
        while monitor.withLock({ isStepDone(below: end) }) {}
    }

    /// Performs a step if less than `count` are done, and not all.
    private func isStepDone(below count: Int) -> Bool {
        if doneSteps >= count || result != nil { return false }
        step()
        return true
    }

    /// Performs one step; returns whether more are left.
    func advanceOnce() -> Bool {
        monitor.withLock {
            if result == nil { step() }
            return result == nil
        }
    }

    private func step() {
        doneSteps += 1
        let removed = level.removed[0].rows
        if mergedCount < level.added.rowCount || doneSteps == 1 {
            mergedCount = min(level.added.rowCount, mergedCount + Self.rowsPerStep)
            merge.advance(
                upTo: mergedCount, earlier: base, without: removed, later: added, records: records)
            return
        }
        guard let slots else {
            slots = merge.slots(base.slots, added.slots)
            return
        }
        if let copy, !copy.isDone { return copy.step(slots) }
        if columns.step(merge, base, added, schools: schools, coaches: coaches) { return }
        result = PostTable(
            PostTableParts(
                counts: columns.counts,
                slots: copy == nil
                    ? PostSlots(slots, slotCount: records.slotCount) : PostSlots(identity: slots.count),
                records: PostRecordList([]), schools: schools, coaches: coaches))
        columns = MergedColumns()
        self.slots = nil
    }

    /// The merged columns, the levels after the first with the rows that they have removed renumbered, and
    /// the copied records if there are any; nil if the compaction is not done.
    ///
    /// - Parameters:
    ///   - later: the levels after the first.
    ///   - schools: the current schools of the table, as of its coaches.
    /// - Complexity: O(d · log d) for d rows that later levels have removed.
    func finish(
        _ later: ArraySlice<DeltaLevel>, schools: CodeDictionary, coaches: CodeDictionary
    ) -> (base: PostTable, levels: [DeltaLevel], copy: RecordCopy?)? {
        guard let result = monitor.withLock({ self.result }) else { return nil }
        // A copy that is done does not change any more.
        return (result, later.map { renumbered($0, schools, coaches) }, copy)
    }

    private func renumbered(
        _ level: DeltaLevel, _ schools: CodeDictionary, _ coaches: CodeDictionary
    ) -> DeltaLevel {
        let removed = (0..<2).map { number in
            let old = level.removed[number]
            return RemovedRows(
                rows: ColumnBuffer(merge.newRows(ofLater: number == 1, old.rows)), table: old.table)
        }
        let both = removed[0].union(removed[1], schools: schools, coaches: coaches)
        let renumbered = DeltaLevel(added: level.added, removed: [both] + level.removed.dropFirst(2))
        return copy.map { copy in renumbered.withSlots { copy.newSlot($0) } } ?? renumbered
    }
}

extension DeltaLevel {
    /// Returns the same rows with other slots.
    fileprivate func withSlots(_ newSlot: (_ slot: Int) -> Int?) -> DeltaLevel {
        func moved(_ table: PostTable) -> PostTable {
            if table.rowCount == 0 { return table }
            var moved = table
            moved.parts.slots = PostSlots(
                sparse: ColumnBuffer(
                    (0..<table.rowCount).map { row in
                        // Every row of a level has a record that was copied, or a later one.
                        newSlot(table.slots.slot(ofRow: row)).map { UInt32($0) } ?? PostSlots.none
                    }))
            return moved
        }
        return DeltaLevel(
            added: moved(added),
            removed: removed.map { RemovedRows(rows: $0.rows, table: moved($0.table)) })
    }
}
