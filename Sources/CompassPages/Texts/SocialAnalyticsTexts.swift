import CompassKernel

/// The texts of Social Analytics.
public struct SocialAnalyticsTexts: Codable, Hashable, Sendable {
    // MARK: Page

    /// The page's title.
    public var title = "Social Analytics"

    /// The line below the title.
    public var subtitle = "Trends and insights from coach and program social media"

    /// The page's short name: its tab, and the feed's button that opens it.
    public var tab = "Analytics"

    /// The banner when the posts cannot be loaded.
    public var loadFailed = "Unable to load analytics. Check your connection."

    /// Read aloud for the row of ranges; not visible.
    public var timeRange = "Time Range"

    /// A choice of the range.
    public var last7Days = AnalyticsRange.last(days: 7).label

    /// A choice of the range.
    public var last30Days = AnalyticsRange.last(days: 30).label

    /// A choice of the range.
    public var last90Days = AnalyticsRange.last(days: 90).label

    /// A choice of the range.
    public var allTime = AnalyticsRange.all.label

    // MARK: Cards

    /// The second card.
    public var recruitingPosts = "Recruiting Posts"

    /// The third card.
    public var positiveSentiment = "Positive Sentiment"

    /// The fourth card.
    public var activeSchools = "Active Schools"

    /// The subtitle of the second and third card. Placeholders: `percentage`.
    public var percentage: TextTemplate = "{percentage}%"

    // MARK: Charts

    /// The title of the chart of sentiments.
    public var sentimentDistribution = "Sentiment Distribution"

    /// The title of the chart of platforms.
    public var platformDistribution = "Platform Distribution"

    /// The title of the chart of days.
    public var activityByDay = "Activity by Day"

    /// The tooltip of a day's bar. Placeholders: `date`, `count`.
    public var dayTooltip = PluralText(one: "{date}: {count} post", other: "{date}: {count} posts")

    /// The title of the list of schools.
    public var mostActiveSchools = "Most Active Schools"

    /// The title of the list of posts.
    public var recentRecruitingPosts = "Recent Recruiting Posts"

    /// The link from the list of posts to the feed.
    public var viewAll = "View All →"

    // MARK: Nothing to show

    /// The icon when no post is in the range.
    public var emptyIcon = "📊"

    /// The heading when no post is in the range.
    public var emptyTitle = "No posts in selected period"

    /// The line below the heading; not for All Time.
    public var emptySubtitle = "Try selecting a longer time range"

    /// In place of each chart without data.
    public var noData = "No data available"

    /// In place of the chart of sentiments when no post has one.
    public var noSentimentData = "No sentiment data available"

    // MARK: Read aloud

    /// Read aloud for the chart of sentiments, before its rows.
    public var sentimentChartAloud = "Sentiment distribution chart."

    /// Read aloud for a row of the chart of sentiments. Placeholders: `sentiment`, `count`, `percentage`.
    public var sentimentAloud = PluralText(
        one: "{sentiment}: {count} post, {percentage} percent.",
        other: "{sentiment}: {count} posts, {percentage} percent.")

    /// Read aloud for the chart of platforms, before its columns.
    public var platformChartAloud = "Platform distribution chart."

    /// Read aloud for a column of the chart of platforms. Placeholders: `platform`, `count`.
    public var platformAloud = PluralText(
        one: "{platform}: {count} post.",
        other: "{platform}: {count} posts.")

    /// Read aloud for the chart of days, before its bars.
    public var dayChartAloud = "Activity by day chart."

    /// Read aloud for a bar of the chart of days. Placeholders: `date`, `count`.
    public var dayAloud = PluralText(one: "{date}: {count} post.", other: "{date}: {count} posts.")

    /// Read aloud for a row of the list of schools. Placeholders: `rank`, `school`, `count`.
    public var schoolAloud = PluralText(
        one: "Rank {rank}. {school}. {count} post.",
        other: "Rank {rank}. {school}. {count} posts.")

    /// Creates the English texts.
    public init() {}

