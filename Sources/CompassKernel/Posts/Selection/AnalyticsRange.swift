/// The range of time that an analytics page covers.
///
/// A range of days reaches back from "now" by that many calendar days of the page's zone, at the same
/// time of day, and has no upper bound: a post dated in the future belongs to it.
public enum AnalyticsRange: Hashable, Sendable {
    /// The last `days` calendar days; 7, 30 and 90 are the page's buttons. The number is clamped to 0 and
    /// ``maximumDays``.
    case last(days: Int)
    /// All posts.
    case all

    /// The maximum number of days that a range or a chart covers: 10,000 years. Larger numbers are clamped to
    /// it.
    public static let maximumDays = 3_652_425

    /// The number of days, clamped to `0 ... maximumDays`; nil for all time.
    package var dayCount: Int? {
        switch self {
        case .last(let days): min(max(days, 0), AnalyticsRange.maximumDays)
        case .all: nil
        }
    }

    /// `"7"`, `"30"`, `"90"` … or `"all"`, as in the JSON output; the number is the clamped one, from 0 to
    /// ``maximumDays``.
    public var kind: String { dayCount.map(String.init) ?? "all" }

    /// The text of the page's button: `7 Days`, `1 Day` … or `All Time`.
    public var label: String { dayCount.map { $0 == 1 ? "1 Day" : "\($0) Days" } ?? "All Time" }
}

/// The number of days that the activity chart covers, at most ``AnalyticsRange/maximumDays``.
///
/// The chart never shows a day whose posts the page excludes: for a range of days it begins no earlier than
/// the day on which the range begins; if the filter has dates, it shows only its days within those dates,
/// possibly none.
public enum ChartDays: Hashable, Sendable {
    /// The days of the range, 30 for all time. For all time and a filter with dates, exactly the filter's
    /// days: from its first day, or that of the first matching post, to its last day, or today.
    case sameAsRange
    /// The last `count` calendar days, today included; none for a negative count.
    case last(Int)
    /// Every day from that of the first matching post to today.
    case every
}
