/// A walk over a window from one edge of a bucket to the next.
///
/// Three numbers of each kind describe an edge: the rows that start before it, the non-empty intervals among
/// them, and the non-empty intervals that end before it. The total time of all non-empty intervals up to an
/// edge `t` is `Σ (t − start) − Σ (t − end)` over those that started and those that ended before it, from
/// running sums modulo 2^64; the difference between two edges is exact as long as it is below 2^64.
struct IntervalSweep {
    struct Edge {
        var instant: Int64
        /// The first row that does not start before the edge.
        var row: Int
        /// The first non-empty interval, in the order of ends, that does not end before the edge.
        var ended: Int
        /// The number of rows before the edge.
        var rows: SIMD4<UInt32>
        /// The number of non-empty intervals that began before the edge and have not ended before it.
        var lasting: SIMD4<UInt32>
        var elapsed: UInt64
    }

    let index: IntervalIndex
    let kinds: IntervalKinds
    private let mask: SIMD4<UInt32>
    /// All bits of the kind of all non-empty intervals.
    private let nonEmptyMask: SIMD4<UInt32>
    /// Whether the time in a bucket must be added up by interval. Running sums do not give it where they
    /// include other kinds, or where it may exceed 2^64.
    private let needsAdding: Bool
    /// No bits when no non-empty interval is included.
    private let elapsedMask: UInt64

    /// Creates a walk over buckets that last up to `bucketMicros`.
    init(_ index: IntervalIndex, _ kinds: IntervalKinds, bucketMicros: UInt64) {
        self.index = index
        self.kinds = kinds
        mask = kinds.elementMask
        nonEmptyMask = index.columns.kindOfNonEmpty.map { IntervalKinds(kind: $0).elementMask } ?? SIMD4()
        let mayOverflow = UInt64(index.count).multipliedReportingOverflow(by: bucketMicros).overflow
        // Nil where some of the non-empty intervals may be of the kinds, and others not.
        let includesNonEmpty =
            kinds == .all
            ? true : index.columns.kindOfNonEmpty.map { kinds.contains(IntervalKinds(kind: $0)) }
        needsAdding = mayOverflow || includesNonEmpty == nil
        elapsedMask = includesNonEmpty == false ? 0 : ~0
    }

    /// Writes all buckets, whose edges are at `places`.
    @inline(__always)
    func fill(
        _ target: UnsafeMutablePointer<IntervalBucket>, _ bucketCount: Int,
        _ places: UnsafePointer<IntervalIndex.EdgePlace>, isOfOneKind: Bool
    ) {
        var left = edge(places[0], isOfOneKind: isOfOneKind)
        var lasting = (row: -1, end: Int64.min)
        let prefetches = index.prefetchesEdges(bucketCount)
        for place in 0..<bucketCount {
            if prefetches {
                let ahead = min(place &+ IntervalIndex.edgesAhead, bucketCount)
                prefetch(places[ahead], isOfOneKind: isOfOneKind)
            }
            let right = edge(places[place &+ 1], isOfOneKind: isOfOneKind)
            (target + place).initialize(to: bucket(from: left, to: right, lasting: &lasting))
            left = right
        }
    }

    /// Begins to read the lines, sums and ids at an edge. Most of its instants were read to find it.
    @inline(__always)
    private func prefetch(_ place: IntervalIndex.EdgePlace, isOfOneKind: Bool) {
        let columns = index.columns
        let (row, ended) = (Int(place.row), Int(place.ended))
        columns.lines.prefetch(row >> 6)
        columns.endSums.prefetch(ended >> 2)
        columns.ids.prefetch(row)
        if !isOfOneKind { columns.endLines.prefetch(ended >> 6) }
    }

    /// Returns the numbers at an edge.
    ///
    /// - Parameter isOfOneKind: whether all non-empty intervals are of ``IntervalColumns/kindOfNonEmpty``, as
    ///   on the timeline, where only events last: the places in both orders then give the number that last,
    ///   which saves half of the counting, a tenth of the time of `timeline.levels`.
    @inline(__always)
    func edge(_ place: IntervalIndex.EdgePlace, isOfOneKind: Bool) -> Edge {
        let columns = index.columns
        let (row, ended) = (Int(place.row), Int(place.ended))
        // SAFETY: the row after the last one has a line, and so has the place after the last end.
        let line = columns.lines[row >> 6]
        let rows: SIMD4<UInt32>
        let lasting: SIMD4<UInt32>
        let lastingCount: UInt64
        if isOfOneKind {
            let counts = line.kindAndNonEmptyCounts(before: row)
            rows = line.rowsBefore &+ counts.rows
            let count = line.nonEmptyBefore.wrappedSum() &+ counts.nonEmpty &- place.ended
            lasting = SIMD4(repeating: count) & nonEmptyMask
            lastingCount = UInt64(count)
        } else {
            let endLine = columns.endLines[ended >> 6]
            rows = line.rowsBefore(row)
            lasting = line.nonEmptyBefore(row) &- endLine.nonEmptyBefore(ended)
            lastingCount = UInt64(truncatingIfNeeded: lasting.wrappedSum())
        }
        let starts = line.sumOfStartsBeforeMiddle &+ sumOfStarts(of: line.nonEmpty, fromMiddleTo: row)
        let ends = columns.endSums[ended >> 2] &+ sumOfEnds(ended & ~3, count: ended & 3)
        return Edge(
            instant: place.instant, row: row, ended: ended, rows: rows & mask, lasting: lasting & mask,
            elapsed: lastingCount &* UInt64(bitPattern: place.instant) &- starts &+ ends)
    }

