/// Finds equal values in a column of hashes.
///
/// Method: an open-addressing table of rows, and radix partitioning. The table of many rows would miss the cache on
/// nearly every row. Their hashes are therefore first distributed by their top bits into partitions small enough for
/// a table in a core's caches.
enum DuplicateSearch {
    /// The largest average number of rows in a partition. Derived: its table takes up to 128 KiB, half of a second-level
    /// cache of 256 KiB. Up to as many rows are one partition and need not be distributed.
    private static let rowsPerPartition = 1 << 14

    /// Returns the rows of each hash that occurs more than once, ascending.
    ///
    /// How much memory it allocates depends on the number of rows and on how many have equal hashes, not on the values of
    /// the hashes, which have another seed in every process; limits on allocations can therefore be exact. Only in a
    /// partition with more rows than its table can number it also depends on how many others there are.
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
            return groups(of: table.candidates)
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
        return groups(of: table.candidates)
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

    /// Returns the rows of each hash that occurs more than once, ascending, from rows among which these are; a row may
    /// be listed several times.
    private static func groups(of candidates: [KeyedRow]) -> [[UInt32]] {
        let sorted = candidates.sorted()
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
        private let slotBits: Int
        /// Each row whose hash an earlier row has, with that one, and all rows of partitions that the table cannot number.
        private(set) var candidates: [KeyedRow] = []

        /// Creates a table for partitions of about `rowCount` rows.
        init(rowCount: Int) {
            var slotBits = 6
            while 1 << slotBits < rowCount * 4 { slotBits += 1 }
            assert(slotBits <= UInt16.bitWidth, "more slots than places")
            slots = [UInt16](repeating: 0, count: 1 << slotBits)
            self.slotBits = slotBits
        }

        /// Adds the rows of a partition that have equal hashes to the candidates.
        ///
        /// - Parameter row: returns a row by its place in the partition, nil if it is ignored.
        @inline(__always)
        mutating func find(_ count: Int, _ row: (Int) -> KeyedRow?) {
            if count < 2 { return }
            // Only a partition in which very many hashes are equal has as many rows.
            guard count < slots.count else {
                for place in 0..<count { if let row = row(place) { candidates.append(row) } }
                return
            }
            slots.withUnsafeMutableBufferPointer { slots in
                slots.update(repeating: 0)
                for place in 0..<count {
                    guard let entry = row(place) else { continue }
                    // The top bits are the same within a partition, and the lowest one in all hashes of URLs.
                    let slot = ByteHash.spread(entry.key, bits: slotBits)
                    var probe = ProbeSequence(slot, slotCount: slots.count)
                    while slots[probe.slot] != 0 {
                        if let first = row(Int(slots[probe.slot]) - 1), first.key == entry.key {
                            candidates.append(first)
                            candidates.append(entry)
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
