/// Finds equal values in a column of hashes.
///
/// Method: an open-addressing table of rows, and radix partitioning. The table of many rows would miss the cache on
/// nearly every row. Their hashes are therefore first distributed by their top bits into partitions small enough for
/// a table in a core's caches.
enum DuplicateSearch {
    /// The largest average number of rows in a partition. Derived: its table takes up to 128 KiB, half of a second-level
    /// cache of 256 KiB; 10,000 rows are one partition and need no distribution, which takes as long as their search.
    private static let rowsPerPartition = 1 << 14

    /// Returns the rows of each hash that occurs more than once, ascending.
    ///
    /// The size of the memory that it allocates depends on the number of rows and on which are equal, but not on the
    /// values of the hashes, which have another seed in every process: limits on allocations are exact.
    ///
    /// - Parameters:
    ///   - hashes: one hash per row.
    ///   - ignored: a hash that marks rows without a value.
    /// - Complexity: O(n) for n rows when few hashes are equal.
    static func rowsWithEqualHashes(
        _ hashes: UnsafeBufferPointer<UInt64>, ignoring ignored: UInt64? = nil
    ) -> [[UInt32]] {
        let count = hashes.count
        guard count > 1 else { return [] }
        var partitionBits: UInt64 = 0
        while count >> Int(partitionBits) > rowsPerPartition { partitionBits += 1 }
        var table = RowTable(rowCount: min(count, rowsPerPartition))
        if partitionBits == 0 {
            table.find(count) {
                hashes[$0] == ignored ? nil : KeyedRow(key: hashes[$0], row: UInt32($0))
            }
            return groups(of: table.equal)
        }
        let partition: (UInt64) -> Int = { Int($0 >> (64 - partitionBits)) }
        var starts = [Int](repeating: 0, count: 1 << Int(partitionBits) + 1)
        for row in 0..<count where hashes[row] != ignored { starts[partition(hashes[row]) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        var next = starts
        let dealt = ColumnBuffer<KeyedRow>(count: starts[starts.count - 1]) { target in
            // SAFETY: each partition has room for the rows counted for it.
            for row in 0..<count where hashes[row] != ignored {
                let index = partition(hashes[row])
                target[next[index]] = KeyedRow(key: hashes[row], row: UInt32(row))
                next[index] += 1
            }
        }
        for index in 1..<starts.count {
            let start = starts[index - 1]
            table.find(starts[index] - start) { dealt[start + $0] }
        }
        return groups(of: table.equal)
    }

    /// Returns the rows that equal a later row, each with the next row that it equals.
    ///
    /// - Parameters:
    ///   - groups: rows with one hash each, ascending.
    ///   - rule: what the rows have in common.
    ///   - areEqual: returns whether two rows are equal, not only their hashes.
    static func replacedRows(
        _ groups: [[UInt32]], _ rule: IngestReplacement.Rule, _ areEqual: (Int, Int) -> Bool
    ) -> [ReplacedRow] {
        var replaced: [ReplacedRow] = []
        var next: [UInt32] = []
        for candidates in groups {
            next.removeAll(keepingCapacity: true)
            for row in candidates.reversed() {
                if let place = next.firstIndex(where: { areEqual(Int($0), Int(row)) }) {
                    replaced.append(ReplacedRow(row: row, by: next[place], rule: rule))
                    next[place] = row
                } else {
                    next.append(row)
                }
            }
        }
        return replaced
    }

    /// Returns the rows of each key that occurs more than once, ascending; a row may be listed several times.
    private static func groups(of rows: [KeyedRow]) -> [[UInt32]] {
        let sorted = rows.sorted()
        var groups: [[UInt32]] = []
        sorted.indices.forEachRun {
            sorted[$0].key == sorted[$1].key
        } body: { run in
            var group: [UInt32] = []
            for entry in sorted[run] where group.last != entry.row { group.append(entry.row) }
            if group.count > 1 { groups.append(group) }
        }
        return groups
    }

    /// An open-addressing table of the first row of each hash, cleared for each partition.
    private struct RowTable {
        /// For each slot the place of a row in its partition plus 1; 0 if the slot is free. A quarter of them or fewer
        /// are taken in a partition of usual size.
        private var slots: [UInt16]
        /// The rows that were found: those whose hash an earlier row has, and these.
        private(set) var equal: [KeyedRow] = []

        /// Creates a table for partitions of about `rowCount` rows.
        init(rowCount: Int) {
            var slotCount = 64
            while slotCount < rowCount * 4 { slotCount *= 2 }
            slots = [UInt16](repeating: 0, count: slotCount)
        }

        /// Adds the rows of a partition that have equal hashes to those that were found.
        ///
        /// - Parameter row: returns a row by its place in the partition, nil if it is ignored.
        @inline(__always)
        mutating func find(_ count: Int, _ row: (Int) -> KeyedRow?) {
            // Only a partition in which very many hashes are equal has as many rows: all of them are sorted.
            guard count < slots.count, count <= Int(UInt16.max) else {
                for place in 0..<count { if let row = row(place) { equal.append(row) } }
                return
            }
            slots.withUnsafeMutableBufferPointer { slots in
                slots.update(repeating: 0)
                for place in 0..<count {
                    guard let entry = row(place) else { continue }
                    // Some bits are alike: the top ones within a partition, and the lowest one of the hashes of URLs.
                    var probe = ProbeSequence(ByteHash.spread(entry.key), slotCount: slots.count)
                    while slots[probe.slot] != 0 {
                        if let first = row(Int(slots[probe.slot]) - 1), first.key == entry.key {
                            equal.append(first)
                            equal.append(entry)
                            break
                        }
                        probe.advance()
                    }
                    if slots[probe.slot] == 0 { slots[probe.slot] = UInt16(truncatingIfNeeded: place + 1) }
                }
            }
        }
    }
}
