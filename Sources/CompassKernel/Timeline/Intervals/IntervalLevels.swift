/// A summary of the intervals that meet one bucket of time, such as a pixel.
public struct IntervalBucket: Hashable, Sendable {
    /// The number of intervals that start in the bucket, by kind.
    public let starts: IntervalKindCounts
    /// The number of intervals that meet the bucket, by kind.
    public let meets: IntervalKindCounts
    /// The total time of all intervals in the bucket, in microseconds; `UInt64.max` where it is larger.
    public let timeMicros: UInt64
    /// The id of an interval that meets the bucket; nil when there is none.
    ///
    /// It is the first that starts in the bucket, by start, then id; otherwise the first that meets it.
    public var representative: Int? { representativeID.map { Int($0) } }
    private let representativeID: UInt32?

    @inline(__always)
    init(starts: IntervalKindCounts, meets: IntervalKindCounts, timeMicros: UInt64, representative: UInt32?) {
        self.starts = starts
        self.meets = meets
        self.timeMicros = timeMicros
        representativeID = representative
    }
}

/// A window divided into buckets of equal duration, such as the pixels of a screen, with a summary of each.
/// Its size depends on the number of buckets, not on the number of intervals.
///
/// A bucket contains the instants from its left edge up to the next bucket's; the last one includes the
/// window's right edge. Each interval that starts in the window therefore starts in one bucket. Edges are
/// whole microseconds, rounded down: in a window with fewer microseconds than buckets, a bucket may contain
/// no instant, and is met by the intervals that began before it and have not ended yet.
public struct IntervalLevels: Hashable, Sendable {
    /// The queried window.
    public let window: TimeWindow
    /// The kinds that were counted.
    public let kinds: IntervalKinds
    /// The buckets from left to right.
    public let buckets: [IntervalBucket]

    /// Returns the left edge of a bucket, in microseconds since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter bucket: a bucket's position, or the number of buckets for the window's right edge.
    public func leftEdgeMicros(ofBucket bucket: Int) -> Int64 {
        precondition(bucket >= 0 && bucket <= buckets.count, "bucket out of range")
        let span = UInt64(bitPattern: window.toMicros &- window.fromMicros)
        let (whole, rest) = span.quotientAndRemainder(dividingBy: UInt64(buckets.count))
        let offset = whole &* UInt64(bucket) &+ rest &* UInt64(bucket) / UInt64(buckets.count)
        return window.fromMicros &+ Int64(bitPattern: offset)
    }
}

extension IntervalIndex {
    /// The maximum number of buckets, more than any screen has pixels.
    static var bucketLimit: Int { 1 << 20 }

    /// Returns a summary to draw when a window has more intervals than pixels.
    ///
    /// - Parameters:
    ///   - window: the range of time to show.
    ///   - bucketCount: the number of pixels, or groups of pixels, 1 to 2^20.
    ///   - kinds: the kinds to include; the numbers of others are 0.
    /// - Throws: ``IntervalIndexError`` when there are no buckets, too many, or the window's edges are equal.
    /// - Complexity: O(p) for p buckets. Where non-empty intervals have several kinds and some are not
    ///   included, or where intervals could spend more than 2^64 µs in a bucket, also the non-empty intervals
    ///   that start or end in the window; with several kinds also those that last at an edge.
    public func levels(
        over window: TimeWindow, buckets bucketCount: Int, kinds: IntervalKinds = .all
    ) throws(IntervalIndexError) -> IntervalLevels {
        guard bucketCount > 0, bucketCount <= IntervalIndex.bucketLimit else {
            throw .bucketCount(bucketCount)
        }
        guard window.fromMicros < window.toMicros else { throw .windowWithoutDuration }
        if isEmpty {
            let none = IntervalKindCounts(SIMD4())
            let empty = IntervalBucket(starts: none, meets: none, timeMicros: 0, representative: nil)
            return IntervalLevels(
                window: window, kinds: kinds, buckets: Array(repeating: empty, count: bucketCount))
        }
        let buckets = [IntervalBucket](unsafeUninitializedCapacity: bucketCount) { target, written in
            withUnsafeTemporaryAllocation(of: EdgePlace.self, capacity: bucketCount + 1) { places in
                // SAFETY: the buffer has an element for each bucket's left edge and the last right one.
                let places = places.baseAddress!
                findEdges(of: window, bucketCount, places)
                let span = UInt64(bitPattern: window.toMicros &- window.fromMicros)
                let width = span / UInt64(bucketCount)
                let sweep = IntervalSweep(self, kinds, bucketMicros: width == .max ? width : width + 1)
                let target = target.baseAddress!
                if columns.kindOfNonEmpty == nil {
                    sweep.fill(target, bucketCount, places, isOfOneKind: false)
                } else {
                    sweep.fill(target, bucketCount, places, isOfOneKind: true)
                }
            }
            written = bucketCount
        }
        return IntervalLevels(window: window, kinds: kinds, buckets: buckets)
    }

    /// The positions of an edge in the order of starts and in the order of ends.
    struct EdgePlace {
        var instant: Int64
        /// The first row that does not start before the edge; for the last edge, the first one that starts
        /// after it.
        var row: UInt32
        /// The first non-empty interval, in the order of ends, that does not end before the edge.
        var ended: UInt32
    }

    /// Whether the columns are prefetched for edges: where the index has 64 intervals and more for each bucket, and edges
    /// of a window of all its time share few cache lines.
    ///
    /// Without it, each edge of a thousand buckets waits for memory several times, and levels take about twice as long
    /// (`timeline.levels`).
    @inline(__always)
    func prefetchesEdges(_ bucketCount: Int) -> Bool { count >= 64 &* bucketCount }

    /// By how many edges columns are prefetched ahead.
    static var edgesAhead: Int { 16 }

    /// Finds all edges in the order of starts, then all in the order of ends. Consecutive searches of one
    /// order overlap their memory latencies: `timeline.levels` is a tenth faster than with both at each edge.
    @inline(__always)
    private func findEdges(
        of window: TimeWindow, _ bucketCount: Int, _ places: UnsafeMutablePointer<EdgePlace>
    ) {
        let span = UInt64(bitPattern: window.toMicros &- window.fromMicros)
        let (whole, rest) = span.quotientAndRemainder(dividingBy: UInt64(bucketCount))
        var (instant, remainder) = (window.fromMicros, UInt64(0))
        let prefetches = prefetchesEdges(bucketCount)
        let ahead = Int64(bitPattern: whole &* UInt64(Self.edgesAhead))
        for edge in 0..<bucketCount {
            if prefetches { part.starts.prefetch(instant &+ ahead, columns.starts, columns.cells) }
            (places + edge).initialize(
                to: EdgePlace(
                    instant: instant, row: UInt32(truncatingIfNeeded: firstRow(notBefore: instant)), ended: 0)
            )
            remainder &+= rest
            let carry = UInt64(
                truncatingIfNeeded: IntervalDirectory.asNumber(remainder >= UInt64(bucketCount)))
            remainder &-= UInt64(bucketCount) & (0 &- carry)
            instant &+= Int64(bitPattern: whole &+ carry)
        }
        (places + bucketCount).initialize(
            to: EdgePlace(
                instant: window.toMicros, row: UInt32(truncatingIfNeeded: firstRow(after: window.toMicros)),
                ended: 0))
        for edge in 0...bucketCount {
            if prefetches {
                part.ends.prefetch(places[edge].instant &+ ahead, columns.sortedEnds, columns.cells)
            }
            places[edge].ended = UInt32(truncatingIfNeeded: endedCount(before: places[edge].instant))
        }
    }
}
