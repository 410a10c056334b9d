/// The time since an instant, as lists show it: `just now`, `5m ago`, `3h ago`, `2d ago`, `Feb 3`.
///
/// ```swift
/// RelativeTime(of: posted, asOf: now, in: zone).description  // "2h ago"
/// ```
public enum RelativeTime: Hashable, Sendable {
    /// Less than a minute ago, or in the future.
    case justNow
    /// Whole minutes ago, 1 to 59.
    case minutes(Int)
    /// Whole hours ago, 1 to 23.
    case hours(Int)
    /// Whole days of 24 hours ago, 1 to 6.
    case days(Int)
    /// Seven days of 24 hours ago or longer: the calendar day in the page's zone.
    case date(CivilDate)

    /// Creates the relative time from an instant to "now", exact to the microsecond.
    ///
    /// - Complexity: O(log *n*) in the zone's offset changes for a date, otherwise O(1).
    public init(of timestamp: Timestamp, asOf now: Timestamp, in zone: ZoneOffsets) {
        self.init(of: timestamp, asOf: now) { zone.civilDate(at: timestamp) }
    }

    /// Creates the relative time from an instant, with the offset of the page's zone, to "now".
    init(of zoned: ZonedTimestamp, asOf now: Timestamp) {
        self.init(of: zoned.timestamp, asOf: now) { zoned.civilDate }
    }

    @inline(__always)
    private init(of timestamp: Timestamp, asOf now: Timestamp, date: () -> CivilDate) {
        // The difference of very distant instants saturates, which still results in a date.
        let micros = now.micros.saturatingDifference(timestamp.micros)
        switch micros {
        case ..<TimeUnits.microsPerMinute: self = .justNow
        case ..<TimeUnits.microsPerHour: self = .minutes(Int(micros / TimeUnits.microsPerMinute))
        case ..<TimeUnits.microsPerDay: self = .hours(Int(micros / TimeUnits.microsPerHour))
        case ..<(7 * TimeUnits.microsPerDay): self = .days(Int(micros / TimeUnits.microsPerDay))
        default: self = .date(date())
        }
    }
}

extension RelativeTime: CustomStringConvertible {
    /// The text that a list shows, in English.
    ///
    /// It is short enough to be stored inside the `String` value, without an allocation.
    public var description: String {
        switch self {
        case .justNow: "just now"
        case .minutes(let count): Self.text(count, Self.minuteTexts, Self.minuteUnit)
        case .hours(let count): Self.text(count, Self.hourTexts, Self.hourUnit)
        case .days(let count): Self.text(count, Self.dayTexts, Self.dayUnit)
        case .date(let date): date.label
        }
    }

    private static func text(_ count: Int, _ texts: [String], _ unit: String) -> String {
        // Only numbers that a caller made up are not in the list.
        texts.indices.contains(count) ? texts[count] : "\(count)\(unit)"
    }

    private static let (minuteUnit, hourUnit, dayUnit) = ("m ago", "h ago", "d ago")
    private static let minuteTexts = (0..<60).map { "\($0)\(minuteUnit)" }
    private static let hourTexts = (0..<24).map { "\($0)\(hourUnit)" }
    private static let dayTexts = (0..<7).map { "\($0)\(dayUnit)" }
}
