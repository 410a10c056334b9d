/// The stretch of time that an analytics page looks at.
///
/// A range of days reaches back from "now" by that many calendar days of the page's zone, at the same
/// time of day, and has no upper bound: a post dated in the future belongs to it.
public enum AnalyticsRange: Hashable, Sendable {
    /// The last `days` calendar days; 7, 30 and 90 are the page's buttons, a negative number counts as 0,
    /// one above ``maximumDays`` as that.
    case last(days: Int)
    /// All posts.
    case all

    /// The most days that a range or a chart covers: 10,000 years. More are cut to it.
    public static let maximumDays = 3_652_425

    /// The number of days, cut to `0 ... maximumDays`; nil for all time.
    var dayCount: Int? {
        switch self {
        case .last(let days): min(max(days, 0), AnalyticsRange.maximumDays)
        case .all: nil
        }
    }

    /// `"7"`, `"30"`, `"90"` … or `"all"`, as in the JSON answers; the number is the one that the range
    /// covers, 0 to ``maximumDays``.
    public var kind: String { dayCount.map(String.init) ?? "all" }
}

/// How many days the activity chart covers, at most ``AnalyticsRange/maximumDays``.
///
/// The chart never shows a day whose posts the page leaves out: under a range of days it begins no earlier than the
/// day on which the range begins, and where the filter has dates it shows those of its days that are among them,
/// perhaps none.
public enum ActivityDays: Hashable, Sendable {
    /// As many days as the range has, 30 for all time. For all time and a filter with dates exactly its days: from
    /// its first one, or that of the first matching post, to its last one, or today.
    case sameAsRange
    /// The last `count` calendar days, today included; none for a negative count.
    case last(Int)
    /// Every day from that of the first matching post to today.
    case every
}
