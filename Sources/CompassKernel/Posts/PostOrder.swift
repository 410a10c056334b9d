/// The selection and order of a document's rows.
enum PostOrder {
    /// Returns the rows that no later row replaces, newest first, equal times by id; nil if all rows are kept
    /// and already in order.
    ///
    /// - Complexity: O(n) for n rows in order and without duplicates, otherwise O(n log n).
    static func permutation(
        _ rows: borrowing PostColumnsBuilder, without replaced: [ReplacedRow]
    ) -> [UInt32]? {
        let isSorted = isInOrder(rows)
        if replaced.isEmpty, isSorted { return nil }
        var order = ReplacedRow.remaining(of: rows.rowCount, without: replaced)
        if !isSorted { sort(&order, rows) }
        return order
    }

    private static func isInOrder(_ rows: borrowing PostColumnsBuilder) -> Bool {
        for row in 1..<max(rows.rowCount, 1) where !precedes(row - 1, row, rows) { return false }
        return true
    }

    /// Returns whether row `a` precedes row `b`. Rows with equal ids keep the order of the document.
    private static func precedes(_ a: Int, _ b: Int, _ rows: borrowing PostColumnsBuilder) -> Bool {
        if rows.timestamps[a] != rows.timestamps[b] { return rows.timestamps[a] > rows.timestamps[b] }
        let order = rows.records.compareIDs(a, b)
        return order != 0 ? order < 0 : a < b
    }

    /// Sorts by time as pairs of (time, row), which are more cache-friendly than look-ups, then sorts equal
    /// times by id.
    private static func sort(_ order: inout [UInt32], _ rows: borrowing PostColumnsBuilder) {
        var keys = order.map { (micros: rows.timestamps[Int($0)], row: $0) }
        keys.sort { $0.micros != $1.micros ? $0.micros > $1.micros : $0.row < $1.row }
        for position in order.indices { order[position] = keys[position].row }
        keys.indices.forEachRun {
            keys[$0].micros == keys[$1].micros
        } body: {
            order[$0].sort { precedes(Int($0), Int($1), rows) }
        }
    }

    /// Returns the rows that a later row with the same id or the same URL replaces, ascending.
    ///
    /// - Complexity: O(n) for n rows without duplicates, otherwise O(n + d log d) for d duplicates.
    static func replacedRows(_ rows: borrowing PostColumnsBuilder, threads: Int) -> [ReplacedRow] {
        let (sameIDs, sameURLs) = rowsWithEqualHashes(rows, threads: threads)
        return ReplacedRow.merging(
            DuplicateSearch.replacedRows(sameIDs, .id) { rows.records.compareIDs($0, $1) == 0 },
            DuplicateSearch.replacedRows(sameURLs, .postURL) { rows.records.haveEqualURLs($0, $1) })
    }

    /// Returns the rows with equal id hashes and with equal URL hashes, searched in parallel on two threads.
    private static func rowsWithEqualHashes(
        _ rows: borrowing PostColumnsBuilder, threads: Int
    ) -> (ids: [[UInt32]], urls: [[UInt32]]) {
        rows.idHashes.withBuffer { idHashes in
            rows.urlHashes.withBuffer { urlHashes in
                // SAFETY: the calls only read, and return before the buffers are released.
                nonisolated(unsafe) let idHashes = idHashes
                nonisolated(unsafe) let urlHashes = urlHashes
                let groups = WorkerThreads.map(count: 2, threads: threads) { index in
                    index == 0
                        ? DuplicateSearch.rowsWithEqualHashes(idHashes)
                        : DuplicateSearch.rowsWithEqualHashes(urlHashes, ignoring: 0)
                }
                return (groups[0], groups[1])
            }
        }
    }
}
