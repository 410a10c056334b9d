/// Which posts a page is about.
public enum BaselineRange: Hashable, Sendable {
    /// Those since the same wall-clock time so many calendar days ago; later ones than now belong to it too.
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

/// Which days the chart of a page shows; the last one is today.
public enum BaselineActivity: Hashable, Sendable {
    /// As many as the range has, 30 for all time.
    case sameAsRange
    /// So many.
    case days(Int)
    /// All since the first post of the range and filter.
    case every
}
