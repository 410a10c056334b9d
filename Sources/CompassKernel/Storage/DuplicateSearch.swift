/// Finds equal values in a column of hashes.
///
/// Method: radix partitioning. A table over all rows would miss the cache on nearly every row. The hashes are
/// therefore first distributed by their top bits into partitions small enough for a table in a core's caches.
enum DuplicateSearch {
    /// The average number of rows in a partition. Derived: its table of usually 4,096 or 8,192 hashes takes up
    /// to 64 KiB, and so do the cache lines to which a million rows are distributed; together they fit into a
    /// second-level cache of 256 KiB.
    private static let rowsPerPartition = 1024

    /// Returns the rows of each hash that occurs more than once, ascending.
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
        let partitionCount = 1 << Int(partitionBits)
        // A single partition is a special case, as a shift by 64 would be the identity.
        let partition: (UInt64) -> Int = { partitionBits == 0 ? 0 : Int($0 >> (64 - partitionBits)) }

        var starts = [Int](repeating: 0, count: partitionCount + 1)
        for row in 0..<count where hashes[row] != ignored { starts[partition(hashes[row]) + 1] += 1 }
        for index in 0..<partitionCount { starts[index + 1] += starts[index] }
        var next = starts
        let dealt = ColumnBuffer<KeyedRow>(count: starts[partitionCount]) { target in
            // SAFETY: each partition has room for the rows counted for it.
            for row in 0..<count where hashes[row] != ignored {
                let index = partition(hashes[row])
                target[next[index]] = KeyedRow(key: hashes[row], row: UInt32(row))
                next[index] += 1
            }
        }
        var table = PartitionTable()
        var groups: [[UInt32]] = []
        for index in 0..<partitionCount {
            dealt.withBuffer { dealt in
                let rows = UnsafeBufferPointer(rebasing: dealt[starts[index]..<starts[index + 1]])
                if table.hasEqualHashes(rows) { appendGroups(of: rows, to: &groups) }
            }
        }
        return groups
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

    private static func appendGroups(of rows: UnsafeBufferPointer<KeyedRow>, to groups: inout [[UInt32]]) {
        let sorted = rows.sorted()
        sorted.indices.forEachRun {
            sorted[$0].key == sorted[$1].key
        } body: {
            groups.append(sorted[$0].map(\.row))
        }
    }

    /// An open-addressing set of hashes, cleared for each partition.
    private struct PartitionTable {
        private var slots: [UInt64] = []

        mutating func hasEqualHashes(_ rows: UnsafeBufferPointer<KeyedRow>) -> Bool {
            var slotCount = 64
            while slotCount < rows.count * 4 { slotCount *= 2 }
            if slots.count < slotCount { slots = [UInt64](repeating: 0, count: slotCount) }
            return slots.withUnsafeMutableBufferPointer { slots in
                UnsafeMutableBufferPointer(rebasing: slots[..<slotCount]).update(repeating: 0)
                for entry in rows {
                    // Zero marks a free slot, so a hash of zero is stored as one; a false positive is
                    // harmless.
                    let hash = max(entry.key, 1)
                    var probe = ProbeSequence(hash, slotCount: slotCount)
                    while slots[probe.slot] != 0 {
                        if slots[probe.slot] == hash { return true }
                        probe.advance()
                    }
                    slots[probe.slot] = hash
                }
                return false
            }
        }
    }
}
