/// Everything that the Social Analytics page shows, for one range, filter, "now" and time zone.
///
/// The value stands alone: it keeps no table alive. Its `Codable` form has the keys of the JSON contract
/// (version ``SocialAnalyticsPage/schemaVersion``); a value that does not exist is encoded as `null`.
public struct SocialAnalyticsPage: Hashable, Sendable {
    /// The version of the JSON contract that ``Codable`` and the command line write.
    public static let schemaVersion = 1

    /// The range that was asked for, resolved against "now".
    public var range: ResolvedRange
    /// The four cards at the top.
    public var summary: AnalyticsSummary
    /// One row for each sentiment, in the order of ``Sentiment``'s cases.
    public var sentiment: [SentimentShare]
    /// The number of posts on each platform.
    public var platforms: PlatformCounts
    /// One bar for each day, oldest first.
    public var activityByDay: [DayActivity]
    /// The schools with most posts, most first; ties by name order, then id.
    public var topSchools: [SchoolActivity]
    /// The newest posts that are related to recruiting, newest first.
    public var recentRecruitingPosts: [RecruitingPost]
    /// The summary of the equally long period before the range; nil unless asked for, and for all time.
    public var previous: AnalyticsSummary?

    /// True when no post of the range has a sentiment, so that the sentiment chart has nothing to show.
    public var noSentimentData: Bool { summary.analyzedPosts == 0 }
}

/// A range of the page after "now" and the zone have been applied.
public struct ResolvedRange: Hashable, Sendable {
    /// `"7"`, `"30"`, `"90"` … or `"all"`.
    public var kind: String
    /// The first instant that belongs to the range; nil for all time.
    public var from: ZonedTimestamp?
    /// The number of calendar days; nil for all time.
    public var days: Int?
}

/// Counts and shares of the posts in a range.
public struct AnalyticsSummary: Hashable, Codable, Sendable {
    /// Posts in the range.
    public var totalPosts: Int
    /// Posts that are related to recruiting.
    public var recruitingPosts: Int
    /// ``recruitingPosts`` in percent of ``totalPosts``, rounded half up; 0 when there are no posts.
    public var recruitingPercentage: Int
    /// Posts that are positive or very positive.
    public var positivePosts: Int
    /// ``positivePosts`` in percent of ``analyzedPosts``, rounded half up; 0 when there are none.
    public var positivePercentage: Int
    /// Posts that have a sentiment.
    public var analyzedPosts: Int
    /// Distinct schools with at least one post.
    public var activeSchools: Int

    /// The exact share of recruiting posts, from 0 to 1; 0 when there are no posts.
    public var recruitingFraction: Double {
        totalPosts == 0 ? 0 : Double(recruitingPosts) / Double(totalPosts)
    }

    /// The exact share of positive posts among those with a sentiment, from 0 to 1; 0 when there are none.
    public var positiveFraction: Double {
        analyzedPosts == 0 ? 0 : Double(positivePosts) / Double(analyzedPosts)
    }
}

/// One row of the sentiment chart.
public struct SentimentShare: Hashable, Codable, Sendable {
    /// The sentiment that the row counts.
    public var type: Sentiment
    /// Its name on the page.
    public var label: String
    /// Posts with this sentiment.
    public var count: Int
    /// ``count`` in percent of the posts with a sentiment; 0 when there are none.
    public var percentage: Double
}

/// Posts on each platform.
public struct PlatformCounts: Hashable, Codable, Sendable {
    /// Posts on Twitter.
    public var twitter: Int
    /// Posts on Instagram.
    public var instagram: Int
}

/// One bar of the activity chart.
public struct DayActivity: Hashable, Codable, Sendable {
    /// The calendar day in the page's zone.
    public var date: CivilDate
    /// The day as the axis shows it, `Feb 3`.
    public var label: String
    /// Posts of the range and filter on that day.
    public var count: Int
    /// 100 · ``count`` ÷ the largest count of the chart (at least 1).
    public var height: Double
}

/// One row of the list of most active schools.
public struct SchoolActivity: Hashable, Codable, Sendable {
    /// The school's id.
    public var id: String
    /// Its name in the directory, else "Unknown School".
    public var name: String
    /// Its posts in the range.
    public var postCount: Int
}

/// One row of the list of recent recruiting posts.
public struct RecruitingPost: Hashable, Sendable {
    /// The post's id.
    public var id: String
    /// Where it was published.
    public var platform: Platform
    /// The author's handle, such as `@coachsmith`.
    public var authorHandle: String?
    /// The author's name.
    public var authorName: String?
    /// When it was published, with the page zone's offset.
    public var postDate: ZonedTimestamp
    /// The post's text.
    public var postContent: String?
    /// The id of the school that it belongs to.
    public var schoolId: String?
}
