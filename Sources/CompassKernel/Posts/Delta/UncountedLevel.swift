/// A level of a delta under construction: a change, merged with one level after the other, and counted once, when
/// the level before it is large enough to stay.
struct UncountedLevel {
    /// Rows that are counted only if they are new.
    enum Rows {
        case counted(PostTable)
        case uncounted(RowColumns)

        static let none = Rows.counted(.noRows)

        var count: Int {
            switch self {
            case .counted(let table): table.rowCount
            case .uncounted(let columns): columns.count
            }
        }

        var columns: RowColumns {
            switch self {
            case .counted(let table): RowColumns(table)
            case .uncounted(let columns): columns
            }
        }

        func table(_ schools: CodeDictionary, _ coaches: CodeDictionary) -> PostTable {
            switch self {
            case .counted(let table): table
            case .uncounted(let columns): PostTable(columns, schools: schools, coaches: coaches)
            }
        }
    }

    /// Rows that were removed from a level, and their ascending numbers in it.
    typealias Removed = (numbers: ColumnBuffer<UInt32>, rows: Rows)

    /// The rows that were added.
    private var added: Rows
    /// The rows that were removed from each earlier level.
    private var removed: [Removed]

    /// The number of rows that were added or removed.
    var rowCount: Int { removed.reduce(added.count) { $0 + $1.numbers.count } }

    /// Returns the level with all rows counted.
    ///
    /// - Complexity: O(n + c) for n rows that are new, c schools and coaches.
    func counted(_ schools: CodeDictionary, _ coaches: CodeDictionary) -> DeltaLevel {
        DeltaLevel(
            added: added.table(schools, coaches),
            removed: removed.map { RemovedRows(rows: $0.numbers, table: $0.rows.table(schools, coaches)) })
    }
}

extension UncountedLevel {
    /// The rows of a level of a delta, which may be merged into an earlier one.
    init(_ level: DeltaLevel) {
        self.init(
            added: .counted(level.added), removed: level.removed.map { ($0.rows, .counted($0.table)) })
    }

    /// Describes a change on top of a delta.
    ///
    /// - Parameters:
    ///   - removed: the places of posts.
    ///   - added: in order of time, newest first, equal times by id.
    init(removing removed: [PostPlace], adding added: [AddedRow], over delta: PostDelta) {
        self.init(
            added: added.isEmpty ? .none : .uncounted(RowColumns(added)),
            removed: (0..<delta.levelCount).map { level in
                let rows = removed.lazy.filter { $0.level == level }.map(\.row).sorted()
                return Self.removed(rows, of: delta.table(level))
            })
    }

    private static func removed(_ rows: [Int], of table: PostTable) -> Removed {
        if rows.isEmpty { return (RemovedRows.none.rows, .none) }
        let values = rows.map { row in
            AddedRow(
                micros: table.timestamps[row].micros, slot: UInt32(table.slots.slot(ofRow: row)),
                kind: table.counts.kind(row))
        }
        return (ColumnBuffer(rows.map { UInt32($0) }), .uncounted(RowColumns(values)))
    }

    /// Returns the level that replaces this one and the one before it.
    ///
    /// - Parameters:
    ///   - earlier: level `number`, of which this one may have removed rows.
    ///   - records: the records of all levels.
    /// - Complexity: O(n + k · log n) for n rows of both, k of them this level's.
    func merged(into earlier: DeltaLevel, number: Int, _ records: PostRecordList) -> UncountedLevel {
        let numbers = removed[number].numbers
        var rows = Rows.counted(earlier.added)
        if numbers.count > 0 || added.count > 0 {
            let later = added.columns
            let merge = RowMerge(earlier: earlier.added, without: numbers, later: later, records: records)
            rows = merge.count == 0 ? .none : .uncounted(merge.columns(RowColumns(earlier.added), later))
        }
        return UncountedLevel(
            added: rows, removed: zip(earlier.removed, removed).map { $0.union($1) })
    }
}

extension RemovedRows {
    /// Returns the union with other rows that were removed from the same level, none of them twice.
    ///
    /// - Complexity: O(n + k · log n) for n rows and k other ones.
    fileprivate func union(_ other: UncountedLevel.Removed) -> UncountedLevel.Removed {
        if other.numbers.count == 0 { return (rows, .counted(table)) }
        if rows.count == 0 { return other }
        let merge = RowMerge(rows, other.numbers)
        return (
            merge.merged(earlier: rows.copy, later: other.numbers.copy),
            .uncounted(merge.columns(RowColumns(table), other.rows.columns))
        )
    }

    /// Likewise; the rows of both are counted.
    func union(
        _ other: RemovedRows, schools: CodeDictionary, coaches: CodeDictionary
    ) -> RemovedRows {
        let (numbers, rows) = union((other.rows, .counted(other.table)))
        return RemovedRows(rows: numbers, table: rows.table(schools, coaches))
    }
}

extension RowMerge {
    /// Merges two ascending lists of different numbers.
    ///
    /// - Complexity: O(k · log n) for n earlier and k later numbers.
    init(_ earlier: ColumnBuffer<UInt32>, _ later: ColumnBuffer<UInt32>) {
        self.init()
        var done = 0
        for index in 0..<later.count {
            let place = (done..<earlier.count).partitioningIndex { earlier[$0] > later[index] }
            append(isLater: false, done..<place)
            append(isLater: true, index..<index + 1)
            done = place
        }
        append(isLater: false, done..<earlier.count)
    }
}
