/// What a stretch of pixels shows of the intervals that meet it.
public struct IntervalBucket: Hashable, Sendable {
    /// How many intervals start in the bucket, by kind.
    public let starts: IntervalKindCounts
    /// How many intervals meet the bucket, by kind.
    public let meets: IntervalKindCounts
    /// The sum over all intervals of the time that they spend in the bucket, in microseconds; `UInt64.max`
    /// where it is more than that.
    public let timeMicros: UInt64
    /// The id of an interval that meets the bucket; nil when none does.
    ///
    /// It is the first that starts in the bucket, by start, then id; where none does, the first in that order
    /// of all that meet it.
    public let representative: UInt32?
}

/// A window in buckets of equal duration, such as the pixels of a screen, with what each shows: an answer whose
/// size depends on the buckets, not on the intervals.
///
/// A bucket holds the instants from its left edge up to the next one's, the last one also the window's right
/// edge; so each interval that starts in the window starts in one bucket. Edges are whole microseconds, rounded
/// down: a bucket of a window with fewer microseconds than buckets may hold no instant, and is met by the
/// intervals that began before it and have not ended yet.
public struct IntervalLevels: Hashable, Sendable {
    /// The window that was asked for.
    public let window: TimeWindow
    /// The kinds that were counted.
    public let kinds: IntervalKinds
    /// The buckets from left to right.
    public let buckets: [IntervalBucket]

    /// The left edge of a bucket, in microseconds since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter bucket: a bucket's position, or the number of buckets for the window's right edge.
    public func leftEdge(ofBucket bucket: Int) -> Int64 {
        precondition(bucket >= 0 && bucket <= buckets.count, "bucket out of range")
        let span = UInt64(bitPattern: window.toMicros &- window.fromMicros)
        let (whole, rest) = span.quotientAndRemainder(dividingBy: UInt64(buckets.count))
        let offset = whole &* UInt64(bucket) &+ rest &* UInt64(bucket) / UInt64(buckets.count)
        return window.fromMicros &+ Int64(bitPattern: offset)
    }
}

extension IntervalIndex {
    /// More buckets than any screen has pixels.
    private static var bucketLimit: Int { 1 << 20 }

    /// What to draw of a window when there are more intervals than pixels.
    ///
    /// - Parameters:
    ///   - window: the stretch of time to show.
    ///   - bucketCount: the number of pixels, or groups of pixels, 1 to 2^20.
    ///   - kinds: the kinds that count; the numbers of others are 0.
    /// - Throws: ``IntervalIndexError`` when there is no bucket, too many, or the window's edges are equal.
    /// - Complexity: O(p) for p buckets; when not all kinds count, and the bars in the window.
    public func levels(
        over window: TimeWindow, buckets bucketCount: Int, kinds: IntervalKinds = .all
    ) throws(IntervalIndexError) -> IntervalLevels {
        guard bucketCount > 0, bucketCount <= IntervalIndex.bucketLimit else {
            throw .bucketCount(bucketCount)
        }
        guard window.fromMicros < window.toMicros else { throw .windowWithoutDuration }
        if isEmpty {
            let nothing = IntervalBucket(
                starts: IntervalKindCounts([0, 0, 0, 0]), meets: IntervalKindCounts([0, 0, 0, 0]),
                timeMicros: 0, representative: nil)
            let buckets = Array(repeating: nothing, count: bucketCount)
            return IntervalLevels(window: window, kinds: kinds, buckets: buckets)
        }
        let buckets = [IntervalBucket](unsafeUninitializedCapacity: bucketCount) { target, written in
            withUnsafeTemporaryAllocation(of: EdgePlace.self, capacity: bucketCount + 1) { places in
                // SAFETY: there is a place for each bucket's left edge and the last right one.
                let places = places.baseAddress!
                findEdges(of: window, bucketCount, places)
                let span = UInt64(bitPattern: window.toMicros &- window.fromMicros)
                let sweep = IntervalSweep(self, kinds, bucketMicros: span / UInt64(bucketCount) &+ 1)
                var left = sweep.edge(places[0])
                var lasting = (row: -1, end: Int64.min)
                for bucket in 0..<bucketCount {
                    let right = sweep.edge(places[bucket &+ 1])
                    (target.baseAddress! + bucket).initialize(
                        to: sweep.bucket(from: left, to: right, lasting: &lasting))
                    left = right
                }
            }
            written = bucketCount
        }
        return IntervalLevels(window: window, kinds: kinds, buckets: buckets)
    }

    /// Where an edge falls in the order of starts and in that of ends.
    struct EdgePlace {
        var instant: Int64
        /// The first row that does not start before the edge; of the last edge the first that starts after it.
        var row: UInt32
        /// The first bar, in the order of ends, that does not end before the edge.
        var ended: UInt32
    }

    /// Finds all edges in one order before the next: searches that follow each other wait for memory together,
    /// which made `timeline.levels` twice as fast as one edge after the other.
    @inline(__always)
    private func findEdges(
        of window: TimeWindow, _ bucketCount: Int, _ places: UnsafeMutablePointer<EdgePlace>
    ) {
        let span = UInt64(bitPattern: window.toMicros &- window.fromMicros)
        let (whole, rest) = span.quotientAndRemainder(dividingBy: UInt64(bucketCount))
        var (instant, remainder) = (window.fromMicros, UInt64(0))
        for edge in 0..<bucketCount {
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
            places[edge].ended = UInt32(truncatingIfNeeded: endedBars(before: places[edge].instant))
        }
    }
}
