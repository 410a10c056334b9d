/// The merging of a table's columns with the first level of its delta, in steps.
///
/// Its input is immutable, so that it remains valid for the table and all copies that share it: whichever of
/// them changes next continues it. Queries and snapshots never wait for it; while it runs, changes go to
/// later levels. Once it is done, a table replaces its columns and the first level by the result, and
/// renumbers the rows that later levels have removed from either.
final class PostCompaction: @unchecked Sendable {
    // Sendable: everything that changes is accessed with the lock held.

    /// The rows of the later level that one step merges into the order of the columns.
    private static let rowsPerStep = 1 << 12

    private let monitor = Monitor()
    private let base: PostTable
    private let level: DeltaLevel
    private let records: PostRecordList
    private let schools: CodeDictionary
    private let coaches: CodeDictionary
    private var merge = RowMerge()
    private var mergedCount = 0
    private var columns = MergedColumns()
    private var result: PostTable?
    private var doneSteps = 0

    /// Begins to merge `level` into `base`.
    init(
        _ base: PostTable, _ level: DeltaLevel, records: PostRecordList, schools: CodeDictionary,
        coaches: CodeDictionary
    ) {
        self.base = base
        self.level = level
        self.records = records
        self.schools = schools
        self.coaches = coaches
    }

    /// The number of steps.
    var stepCount: Int {
        let orderSteps = max(1, (level.added.rowCount + Self.rowsPerStep - 1) / Self.rowsPerStep)
        return orderSteps + MergedColumns.stepCount
    }

    /// Performs steps until `count` of all steps are done.
    ///
    /// - Complexity: a step takes O(n) for n rows, 1 to 5 ns each.
    func advance(to count: Int) {
        // Other copies of the table may take turns.
        while monitor.withLock({ isStepDone(below: min(count, stepCount)) }) {}
    }

    /// Performs a step if less than `count` are done.
    private func isStepDone(below count: Int) -> Bool {
        if doneSteps >= count { return false }
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
                upTo: mergedCount, earlier: base, without: removed, later: level.added, records: records)
            return
        }
        result = columns.step(
            merge, base, level.added, slotCount: records.slotCount, schools: schools, coaches: coaches)
        if result != nil { columns = MergedColumns() }
    }

    /// The merged columns, and the levels after the first with the rows that they have removed renumbered;
    /// nil if the compaction is not done.
    ///
    /// - Parameters:
    ///   - later: the levels after the first.
    ///   - schools: the current schools of the table, as of its coaches.
    /// - Complexity: O(d) for d rows that later levels have removed.
    func finish(
        _ later: ArraySlice<DeltaLevel>, schools: CodeDictionary, coaches: CodeDictionary
    ) -> (base: PostTable, levels: [DeltaLevel])? {
        guard let result = monitor.withLock({ self.result }) else { return nil }
        return (result, later.map { renumbered($0, schools, coaches) })
    }

    private func renumbered(
        _ level: DeltaLevel, _ schools: CodeDictionary, _ coaches: CodeDictionary
    ) -> DeltaLevel {
        let removed = (0..<2).map { number in
            let old = level.removed[number]
            return RemovedRows(
                rows: ColumnBuffer(merge.newRows(ofLater: number == 1, old.rows)), table: old.table)
        }
        let both = RemovedRows.union(removed[0], removed[1], schools: schools, coaches: coaches)
        return DeltaLevel(added: level.added, removed: [both] + level.removed.dropFirst(2))
    }
}
