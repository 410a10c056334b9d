/// Rows of an index under construction, of which most are copied in runs from another one.
struct IntervalRuns {
    private var starts: ColumnBuffer<Int64>
    private var lines: ColumnBuffer<IntervalLine>
    private var ends: ColumnBuffer<Int64>
    /// A number for each row.
    private(set) var values: ColumnBuffer<UInt32>
    private(set) var count = 0
    private var endCount = 0

    init(count: Int, nonEmptyCount: Int) {
        starts = ColumnBuffer(count: count) { _ in }
        lines = ColumnBuffer(zeros: count / 64 + 1)
        ends = ColumnBuffer(count: nonEmptyCount) { _ in }
        values = ColumnBuffer(count: count) { _ in }
    }

    /// Appends the starts and the bits of rows with their values.
    mutating func append(
        _ run: Range<Int>, of columns: IntervalColumns, values source: some Collection<UInt32>
    ) {
        if run.isEmpty { return }
        let first = count
        // SAFETY: all runs and single rows together are as many as the columns hold.
        starts.update { columns.starts.copy(run, to: $0 + first) }
        values.update { target in
            for (place, value) in source.enumerated() { target[first + place] = value }
        }
        lines.update { lines in
            var (row, target) = (run.lowerBound, first)
            while row < run.upperBound {
                let (bit, targetBit) = (UInt64(row & 63), UInt64(target & 63))
                let rowCount = min(64 - Int(max(bit, targetBit)), run.upperBound - row)
                let mask = IntervalLine.first(rowCount)
                let line = columns.lines[row >> 6]
                lines[target >> 6].kindLow |= (line.kindLow >> bit & mask) << targetBit
                lines[target >> 6].kindHigh |= (line.kindHigh >> bit & mask) << targetBit
                lines[target >> 6].nonEmpty |= (line.nonEmpty >> bit & mask) << targetBit
                (row, target) = (row + rowCount, target + rowCount)
            }
        }
        count += run.count
    }

    /// Appends ends of rows that were appended.
    mutating func appendEnds(_ run: Range<Int>, of source: ColumnBuffer<Int64>) {
        let first = endCount
        // SAFETY: as many ends are appended as rows that are not points.
        ends.update { source.copy(run, to: $0 + first) }
        endCount += run.count
    }

    mutating func appendEnd(_ end: Int64) {
        let place = endCount
        // SAFETY: as many ends are appended as rows that are not points.
        ends.update { $0[place] = end }
        endCount += 1
    }

    mutating func append(start: Int64, end: Int64, kind: UInt8, value: UInt32) {
        let (row, bit) = (count, UInt64(count & 63))
        // SAFETY: all runs and single rows together are as many as the columns hold.
        starts.update { $0[row] = start }
        values.update { $0[row] = value }
        lines.update { lines in
            lines[row >> 6].kindLow |= UInt64(kind & 1) << bit
            lines[row >> 6].kindHigh |= UInt64(kind >> 1) << bit
            lines[row >> 6].nonEmpty |= (end > start ? 1 : 0) << bit
        }
        if end > start { appendEnd(end) }
        count += 1
    }

    /// Returns the rows, and keeps only the values.
    mutating func rows(partEnds: [Int], valuesAreIDs: Bool) -> IntervalRows {
        assert(count == starts.count && endCount == ends.count, "rows are missing")
        defer { (starts, lines, ends) = (ColumnBuffer(), ColumnBuffer(), ColumnBuffer()) }
        return IntervalRows(
            starts: starts, ids: valuesAreIDs ? values : ColumnBuffer(), lines: lines, nonEmptyEnds: ends,
            partEnds: partEnds)
    }
}
