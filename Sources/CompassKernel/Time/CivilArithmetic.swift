/// Integer arithmetic of the proleptic Gregorian calendar, in which the year 0 precedes the year 1.
///
/// After Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years are counted from 1 March, so
/// that the leap day is the last of its year and the first day of a month a linear function of the month.
enum CivilArithmetic {
    /// Days from 0000-03-01 to 1970-01-01.
    private static let epochShift: Int64 = 719_468
    private static let daysPerEra: Int64 = 146_097

    /// The parts of a calendar day.
    struct Parts: Hashable {
        var year: Int64
        /// 1 to 12.
        var month: Int
        /// 1 to 31.
        var day: Int
    }

    /// Returns the days from 1970-01-01 to the given day; exact for years of magnitude below 10^12.
    @inline(__always)
    static func days(year: Int64, month: Int, day: Int) -> Int64 {
        let shiftedYear = month <= 2 ? year &- 1 : year
        let era = shiftedYear.flooredQuotient(by: 400)
        let yearOfEra = shiftedYear &- era &* 400
        let monthFromMarch = Int64(month > 2 ? month &- 3 : month &+ 9)
        let dayOfYear = (153 &* monthFromMarch &+ 2) / 5 &+ Int64(day) &- 1
        let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
        return era &* daysPerEra &+ dayOfEra &- epochShift
    }

    /// Returns the seconds from 1970 to the beginning of a year at UTC.
    static func newYearSecond(_ year: Int64) -> Int64 {
        days(year: year, month: 1, day: 1) * TimeUnits.secondsPerDay
    }

    /// Returns the days from 1970-01-01 to the given day of a year from 0 to 9999, in fewer steps than
    /// ``days(year:month:day:)``.
    ///
    /// After Cassio Neri and Lorenz Schneider, "Euclidean affine functions and their application to
    /// calendar algorithms" (2022): with March as the third month, the days before a month are a product
    /// and a shift.
    @inline(__always)
    static func days(commonYear year: UInt32, month: UInt32, day: UInt32) -> Int64 {
        let beforeMarch: UInt32 = month <= 2 ? 1 : 0
        // Shifted by one period, so that the year before the year 0 is not negative.
        let shiftedYear = year &+ 400 &- beforeMarch
        let century = shiftedYear / 100
        let monthFromMarch = month &+ 12 &* beforeMarch
        let daysBeforeYear = (shiftedYear &* 1_461) &>> 2 &- century &+ century &>> 2
        let daysBeforeMonth = (979 &* monthFromMarch &- 2_919) &>> 5
        return Int64(daysBeforeYear &+ daysBeforeMonth &+ day) &- (epochShift &+ daysPerEra &+ 1)
    }

    /// Returns the calendar day that is `days` after 1970-01-01; exact for magnitudes below 10^15.
    @inline(__always)
    static func parts(days: Int64) -> Parts {
        let (shiftedYear, dayOfYear) = yearAndDayFromMarch(days: days)
        let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
        let day = dayOfYear &- (153 &* monthFromMarch &+ 2) / 5 &+ 1
        let month = monthFromMarch < 10 ? monthFromMarch &+ 3 : monthFromMarch &- 9
        return Parts(year: month <= 2 ? shiftedYear &+ 1 : shiftedYear, month: Int(month), day: Int(day))
    }

    /// Returns the year that begins on 1 March, and the day in it: 0 is 1 March, 365 is 29 February.
    @inline(__always)
    static func yearAndDayFromMarch(days: Int64) -> (year: Int64, day: Int64) {
        let shifted = days &+ epochShift
        let era = shifted.flooredQuotient(by: daysPerEra)
        let dayOfEra = shifted &- era &* daysPerEra
        let yearOfEra = (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
        return (yearOfEra &+ era &* 400, dayOfYear)
    }

    /// Returns whether the year has a 29 February.
    @inline(__always)
    static func isLeap(_ year: Int64) -> Bool {
        // A year divisible by 100 is a leap year if it is also divisible by 16, as 400 = 16 · 25.
        year & (year % 25 == 0 ? 15 : 3) == 0
    }

    /// Returns the number of days of a month from 1 to 12.
    @inline(__always)
    static func monthLength(year: Int64, month: Int) -> Int {
        daysBeyond28(month: month) &+ (month == 2 && isLeap(year) ? 29 : 28)
    }

    /// Returns whether a month from 1 to 12 has the given day from 1.
    ///
    /// The year is required only for 29 February, so that branch misprediction is rare.
    @inline(__always)
    static func hasDay(_ day: Int, month: Int, year: Int64) -> Bool {
        day <= 28 &+ daysBeyond28(month: month) || (day == 29 && month == 2 && isLeap(year))
    }

    /// Returns the days beyond 28 of a month in a common year, from a table of two bits for each month.
    @inline(__always)
    private static func daysBeyond28(month: Int) -> Int {
        (0b11_10_11_10_11_11_10_11_10_11_00_11_00 &>> (2 &* month)) & 3
    }
}
