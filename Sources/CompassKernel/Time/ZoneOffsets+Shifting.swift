extension ZoneOffsets {
    /// The instant at which the zone's wall clocks show a day and a time.
    ///
    /// A time that a change of the clocks skips is moved forward by the gap; one that occurs twice is the
    /// first of both.
    ///
    /// - Parameters:
    ///   - date: the calendar day.
    ///   - microsOfDay: microseconds since 00:00 on the wall clock; a time outside the day counts on from it.
    /// - Returns: the instant, or the last or first that microseconds can express.
    public func timestamp(of date: CivilDate, microsOfDay: Int64 = 0) -> Timestamp {
        let secondOfDay = microsOfDay.flooredQuotient(by: TimeUnits.microsPerSecond)
        // 32 bits of days and 64 of microseconds are both far from overflowing seconds.
        let local = Int64(date.daysSinceEpoch) &* TimeUnits.secondsPerDay &+ secondOfDay
        return Timestamp(
            second: local &- table.offsetSeconds(atLocalSecond: local),
            micros: microsOfDay &- secondOfDay &* TimeUnits.microsPerSecond)
    }

    /// The instant at which the zone's wall clocks show a day and a time, as
    /// ``timestamp(of:microsOfDay:)`` has it, for whole seconds.
    public func timestamp(of date: CivilDate, secondOfDay: Int) -> Timestamp {
        timestamp(
            of: date, microsOfDay: Int64(secondOfDay).saturatingProduct(TimeUnits.microsPerSecond))
    }

    /// The instant with the same time on the wall clock, some calendar days later.
    ///
    /// - Parameters:
    ///   - timestamp: the instant to start from.
    ///   - days: days to go forward; negative to go back. With 0 the instant itself is returned, even where
    ///     its wall-clock time occurs twice.
    /// - Returns: the instant; a time that the zone skips moves forward by the gap, one that occurs twice is
    ///   the first of both.
    public func shifting(_ timestamp: Timestamp, byDays days: Int) -> Timestamp {
        if days == 0 { return timestamp }
        let date = civilDate(at: timestamp).adding(days: days)
        return self.timestamp(of: date, microsOfDay: microsOfDay(at: timestamp))
    }

    /// The instant with the same day of the month and time on the wall clock, some calendar months later.
    ///
    /// - Parameters:
    ///   - timestamp: the instant to start from.
    ///   - months: months to go forward; negative to go back. With 0 the instant itself is returned.
    /// - Returns: the instant; a day beyond the month's end is its last day, a time that the zone skips moves
    ///   forward by the gap, and one that occurs twice is the first of both.
    public func shifting(_ timestamp: Timestamp, byMonths months: Int) -> Timestamp {
        if months == 0 { return timestamp }
        let date = civilDate(at: timestamp).adding(months: months)
        return self.timestamp(of: date, microsOfDay: microsOfDay(at: timestamp))
    }
}

extension ZoneTable {
    /// The offset to subtract from a local second: that before the change for a time that the change skips,
    /// and the first of both for a time that occurs twice.
    fileprivate func offsetSeconds(atLocalSecond local: Int64) -> Int64 {
        let shifted = local &- periodShift(forSecond: local)
        return segments.withUnsafeBufferPointer { segments in
            let first = Self.firstIndex(forLocalSecond: shifted, in: segments)
            let index = Self.index(ofLocalSecond: shifted, from: first, in: segments)
            let isSkipped = shifted < segments[index].localStartSecond
            return segments[isSkipped && index > 0 ? index &- 1 : index].offsetSeconds
        }
    }
}
