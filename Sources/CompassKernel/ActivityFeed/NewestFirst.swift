/// The rows of a table from newest to oldest; equal times are ordered by id.
struct NewestFirst: Sendable {
    /// The times in this order, in microseconds since 1970.
    let times: ColumnBuffer<Int64>
    /// The table's row at each position; nil if the table is already in this order.
    let rows: ColumnBuffer<UInt32>?

    /// - Parameters:
    ///   - times: the time of each row, in microseconds since 1970.
    ///   - ids: the id of each row.
    /// - Complexity: O(n) for n rows whose times are ascending, descending or evenly spread, with few equal
    ///   times; O(n log n) at worst.
    init(times: ColumnBuffer<Int64>, ids: IdentifierColumn) {
        let count = times.count
        var (isDescending, isAscending) = (true, true)
        var (earliest, latest) = (Int64.max, Int64.min)
        times.withBuffer { times in
            var previous = times.first ?? 0
            for time in times {
                isDescending = isDescending && previous >= time
                isAscending = isAscending && previous <= time
                earliest = min(earliest, time)
                latest = max(latest, time)
                previous = time
            }
        }
        if isDescending, !Self.needsIDOrder(times, ids) {
            self.times = times
            rows = nil
            return
        }
        let isReversed = isAscending && !isDescending
        // The key of a row is its age, the difference between the latest time and its own.
        var entries = ColumnBuffer<KeyedRow>(count: count) { target in
            for place in 0..<count {
                let row = isReversed ? count - 1 - place : place
                target[place] = KeyedRow(key: UInt64(bitPattern: latest &- times[row]), row: UInt32(row))
            }
        }
        let span = UInt64(bitPattern: latest &- earliest)
        entries.update { entries in
            if isDescending || isAscending {
                AgeSorting.sortRunsOfEqualAge(UnsafeMutableBufferPointer(start: entries, count: count), ids)
            } else {
                var scratch = ColumnBuffer<KeyedRow>(count: count) { _ in }
                let ageBits = UInt64.bitWidth - span.leadingZeroBitCount
                scratch.update { AgeSorting.sort(entries, $0, count, ageBits: ageBits, ids) }
            }
        }
        self.times = ColumnBuffer(count: count) { target in
            for place in 0..<count { target[place] = latest &- Int64(bitPattern: entries[place].key) }
        }
        rows = ColumnBuffer(count: count) { target in
            for place in 0..<count { target[place] = entries[place].row }
        }
        withExtendedLifetime(entries) {}
    }

    /// Returns whether some neighbors of equal time are not in the order of their ids; the times must be
    /// descending.
    private static func needsIDOrder(_ times: ColumnBuffer<Int64>, _ ids: IdentifierColumn) -> Bool {
        (1..<max(times.count, 1)).contains { times[$0 - 1] == times[$0] && ids.compare($0 - 1, $0) > 0 }
    }
}

/// A sort by the leading digits of the ages, which distinguish nearly all rows; the rest is sorted by
/// comparison.
private enum AgeSorting {
    /// The number of leading bits that are sorted by digits: for a million evenly spread rows this mostly
    /// leaves runs of four rows.
    private static let leadingBits = 2 * RadixSort.digitBits
    /// The minimum number of rows for digits: fewer are sorted by comparison, as the digit counters would
    /// cost more.
    private static let comparedCount = 1_024
    /// The maximum number of rows for an insertion sort; most runs of equal digits are no longer.
    private static let insertedCount = 16

    /// Sorts by age, and equal ages by id.
    ///
    /// - Parameters:
    ///   - scratch: memory for as many entries.
    ///   - ageBits: the number of the lowest bits in which ages differ.
    static func sort(
        _ entries: UnsafeMutablePointer<KeyedRow>, _ scratch: UnsafeMutablePointer<KeyedRow>, _ count: Int,
        ageBits: Int, _ ids: IdentifierColumn
    ) {
        if count <= insertedCount { return insertionSort(entries, count, ids) }
        if count <= comparedCount || ageBits == 0 {
            var buffer = UnsafeMutableBufferPointer(start: entries, count: count)
            return buffer.sort { isBefore($0, $1, ids) }
        }
        let restBits = max(ageBits - leadingBits, 0)
        let sorted = RadixSort.sort(entries, scratch, count: count, byBits: restBits..<ageBits)
        if sorted != entries { entries.update(from: sorted, count: count) }
        // SAFETY: runs are within the entries.
        (0..<count).forEachRun {
            entries[$0].key >> UInt64(restBits) == entries[$1].key >> UInt64(restBits)
        } body: { run in
            sort(entries + run.lowerBound, scratch + run.lowerBound, run.count, ageBits: restBits, ids)
        }
    }

    private static func insertionSort(
        _ entries: UnsafeMutablePointer<KeyedRow>, _ count: Int, _ ids: IdentifierColumn
    ) {
        for place in 1..<max(count, 1) {
            let entry = entries[place]
            var target = place
            // SAFETY: `target` is at least 1 when the entry before it is read.
            while target > 0, isBefore(entry, entries[target - 1], ids) {
                entries[target] = entries[target - 1]
                target -= 1
            }
            entries[target] = entry
        }
    }

    /// Sorts adjacent rows of equal age by their ids.
    static func sortRunsOfEqualAge(_ entries: UnsafeMutableBufferPointer<KeyedRow>, _ ids: IdentifierColumn) {
        entries.indices.forEachRun {
            entries[$0].key == entries[$1].key
        } body: {
            entries[$0].sort { isBefore($0, $1, ids) }
        }
    }

    @inline(__always)
    private static func isBefore(_ a: KeyedRow, _ b: KeyedRow, _ ids: IdentifierColumn) -> Bool {
        a.key == b.key ? ids.compare(Int(a.row), Int(b.row)) < 0 : a.key < b.key
    }
}
