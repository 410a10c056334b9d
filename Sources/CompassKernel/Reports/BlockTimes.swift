/// The bounds of the times in each block of a table's rows, whatever the order of the rows.
///
/// Layout: for each block the first and the last instant and the first and the last day that its rows hold;
/// where a block has no instant or no day, the first is after all others and the last before all. For the
/// instants 9, 7, 8 and the day 4 in blocks of two rows:
/// ```
///            instants  days
/// block 0     7  9     +∞ -∞
/// block 1     8  8      4  4
/// ```
/// The rows of most tables are in the order of their times or nearly so. All but a few blocks are then outside
/// a period or within it, and of the blocks within it only the counts before the first and after the last one
/// are read.
struct BlockTimes: Sendable {
    /// How the rows of a block lie to a period.
    enum Overlap { case none, some, all }

    /// The approximate number of blocks for ``cutShare``. Derived: the share is then known to a few hundredths,
    /// in a tenth of the time that the bounds take.
    private static let maximumSampleCount = 32

    /// The memory for each block.
    static let bytesPerBlock = 4 * MemoryLayout<Int64>.stride

    /// The number of rows of a block but the last, a multiple of 64.
    let rowsPerBlock: Int
    private let rowCount: Int
    private let bounds: ColumnBuffer<Int64>

    /// - Parameters:
    ///   - times: a column without nulls.
    ///   - rowsPerBlock: a multiple of 64.
    /// - Complexity: O(n) for n rows.
    init(_ times: DayOrInstantColumn, rowsPerBlock: Int) {
        assert(rowsPerBlock % 64 == 0, "a block has whole words of bits")
        self.rowsPerBlock = rowsPerBlock
        rowCount = times.count
        let blockCount = (rowCount + rowsPerBlock - 1) / rowsPerBlock
        let rowCount = times.count
        bounds = ColumnBuffer(count: 4 * blockCount) { target in
            times.values.withBuffer { values in
                for block in 0..<blockCount {
                    var (instants, days) = (Bounds(), Bounds())
                    let rows = block * rowsPerBlock..<min((block + 1) * rowsPerBlock, rowCount)
                    for firstRow in stride(from: rows.lowerBound, to: rows.upperBound, by: 64) {
                        let wordRows = firstRow..<min(firstRow + 64, rows.upperBound)
                        let daysOfWord = times.days.word(firstRow / 64)
                        if daysOfWord == 0 {
                            for row in wordRows { instants.include(values[row]) }
                            continue
                        }
                        for row in wordRows {
                            let isDay = daysOfWord >> UInt64(row & 63) & 1 != 0
                            if isDay { days.include(values[row]) } else { instants.include(values[row]) }
                        }
                    }
                    // SAFETY: there are four bounds for each block.
                    target[4 * block] = instants.first
                    target[4 * block + 1] = instants.last
                    target[4 * block + 2] = days.first
                    target[4 * block + 3] = days.last
                }
            }
        }
    }

    private struct Bounds {
        var first = Int64.max
        var last = Int64.min

        mutating func include(_ value: Int64) {
            first = min(first, value)
            last = max(last, value)
        }
    }

    var byteCount: Int { bounds.byteCount }

    /// The approximate share of blocks that an end of a period cuts, 0 to 1, and that are read row by row.
    ///
    /// Method: the ends are the middles of the times of some blocks, evenly spread.
    ///
    /// - Complexity: O(b) for b blocks.
    var cutShare: Double {
        let blockCount = bounds.count / 4
        let step = max(blockCount / Self.maximumSampleCount, 1)
        return bounds.withBuffer { bounds in
            // Of instants and of days; few blocks have both, which then count twice.
            let shares = [0, 2].map { kind -> Double in
                var (cutCount, endCount) = (0, 0)
                for block in stride(from: 0, to: blockCount, by: step) {
                    let (first, last) = (bounds[4 * block + kind], bounds[4 * block + kind + 1])
                    if first > last { continue }
                    // Also where the difference of the two exceeds an `Int64`.
                    let end = first / 2 + last / 2
                    endCount += 1
                    for other in 0..<blockCount {
                        if bounds[4 * other + kind] <= end, bounds[4 * other + kind + 1] > end {
                            cutCount += 1
                        }
                    }
                }
                return endCount == 0 ? 0 : Double(cutCount) / Double(endCount * blockCount)
            }
            return min(shares[0] + shares[1], 1)
        }
    }

    /// Returns the rows of some blocks.
    func rows(_ blocks: Range<Int>) -> Range<Int> {
        blocks.lowerBound * rowsPerBlock..<min(blocks.upperBound * rowsPerBlock, rowCount)
    }

    /// Calls `body` for each run of blocks that lie to a period in the same way, unless that is outside it.
    ///
    /// - Complexity: O(b) for b blocks.
    @inline(__always)
    func forEachRun(in period: PeriodBounds, _ body: (_ blocks: Range<Int>, _ isWithin: Bool) -> Void) {
        let blockCount = bounds.count / 4
        bounds.withBuffer { bounds in
            var start = 0
            var current = Overlap.none
            for block in 0...blockCount {
                let overlap = block < blockCount ? Self.overlap(of: block, bounds, with: period) : .none
                if overlap == current { continue }
                if current != .none { body(start..<block, current == .all) }
                (start, current) = (block, overlap)
            }
        }
    }

    @inline(__always)
    private static func overlap(
        of block: Int, _ bounds: UnsafeBufferPointer<Int64>, with period: PeriodBounds
    ) -> Overlap {
        let (micros, days) = (period.micros, period.days)
        // SAFETY: there are four bounds for each block.
        let place = 4 &* block
        let isOutside =
            (bounds[place &+ 1] < micros.lowerBound || bounds[place] >= micros.upperBound)
            && (bounds[place &+ 3] < days.lowerBound || bounds[place &+ 2] >= days.upperBound)
        if isOutside { return .none }
        let isWithin =
            bounds[place] >= micros.lowerBound && bounds[place &+ 1] < micros.upperBound
            && bounds[place &+ 2] >= days.lowerBound && bounds[place &+ 3] < days.upperBound
        return isWithin ? .all : .some
    }
}
