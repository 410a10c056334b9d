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
        let packing = AgePacking(span: UInt64(bitPattern: latest &- earliest), rowCount: count)
        var packed = ColumnBuffer<UInt64>(count: count) { target in
            for place in 0..<count {
                let row = isReversed ? count - 1 - place : place
                target[place] = packing.word(age: UInt64(bitPattern: latest &- times[row]), row: row)
            }
        }
        let sorting = AgeSorting(packing: packing, times: times, ids: ids)
        if isDescending || isAscending {
            packed.update { sorting.sortRunsOfEqualAge($0, count) }
        } else {
            var scratch = ColumnBuffer<UInt64>(count: count) { _ in }
            let isInScratch = packed.update { words in
                scratch.update { sorting.sort(words, $0, count, differingBits: packing.ageBits) != words }
            }
            if isInScratch { packed = scratch }
        }
        let rows = ColumnBuffer<UInt32>(count: count) { target in
            for place in 0..<count { target[place] = packing.row(packed[place]) }
        }
        self.times = rows.withBuffer { times.gathered($0) }
        self.rows = rows
    }

    /// Returns whether some neighbors of equal time are not in the order of their ids; the times must be
    /// descending.
    private static func needsIDOrder(_ times: ColumnBuffer<Int64>, _ ids: IdentifierColumn) -> Bool {
        (1..<max(times.count, 1)).contains { times[$0 - 1] == times[$0] && ids.compare($0 - 1, $0) > 0 }
    }
}

/// The age and the number of a row in one word: half the memory of two numbers, and one comparison.
///
/// Layout: the row in the lowest bits, as many as the number of rows has, and above it the age, the difference
/// between the latest time and the row's own. The lowest bits of an age that do not fit are left out; rows that
/// differ only in them are compared by their times. With a million rows, two bits of the microseconds of two
/// years are left out. With rows of 2 bits, row 1 of the age 5 is
/// ```
/// 101 01
/// ```
private struct AgePacking {
    private let rowBits: UInt64
    private let omittedAgeBits: UInt64
    /// The bits in which words of different ages may differ.
    let ageBits: Range<Int>

    /// - Parameter span: the greatest age.
    init(span: UInt64, rowCount: Int) {
        let rowBits = Int.bitWidth - max(rowCount - 1, 0).leadingZeroBitCount
        let spanBits = UInt64.bitWidth - span.leadingZeroBitCount
        let keptBits = min(spanBits, UInt64.bitWidth - rowBits)
        self.rowBits = UInt64(rowBits)
        omittedAgeBits = UInt64(spanBits - keptBits)
        ageBits = rowBits..<rowBits + keptBits
    }

    @inline(__always)
    func word(age: UInt64, row: Int) -> UInt64 {
        (age &>> omittedAgeBits) &<< rowBits | UInt64(truncatingIfNeeded: row)
    }

    @inline(__always)
    func row(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word & (1 &<< rowBits &- 1)) }

    /// Returns the part of an age that is in a word.
    @inline(__always)
    func age(_ word: UInt64) -> UInt64 { word &>> rowBits }
}

/// A sort by the leading digits of the ages, which distinguish nearly all rows; the rest is sorted by
/// comparison.
private struct AgeSorting {
    let packing: AgePacking
    let times: ColumnBuffer<Int64>
    let ids: IdentifierColumn

    /// The number of bits in a digit: a million rows took 4.4 ms by three digits of 8 bits and 6.4 to 7.6 ms by
    /// two of 11, because the 256 places that are written to fit into the first-level cache
    /// (`activity.merge.unordered`).
    private static let digitBits = 8
    /// The number of leading bits that are sorted by digits: of a million evenly spread rows, this leaves one
    /// in sixteen next to another one with the same digits.
    private static let leadingBits = 3 * digitBits
    /// The minimum number of rows for digits: fewer are sorted by comparison, as the digit counters would
    /// cost more.
    private static let comparedCount = 1_024
    /// The maximum number of rows for an insertion sort; most runs of equal digits are no longer.
    private static let insertedCount = 16

    /// Sorts by age, and equal ages by id.
    ///
    /// - Parameters:
    ///   - scratch: memory for as many words.
    ///   - differingBits: the bits of the ages in which the words differ.
    /// - Returns: the argument that holds the sorted words.
    func sort(
        _ words: UnsafeMutablePointer<UInt64>, _ scratch: UnsafeMutablePointer<UInt64>, _ count: Int,
        differingBits: Range<Int>
    ) -> UnsafeMutablePointer<UInt64> {
        if count <= Self.insertedCount {
            insertionSort(words, count)
            return words
        }
        if count <= Self.comparedCount || differingBits.isEmpty {
            compareAll(words, count)
            return words
        }
        let digits = differingBits.suffix(Self.leadingBits)
        let sorted = RadixSort.sort(words, scratch, count: count, byBits: digits, digitBits: Self.digitBits)
        let other = sorted == words ? scratch : words
        let shift = UInt64(digits.lowerBound)
        // SAFETY: runs are within the words.
        (0..<count).forEachRun {
            sorted[$0] &>> shift == sorted[$1] &>> shift
        } body: { run in
            let own = sorted + run.lowerBound
            let sortedRun = sort(
                own, other + run.lowerBound, run.count,
                differingBits: differingBits.lowerBound..<digits.lowerBound)
            if sortedRun != own { own.update(from: sortedRun, count: run.count) }
        }
        return sorted
    }

    @inline(__always)
    private func insertionSort(_ words: UnsafeMutablePointer<UInt64>, _ count: Int) {
        for place in 1..<max(count, 1) {
            let word = words[place]
            var target = place
            // SAFETY: `target` is at least 1 when the word before it is read.
            while target > 0, isBefore(word, words[target - 1]) {
                words[target] = words[target - 1]
                target -= 1
            }
            words[target] = word
        }
    }

    private func compareAll(_ words: UnsafeMutablePointer<UInt64>, _ count: Int) {
        var buffer = UnsafeMutableBufferPointer(start: words, count: count)
        buffer.sort { isBefore($0, $1) }
    }

    /// Sorts adjacent rows of equal age by their ids; the rows must be in the order of their ages.
    func sortRunsOfEqualAge(_ words: UnsafeMutablePointer<UInt64>, _ count: Int) {
        // SAFETY: runs are within the words.
        (0..<count).forEachRun {
            packing.age(words[$0]) == packing.age(words[$1])
        } body: {
            compareAll(words + $0.lowerBound, $0.count)
        }
    }

    @inline(__always)
    private func isBefore(_ a: UInt64, _ b: UInt64) -> Bool {
        let (ageOfA, ageOfB) = (packing.age(a), packing.age(b))
        return ageOfA == ageOfB ? isBeforeByTime(a, b) : ageOfA < ageOfB
    }

    @inline(never)
    private func isBeforeByTime(_ a: UInt64, _ b: UInt64) -> Bool {
        let (rowA, rowB) = (Int(packing.row(a)), Int(packing.row(b)))
        return times[rowA] == times[rowB] ? ids.compare(rowA, rowB) < 0 : times[rowA] > times[rowB]
    }
}
