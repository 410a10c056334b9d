/// The stretch of time that the timeline looks at: back from now by calendar months, or to the earliest item,
/// and always two months ahead.
public enum TimelineRange: String, CaseIterable, Hashable, Codable, Sendable {
    /// Three months back.
    case threeMonths = "3"
    /// Six months back, as the page opens.
    case sixMonths = "6"
    /// Twelve months back.
    case twelveMonths = "12"
    /// Back to the earliest item.
    case allTime = "all"

    /// The range that a front end has stored; six months for anything that is no range.
    public init(stored: String?) {
        self = stored.flatMap(TimelineRange.init) ?? .sixMonths
    }

    /// The name of the range in the page's menu, such as "6 Months".
    public var label: String {
        switch self {
        case .threeMonths: "3 Months"
        case .sixMonths: "6 Months"
        case .twelveMonths: "12 Months"
        case .allTime: "All Time"
        }
    }

    /// How many calendar months the range reaches back; nil for all time.
    var monthsBack: Int? {
        switch self {
        case .threeMonths: 3
        case .sixMonths: 6
        case .twelveMonths: 12
        case .allTime: nil
        }
    }

    /// How many calendar months every range reaches ahead of now.
    static let monthsAhead = 2
}
