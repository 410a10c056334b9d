/// A day of the proleptic Gregorian calendar, without a time zone.
public struct BaselineDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before it.
    public let daysSinceEpoch: Int

    /// Creates the day that is so many days after 1970-01-01.
    public init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// Creates the day of a year, month (1 to 12) and day (from 1); nil when there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= Self.lengthOfMonth(month, of: year) else {
            return nil
        }
        daysSinceEpoch = Self.daysBeforeMonth(month, of: year) + day - 1
    }

    /// Reads a day from a text like `2026-02-03`, with a year of four or five digits; nil for any other text.
    public init?(_ text: String) {
        self.init(BaselineText(text))
    }

    /// Reads a day from a text like `2026-02-03`, with a year of four or five digits; nil for any other text.
    init?(_ text: BaselineText) {
        let bytes = text.utf8
        let yearLength = bytes.count - 6
        guard yearLength == 4 || yearLength == 5, bytes[yearLength] == UInt8(ascii: "-"),
            bytes[yearLength + 3] == UInt8(ascii: "-")
        else { return nil }
        func number(_ digits: ArraySlice<UInt8>) -> Int? {
            digits.allSatisfy { (48...57).contains($0) } ? digits.reduce(0) { $0 * 10 + Int($1) - 48 } : nil
        }
        guard let year = number(bytes[..<yearLength]),
            let month = number(bytes[(yearLength + 1)..<(yearLength + 3)]),
            let day = number(bytes[(yearLength + 4)...])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Orders days by time.
    public static func < (left: BaselineDay, right: BaselineDay) -> Bool {
        left.daysSinceEpoch < right.daysSinceEpoch
    }

    /// Returns the day so many days later.
    public func adding(days: Int) -> BaselineDay {
        BaselineDay(daysSinceEpoch: daysSinceEpoch + days)
    }

    /// Returns the same day so many months later, or the last day of a month that is too short.
    func adding(months: Int) -> BaselineDay {
        let (year, month, day) = components
        let index = year * 12 + month - 1 + months
        let newYear = floorDivided(index, by: 12)
        let newMonth = index - newYear * 12 + 1
        let newDay = min(day, Self.lengthOfMonth(newMonth, of: newYear))
        return BaselineDay(
            daysSinceEpoch: Self.daysBeforeMonth(newMonth, of: newYear) + newDay - 1)
    }

    /// The name of the day's month, such as `Feb`.
    var monthLabel: String { Self.monthNames[components.month - 1] }

    /// The weekday, 0 for Sunday to 6 for Saturday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        let remainder = (daysSinceEpoch + 4) % 7
        return remainder < 0 ? remainder + 7 : remainder
    }

    /// The year, the month (1 to 12) and the day (from 1).
    public var components: (year: Int, month: Int, day: Int) {
        var year = 1970 + floorDivided(daysSinceEpoch * 400, by: 146_097)
        while Self.daysBeforeYear(year) > daysSinceEpoch { year -= 1 }
        while Self.daysBeforeYear(year + 1) <= daysSinceEpoch { year += 1 }
        var day = daysSinceEpoch - Self.daysBeforeYear(year) + 1
        var month = 1
        while day > Self.lengthOfMonth(month, of: year) {
            day -= Self.lengthOfMonth(month, of: year)
            month += 1
        }
        return (year, month, day)
    }

    /// The day as `2026-02-03`.
    public var text: String {
        let (year, month, day) = components
        let digits = String(abs(year))
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(year < 0 ? "-" : "")\(padded)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    /// The day as `Feb 3`.
    public var label: String {
        "\(monthLabel) \(components.day)"
    }

    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func lengthOfMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func daysBeforeMonth(_ month: Int, of year: Int) -> Int {
        var days = daysBeforeYear(year)
        for earlier in 1..<month {
            days += lengthOfMonth(earlier, of: year)
        }
        return days
    }

    private static func daysBeforeYear(_ year: Int) -> Int {
        let past = year - 1
        let leapDays =
            floorDivided(past, by: 4) - floorDivided(past, by: 100) + floorDivided(past, by: 400)
        // There are 719,162 days between 0001-01-01 and 1970-01-01.
        return past * 365 + leapDays - 719_162
    }
}

/// Divides by a positive divisor, rounding towards negative infinity.
func floorDivided<Number: SignedInteger>(_ dividend: Number, by divisor: Number) -> Number {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
}
