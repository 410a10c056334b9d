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
        let span = UInt64(bitPattern: window.toMicros &- window.fromMicros)
        let (whole, rest) = span.quotientAndRemainder(dividingBy: UInt64(bucketCount))
        if isEmpty {
            let nothing = IntervalBucket(
                starts: IntervalKindCounts([0, 0, 0, 0]), meets: IntervalKindCounts([0, 0, 0, 0]),
                timeMicros: 0, representative: nil)
            let buckets = Array(repeating: nothing, count: bucketCount)
            return IntervalLevels(window: window, kinds: kinds, buckets: buckets)
        }
        let buckets = [IntervalBucket](unsafeUninitializedCapacity: bucketCount) { target, written in
            let sweep = IntervalSweep(self, kinds)
            var (edge, remainder) = (window.fromMicros, UInt64(0))
            var left = sweep.edge(at: edge, firstRow(notBefore: edge))
            var lasting = (row: -1, end: Int64.min)
            for bucket in 0..<bucketCount {
                edge &+= Int64(bitPattern: whole)
                remainder &+= rest
                if remainder >= UInt64(bucketCount) {
                    remainder &-= UInt64(bucketCount)
                    edge &+= 1
                }
                let isLast = bucket == bucketCount - 1
                let right = sweep.edge(at: edge, isLast ? firstRow(after: edge) : firstRow(notBefore: edge))
                (target.baseAddress! + bucket).initialize(
                    to: sweep.bucket(from: left, to: right, lasting: &lasting))
                left = right
            }
            written = bucketCount
        }
        return IntervalLevels(window: window, kinds: kinds, buckets: buckets)
    }
}
