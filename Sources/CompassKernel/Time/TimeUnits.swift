/// Conversion factors between units of time.
enum TimeUnits {
    static let microsPerSecond: Int64 = 1_000_000
    static let secondsPerHour: Int64 = 3_600
    static let secondsPerDay: Int64 = 86_400
    static let microsPerMinute: Int64 = 60_000_000
    static let microsPerHour: Int64 = 3_600_000_000
    static let microsPerDay: Int64 = 86_400_000_000
    /// The Gregorian calendar, including its weekdays, repeats after 400 years of 146,097 days.
    static let secondsPerGregorianPeriod: Int64 = 146_097 * 86_400
}

extension Int64 {
    /// Returns the quotient rounded towards negative infinity; `divisor` must be positive.
    @inline(__always)
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    /// Returns the sum, or the nearest representable value on overflow.
    @inline(__always)
    func saturatingSum(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// Returns the difference, or the nearest representable value on overflow.
    @inline(__always)
    func saturatingDifference(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    /// Returns the product, or the nearest representable value on overflow.
    @inline(__always)
    func saturatingProduct(_ other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) != (other < 0) ? .min : .max) : product
    }
}
