/// The range of time of the timeline: back from now, or to the earliest item, and two months ahead.
public enum TimelineRange: String, CaseIterable, Hashable, Codable, Sendable {
    /// Three months back.
    case threeMonths = "3"
    /// Six months back, the page's default.
    case sixMonths = "6"
    /// Twelve months back.
    case twelveMonths = "12"
    /// Back to the earliest item.
    case allTime = "all"

    /// Creates the range that a front end has stored; six months for any other text.
    public init(stored: String?) { self = stored.flatMap(TimelineRange.init) ?? .sixMonths }

    /// The name of the range in the page's menu, such as "6 Months".
    public var label: String {
        switch self {
        case .threeMonths: "3 Months"
        case .sixMonths: "6 Months"
        case .twelveMonths: "12 Months"
        case .allTime: "All Time"
        }
    }

    /// The number of calendar months that the range reaches back; nil for all time.
    var monthsBack: Int? {
        switch self {
        case .threeMonths: 3
        case .sixMonths: 6
        case .twelveMonths: 12
        case .allTime: nil
        }
    }

    /// The number of calendar months that every range reaches ahead of now.
    static let monthsAhead = 2
}
