/// The range of the posts that a page shows.
public enum BaselineRange: Hashable, Sendable {
    /// Posts since the same local time so many calendar days ago; posts in the future are included.
    case days(Int)
    /// Every post.
    case all

    /// The range's name: its days, or "all".
    public var kind: String {
        days.map(String.init) ?? "all"
    }

    /// The calendar days of the range, nil for all time.
    public var days: Int? {
        switch self {
        case .days(let days): days
        case .all: nil
        }
    }
}

/// The days that the chart of a page shows; the last one is today.
public enum BaselineActivity: Hashable, Sendable {
    /// As many days as the range has, 30 for all time.
    case sameAsRange
    /// A number of days.
    case days(Int)
    /// All days since the first post of the range and filter.
    case every
}