    /// Returns the sum of the starts of non-empty intervals between the middle of a line and `row`, negative where the
    /// row is before the middle.
    ///
    /// Four are added up without a branch, as their number is unpredictable (`timeline.levels`).
    @inline(__always)
    private func sumOfStarts(of nonEmpty: UInt64, fromMiddleTo row: Int) -> UInt64 {
        let starts = index.columns.starts
        // SAFETY: rows with a bit are there; without a bit, the line's first row or the last one is read, and there
        // is one, as an index without intervals is not swept.
        let first = min(row & ~63, starts.count &- 1)
        var bits = nonEmpty & (IntervalLine.below(row) ^ IntervalLine.beforeMiddle)
        var sum: UInt64 = 0
        for _ in 0..<4 {
            let hasBit = UInt64(truncatingIfNeeded: IntervalDirectory.asNumber(bits != 0))
            sum &+= UInt64(bitPattern: starts[first &+ bits.trailingZeroBitCount & 63]) & (0 &- hasBit)
            bits &= bits &- 1
        }
        bits.forEachSetBit { sum &+= UInt64(bitPattern: starts[first &+ $0]) }
        let sign = UInt64(truncatingIfNeeded: row >> 5 & 1) &- 1
        return (sum ^ sign) &- sign
    }

    /// Returns the sum of up to 3 ends from `first` on, without a branch.
    @inline(__always)
    private func sumOfEnds(_ first: Int, count: Int) -> UInt64 {
        let ends = index.columns.sortedEnds
        if ends.count < 4 {
            return (first..<first + count).reduce(0) { $0 &+ UInt64(bitPattern: ends[$1]) }
        }
        // SAFETY: ends that are not counted may be past the last one; then as many before it are read.
        let pair = min(first, ends.count &- 2)
        let single = ends[min(first &+ (count & 2), ends.count &- 1)]
        let two = UInt64(bitPattern: ends[pair]) &+ UInt64(bitPattern: ends[pair &+ 1])
        let hasTwo = UInt64(truncatingIfNeeded: count >> 1)
        let hasOne = UInt64(truncatingIfNeeded: count & 1)
        return two & (0 &- hasTwo) &+ UInt64(bitPattern: single) & (0 &- hasOne)
    }

    /// Returns the bucket between two edges. `lasting` is the first of the non-empty intervals that lasted at
    /// an earlier edge; it remains the first at later edges until it ends.
    @inline(__always)
    func bucket(from left: Edge, to right: Edge, lasting: inout (row: Int, end: Int64)) -> IntervalBucket {
        let starts = right.rows &- left.rows
        let meets = starts &+ left.lasting
        let meetCount = meets.wrappedSum()
        let time =
            needsAdding
            ? addedTime(from: left, to: right) : (right.elapsed &- left.elapsed) & elapsedMask
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

    /// Returns the time where running sums do not give it, `UInt64.max` when it is larger.
    ///
    /// It adds the whole width for intervals that last at the left edge, and the time to the right edge for
    /// those that start, minus the time from each end to the right edge; in 128 bits.
    @inline(never)
    private func addedTime(from last: Edge, to edge: Edge) -> UInt64 {
        let (columns, right) = (index.columns, UInt64(bitPattern: edge.instant))
        let width = right &- UInt64(bitPattern: last.instant)
        var (high, low) = UInt64(last.lasting.wrappedSum()).multipliedFullWidth(by: width)
        for line in last.row >> 6..<(edge.row + 63) >> 6 {
            let entry = columns.lines[line]
            var bits = entry.nonEmpty & kinds.matching(low: entry.kindLow, high: entry.kindHigh)
            if line == last.row >> 6 { bits &= ~IntervalLine.below(last.row) }
            if line == edge.row >> 6 { bits &= IntervalLine.below(edge.row) }
            bits.forEachSetBit { bit in
                let start = columns.starts[line << 6 + bit]
                let sum = low.addingReportingOverflow(right &- UInt64(bitPattern: start))
                (low, high) = (sum.partialValue, high &+ (sum.overflow ? 1 : 0))
            }
        }
        for line in last.ended >> 6..<(edge.ended + 63) >> 6 {
            let entry = columns.endLines[line]
            var bits = kinds.matching(low: entry.kindLow, high: entry.kindHigh)
            if line == last.ended >> 6 { bits &= ~IntervalLine.below(last.ended) }
            if line == edge.ended >> 6 { bits &= IntervalLine.below(edge.ended) }
            bits.forEachSetBit { bit in
                let end = columns.sortedEnds[line << 6 + bit]
                let rest = low.subtractingReportingOverflow(right &- UInt64(bitPattern: end))
                (low, high) = (rest.partialValue, high &- (rest.overflow ? 1 : 0))
            }
        }
        return high == 0 ? low : UInt64.max
    }
}
