extension DeltaLevel {
    /// Returns the level that replaces an earlier and a later one, whose rows need not be counted.
    ///
    /// - Parameters:
    ///   - earlier: level `number`.
    ///   - later: the following one.
    ///   - records: the records of all levels.
    /// - Complexity: O(n) for n rows of both.
    static func merging(
        _ earlier: DeltaLevel, number: Int, _ later: DeltaLevel, records: PostRecordList,
        schools: CodeDictionary, coaches: CodeDictionary
    ) -> DeltaLevel {
        let removed = later.removed[number]
        let added: PostTable
        if removed.rows.count == 0, later.added.rowCount == 0 {
            added = earlier.added
        } else {
            let merge = RowMerge(
                earlier: earlier.added, without: removed.rows, later: later.added, records: records)
            added =
                merge.count == 0
                ? .noRows
                : PostTable.merged(merge, earlier.added, later.added, schools: schools, coaches: coaches)
        }
        return DeltaLevel(
            added: added,
            removed: zip(earlier.removed, later.removed).map {
                RemovedRows.union($0, $1, schools: schools, coaches: coaches)
            })
    }
}

extension RemovedRows {
    /// Returns the union of two lists of rows that were removed from the same level, none of them twice; those
    /// of the second list need not be counted.
    ///
    /// - Complexity: O(n) for n rows.
    static func union(
        _ first: RemovedRows, _ second: RemovedRows, schools: CodeDictionary, coaches: CodeDictionary
    ) -> RemovedRows {
        if second.rows.count == 0 { return first }
        if first.rows.count == 0, second.table.counts.isCounted { return second }
        let merge = RowMerge(first.rows, second.rows)
        return RemovedRows(
            rows: merge.merged(earlier: first.rows.copy, later: second.rows.copy),
            table: PostTable.merged(merge, first.table, second.table, schools: schools, coaches: coaches))
    }
}

extension RowMerge {
    /// Merges two ascending lists of different numbers.
    fileprivate init(_ earlier: ColumnBuffer<UInt32>, _ later: ColumnBuffer<UInt32>) {
        self.init()
        var (first, second) = (0, 0)
        while first < earlier.count || second < later.count {
            let isLater =
                first == earlier.count || second < later.count && later[second] < earlier[first]
            if isLater {
                append(isLater: true, second..<second + 1)
                second += 1
            } else {
                append(isLater: false, first..<first + 1)
                first += 1
            }
        }
    }
}
