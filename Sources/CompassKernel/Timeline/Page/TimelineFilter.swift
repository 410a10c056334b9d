/// Which items the timeline shows; everything unless said otherwise.
public struct TimelineFilter: Hashable, Sendable {
    /// The only school whose items are shown, by the bytes of its id; nil for all of them.
    public var schoolId: String?
    /// The kinds of items that are shown.
    public var types: TimelineItemTypes

    /// A filter for one school, or all, and some kinds, or all.
    public init(schoolId: String? = nil, types: TimelineItemTypes = .all) {
        self.schoolId = schoolId
        self.types = types
    }

    /// Everything.
    public static let all = TimelineFilter()
}

/// Which lanes are answered.
public enum TimelineLanes: Hashable, Sendable {
    /// All of them.
    case all
    /// One page of them. Numbers start at 1; a page outside of what there is becomes the nearest one, and a size
    /// below 1 counts as 1.
    case page(Int, size: Int = TimelineLanes.defaultPageSize)

    /// Lanes on a page unless another number is asked for.
    public static let defaultPageSize = 20
}
