/// A stretch of time with one UTC offset; it lasts until the next segment starts.
struct OffsetSegment: Hashable {
    /// Seconds since the epoch at which the stretch starts.
    var startSecond: Int64
    /// Seconds that wall clocks are ahead of UTC.
    var offsetSeconds: Int64

    /// The wall clock's reading at the start, in seconds of a day count from 1970-01-01.
    @inline(__always)
    var localStartSecond: Int64 { startSecond &+ offsetSeconds }
}

/// The immutable table behind ``ZoneOffsets``.
///
/// Layout: segments in ascending order, the first from long before any timestamp, plus a sentinel that starts
/// long after the last one. New York's, as far as 1883:
///
///     [0] start -2^60           offset -17762   local mean time
///     [1] start -2717650800     offset -18000   1883-11-18T17:00:00Z, standard time
///     …
///     [n] start +2^60           offset of n-1   the sentinel
///
/// Where a rule goes on for ever, segments are written out for a little more than the 400 years after which
/// calendar and rule repeat, and later seconds are looked up a whole number of such periods earlier.
final class ZoneTable: Sendable {
    /// Offsets are smaller than this, which is more than any zone had (and RFC 8536 allows 25:59:59).
    static let offsetLimitSeconds: Int64 = 93_600
    /// Beyond any timestamp, and far enough from overflow to add offsets and days.
    static let farSecond: Int64 = 1 << 60
    /// No timestamp of 64 bits in microseconds is farther from the epoch.
    static let reachableSecond: Int64 = 1 << 44

    let identifier: String
    let segments: [OffsetSegment]
    private let periods: RepeatingPeriod?

    /// Where the offsets start to repeat every 400 years.
    struct RepeatingPeriod: Hashable {
        /// From this second on they repeat; the table is written out for one period and some days more.
        var startSecond: Int64
        /// Whether they repeat before it as well.
        var includesPast: Bool
    }

    /// A zone with one offset for all time.
    init(identifier: String, offsetSeconds: Int64) {
        self.identifier = identifier
        segments = [
            OffsetSegment(startSecond: -Self.farSecond, offsetSeconds: offsetSeconds),
            OffsetSegment(startSecond: Self.farSecond, offsetSeconds: offsetSeconds),
        ]
        periods = nil
    }

    /// A zone from its offset changes.
    ///
    /// - Parameters:
    ///   - identifier: the zone's name.
    ///   - initialOffsetSeconds: the offset before the first change.
    ///   - changes: changes in ascending order of time, of which the last one of an instant counts. Those that
    ///     change nothing are dropped, and so are those that no timestamp can reach. Offsets are within
    ///     ``offsetLimitSeconds``.
    ///   - periods: where the changes start to repeat; nil when the last offset stays for ever.
    init(
        identifier: String, initialOffsetSeconds: Int64, changes: [OffsetSegment],
        periods: RepeatingPeriod? = nil
    ) {
        var segments = [
            OffsetSegment(startSecond: -Self.farSecond, offsetSeconds: initialOffsetSeconds)
        ]
        segments.reserveCapacity(changes.count + 2)
        for change in changes where change.startSecond <= Self.reachableSecond {
            if change.startSecond < -Self.reachableSecond {
                segments[0].offsetSeconds = change.offsetSeconds
                continue
            }
            if change.startSecond == segments[segments.count - 1].startSecond { segments.removeLast() }
            if change.offsetSeconds != segments[segments.count - 1].offsetSeconds {
                segments.append(change)
            }
        }
        let lastOffset = segments[segments.count - 1].offsetSeconds
        segments.append(OffsetSegment(startSecond: Self.farSecond, offsetSeconds: lastOffset))
        self.identifier = identifier
        self.segments = segments
        self.periods = periods
    }

    /// Whether name and offsets are the same.
    func hasSameContents(as other: ZoneTable) -> Bool {
        identifier == other.identifier && segments == other.segments && periods == other.periods
    }

    /// The whole periods by which a second, UTC or local, must be moved back to be found in the table.
    @inline(__always)
    func periodShift(forSecond second: Int64) -> Int64 {
        guard let periods else { return 0 }
        let sinceStart = second &- periods.startSecond
        if sinceStart < TimeUnits.secondsPerGregorianPeriod, sinceStart >= 0 || !periods.includesPast {
            return 0
        }
        return sinceStart.flooredQuotient(by: TimeUnits.secondsPerGregorianPeriod)
            &* TimeUnits.secondsPerGregorianPeriod
    }

    /// The offset at a second since the epoch.
    @inline(__always)
    func offsetSeconds(atSecond second: Int64) -> Int64 {
        let shifted = second &- periodShift(forSecond: second)
        return segments.withUnsafeBufferPointer { segments in
            segments[Self.index(ofSecond: shifted, in: segments)].offsetSeconds
        }
    }

    /// The stretch of time with one offset that a second since the epoch lies in.
    func span(aroundSecond second: Int64) -> OffsetSpan {
        let shift = periodShift(forSecond: second)
        let index = segments.withUnsafeBufferPointer { Self.index(ofSecond: second &- shift, in: $0) }
        func timestamp(ofSecond second: Int64) -> Timestamp {
            Timestamp(micros: (second &+ shift).saturatingProduct(TimeUnits.microsPerSecond))
        }
        return OffsetSpan(
            offsetSeconds: Int(segments[index].offsetSeconds),
            start: timestamp(ofSecond: segments[index].startSecond),
            end: timestamp(ofSecond: segments[index + 1].startSecond))
    }

    /// The index of the segment that a second lies in, never that of the sentinel.
    @inline(__always)
    static func index(ofSecond second: Int64, in segments: UnsafeBufferPointer<OffsetSegment>) -> Int {
        var low = 0
        var length = segments.count &- 1
        while length > 1 {
            let half = length / 2
            // SAFETY: low + length never exceeds the number of segments without the sentinel.
            if segments[low &+ half].startSecond <= second { low &+= half }
            length &-= half
        }
        return low
    }

    /// The first segment, from `index` on, during or before which the wall clocks pass a local second.
    ///
    /// It holds the local second itself, or begins with the gap that swallows it.
    @inline(__always)
    static func index(
        ofLocalSecond local: Int64, from index: Int, in segments: UnsafeBufferPointer<OffsetSegment>
    ) -> Int {
        var index = index
        // SAFETY: the loop ends at the latest before the sentinel, whose start is beyond any local second.
        while index &+ 2 < segments.count,
            local >= segments[index &+ 1].startSecond &+ segments[index].offsetSeconds
        {
            index &+= 1
        }
        return index
    }

    /// An index from which ``index(ofLocalSecond:from:in:)`` may start: earlier segments end too early.
    @inline(__always)
    static func firstIndex(
        forLocalSecond local: Int64, in segments: UnsafeBufferPointer<OffsetSegment>
    ) -> Int {
        index(ofSecond: local &- offsetLimitSeconds, in: segments)
    }
}
