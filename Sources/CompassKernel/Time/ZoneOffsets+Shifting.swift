extension ZoneOffsets {
    /// Returns the instant of a local day and time in the zone.
    ///
    /// A time that a clock change skips is moved forward by the gap; for a time that occurs twice, the result
    /// is the first of the two.
    ///
    /// - Parameters:
    ///   - date: the calendar day.
    ///   - microsOfDay: microseconds since 00:00 local time; those outside the day refer to other days.
    /// - Returns: the instant, limited to the first and last one that microseconds can represent.
    public func timestamp(of date: CivilDate, microsOfDay: Int64 = 0) -> Timestamp {
        let secondOfDay = microsOfDay.flooredQuotient(by: TimeUnits.microsPerSecond)
        // Seconds cannot overflow, neither from 32 bits of days nor from 64 bits of microseconds.
        let local = Int64(date.daysSinceEpoch) &* TimeUnits.secondsPerDay &+ secondOfDay
        return Timestamp(
            second: local &- table.offsetSeconds(atLocalSecond: local),
            micros: microsOfDay &- secondOfDay &* TimeUnits.microsPerSecond)
    }

    /// Returns the instant with the same local time, some calendar days later, as
    /// ``timestamp(of:microsOfDay:)`` finds it.
    ///
    /// - Parameters:
    ///   - timestamp: the instant to start from.
    ///   - days: the number of days to go forward; negative to go back. With 0 the instant itself is
    ///     returned, even if its local time occurs twice.
    public func shifting(_ timestamp: Timestamp, byDays days: Int) -> Timestamp {
        if days == 0 { return timestamp }
        let date = civilDate(at: timestamp).adding(days: days)
        return self.timestamp(of: date, microsOfDay: microsOfDay(at: timestamp))
    }

    /// Returns the instant with the same day of the month and local time, some calendar months later, as
    /// ``timestamp(of:microsOfDay:)`` finds it; a day beyond the month's end becomes its last day.
    ///
    /// - Parameters:
    ///   - timestamp: the instant to start from.
    ///   - months: the months to go forward; negative to go back. With 0 the instant itself is returned.
    public func shifting(_ timestamp: Timestamp, byMonths months: Int) -> Timestamp {
        if months == 0 { return timestamp }
        let date = civilDate(at: timestamp).adding(months: months)
        return self.timestamp(of: date, microsOfDay: microsOfDay(at: timestamp))
    }
}

extension ZoneTable {
    /// Returns the offset to subtract from a local second: the offset before the change for a time that the
    /// change skips, and the first of the two for a time that occurs twice.
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
