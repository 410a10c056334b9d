/// A walk over a window from one edge of a bucket to the next.
///
/// Numbers at each edge describe the bucket between two: of each kind, the rows that start before it and the non-empty
/// intervals that last at it. The total time of all non-empty intervals up to an edge `t` is
/// `Σ (t − start) − Σ (t − end)` over those that started and those that ended before it, from running sums modulo 2^64;
/// the difference between two edges is exact as long as it is below 2^64.
struct IntervalSweep {
    typealias Edge = IntervalEvents.Edge

    /// The number of edges that are found together, so that the memory of all is fetched at once. Derived: with their
    /// blocks, 64 bytes each, they take 16 of the 32 KB of a first-level cache.
    private static let edgesPerRun = 128

    private let index: IntervalIndex
    private let kinds: IntervalKinds
    private let window: TimeWindow
    private let bucketCount: Int
    private let mask: SIMD4<UInt32>
    /// Whether the time in a bucket must be added up by interval. Running sums do not give it where they
    /// include other kinds, or where it may exceed 2^64.
    private let needsAdding: Bool
    /// No bits when no non-empty interval is included.
    private let elapsedMask: UInt64

    /// Creates a walk over a window with a duration, in an index with intervals.
    init(_ index: IntervalIndex, _ window: TimeWindow, _ bucketCount: Int, _ kinds: IntervalKinds) {
        (self.index, self.kinds, self.window, self.bucketCount) = (index, kinds, window, bucketCount)
        mask = kinds.elementMask
        let width = UInt64(bitPattern: window.toMicros &- window.fromMicros) / UInt64(bucketCount)
        let bucketMicros = width == .max ? width : width + 1
        let mayOverflow = UInt64(index.count).multipliedReportingOverflow(by: bucketMicros).overflow
        // Nil where some of the non-empty intervals may be of the kinds, and others not.
        let includesNonEmpty =
            kinds == .all
            ? true : index.columns.kindOfNonEmpty.map { kinds.contains(IntervalKinds(kind: $0)) }
        needsAdding = mayOverflow || includesNonEmpty == nil
        elapsedMask = includesNonEmpty == false ? 0 : ~0
    }

    /// Writes all buckets.
    func fill(_ target: UnsafeMutablePointer<IntervalBucket>) {
        withUnsafeTemporaryAllocation(of: Edge.self, capacity: Self.edgesPerRun + 1) { edges in
            // SAFETY: the buffer has room for a run and the edge before it, and the target for all buckets.
            let edges = edges.baseAddress!
            var instants = EdgeInstants(window, bucketCount)
            var lasting = (row: -1, end: Int64.min)
            var (next, found) = (0, 0)
            while next <= bucketCount {
                let count = min(Self.edgesPerRun, bucketCount + 1 - next)
                find(count, &instants, edges + found, isLast: next + count > bucketCount)
                found += count
                write(target + (next + count - found), edges, count: found - 1, &lasting)
                edges[0] = edges[found - 1]
                (next, found) = (next + count, 1)
            }
        }
    }

    /// The instants of the edges, from left to right.
    private struct EdgeInstants {
        var next: Int64
        private let bucketCount: UInt64
        private let whole: UInt64
        private let rest: UInt64
        private var remainder: UInt64 = 0

        init(_ window: TimeWindow, _ bucketCount: Int) {
            next = window.fromMicros
            self.bucketCount = UInt64(bucketCount)
            let span = UInt64(bitPattern: window.toMicros &- window.fromMicros)
            (whole, rest) = span.quotientAndRemainder(dividingBy: self.bucketCount)
        }

        @inline(__always)
        mutating func advance() {
            remainder &+= rest
            let carry = UInt64(truncatingIfNeeded: IntervalDirectory.asNumber(remainder >= bucketCount))
            remainder &-= bucketCount & (0 &- carry)
            next &+= Int64(bitPattern: whole &+ carry)
        }
    }

    /// Finds the next edges; the last one is after the intervals that start at it.
    @inline(__always)
    private func find(
        _ count: Int, _ instants: inout EdgeInstants, _ edges: UnsafeMutablePointer<Edge>, isLast: Bool
    ) {
        let events = index.columns.events
        let part = events.parts[index.part.number]
        // The cells of all edges, and then their blocks, are fetched together.
        for edge in 0..<count {
            edges[edge].instant = instants.next
            part.directory.fetchCell(of: instants.next, events.cells)
            instants.advance()
        }
        if isLast { edges[count - 1].instant = window.toMicros == .max ? .max : window.toMicros + 1 }
        for edge in 0..<count { edges[edge] = events.edge(at: edges[edge].instant, part) }
        events.complete(edges, count: count, part, index.columns)
        if isLast { completeLast(edges + (count - 1)) }
    }

