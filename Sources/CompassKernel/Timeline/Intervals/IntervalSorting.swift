/// Sorting of instants by the digits of their distances from the earliest one.
enum IntervalSorting {
    /// The number of instants below which they are sorted by comparison. Derived: this takes 512 · 9
    /// comparisons, fewer than the 5 · 2048 counters of the digits of ten years in microseconds, 49 bits.
    private static let smallCount = 512

    /// Returns the rows in ascending order of their instants; rows of equal instants keep their order.
    ///
    /// - Complexity: O(n · d) for n rows and d digits of the range that the instants cover.
    static func order(of instants: UnsafeBufferPointer<Int64>) -> ColumnBuffer<UInt32> {
        guard let first = instants.first else { return ColumnBuffer() }
        let count = instants.count
        var (earliest, latest) = (first, first)
        var isSorted = true
        var previous = first
        for instant in instants {
            earliest = min(earliest, instant)
            latest = max(latest, instant)
            isSorted = isSorted && previous <= instant
            previous = instant
        }
        if isSorted {
            return ColumnBuffer(count: count) { for row in 0..<count { $0[row] = UInt32(row) } }
        }
        var entries = ColumnBuffer<KeyedRow>(count: count) { target in
            for row in 0..<count {
                let distance = UInt64(bitPattern: instants[row] &- earliest)
                target[row] = KeyedRow(key: distance, row: UInt32(row))
            }
        }
        let span = UInt64(bitPattern: latest &- earliest)
        return entries.update { entries in
            if count < smallCount {
                var buffer = UnsafeMutableBufferPointer(start: entries, count: count)
                buffer.sort()
                return rows(of: entries, count: count)
            }
            var scratch = ColumnBuffer<KeyedRow>(count: count) { _ in }
            return scratch.update {
                let bits = 0..<UInt64.bitWidth - span.leadingZeroBitCount
                return rows(of: RadixSort.sort(entries, $0, count: count, byBits: bits), count: count)
            }
        }
    }

    private static func rows(of entries: UnsafeMutablePointer<KeyedRow>, count: Int) -> ColumnBuffer<UInt32> {
        ColumnBuffer(count: count) { for place in 0..<count { $0[place] = entries[place].row } }
    }
}
