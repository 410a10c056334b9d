/// The rule for a zone's clock changes in all future years: a POSIX `TZ` string as in the footer of a TZif
/// file, with the extensions of RFC 8536 (§3.3.1).
///
///     EST5EDT,M3.2.0,M11.1.0
///     <-02>2<-01>,M3.5.0/-1,M10.5.0/0
struct ZoneRule: Hashable {
    /// The seconds ahead of UTC outside daylight-saving time.
    var standardOffsetSeconds: Int64
    /// Daylight-saving time; nil if the zone has none.
    var daylight: Daylight?

    /// The part of the year with daylight-saving time.
    struct Daylight: Hashable {
        /// The seconds ahead of UTC during this part.
        var offsetSeconds: Int64
        var start: Change
        var end: Change
    }

    /// The day of any year and the local time, before the change, of a clock change.
    struct Change: Hashable {
        var day: Day
        /// Seconds after midnight, from -167 to +167 hours.
        var secondOfDay: Int64 = 7_200
    }

    /// A day of any year.
    enum Day: Hashable {
        /// 1 to 365, 29 February not counted.
        case julian(Int64)
        /// 0 to 365, 29 February counted.
        case zeroBased(Int64)
        /// A weekday (0 for Sunday) in a week from 1 to 5 of a month; the fifth is the last.
        case weekday(month: Int, week: Int64, weekday: Int64)

        /// Returns the days from 1970-01-01 to this day of a year.
        func daysSinceEpoch(inYear year: Int64) -> Int64 {
            let newYear = CivilArithmetic.days(year: year, month: 1, day: 1)
            switch self {
            case .julian(let day):
                return newYear + day - 1 + (day >= 60 && CivilArithmetic.isLeap(year) ? 1 : 0)
            case .zeroBased(let day):
                return newYear + day
            case .weekday(let month, let week, let weekday):
                let first = CivilArithmetic.days(year: year, month: month, day: 1)
                // 1970-01-01 was a Thursday, day 4 of the week.
                let shifted = first + 4
                let firstWeekday = shifted - shifted.flooredQuotient(by: 7) * 7
                var day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
                let length = Int64(CivilArithmetic.monthLength(year: year, month: month))
                if day >= length { day -= 7 }
                return first + day
            }
        }
    }

    /// Returns the changes of the given years after a second, in ascending order.
    func changes(inYears years: ClosedRange<Int64>, after second: Int64) -> [OffsetSegment] {
        guard let daylight else { return [] }
        var changes: [OffsetSegment] = []
        changes.reserveCapacity(years.count * 2)
        for year in years {
            let start = daylight.start.localSecond(inYear: year) - standardOffsetSeconds
            let end = daylight.end.localSecond(inYear: year) - daylight.offsetSeconds
            let onset = OffsetSegment(startSecond: start, offsetSeconds: daylight.offsetSeconds)
            let finish = OffsetSegment(startSecond: end, offsetSeconds: standardOffsetSeconds)
            for change in start < end ? [onset, finish] : [finish, onset] where change.startSecond > second {
                Self.insert(change, into: &changes)
            }
        }
        return changes
    }

    /// Inserts a change after all changes that are not later.
    ///
    /// If daylight-saving time never ends, the end of one year may coincide with the start of the next: the
    /// later year's change is the effective one, so that changes of the same instant keep their order. The
    /// time of day moves a change at most a week into another year, so that hardly any element is moved.
    private static func insert(_ change: OffsetSegment, into changes: inout [OffsetSegment]) {
        var index = changes.count
        while index > 0, changes[index - 1].startSecond > change.startSecond { index -= 1 }
        changes.insert(change, at: index)
    }
}

extension ZoneRule.Change {
    /// Returns the local time of the change in a year, in seconds since the local 1970-01-01.
    fileprivate func localSecond(inYear year: Int64) -> Int64 {
        day.daysSinceEpoch(inYear: year) * TimeUnits.secondsPerDay + secondOfDay
    }
}
