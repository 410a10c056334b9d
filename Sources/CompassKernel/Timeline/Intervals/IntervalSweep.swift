/// A walk over a window from one edge of a bucket to the next.
///
/// At an edge three numbers of each kind say everything: the rows that start before it, the bars among them, and
/// the bars that end before it. The time that all bars have lasted up to an edge `t` is
/// `Σ (t − start) − Σ (t − end)` over those that started and those that ended before it, from running sums
/// modulo 2^64; the difference between two edges is exact as long as it is below 2^64.
struct IntervalSweep {
    struct Edge {
        var instant: Int64
        /// The first row that does not start before the edge.
        var row: Int
        /// The first bar, in the order of ends, that does not end before the edge.
        var ended: Int
        /// The rows before the edge.
        var rows: SIMD4<UInt32>
        /// The bars that began before the edge and have not ended before it.
        var lasting: SIMD4<UInt32>
        var elapsed: UInt64
    }

    let index: IntervalIndex
    let kinds: IntervalKinds
    private let mask: SIMD4<UInt32>
    /// Whether running sums do not say the time that intervals spend in a bucket: they are of all kinds, and
    /// modulo 2^64.
    private let needsAdding: Bool

    /// A walk over buckets that last up to `bucketMicros`.
    init(_ index: IntervalIndex, _ kinds: IntervalKinds, bucketMicros: UInt64) {
        self.index = index
        self.kinds = kinds
        mask = kinds.elementMask
        let mayOverflow = UInt64(index.count).multipliedReportingOverflow(by: bucketMicros).overflow
        needsAdding = kinds != .all || mayOverflow
    }

    /// The numbers at an edge.
    @inline(__always)
    func edge(_ place: IntervalIndex.EdgePlace) -> Edge {
        let columns = index.columns
        let (row, ended) = (Int(place.row), Int(place.ended))
        // SAFETY: the row behind the last one has a line, and so has the bar behind the last.
        let line = columns.lines.base + row >> 6
        let endLine = columns.endLines.base + ended >> 6
        let bars = line.pointee.bars & IntervalLine.below(row)
        let barCounts = IntervalLine.kindCounts(
            low: line.pointee.kindLow, high: line.pointee.kindHigh, among: bars)
        let lasting = line.pointee.barsBefore &+ barCounts &- endLine.pointee.barsBefore(ended)
        let starts =
            line.pointee.sumOfBarStarts
            &+ sumOfStarts(of: bars, count: Int(barCounts.wrappedSum()), in: row & ~63)
        let ends = endLine.pointee.sumsOfEnds[(ended & 63) >> 4] &+ sumOfEnds(ended & ~15, count: ended & 15)
        let lastingCount = UInt64(truncatingIfNeeded: lasting.wrappedSum())
        return Edge(
            instant: place.instant, row: row, ended: ended, rows: line.pointee.rowsBefore(row) & mask,
            lasting: lasting & mask,
            elapsed: lastingCount &* UInt64(bitPattern: place.instant) &- starts &+ ends)
    }

    /// The sum of the starts of the `count` rows of a line that `bits` selects, which is not all 64.
    ///
    /// Eight are added up without a branch, as how many there are cannot be foreseen (`timeline.levels`): where
    /// there are fewer, the line's last row is added instead, and taken off again.
    @inline(__always)
    private func sumOfStarts(of bits: UInt64, count: Int, in firstRow: Int) -> UInt64 {
        let starts = index.columns.starts
        // SAFETY: a line that holds a row is looked at, no further than its last one.
        let lastRow = starts.count &- 1
        let first = min(firstRow, lastRow & ~63)
        let lastInLine = UInt64(truncatingIfNeeded: min(63, lastRow &- first))
        let (line, lastBit) = (starts.base + first, UInt64(1) &<< lastInLine)
        var (bits, sum) = (bits | lastBit, UInt64(0))
        for _ in 0..<8 {
            sum &+= UInt64(bitPattern: line[bits.trailingZeroBitCount])
            bits = bits & (bits &- 1) | lastBit
        }
        let missing = UInt64(truncatingIfNeeded: max(8 &- count, 0))
        sum &-= missing &* UInt64(bitPattern: line[Int(truncatingIfNeeded: lastInLine)])
        if count > 8 {
            for _ in 8..<count {
                sum &+= UInt64(bitPattern: line[bits.trailingZeroBitCount])
                bits &= bits &- 1
            }
        }
        return sum
    }

    /// The sum of up to 15 ends from `first` on: of 8, 4, 2 and 1 of them, without a branch.
    @inline(__always)
    private func sumOfEnds(_ first: Int, count: Int) -> UInt64 {
        let ends = index.columns.sortedEnds
        if ends.count < 16 {
            return (first..<first + count).reduce(0) { $0 &+ UInt64(bitPattern: ends[$1]) }
        }
        var (place, sum) = (first, UInt64(0))
        addEnds(8, of: count, at: &place, to: &sum)
        addEnds(4, of: count, at: &place, to: &sum)
        addEnds(2, of: count, at: &place, to: &sum)
        addEnds(1, of: count, at: &place, to: &sum)
        return sum
    }

