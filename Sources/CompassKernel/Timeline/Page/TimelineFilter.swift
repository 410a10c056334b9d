/// A filter for the items that the timeline shows; by default all of them.
public struct TimelineFilter: Hashable, Sendable {
    /// The only school whose items are shown, by the bytes of its id; nil for all of them.
    public var schoolID: String?
    /// The kinds of items that are shown.
    public var types: TimelineItemTypes

    /// Creates a filter for one school, or all, and some kinds, or all.
    public init(schoolID: String? = nil, types: TimelineItemTypes = .all) {
        self.schoolID = schoolID
        self.types = types
    }

    /// All items.
    public static let all = TimelineFilter()
}

/// The lanes to return.
public enum TimelineLanes: Hashable, Sendable {
    /// All of them.
    case all
    /// One page of them. Numbers start at 1; a page out of bounds becomes the nearest one, and a size below 1
    /// counts as 1.
    case page(Int, size: Int = TimelineLanes.defaultPageSize)

    /// The default number of lanes on a page.
    public static let defaultPageSize = 20
}