    /// Counts what starts in the last microsecond of all, before which an edge is, and takes back the microsecond that
    /// the last edge is after the window.
    private func completeLast(_ edge: UnsafeMutablePointer<Edge>) {
        if window.toMicros < .max {
            let lasting = UInt64(truncatingIfNeeded: UnsafePointer(edge).lastingByKind.wrappedSum())
            edge.pointee.instant = window.toMicros
            edge.pointee.elapsed &-= lasting
        } else {
            let row = index.part.starts.high
            let rows = index.columns.lines[row >> 6].rowsBefore(row)
            edge.pointee.row = UInt32(truncatingIfNeeded: row)
            edge.pointee.rows = (rows[0], rows[1], rows[2], rows[3])
        }
    }

    /// Writes `count` buckets between consecutive edges. `lasting` is the first of the non-empty intervals that lasted
    /// at an earlier edge; it remains the first at later edges until it ends.
    @inline(__always)
    private func write(
        _ target: UnsafeMutablePointer<IntervalBucket>, _ edges: UnsafePointer<Edge>, count: Int,
        _ lasting: inout (row: Int, end: Int64)
    ) {
        for bucket in 0..<count {
            let (left, right) = (edges + bucket, edges + (bucket &+ 1))
            let starts = (right.rowsByKind &- left.rowsByKind) & mask
            let meets = starts &+ (left.lastingByKind & mask)
            let time =
                needsAdding
                ? addedTime(from: left, to: right)
                : (right.pointee.elapsed &- left.pointee.elapsed) & elapsedMask
            (target + bucket).initialize(
                to: IntervalBucket(
                    starts: IntervalKindCounts(starts), meets: IntervalKindCounts(meets), timeMicros: time,
                    representative: representative(starts, meets, left, right, &lasting)))
        }
    }

    /// Returns the id of the first interval that starts between two edges, otherwise of the first that lasts at the
    /// left one; nil if there is none.
    @inline(__always)
    private func representative(
        _ starts: SIMD4<UInt32>, _ meets: SIMD4<UInt32>, _ left: UnsafePointer<Edge>,
        _ right: UnsafePointer<Edge>, _ lasting: inout (row: Int, end: Int64)
    ) -> UInt32? {
        let row = Int(left.pointee.row)
        if starts != SIMD4() {
            if kinds == .all { return index.id(ofRow: row) }
            return index.firstRow(from: row, below: Int(right.pointee.row), kinds)
                .map { index.id(ofRow: $0) }
        }
        if meets == SIMD4() { return nil }
        if lasting.end < left.pointee.instant || lasting.row < 0 {
            lasting = index.firstSpanning(before: row, at: left.pointee.instant, kinds) ?? (-1, .min)
        }
        return index.id(ofRow: lasting.row)
    }

    /// Returns the time where running sums do not give it, `UInt64.max` when it is larger.
    ///
    /// It adds the whole width for intervals that last at the left edge, and the time to the right edge for
    /// those that start, minus the time from each end to the right edge; in 128 bits.
    @inline(never)
    private func addedTime(from last: UnsafePointer<Edge>, to edge: UnsafePointer<Edge>) -> UInt64 {
        let (columns, right) = (index.columns, UInt64(bitPattern: edge.pointee.instant))
        let width = right &- UInt64(bitPattern: last.pointee.instant)
        let lasting = (last.lastingByKind & mask).wrappedSum()
        var (high, low) = UInt64(lasting).multipliedFullWidth(by: width)
        let rows = Int(last.pointee.row)..<Int(edge.pointee.row)
        for line in rows.lowerBound >> 6..<(rows.upperBound + 63) >> 6 {
            let entry = columns.lines[line]
            var bits = entry.nonEmpty & kinds.matching(low: entry.kindLow, high: entry.kindHigh)
            if line == rows.lowerBound >> 6 { bits &= ~IntervalLine.below(rows.lowerBound) }
            if line == rows.upperBound >> 6 { bits &= IntervalLine.below(rows.upperBound) }
            bits.forEachSetBit { bit in
                let start = columns.starts[line << 6 + bit]
                let sum = low.addingReportingOverflow(right &- UInt64(bitPattern: start))
                (low, high) = (sum.partialValue, high &+ (sum.overflow ? 1 : 0))
            }
        }
        let ended = last.ended..<edge.ended
        for line in ended.lowerBound >> 6..<(ended.upperBound + 63) >> 6 {
            let entry = columns.endLines[line]
            var bits = kinds.matching(low: entry.kindLow, high: entry.kindHigh)
            if line == ended.lowerBound >> 6 { bits &= ~IntervalLine.below(ended.lowerBound) }
            if line == ended.upperBound >> 6 { bits &= IntervalLine.below(ended.upperBound) }
            bits.forEachSetBit { bit in
                let end = columns.sortedEnds[line << 6 + bit]
                let rest = low.subtractingReportingOverflow(right &- UInt64(bitPattern: end))
                (low, high) = (rest.partialValue, high &- (rest.overflow ? 1 : 0))
            }
        }
        return high == 0 ? low : UInt64.max
    }
}