    /// Adds the next `length` ends, a power of two, where `count` has that bit.
    @inline(__always)
    private func addEnds(_ length: Int, of count: Int, at place: inout Int, to sum: inout UInt64) {
        let ends = index.columns.sortedEnds
        // SAFETY: ends that are not counted may lie behind the last; then as many before it are read.
        let base = ends.base + min(place, ends.count &- length)
        var part = UInt64(0)
        for offset in 0..<length { part &+= UInt64(bitPattern: base[offset]) }
        let isCounted = UInt64(truncatingIfNeeded: IntervalDirectory.asNumber(count & length != 0))
        sum &+= part & (0 &- isCounted)
        place &+= count & length
    }

    /// What is between two edges; `lasting` is the first of the bars that lasted at an earlier edge, which is
    /// the first at later ones, too, until it ends.
    @inline(__always)
    func bucket(
        from left: Edge, to right: Edge, lasting: inout (row: Int, end: Int64)
    ) -> IntervalBucket {
        let starts = right.rows &- left.rows
        let meets = starts &+ left.lasting
        let meetCount = meets.wrappedSum()
        let time =
            needsAdding
            ? addedTime(from: left, to: right, meetCount: UInt64(meetCount)) : right.elapsed &- left.elapsed
        var representative: UInt32?
        if starts != SIMD4() {
            let row = kinds == .all ? left.row : index.firstRow(from: left.row, below: right.row, kinds)
            representative = row.map { index.id(ofRow: $0) }
        } else if meetCount > 0 {
            if lasting.end < left.instant || lasting.row < 0 {
                lasting = index.firstSpanning(before: left.row, at: left.instant, kinds) ?? (-1, .min)
            }
            representative = index.id(ofRow: lasting.row)
        }
        return IntervalBucket(
            starts: IntervalKindCounts(starts), meets: IntervalKindCounts(meets), timeMicros: time,
            representative: representative)
    }

    /// The time where running sums do not say it, `UInt64.max` when it is more.
    ///
    /// Of those that last at the left edge the whole width, and of those that start the time to the right edge,
    /// without the time from an end to there.
    @inline(never)
    private func addedTime(from last: Edge, to edge: Edge, meetCount: UInt64) -> UInt64 {
        let width = UInt64(bitPattern: edge.instant &- last.instant)
        if meetCount.multipliedReportingOverflow(by: width).overflow {
            return saturatedTime(from: last.instant, to: edge.instant)
        }
        let (columns, right) = (index.columns, UInt64(bitPattern: edge.instant))
        var time = UInt64(last.lasting.wrappedSum()) &* width
        for line in last.row >> 6..<(edge.row + 63) >> 6 {
            let entry = columns.lines[line]
            var bits = entry.bars & kinds.matching(low: entry.kindLow, high: entry.kindHigh)
            if line == last.row >> 6 { bits &= ~IntervalLine.below(last.row) }
            if line == edge.row >> 6 { bits &= IntervalLine.below(edge.row) }
            while bits != 0 {
                let start = columns.starts[line << 6 + bits.trailingZeroBitCount]
                time &+= right &- UInt64(bitPattern: start)
                bits &= bits &- 1
            }
        }
        for line in last.ended >> 6..<(edge.ended + 63) >> 6 {
            let entry = columns.endLines[line]
            var bits = kinds.matching(low: entry.kindLow, high: entry.kindHigh)
            if line == last.ended >> 6 { bits &= ~IntervalLine.below(last.ended) }
            if line == edge.ended >> 6 { bits &= IntervalLine.below(edge.ended) }
            while bits != 0 {
                let end = columns.sortedEnds[line << 6 + bits.trailingZeroBitCount]
                time &-= right &- UInt64(bitPattern: end)
                bits &= bits &- 1
            }
        }
        return time
    }

    /// The time by adding up, `UInt64.max` when it is more: for buckets of many thousand years.
    @inline(never)
    private func saturatedTime(from left: Int64, to right: Int64) -> UInt64 {
        var (time, isMore) = (UInt64(0), false)
        guard let window = try? TimeWindow(fromMicros: left, toMicros: right) else { return 0 }
        IntervalHits(index, window, kinds).forEachRowRun { rows in
            for row in rows where index.columns.isBar(row) {
                let start = max(index.columns.starts[row], left)
                let end = min(index.columns.end(row), right)
                let sum = time.addingReportingOverflow(UInt64(bitPattern: end &- start))
                (time, isMore) = (sum.partialValue, isMore || sum.overflow)
            }
        }
        return isMore ? UInt64.max : time
    }
}
