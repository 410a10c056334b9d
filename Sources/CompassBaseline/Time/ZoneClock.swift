import Foundation

/// Days and local times of a time zone, from Foundation's offsets from UTC.
///
/// `Calendar.startOfDay(for:)` is not used: it has no result for a day that a zone skipped.
struct ZoneClock {
    let zone: TimeZone

    /// No zone has ever been this far from UTC.
    private static let widestOffsetSeconds = 16 * 3600

    func offsetSeconds(at micros: Int64) -> Int {
        offsetSeconds(atSecond: floorDivided(micros, by: 1_000_000))
    }

    private func offsetSeconds(atSecond second: Int64) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }

    /// Returns the local time as microseconds since 1970-01-01 00:00 local time.
    func wallClockMicros(at micros: Int64) -> Int64 {
        micros + Int64(offsetSeconds(at: micros)) * 1_000_000
    }

    func day(at micros: Int64) -> BaselineDay {
        BaselineDay(daysSinceEpoch: Int(floorDivided(wallClockMicros(at: micros), by: 86_400_000_000)))
    }

    /// Returns the first instant whose local day is this day or, when the zone skipped it, a later one.
    func startOfDay(_ day: BaselineDay) -> Int64 {
        let midnight = Int64(day.daysSinceEpoch) * 86_400
        guard let change = offsetChange(around: midnight) else {
            return (midnight - offsetSeconds(around: midnight)) * 1_000_000
        }
        let onOldOffset = midnight - change.offsetBefore
        if onOldOffset < change.second { return onOldOffset * 1_000_000 }
        return max(change.second, midnight - change.offsetAfter) * 1_000_000
    }

    /// Returns the instant with the same local time so many calendar days later (earlier when negative).
    ///
    /// A time that the zone skips moves forward by the gap; for a time that occurs twice it is the first.
    func shifting(_ micros: Int64, byDays days: Int) -> Int64 {
        instant(ofWallClock: wallClockMicros(at: micros) + Int64(days) * 86_400_000_000)
    }

    /// Returns the instant with the same local time on the same day of the month so many months later
    /// (earlier when negative); on the month's last day when it has no such day.
    ///
    /// A time that the zone skips moves forward by the gap; for a time that occurs twice it is the first.
    func shifting(_ micros: Int64, byMonths months: Int) -> Int64 {
        let day = day(at: micros)
        let timeOfDay = wallClockMicros(at: micros) - Int64(day.daysSinceEpoch) * 86_400_000_000
        let shifted = Int64(day.adding(months: months).daysSinceEpoch) * 86_400_000_000
        return instant(ofWallClock: shifted + timeOfDay)
    }

    /// Returns the instant of a local time, given in microseconds since 1970-01-01 00:00 local time.
    ///
    /// A time that the zone skips moves forward by the gap; for a time that occurs twice it is the first.
    private func instant(ofWallClock wallClock: Int64) -> Int64 {
        let wallClockSecond = floorDivided(wallClock, by: 1_000_000)
        let fraction = wallClock - wallClockSecond * 1_000_000
        guard let change = offsetChange(around: wallClockSecond) else {
            return (wallClockSecond - offsetSeconds(around: wallClockSecond)) * 1_000_000 + fraction
        }
        let onOldOffset = wallClockSecond - change.offsetBefore
        let onNewOffset = wallClockSecond - change.offsetAfter
        let isSkipped = onOldOffset >= change.second && onNewOffset < change.second
        let second = onOldOffset < change.second || isSkipped ? onOldOffset : onNewOffset
        return second * 1_000_000 + fraction
    }

    private func offsetSeconds(around wallClockSecond: Int64) -> Int64 {
        Int64(offsetSeconds(atSecond: wallClockSecond - Int64(Self.widestOffsetSeconds)))
    }

    /// Returns the change of offset near a local time: the first second of the new offset, and both offsets.
    ///
    /// Only the ends of the 32 hours around it are compared, since no zone changed twice within that time.
    private func offsetChange(
        around wallClockSecond: Int64
    ) -> (second: Int64, offsetBefore: Int64, offsetAfter: Int64)? {
        var before = wallClockSecond - Int64(Self.widestOffsetSeconds)
        var after = wallClockSecond + Int64(Self.widestOffsetSeconds)
        let offsetBefore = offsetSeconds(atSecond: before)
        let offsetAfter = offsetSeconds(atSecond: after)
        if offsetBefore == offsetAfter { return nil }
        while after - before > 1 {
            let middle = (before + after) / 2
            if offsetSeconds(atSecond: middle) == offsetBefore {
                before = middle
            } else {
                after = middle
            }
        }
        return (after, Int64(offsetBefore), Int64(offsetAfter))
    }
}
