/// A date of the timeline: a calendar day where the row has one, otherwise an instant with its offset.
public enum TimelineDate: Hashable, Sendable {
    /// The row's calendar day.
    case day(CivilDate)
    /// The row's instant.
    case instant(ZonedTimestamp)

    /// Creates the date of a row, as the wall clocks of `zone` show it.
    public init(_ date: DayOrInstant, in zone: ZoneOffsets) {
        switch date {
        case .day(let day): self = .day(day)
        case .instant(let instant): self = .instant(ZonedTimestamp(instant, in: zone))
        }
    }
}

extension TimelineDate: CustomStringConvertible {
    /// `YYYY-MM-DD`, or RFC 3339 text with an offset.
    public var description: String {
        switch self {
        case .day(let day): day.description
        case .instant(let instant): instant.description
        }
    }
}

extension TimelineDate: Codable {
    /// Creates a date from a calendar day, or an instant.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the reason when the text is neither.
    public init(from decoder: any Decoder) throws {
        if let day = try? CivilDate(from: decoder) {
            self = .day(day)
        } else {
            self = .instant(try ZonedTimestamp(from: decoder))
        }
    }

    /// Writes ``description``.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
