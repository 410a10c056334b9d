/// A column of timestamps in descending order (newest first), searched through a directory of equal time
/// cells.
///
/// Layout: `n` microsecond values, and a directory that divides the time between the newest and the oldest
/// row into cells of 2^`shift` microseconds; entry `c` is the first row whose distance from the newest is at
/// least `c` cells. For the timestamps 100, 97, 97, 90 and cells of 4 µs:
/// ```
/// distances  0 3 3 10      cells  0 0 0 2
/// directory  0 3 3 4       rows before cell 0, 1, 2, and after the last
/// ```
/// The rows since an instant t are a prefix of the table. Finding its length takes one directory lookup and a
/// binary search among the rows of one cell, about three steps for a typical distribution of posts.
struct TimestampColumn: Sendable {
    /// The average number of rows per cell. In `social.page.90d`, whose 90 bars are 91 searches, 4, 8 and 16
    /// were within 3 % of each other; 8 costs half a byte per row.
    private static let rowsPerCell = 8
    /// Many instants are searched for interleaved in columns of this many rows or more: 1 MiB of timestamps, as much as
    /// a core's own cache holds. In smaller ones interleaving only takes 20 to 50 instructions more per instant
    /// (`social.filtered: no filter, every day`).
    static let minimumRowsForInterleaving = 131_072

    let micros: ColumnBuffer<Int64>
    private let directory: ColumnBuffer<UInt32>
    private let shift: UInt64
    private let newest: Int64
    private let oldest: Int64

    /// Creates a column from `micros`, which must be in descending order.
    ///
    /// - Complexity: O(n).
    init(descending micros: ColumnBuffer<Int64>) {
        self.micros = micros
        let count = micros.count
        // Without rows, no instant lies between the two limits.
        newest = count > 0 ? micros[0] : Int64.min
        oldest = count > 0 ? micros[count - 1] : Int64.max
        let span = UInt64(bitPattern: newest &- oldest)
        let targetCells = UInt64(count / TimestampColumn.rowsPerCell + 1)
        var shift: UInt64 = 0
        while span >> shift >= targetCells { shift += 1 }
        self.shift = shift
        let cellCount = Int(span >> shift) + 1
        let newest = self.newest
        directory = ColumnBuffer(count: cellCount + 1) { target in
            // SAFETY: distances from the newest row are at most the span, whose cell is the last entry but
            // one.
            var next = 0
            for row in 0..<count {
                let cell = Int(UInt64(bitPattern: newest &- micros[row]) >> shift)
                while next <= cell {
                    target[next] = UInt32(row)
                    next += 1
                }
            }
            while next <= cellCount {
                target[next] = UInt32(count)
                next += 1
            }
        }
    }

    /// The number of rows.
    var count: Int { micros.count }

    @inline(__always)
    subscript(row: Int) -> Timestamp { Timestamp(micros: micros[row]) }

    /// Returns the number of rows at or after `bound`, which are the rows `0..<result`.
    ///
    /// - Complexity: O(log r) for r rows in one cell of the directory.
    @inline(__always)
    func prefixCount(since bound: Int64) -> Int {
        var rows = rowsOfCell(of: bound)
        while !rows.isEmpty { rows = rowsAfterStep(rows, since: bound) }
        return rows.lowerBound
    }

    /// Stores the number of rows at or after each bound, as ``prefixCount(since:)``.
    ///
    /// - Parameter counts: uninitialized memory for as many numbers as there are bounds.
    /// - Complexity: O(b log r) for b bounds and at most r rows in one cell of the directory.
    func prefixCounts(
        since bounds: UnsafeBufferPointer<Int64>, into counts: UnsafeMutableBufferPointer<Int>
    ) {
        if count >= TimestampColumn.minimumRowsForInterleaving {
            return interleavedPrefixCounts(since: bounds, into: counts)
        }
        for index in 0..<bounds.count { counts[index] = prefixCount(since: bounds[index]) }
    }

    /// Does the same for a column that the processor's caches do not hold.
    ///
    /// Up to 128 bounds look up their cells, and take their first step, before any takes the next one. No bound's reads
    /// depend on another's, so that the processor waits for many at once.
    @inline(never)
    func interleavedPrefixCounts(
        since bounds: UnsafeBufferPointer<Int64>, into counts: UnsafeMutableBufferPointer<Int>
    ) {
        // As many lengths as fit on the stack.
        let chunkLength = 128
        withUnsafeTemporaryAllocation(of: Int.self, capacity: chunkLength) { lengths in
            for start in stride(from: 0, to: bounds.count, by: chunkLength) {
                let chunk = start..<min(start + chunkLength, bounds.count)
                // SAFETY: there are a place and a length for each bound, and cells are those between the newest and
                // the oldest row.
                for index in chunk {
                    let rows = rowsOfCell(of: bounds[index])
                    (counts[index], lengths[index &- start]) = (rows.lowerBound, rows.count)
                }
                for index in chunk {
                    let rows = counts[index]..<counts[index] &+ lengths[index &- start]
                    let rest = rows.isEmpty ? rows : rowsAfterStep(rows, since: bounds[index])
                    (counts[index], lengths[index &- start]) = (rest.lowerBound, rest.count)
                }
                for index in chunk {
                    var rows = counts[index]..<counts[index] &+ lengths[index &- start]
                    while !rows.isEmpty { rows = rowsAfterStep(rows, since: bounds[index]) }
                    counts[index] = rows.lowerBound
                }
            }
        }
    }

    /// Returns the rows among which the first row before `bound` is, or which that row follows.
    @inline(__always)
    private func rowsOfCell(of bound: Int64) -> Range<Int> {
        if bound > newest { return 0..<0 }
        if bound <= oldest { return micros.count..<micros.count }
        let cell = Int(UInt64(bitPattern: newest &- bound) >> shift)
        return Range(uncheckedBounds: (Int(directory[cell]), Int(directory[cell + 1])))
    }

    /// Returns those of `rows`, which are not empty, among which the first row before `bound` is: half of them,
    /// without a branch on the data, as the rows of a cell are unpredictable.
    @inline(__always)
    private func rowsAfterStep(_ rows: Range<Int>, since bound: Int64) -> Range<Int> {
        let middle = rows.lowerBound &+ rows.count >> 1
        let isBefore = micros[middle] >= bound
        return Range(
            uncheckedBounds: (isBefore ? middle &+ 1 : rows.lowerBound, isBefore ? rows.upperBound : middle))
    }

    var byteCount: Int { micros.byteCount + directory.byteCount }

    func checkInvariants() -> [String] {
        var violations: [String] = []
        for row in 1..<max(count, 1) where micros[row - 1] < micros[row] {
            violations.append("row \(row) is newer than the one before")
        }
        var firstOfEqual = 0
        for row in 0..<count {
            if micros[row] != micros[firstOfEqual] { firstOfEqual = row }
            // The rows since the instant after a row's own are exactly the rows newer than it.
            let found = micros[row] == Int64.max ? 0 : prefixCount(since: micros[row] + 1)
            if found != firstOfEqual { violations.append("directory is wrong at row \(row)") }
        }
        return violations
    }
}
