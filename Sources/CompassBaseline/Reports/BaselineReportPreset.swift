import Foundation

/// The periods of the Reports page's buttons.
public enum BaselineReportPreset: String, CaseIterable, Hashable, Sendable {
    case last7Days = "7d"
    case last30Days = "30d"
    case last90Days = "90d"
    case last6Months = "6m"
    case yearToDate = "ytd"
    case lastYear = "1y"

    /// Returns the first and the last day.
    ///
    /// - Parameters:
    ///   - now: microseconds since 1970-01-01T00:00:00Z, on the last day.
    ///   - zone: the zone of the days.
    public func days(now: Int64, zone: TimeZone) -> (from: BaselineDay, to: BaselineDay) {
        let today = ZoneClock(zone: zone).day(at: now)
        let days = ["7d": 7, "30d": 30, "90d": 90, "6m": 180, "1y": 365]
        if let days = days[rawValue] { return (today.adding(days: -days), today) }
        let firstOfYear = BaselineDay(year: today.components.year, month: 1, day: 1)
        return (firstOfYear ?? today, today)
    }
}
