import Foundation

/// Relative dates, as pages show them.
public enum BaselineRelativeDate {
    /// Returns "just now" below one minute and in the future; then full minutes, hours and days ("3d ago")
    /// below 7 days of 24 hours; from then on the day in the zone, like "Feb 3".
    ///
    /// - Parameters:
    ///   - instant: microseconds since 1970-01-01T00:00:00Z.
    ///   - now: likewise.
    ///   - zone: the zone of the days.
    public static func text(of instant: Int64, now: Int64, zone: TimeZone) -> String {
        age(of: instant, now: now) ?? ZoneClock(zone: zone).day(at: instant).label
    }

    /// Returns the text of an age below 7 days, nil otherwise.
    static func age(of instant: Int64, now: Int64) -> String? {
        let minute: Int64 = 60_000_000
        let hour = 60 * minute
        let day = 24 * hour
        let (difference, overflow) = now.subtractingReportingOverflow(instant)
        let age = overflow ? (now < instant ? .min : .max) : difference
        if age < minute { return "just now" }
        if age < hour { return "\(age / minute)m ago" }
        if age < day { return "\(age / hour)h ago" }
        if age < 7 * day { return "\(age / day)d ago" }
        return nil
    }
}
