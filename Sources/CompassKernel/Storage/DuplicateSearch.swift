/// Finds equal values in a column of hashes.
///
/// Method: a bitmap of what was seen, as in a Bloom filter with one hash function, excludes nearly all rows: only
/// those that share a bit with another row are sorted. The bitmap of many rows would miss the cache on nearly every row.
/// Their hashes are therefore first distributed by their top bits (radix partitioning).
enum DuplicateSearch {
    /// The largest average number of rows in a partition. Derived: its two bitmaps take up 64 KiB, or 128 if it has
    /// somewhat more rows, and fit into a second-level cache of 256 KiB with what is read beside them.
    private static let rowsPerPartition = 1 << 14

    /// Returns the rows of each hash that occurs more than once, ascending.
    ///
    /// - Parameters:
    ///   - hashes: one hash per row.
    ///   - ignored: a hash that marks rows without a value.
    /// - Complexity: O(n) for n rows with evenly distributed hashes, of which few are equal; otherwise O(n log n).
    static func rowsWithEqualHashes(
        _ hashes: UnsafeBufferPointer<UInt64>, ignoring ignored: UInt64? = nil
    ) -> [[UInt32]] {
        let count = hashes.count
        guard count > 1 else { return [] }
        var partitionBits: UInt64 = 0
        while count >> Int(partitionBits) > rowsPerPartition { partitionBits += 1 }
        var filter = SharedBits()
        var groups: [[UInt32]] = []
        if partitionBits == 0 {
            let candidates = filter.rows(count) { row in
                hashes[row] == ignored ? nil : KeyedRow(key: hashes[row], row: UInt32(row))
            }
            appendGroups(of: candidates, to: &groups)
            return groups
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
            let candidates = filter.rows(starts[index] - start) { dealt[start + $0] }
            appendGroups(of: candidates, to: &groups)
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

    private static func appendGroups(of rows: [KeyedRow], to groups: inout [[UInt32]]) {
        let sorted = rows.sorted()
        sorted.indices.forEachRun {
            sorted[$0].key == sorted[$1].key
        } body: {
            groups.append(sorted[$0].map(\.row))
        }
    }

    /// The bits of hashes that were seen, and those that were seen twice; cleared for each partition.
    private struct SharedBits {
        /// The bits for each row. Derived: of rows with different hashes, one in 16 to 32 shares its bit.
        private static let bitsPerRow = 16

        /// The words of both, which alternate.
        private var words: [UInt64] = []

        /// Returns the rows that share a bit with another one, among them all whose hashes are equal.
        ///
        /// - Parameter row: returns a row by its number, nil if it is ignored.
        @inline(__always)
        mutating func rows(_ count: Int, _ row: (Int) -> KeyedRow?) -> [KeyedRow] {
            var wordCount = 1
            while wordCount * 64 < count * SharedBits.bitsPerRow { wordCount *= 2 }
            if words.count < 2 * wordCount { words = [UInt64](repeating: 0, count: 2 * wordCount) }
            return words.withUnsafeMutableBufferPointer { words in
                UnsafeMutableBufferPointer(rebasing: words[..<(2 * wordCount)]).update(repeating: 0)
                // The top bits are the same within a partition, and the lowest bit of a URL's hash is always set.
                func word(_ key: UInt64) -> Int { 2 * (Int(truncatingIfNeeded: key >> 7) & (wordCount - 1)) }
                func bit(_ key: UInt64) -> UInt64 { 1 << (key >> 1 & 63) }
                for index in 0..<count {
                    guard let key = row(index)?.key else { continue }
                    words[word(key) + 1] |= words[word(key)] & bit(key)
                    words[word(key)] |= bit(key)
                }
                var shared: [KeyedRow] = []
                for index in 0..<count {
                    guard let row = row(index), words[word(row.key) + 1] & bit(row.key) != 0 else { continue }
                    shared.append(row)
                }
                return shared
            }
        }
    }
}
