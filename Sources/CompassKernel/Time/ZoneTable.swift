/// A time range with one UTC offset; it lasts until the next segment starts.
struct OffsetSegment: Hashable {
    /// The start of the range, in seconds since the epoch.
    var startSecond: Int64
    /// The seconds that local time is ahead of UTC.
    var offsetSeconds: Int64

    /// The local time of the start, in seconds since the local 1970-01-01.
    @inline(__always)
    var localStartSecond: Int64 { startSecond &+ offsetSeconds }
}

/// The immutable table of a ``ZoneOffsets`` value.
///
/// Layout: segments in ascending order, the first from long before any timestamp, plus a sentinel that starts
/// long after the last one. New York's table, up to 1883:
///
///     [0] start -2^60           offset -17762   local mean time
///     [1] start -2717650800     offset -18000   1883-11-18T17:00:00Z, standard time
///     …
///     [n] start +2^60           offset of n-1   the sentinel
///
/// For a rule without end, segments are written out for a little more than 400 years, the period of calendar
/// and rule; later seconds are looked up a whole number of such periods earlier.
final class ZoneTable: Sendable {
    /// The limit of offsets, greater than any offset that a zone had (and RFC 8536 allows 25:59:59).
    static let offsetLimitSeconds: Int64 = 93_600
    /// A second beyond any timestamp, but small enough to add offsets and days without overflow.
    static let farSecond: Int64 = 1 << 60
    /// The limit of the distance between a timestamp (64 bits of microseconds) and the epoch.
    static let reachableSecond: Int64 = 1 << 44

    let identifier: String
    let segments: [OffsetSegment]
    private let periods: RepeatingPeriod?
    /// The TZif data that the table was read from; nil if it was made otherwise.
    let tzif: [UInt8]?
    // Sendable: accessed by KeptValue only.
    private nonisolated(unsafe) var keptHash = KeptValue<UInt64>()

    /// The start of the offsets that repeat every 400 years.
    struct RepeatingPeriod: Hashable {
        /// The second from which on they repeat; the table covers one period and some additional days.
        var startSecond: Int64
        /// Whether they repeat before it as well.
        var includesPast: Bool
    }

    /// Creates a zone from its offset changes.
    ///
    /// - Parameters:
    ///   - changes: changes in ascending order of time; the last one of an instant applies. Changes without
    ///     effect and changes that no timestamp can reach are dropped. Offsets must be within
    ///     ``offsetLimitSeconds``.
    ///   - periods: the start of the repeating changes; nil if the last offset applies for ever.
    ///   - tzif: the data that the changes were read from.
    init(
        identifier: String, initialOffsetSeconds: Int64, changes: [OffsetSegment] = [],
        periods: RepeatingPeriod? = nil, tzif: [UInt8]? = nil
    ) {
        var segments = [OffsetSegment(startSecond: -Self.farSecond, offsetSeconds: initialOffsetSeconds)]
        segments.reserveCapacity(changes.count + 2)
        for change in changes where change.startSecond <= Self.reachableSecond {
            if change.startSecond < -Self.reachableSecond {
                segments[0].offsetSeconds = change.offsetSeconds
                continue
            }
            if change.startSecond == segments[segments.count - 1].startSecond { segments.removeLast() }
            if change.offsetSeconds != segments[segments.count - 1].offsetSeconds { segments.append(change) }
        }
        let lastOffset = segments[segments.count - 1].offsetSeconds
        segments.append(OffsetSegment(startSecond: Self.farSecond, offsetSeconds: lastOffset))
        self.identifier = identifier
        self.segments = segments
        self.periods = periods
        self.tzif = tzif
    }

    /// Returns whether name and offsets are the same.
    func hasSameContents(as other: ZoneTable) -> Bool {
        identifier == other.identifier && segments == other.segments && periods == other.periods
    }

    /// A hash of the offsets, equal for equal ones on all machines, whatever the zone is called.
    var contentHash: UInt64 {
        KeptValue.get(self, \.keptHash) {
            var writer = PartialWriter()
            for segment in segments {
                writer.signed(segment.startSecond)
                writer.signed(segment.offsetSeconds)
            }
            writer.optional(periods) { writer, periods in
                writer.signed(periods.startSecond)
                writer.flag(periods.includesPast)
            }
            return writer.bytes.withUnsafeBytes { XXH3.hash($0) }
        }
    }

    /// Returns the seconds, in whole periods, by which to move a second, UTC or local, back into the table.
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

    /// Returns the offset at a second since the epoch.
    @inline(__always)
    func offsetSeconds(atSecond second: Int64) -> Int64 {
        let shifted = second &- periodShift(forSecond: second)
        return segments.withUnsafeBufferPointer { segments in
            segments[Self.index(ofSecond: shifted, in: segments)].offsetSeconds
        }
    }

    /// Returns the time range with one offset that contains a second since the epoch.
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

    /// Returns the index of the segment that contains a second, never that of the sentinel.
    @inline(__always)
    static func index(ofSecond second: Int64, in segments: UnsafeBufferPointer<OffsetSegment>) -> Int {
        var low = 0
        var length = segments.count &- 1
        while length > 1 {
            let half = length / 2
            // SAFETY: `low + length` never exceeds the number of segments without the sentinel.
            if segments[low &+ half].startSecond <= second { low &+= half }
            length &-= half
        }
        return low
    }

    /// Returns the first segment, from `index` on, during or before which local time passes a local second.
    ///
    /// The segment contains the local second itself, or begins with the gap that skips it.
    @inline(__always)
    static func index(
        ofLocalSecond local: Int64, from index: Int, in segments: UnsafeBufferPointer<OffsetSegment>
    ) -> Int {
        var index = index
        // SAFETY: the loop ends at the latest before the sentinel, which starts after any local second.
        while index &+ 2 < segments.count,
            local >= segments[index &+ 1].startSecond &+ segments[index].offsetSeconds
        {
            index &+= 1
        }
        return index
    }

    /// Returns an index from which ``index(ofLocalSecond:from:in:)`` may start: earlier segments end before.
    @inline(__always)
    static func firstIndex(
        forLocalSecond local: Int64, in segments: UnsafeBufferPointer<OffsetSegment>
    ) -> Int {
        index(ofSecond: local &- offsetLimitSeconds, in: segments)
    }
}
