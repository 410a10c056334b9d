/// What a column of type `date` or `timestamptz` holds: a calendar day, which becomes an instant only
/// together with a zone, or an instant.
public enum DayOrInstant: Hashable, Sendable {
    /// A calendar day, without a time and without a zone.
    case day(CivilDate)
    /// An instant.
    case instant(Timestamp)

    /// The instant, or the first instant of the day in `zone`.
    ///
    /// - Complexity: O(log n) in the zone's offset changes for a day, else O(1).
    public func start(in zone: ZoneOffsets) -> Timestamp {
        switch self {
        case .day(let day): zone.startOfDay(day)
        case .instant(let instant): instant
        }
    }
}
