/// Civil dates of the proleptic Gregorian calendar in integers.
enum Civil {
    static let microsPerSecond: Int64 = 1_000_000
    static let microsPerHour: Int64 = 3_600_000_000
    static let microsPerDay: Int64 = 86_400_000_000

    /// Returns the quotient and remainder rounded towards negative infinity, so that instants before 1970
    /// also have a time of day.
    @inline(__always)
    static func daysAndRemainder(_ value: Int64, per unit: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
        return remainder < 0 ? (quotient - 1, remainder + unit) : (quotient, remainder)
    }

    /// Returns the instant without its fraction of a second.
    @inline(__always)
    static func wholeSeconds(_ micros: Int64) -> Int64 {
        daysAndRemainder(micros, per: microsPerSecond).quotient * microsPerSecond
    }

    /// Returns the year, month and day of a number of days since 1970-01-01 (Howard Hinnant,
    /// "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`).
    @inline(__always)
    static func date(daysSinceEpoch: Int64) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = daysAndRemainder(daysSinceEpoch + 719_468, per: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (Int(year), Int(month), Int(day))
    }

    /// Returns the day of the week, 0 for Sunday.
    static func weekday(daysSinceEpoch: Int64) -> Int {
        Int(daysAndRemainder(daysSinceEpoch + 4, per: 7).remainder)
    }
}
