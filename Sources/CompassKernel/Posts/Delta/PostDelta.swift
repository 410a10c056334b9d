/// The changes of a table since its columns were built: rows that were added, and rows that were removed.
///
/// The table's columns are level 0. Each later level has rows that were added, in columns of the same kind,
/// and the rows of earlier levels that were removed. A post that changes is removed and added again. Levels
/// are immutable, so that snapshots share them; a change only builds the last one anew, which is small, and
/// is merged into the one before when it is full:
/// ```
/// level 0   the table's columns                     1,000,000 rows
/// level 1   added 20,000 rows                       removed 1,000 of level 0
/// level 2   added 100 rows                          removed 3 of level 0, 2 of level 1
/// ```
/// Counts are sums over *runs*: the rows of all levels, minus those removed. Lists are merged from the
/// levels' rows without those removed. Method: the log-structured merge tree of O'Neil, Cheng, Gawlick and
/// O'Neil (1996), with removed rows as runs of their own, as in the differential files of Severance and
/// Lohman (1976), so that everything that is additive needs no look at a tombstone.
final class PostDelta: Sendable {
    /// The rows of the table's columns, with the schools and coaches of their time.
    let base: PostTable
    /// The levels from 1 on.
    let levels: [DeltaLevel]
    /// The runs of which counts are sums: first the rows of each level, from 0 on, then the removed ones.
    let runs: [DeltaRun]
    /// The number of posts.
    let postCount: Int

    init(base: PostTable, levels: [DeltaLevel]) {
        self.base = base
        self.levels = levels
        var runs = [DeltaRun(table: base, isRemoved: false, level: 0)]
        runs.reserveCapacity(2 * levels.count + 1)
        for (index, level) in levels.enumerated() {
            runs.append(DeltaRun(table: level.added, isRemoved: false, level: index + 1))
        }
        for level in levels {
            for (target, removed) in level.removed.enumerated() where removed.rows.count > 0 {
                runs.append(
                    DeltaRun(table: removed.table, isRemoved: true, level: target, rows: removed.rows))
            }
        }
        self.runs = runs
        postCount = runs.reduce(0) { $0 + ($1.isRemoved ? -1 : 1) * $1.table.rowCount }
    }

    /// The number of levels, with the table's columns.
    var levelCount: Int { levels.count + 1 }

    /// The runs of the rows of each level.
    var addedRuns: ArraySlice<DeltaRun> { runs[..<levelCount] }

    /// The runs of removed rows.
    var removedRuns: ArraySlice<DeltaRun> { runs[levelCount...] }

    /// Returns the rows of a level, the removed ones included.
    func table(_ level: Int) -> PostTable { level == 0 ? base : levels[level - 1].added }

    /// The number of rows that were added or removed.
    var changedRowCount: Int { levels.reduce(0) { $0 + $1.rowCount } }

    /// Returns whether a later level has removed the post at a place.
    ///
    /// - Complexity: O(log d) for d removed rows, in each level.
    func isRemoved(_ place: PostPlace) -> Bool {
        levels.dropFirst(place.level).contains { $0.removed[place.level].contains(place.row) }
    }

    var byteCount: Int { levels.reduce(0) { $0 + $1.byteCount } }
}

/// A level of a delta.
struct DeltaLevel: Sendable {
    /// The rows that were added, in order; without texts, which are in the records of the whole table.
    let added: PostTable
    /// The rows that were removed from each earlier level.
    let removed: [RemovedRows]

    /// The number of rows that were added or removed.
    var rowCount: Int { removed.reduce(added.rowCount) { $0 + $1.rows.count } }

    var byteCount: Int { removed.reduce(added.byteCount) { $0 + $1.rows.byteCount + $1.table.byteCount } }
}

/// Rows that were removed from a level.
struct RemovedRows: Sendable {
    /// Their numbers in the level, ascending.
    let rows: ColumnBuffer<UInt32>
    /// Their columns, in the same order.
    let table: PostTable

    static let none = RemovedRows(rows: ColumnBuffer(), table: PostTable.noRows)

    func contains(_ row: Int) -> Bool {
        let place = (0..<rows.count).partitioningIndex { Int(rows[$0]) >= row }
        return place < rows.count && Int(rows[place]) == row
    }
}

/// Rows that count once, or minus once; by reference, because each query visits all of them
/// (`live.page.analytics`).
final class DeltaRun: Sendable {
    let table: PostTable
    /// Whether these rows were removed, so that they count minus once.
    let isRemoved: Bool
    /// The level that they belong to, or that they were removed from.
    let level: Int
    /// The numbers of removed rows in their level.
    let rows: ColumnBuffer<UInt32>

    init(table: PostTable, isRemoved: Bool, level: Int, rows: ColumnBuffer<UInt32> = ColumnBuffer()) {
        self.table = table
        self.isRemoved = isRemoved
        self.level = level
        self.rows = rows
    }

    /// 1 or -1.
    var sign: Int { isRemoved ? -1 : 1 }

    /// Returns the row of the level.
    func levelRow(_ row: Int) -> Int { isRemoved ? Int(rows[row]) : row }
}

extension PostTable {
    /// A table of no rows, schools and coaches.
    static let noRows = PostTable(
        PostTableParts(
            counts: .none, slots: PostSlots(identity: 0), records: PostRecordList([]), schools: .none,
            coaches: .none))

    /// Returns the columns that have the row of a place.
    @inline(__always)
    func columns(of place: PostPlace) -> PostTable {
        guard place.level > 0, let delta else { return self }
        return delta.table(place.level)
    }
}
