/// The value of a column of calendar days or instants.
public enum BaselineDate: Hashable, Sendable {
    /// A calendar day, which begins and ends in the local time of a zone.
    case day(BaselineDay)
    /// An instant in microseconds since 1970-01-01T00:00:00Z.
    case instant(Int64)

    /// Reads a calendar day or an instant; nil when the text is neither.
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
