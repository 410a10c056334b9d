/// The content that a front end shows in place of the lanes.
public enum TimelineState: String, CaseIterable, Hashable, Codable, Sendable {
    /// The lanes and the list.
    case items
    /// There are no items at all.
    case noData
    /// There are items, but none matches the filters.
    case noMatches
    /// Items match the filters, but none of them meets the range.
    case outOfRange

    /// The heading of an empty state; nil where items are shown.
    public var title: String? {
        switch self {
        case .items: nil
        case .noData: "No timeline data available"
        case .noMatches: "No items match your filters"
        case .outOfRange: "No items in this range"
        }
    }

    /// The line below the heading; nil where items are shown.
    public var subtitle: String? {
        switch self {
        case .items: nil
        case .noData: "Add events, interactions, or offers to see them on the timeline"
        case .noMatches: "Try adjusting filters"
        case .outOfRange: "Try a longer view range"
        }
    }
}
