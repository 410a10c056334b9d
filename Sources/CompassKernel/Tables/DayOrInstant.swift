/// A value of a `date` or `timestamptz` column: an instant, or a calendar day, which becomes an instant only
/// together with a time zone.
public enum DayOrInstant: Hashable, Sendable {
    /// A calendar day, without a time and a time zone.
    case day(CivilDate)
    /// An instant.
    case instant(Timestamp)

    /// Returns the instant, or the first instant of the day in `zone`.
    ///
    /// - Complexity: O(log n) in the zone's offset changes for a day, otherwise O(1).
    public func start(in zone: ZoneOffsets) -> Timestamp {
        switch self {
        case .day(let day): zone.startOfDay(day)
        case .instant(let instant): instant
        }
    }
}
