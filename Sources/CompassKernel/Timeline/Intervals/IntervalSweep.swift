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

    init(_ index: IntervalIndex, _ kinds: IntervalKinds) {
        self.index = index
        self.kinds = kinds
        mask = kinds.elementMask
    }

    /// The numbers at an edge; `row` is the first that does not start before it.
    @inline(__always)
    func edge(at instant: Int64, _ row: Int) -> Edge {
        let columns = index.columns
        // SAFETY: the row behind the last one has a line, and so has the bar behind the last.
        let line = columns.lines.base + row >> 6
        let ended = index.endedBars(before: instant)
        let endLine = columns.endLines.base + ended >> 6
        let lasting = line.pointee.barsBefore(row) &- endLine.pointee.barsBefore(ended)
        let starts =
            line.pointee.sumOfBarStarts
            &+ sumOfStarts(of: line.pointee.bars & IntervalLine.below(row), in: row & ~63)
        let ends = endLine.pointee.sumsOfEnds[(ended & 63) >> 4] &+ sumOfEnds(ended & ~15, count: ended & 15)
        let lastingCount = UInt64(truncatingIfNeeded: lasting.wrappedSum())
        return Edge(
            instant: instant, row: row, ended: ended, rows: line.pointee.rowsBefore(row) & mask,
            lasting: lasting & mask,
            elapsed: lastingCount &* UInt64(bitPattern: instant) &- starts &+ ends)
    }

    /// The sum of the starts of the rows of a line that `bits` selects. Up to eight are added up without a
    /// branch: how many there are cannot be foreseen (`timeline.levels`).
    @inline(__always)
    private func sumOfStarts(of bits: UInt64, in firstRow: Int) -> UInt64 {
        var (bits, sum) = (bits, UInt64(0))
        let starts = index.columns.starts
        // SAFETY: a row that no bit selects is looked at in the last line at most, which has one.
        let line = starts.base + min(firstRow, (starts.count &- 1) & ~63)
        for _ in 0..<8 {
            let isSelected = UInt64(truncatingIfNeeded: IntervalDirectory.asNumber(bits != 0))
            sum &+= UInt64(bitPattern: line[bits.trailingZeroBitCount & 63]) & (0 &- isSelected)
            bits &= bits &- 1
        }
        while bits != 0 {
            sum &+= UInt64(bitPattern: line[bits.trailingZeroBitCount])
            bits &= bits &- 1
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
        let meetCount = UInt64(truncatingIfNeeded: meets.wrappedSum())
        let width = UInt64(bitPattern: right.instant &- left.instant)
        var time = right.elapsed &- left.elapsed
        if meetCount.multipliedReportingOverflow(by: width).overflow {
            time = saturatedTime(from: left.instant, to: right.instant)
        } else if kinds != .all {
            time = timeOfKinds(from: left, to: right, width: width)
        }
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

    /// Of those that last at the left edge the whole width, and of those that start the time to the right edge,
    /// without the time from an end to there.
    @inline(never)
    private func timeOfKinds(from last: Edge, to edge: Edge, width: UInt64) -> UInt64 {
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