    /// Reads the texts of a translation; those that it lacks are English.
    ///
    /// - Throws: `DecodingError` if a text is not of its kind.
    public init(from decoder: any Decoder) throws {
        self.init()
        let texts = try decoder.container(keyedBy: CodingKeys.self)
        try texts.read(.title, into: &title)
        try texts.read(.subtitle, into: &subtitle)
        try texts.read(.tab, into: &tab)
        try texts.read(.loadFailed, into: &loadFailed)
        try texts.read(.timeRange, into: &timeRange)
        try texts.read(.last7Days, into: &last7Days)
        try texts.read(.last30Days, into: &last30Days)
        try texts.read(.last90Days, into: &last90Days)
        try texts.read(.allTime, into: &allTime)
        try texts.read(.recruitingPosts, into: &recruitingPosts)
        try texts.read(.positiveSentiment, into: &positiveSentiment)
        try texts.read(.activeSchools, into: &activeSchools)
        try texts.read(.percentage, into: &percentage)
        try texts.read(.sentimentDistribution, into: &sentimentDistribution)
        try texts.read(.platformDistribution, into: &platformDistribution)
        try texts.read(.activityByDay, into: &activityByDay)
        try texts.read(.dayTooltip, into: &dayTooltip)
        try texts.read(.mostActiveSchools, into: &mostActiveSchools)
        try texts.read(.recentRecruitingPosts, into: &recentRecruitingPosts)
        try texts.read(.viewAll, into: &viewAll)
        try texts.read(.emptyIcon, into: &emptyIcon)
        try texts.read(.emptyTitle, into: &emptyTitle)
        try texts.read(.emptySubtitle, into: &emptySubtitle)
        try texts.read(.noData, into: &noData)
        try texts.read(.noSentimentData, into: &noSentimentData)
        try texts.read(.sentimentChartAloud, into: &sentimentChartAloud)
        try texts.read(.sentimentAloud, into: &sentimentAloud)
        try texts.read(.platformChartAloud, into: &platformChartAloud)
        try texts.read(.platformAloud, into: &platformAloud)
        try texts.read(.dayChartAloud, into: &dayChartAloud)
        try texts.read(.dayAloud, into: &dayAloud)
        try texts.read(.schoolAloud, into: &schoolAloud)
    }
}

extension SocialAnalyticsTexts {
    /// Returns the name of a range; of another number of days than the page's buttons have, it is the kernel's.
    public func label(of range: AnalyticsRange) -> String {
        switch range {
        case .last(days: 7): last7Days
        case .last(days: 30): last30Days
        case .last(days: 90): last90Days
        case .last: range.label
        case .all: allTime
        }
    }

    /// Returns what is read aloud for the chart of sentiments, from the top.
    public func sentimentChartAloud(
        _ rows: [(sentiment: String, count: Int, percentage: String)]
    ) -> String {
        sentences(
            sentimentChartAloud,
            rows.map {
                sentimentAloud.text(
                    count: $0.count, ["sentiment": $0.sentiment, "percentage": $0.percentage])
            })
    }

    /// Returns what is read aloud for the chart of platforms, from the left.
    public func platformChartAloud(_ columns: [(platform: String, count: Int)]) -> String {
        sentences(
            platformChartAloud, columns.map { platformAloud.text(count: $0.count, ["platform": $0.platform]) }
        )
    }

    /// Returns what is read aloud for the chart of days, from the left.
    public func dayChartAloud(_ bars: [(date: String, count: Int)]) -> String {
        sentences(dayChartAloud, bars.map { dayAloud.text(count: $0.count, ["date": $0.date]) })
    }

    /// Returns what is read aloud for a row of the list of schools.
    public func schoolAloud(rank: Int, school: String, count: Int) -> String {
        schoolAloud.text(count: count, ["rank": "\(rank)", "school": school])
    }

    private func sentences(_ title: String, _ rows: [String]) -> String {
        ([title] + rows).joined(separator: " ")
    }
}
