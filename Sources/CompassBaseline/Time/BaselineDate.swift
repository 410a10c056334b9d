/// What a column of calendar days or instants holds.
public enum BaselineDate: Hashable, Sendable {
    /// A calendar day, which begins and ends with the clocks of a zone.
    case day(BaselineDay)
    /// Microseconds since 1970-01-01T00:00:00Z.
    case instant(Int64)

    /// Reads a calendar day, or else an instant; nil when the text is neither.
    init?(_ text: BaselineText) {
        if let day = BaselineDay(text) {
            self = .day(day)
        } else if let micros = try? BaselineTimestamp.micros(of: text) {
            self = .instant(micros)
        } else {
            return nil
        }
    }
}
