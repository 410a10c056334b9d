/// The reason why a text is not an instant or not a calendar day.
///
/// The format of the whole text is checked first, then its fields from left to right, so that a text with
/// several errors has one definite reason.
public enum TimestampError: Error, Hashable, Sendable, CaseIterable {
    /// The text has no characters.
    case empty
    /// White space before the value.
    case leadingSpace
    /// White space after the value.
    case trailingSpace
    /// PostgreSQL's `infinity`, which is later than any instant.
    case infinity
    /// PostgreSQL's `-infinity`, which is earlier than any instant.
    case negativeInfinity
    /// A year before the year 1, as PostgreSQL writes it (` BC` at the end).
    case beforeChrist
    /// The text does not begin with `YYYY-MM-DD`, or its time does not have the form `HH:MM[:SS[.fraction]]`.
    case malformed
    /// A calendar day was found where an instant is required.
    case missingTime
    /// The fraction of a second has more than nine digits.
    case fractionTooLong
    /// The offset is none of `Z`, `±HH`, `±HHMM`, `±HH:MM`, `±HH:MM:SS`.
    case malformedOffset
    /// Other text follows a complete value.
    case trailingText
    /// A year of more than five digits.
    case yearOutOfRange
    /// A month below 1 or above 12.
    case monthOutOfRange
    /// A day that does not exist in its month.
    case dayDoesNotExist
    /// An hour above 23.
    case hourOutOfRange
    /// A minute above 59.
    case minuteOutOfRange
    /// A second above 59, including leap seconds.
    case secondOutOfRange
    /// An offset above 23:59:59, or with a minute or second above 59.
    case offsetOutOfRange
}

extension TimestampError: CustomStringConvertible {
    /// The reason as shown in an ingest report.
    public var description: String {
        switch self {
        case .empty: "the text is empty"
        case .leadingSpace: "white space before the value"
        case .trailingSpace: "white space after the value"
        case .infinity: "infinity is not an instant"
        case .negativeInfinity: "-infinity is not an instant"
        case .beforeChrist: "years BC are not supported"
        case .malformed: "not of the form YYYY-MM-DDTHH:MM:SS+HH:MM"
        case .missingTime: "a date without a time"
        case .fractionTooLong: "more than nine digits of a second's fraction"
        case .malformedOffset: "the UTC offset is not Z, ±HH, ±HHMM, ±HH:MM or ±HH:MM:SS"
        case .trailingText: "text after the value"
        case .yearOutOfRange: "the year is above 99999"
        case .monthOutOfRange: "the month is not 01 to 12"
        case .dayDoesNotExist: "the month does not have this day"
        case .hourOutOfRange: "the hour is above 23"
        case .minuteOutOfRange: "the minute is above 59"
        case .secondOutOfRange: "the second is above 59"
        case .offsetOutOfRange: "the UTC offset is above 23:59:59"
        }
    }
}
