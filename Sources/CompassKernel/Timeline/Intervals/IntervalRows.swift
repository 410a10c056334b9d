/// The source rows of an interval index: intervals by part and start, without derived data.
struct IntervalRows {
    var starts: ColumnBuffer<Int64>
    /// Empty where each id is its row.
    var ids: ColumnBuffer<UInt32>
    /// The bits of the rows; counts and sums are those of ``count()``.
    var lines: ColumnBuffer<IntervalLine>
    /// The ends of the rows that are non-empty intervals, in row order.
    var nonEmptyEnds: ColumnBuffer<Int64>
    /// One past the last row of each part.
    var partEnds: [Int]

    /// Creates the rows from their columns.
    init(
        starts: ColumnBuffer<Int64>, ids: ColumnBuffer<UInt32>, lines: ColumnBuffer<IntervalLine>,
        nonEmptyEnds: ColumnBuffer<Int64>, partEnds: [Int]
    ) {
        (self.starts, self.ids, self.lines) = (starts, ids, lines)
        (self.nonEmptyEnds, self.partEnds) = (nonEmptyEnds, partEnds)
    }

    /// Creates the rows from the intervals `order[0]`, `order[1]`, … of columns.
    ///
    /// - Parameter starts: the starts in this order.
    /// - Complexity: O(n) for n intervals.
    init(
        _ order: ColumnBuffer<UInt32>, starts: ColumnBuffer<Int64>, ends: UnsafeBufferPointer<Int64>,
        kinds: UnsafeBufferPointer<UInt8>, partEnds: [Int]
    ) {
        let count = order.count
        var found = GrowableColumn<Int64>(capacity: count / 8)
        lines = ColumnBuffer(count: count / 64 + 1) { target in
            for line in 0..<count / 64 + 1 {
                let rows = line * 64..<min(line * 64 + 64, count)
                var bits = IntervalLine()
                // SAFETY: rows stay below the count, and entries of the order are rows of the columns. Before each
                // end is stored, fewer are than the line has rows.
                found.append(upTo: rows.count) { found in
                    // Without a branch: a wrong prediction would stop fetching the ends of the following rows
                    // (`timeline.build`).
                    var stored = 0
                    for row in rows {
                        let end = ends[Int(order[row])]
                        let isNonEmpty = IntervalDirectory.asNumber(end != starts[row])
                        found[stored] = end
                        stored &+= isNonEmpty
                        bits.nonEmpty |= UInt64(isNonEmpty) &<< UInt64(row & 63)
                    }
                    return stored
                }
                if !kinds.isEmpty {
                    for row in rows {
                        let (kind, bit) = (UInt64(kinds[Int(order[row])]), UInt64(row & 63))
                        bits.kindLow |= (kind & 1) &<< bit
                        bits.kindHigh |= (kind >> 1) &<< bit
                    }
                }
                target[line] = bits
            }
        }
        self.starts = starts
        ids = order
        nonEmptyEnds = found.finish()
        self.partEnds = partEnds
    }

    /// Creates the rows of an index, in their order before non-empty intervals were put into bands.
    init(_ columns: IntervalColumns) {
        starts = columns.starts
        ids = columns.ids
        lines = columns.lines
        partEnds = (0..<columns.parts.count).map { columns.parts[$0].starts.high }
        let (nonEmptyRows, bandedEnds, counted) = (columns.nonEmptyRows, columns.nonEmptyEnds, columns.lines)
        // The caller replaces the columns by a new index made from these rows.
        nonEmptyEnds = withExtendedLifetime(columns) {
            ColumnBuffer(count: nonEmptyRows.count) { target in
                // SAFETY: these rows have a `nonEmpty` bit; their ranks are all numbers below the count.
                for interval in 0..<nonEmptyRows.count {
                    target[counted.rank(Int(nonEmptyRows[interval]))] = bandedEnds[interval]
                }
            }
        }
    }

    /// The kind of all non-empty intervals; nil where their kinds differ, or there are none. Requires the counts of
    /// ``count()``.
    var kindOfNonEmpty: Int? {
        let counts = lines[lines.count - 1].nonEmptyBefore(starts.count)
        return nonEmptyEnds.count == 0 ? nil : (0..<4).first { Int(counts[$0]) == nonEmptyEnds.count }
    }

    /// Computes the counts before each line, and the sum of starts before its middle.
    mutating func count() {
        let (starts, lineCount) = (self.starts, lines.count)
        var (rowsBefore, nonEmptyBefore, sum) = (SIMD4<UInt32>(), SIMD4<UInt32>(), UInt64(0))
        lines.update { lines in
            for line in 0..<lineCount {
                lines[line].rowsBefore = rowsBefore
                lines[line].nonEmptyBefore = nonEmptyBefore
                let (low, high) = (lines[line].kindLow, lines[line].kindHigh)
                let nonEmpty = lines[line].nonEmpty
                let rows = IntervalLine.first(min(64, starts.count - line * 64))
                rowsBefore &+= IntervalLine.kindCounts(low: low, high: high, among: rows)
                nonEmptyBefore &+= IntervalLine.kindCounts(low: low, high: high, among: nonEmpty)
                let (first, second) = (
                    nonEmpty & IntervalLine.beforeMiddle, nonEmpty & ~IntervalLine.beforeMiddle
                )
                first.forEachSetBit { sum &+= UInt64(bitPattern: starts[line * 64 + $0]) }
                lines[line].sumOfStartsBeforeMiddle = sum
                second.forEachSetBit { sum &+= UInt64(bitPattern: starts[line * 64 + $0]) }
            }
        }
    }
}

extension ColumnBuffer<IntervalLine> {
    /// Returns the number of non-empty intervals before `row`.
    @inline(__always)
    func rank(_ row: Int) -> Int {
        let line = self[row >> 6]
        return Int(line.nonEmptyBefore.wrappedSum())
            + (line.nonEmpty & IntervalLine.below(row)).nonzeroBitCount
    }

    /// Returns the kind of `row`.
    @inline(__always)
    func kind(_ row: Int) -> UInt64 {
        let (line, bit) = (self[row >> 6], UInt64(row & 63))
        return line.kindLow &>> bit & 1 | (line.kindHigh &>> bit & 1) &<< 1
    }

    /// Calls `body` with each non-empty interval's row, in ascending order.
    @inline(__always)
    func forEachNonEmpty(_ body: (Int) -> Void) {
        for line in 0..<count { self[line].nonEmpty.forEachSetBit { body(line * 64 + $0) } }
    }
}
