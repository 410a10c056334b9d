/// The rows of a table from newest to oldest; equal times are ordered by id.
struct NewestFirst: Sendable {
    /// The times in this order, in microseconds since 1970.
    let times: ColumnBuffer<Int64>
    /// The table's row at each position; nil if the table is already in this order.
    let rows: ColumnBuffer<UInt32>?

    /// The time difference to the latest row, and the row number.
    fileprivate struct Entry: BitwiseCopyable, Sendable {
        var age: UInt64
        var row: UInt32
    }

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
        var entries = ColumnBuffer<Entry>(count: count) { target in
            for place in 0..<count {
                let row = isReversed ? count - 1 - place : place
                target[place] = Entry(age: UInt64(bitPattern: latest &- times[row]), row: UInt32(row))
            }
        }
        let span = UInt64(bitPattern: latest &- earliest)
        if isDescending || isAscending {
            entries.update {
                AgeSorting.sortRunsOfEqualAge(UnsafeMutableBufferPointer(start: $0, count: count), ids)
            }
        } else {
            AgeSorting.sort(&entries, span: span, ids)
        }
        self.times = ColumnBuffer(count: count) { target in
            for place in 0..<count { target[place] = latest &- Int64(bitPattern: entries[place].age) }
        }
        rows = ColumnBuffer(count: count) { target in
            for place in 0..<count { target[place] = entries[place].row }
        }
        withExtendedLifetime(entries) {}
    }

    /// Returns whether some neighbours of equal time are not in the order of their ids; the times must be
    /// descending.
    private static func needsIDOrder(_ times: ColumnBuffer<Int64>, _ ids: IdentifierColumn) -> Bool {
        for row in 1..<max(times.count, 1) where times[row - 1] == times[row] {
            if ids.compare(row - 1, row) > 0 { return true }
        }
        return false
    }
}

/// A sort by the leading digits of the ages, which distinguish nearly all rows; the rest is sorted by
/// comparison.
private enum AgeSorting {
    typealias Entry = NewestFirst.Entry

    /// The digit size. The leading bits are sorted as two digits of 11 bits: for a million evenly spread rows
    /// this mostly leaves runs of four rows.
    private static let digitBits = 11
    /// The minimum number of rows for digits: fewer are sorted by comparison, as the digit counters would
    /// cost more.
    private static let comparedCount = 1_024
    /// The maximum number of rows for an insertion sort; most runs of equal digits are no longer.
    private static let insertedCount = 16

    /// Sorts by age, and equal ages by id. Ages must be at most `span`.
    static func sort(_ entries: inout ColumnBuffer<Entry>, span: UInt64, _ ids: IdentifierColumn) {
        let count = entries.count
        var scratch = ColumnBuffer<Entry>(count: count) { _ in }
        entries.update { entries in
            scratch.update { scratch in sort(entries, scratch, count, span: span, ids) }
        }
    }

    /// - Parameters:
    ///   - entries: ages that are at least `youngest`, and at most `youngest + span`.
    ///   - scratch: space for as many entries.
    private static func sort(
        _ entries: UnsafeMutablePointer<Entry>, _ scratch: UnsafeMutablePointer<Entry>, _ count: Int,
        youngest: UInt64 = 0, span: UInt64, _ ids: IdentifierColumn
    ) {
        let spanBits = UInt64.bitWidth - span.leadingZeroBitCount
        if count <= insertedCount {
            insertionSort(entries, count, ids)
            return
        }
        if count <= comparedCount || spanBits == 0 {
            var buffer = UnsafeMutableBufferPointer(start: entries, count: count)
            buffer.sort { isBefore($0, $1, ids) }
            return
        }
        let shift = UInt64(max(spanBits - 2 * digitBits, 0))
        distribute(entries, into: scratch, count, youngest: youngest, shift: shift)
        distribute(scratch, into: entries, count, youngest: youngest, shift: shift + UInt64(digitBits))
        // Rows with the same leading digits are adjacent now.
        var first = 0
        while first < count {
            let digits = (entries[first].age &- youngest) >> shift
            var end = first + 1
            while end < count, (entries[end].age &- youngest) >> shift == digits { end += 1 }
            if end - first > 1 {
                sort(
                    entries + first, scratch + first, end - first, youngest: youngest &+ digits << shift,
                    span: shift == 0 ? 0 : 1 << shift - 1, ids)
            }
            first = end
        }
    }

    private static func insertionSort(
        _ entries: UnsafeMutablePointer<Entry>, _ count: Int, _ ids: IdentifierColumn
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

    /// Writes entries in the order of one digit; the sort is stable.
    private static func distribute(
        _ source: UnsafeMutablePointer<Entry>, into target: UnsafeMutablePointer<Entry>, _ count: Int,
        youngest: UInt64, shift: UInt64
    ) {
        let mask: UInt64 = 1 << UInt64(digitBits) - 1
        StackScratch.withCounters(1 << digitBits) { next in
            // SAFETY: each digit has as many positions as entries.
            for place in 0..<count { next[Int((source[place].age &- youngest) &>> shift & mask)] &+= 1 }
            var running: UInt32 = 0
            for digit in 0...Int(mask) { (next[digit], running) = (running, running + next[digit]) }
            for place in 0..<count {
                let entry = source[place]
                let digit = Int((entry.age &- youngest) &>> shift & mask)
                target[Int(next[digit])] = entry
                next[digit] &+= 1
            }
        }
    }

    /// Sorts adjacent rows of equal age by their ids.
    static func sortRunsOfEqualAge(_ entries: UnsafeMutableBufferPointer<Entry>, _ ids: IdentifierColumn) {
        var first = 0
        while first < entries.count {
            var end = first + 1
            while end < entries.count, entries[end].age == entries[first].age { end += 1 }
            if end - first > 1 { entries[first..<end].sort { isBefore($0, $1, ids) } }
            first = end
        }
    }

    private static func isBefore(_ a: Entry, _ b: Entry, _ ids: IdentifierColumn) -> Bool {
        a.age == b.age ? ids.compare(Int(a.row), Int(b.row)) < 0 : a.age < b.age
    }
}
