/// Everything that the Social Analytics page shows, for one range, filter, "now" and time zone.
///
/// The value stands alone: it keeps no table alive.
public struct SocialAnalyticsPage: Hashable, Codable, Sendable {
    private var schemaVersion = SchemaVersion()
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
    /// Posts of the range by weekday and hour; nil unless somebody has put them here.
    public var heatMap: HeatMap?

    /// A page with the given parts, for previews and tests.
    public init(
        range: ResolvedRange, summary: AnalyticsSummary, sentiment: [SentimentShare],
        platforms: PlatformCounts, activityByDay: [DayActivity], topSchools: [SchoolActivity],
        recentRecruitingPosts: [RecruitingPost], previous: AnalyticsSummary? = nil,
        heatMap: HeatMap? = nil
    ) {
        self.range = range
        self.summary = summary
        self.sentiment = sentiment
        self.platforms = platforms
        self.activityByDay = activityByDay
        self.topSchools = topSchools
        self.recentRecruitingPosts = recentRecruitingPosts
        self.previous = previous
        self.heatMap = heatMap
    }

    /// True when no post of the range has a sentiment, so that the sentiment chart has nothing to show.
    public var noSentimentData: Bool { summary.analyzedPosts == 0 }
}

extension SocialAnalyticsPage: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(
        of value: SocialAnalyticsPage?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.schemaVersion(JSONSchema.version)
        writer.member("range", value?.range)
        writer.member("summary", value?.summary)
        writer.list("sentiment", value?.sentiment)
        writer.member("noSentimentData", value?.noSentimentData)
        writer.member("platforms", value?.platforms)
        writer.list("activityByDay", value?.activityByDay)
        writer.list("topSchools", value?.topSchools)
        writer.list("recentRecruitingPosts", value?.recentRecruitingPosts)
        writer.member("previous", value?.previous)
        writer.member("heatMap", value?.heatMap)
    }

    /// About the bytes of the longest lists, and some for the rest.
    public var estimatedJSONByteCount: Int { 4_096 + activityByDay.count * 80 }
}

/// A range of the page after "now" and the zone have been applied.
public struct ResolvedRange: Hashable, Codable, Sendable {
    /// `"7"`, `"30"`, `"90"` … or `"all"`.
    public var kind: String
    /// The first instant that belongs to the range; nil for all time.
    public var from: ZonedTimestamp?
    /// The number of calendar days; nil for all time.
    public var days: Int?

    /// A range with the given parts; neither a start nor days for all time.
    public init(kind: String, from: ZonedTimestamp? = nil, days: Int? = nil) {
        self.kind = kind
        self.from = from
        self.days = days
    }
}

extension ResolvedRange: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(
        of value: ResolvedRange?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("kind", value?.kind)
        writer.member("from", value?.from)
        writer.member("days", value?.days)
    }
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

    /// A summary with the given counts and percentages, which are taken as they are.
    public init(
        totalPosts: Int, recruitingPosts: Int, recruitingPercentage: Int, positivePosts: Int,
        positivePercentage: Int, analyzedPosts: Int, activeSchools: Int
    ) {
        self.totalPosts = totalPosts
        self.recruitingPosts = recruitingPosts
        self.recruitingPercentage = recruitingPercentage
        self.positivePosts = positivePosts
        self.positivePercentage = positivePercentage
        self.analyzedPosts = analyzedPosts
        self.activeSchools = activeSchools
    }

    /// The exact share of recruiting posts, from 0 to 1; 0 when there are no posts.
    public var recruitingFraction: Double {
        totalPosts == 0 ? 0 : Double(recruitingPosts) / Double(totalPosts)
    }

    /// The exact share of positive posts among those with a sentiment, from 0 to 1; 0 when there are none.
    public var positiveFraction: Double {
        analyzedPosts == 0 ? 0 : Double(positivePosts) / Double(analyzedPosts)
    }
}

extension AnalyticsSummary: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(
        of value: AnalyticsSummary?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("totalPosts", value?.totalPosts)
        writer.member("recruitingPosts", value?.recruitingPosts)
        writer.member("recruitingPercentage", value?.recruitingPercentage)
        writer.member("positivePosts", value?.positivePosts)
        writer.member("positivePercentage", value?.positivePercentage)
        writer.member("analyzedPosts", value?.analyzedPosts)
        writer.member("activeSchools", value?.activeSchools)
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

    /// A row with the given count and percentage; `label` is the sentiment's own unless given.
    public init(type: Sentiment, label: String? = nil, count: Int, percentage: Double) {
        self.type = type
        self.label = label ?? type.label
        self.count = count
        self.percentage = percentage
    }
}

extension SentimentShare: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(
        of value: SentimentShare?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("type", value?.type)
        writer.member("label", value?.label)
        writer.member("count", value?.count)
        writer.member("percentage", value?.percentage)
    }
}

/// Posts on each platform.
public struct PlatformCounts: Hashable, Codable, Sendable {
    /// Posts on Twitter.
    public var twitter: Int
    /// Posts on Instagram.
    public var instagram: Int

    /// Counts of posts on each platform.
    public init(twitter: Int, instagram: Int) {
        self.twitter = twitter
        self.instagram = instagram
    }
}

extension PlatformCounts: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(
        of value: PlatformCounts?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("twitter", value?.twitter)
        writer.member("instagram", value?.instagram)
    }
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

    /// A bar of the given count and height; `label` is the day's own unless given.
    public init(date: CivilDate, label: String? = nil, count: Int, height: Double) {
        self.date = date
        self.label = label ?? date.label
        self.count = count
        self.height = height
    }
}

extension DayActivity: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: DayActivity?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("date", value?.date)
        writer.member("label", value?.label)
        writer.member("count", value?.count)
        writer.member("height", value?.height)
    }
}

/// One row of the list of most active schools.
public struct SchoolActivity: Identifiable, Codable, Sendable {
    /// The school's id.
    public var id: String
    /// Its name in the directory, else "Unknown School".
    public var name: String
    /// Its posts in the range.
    public var postCount: Int

    /// A row with the given id, name and count.
    public init(id: String, name: String, postCount: Int) {
        self.id = id
        self.name = name
        self.postCount = postCount
    }
}

extension SchoolActivity: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(
        of value: SchoolActivity?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("id", value?.id)
        writer.member("name", value?.name)
        writer.member("postCount", value?.postCount)
    }
}

/// One row of the list of recent recruiting posts.
public struct RecruitingPost: Identifiable, Codable, Sendable {
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

    /// A row with the given parts; nil for what the post does not have.
    public init(
        id: String, platform: Platform, authorHandle: String? = nil, authorName: String? = nil,
        postDate: ZonedTimestamp, postContent: String? = nil, schoolId: String? = nil
    ) {
        self.id = id
        self.platform = platform
        self.authorHandle = authorHandle
        self.authorName = authorName
        self.postDate = postDate
        self.postContent = postContent
        self.schoolId = schoolId
    }
}

extension RecruitingPost: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(
        of value: RecruitingPost?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("id", value?.id)
        writer.member("platform", value?.platform)
        writer.member("authorHandle", value?.authorHandle)
        writer.member("authorName", value?.authorName)
        writer.member("postDate", value?.postDate)
        writer.member("postContent", value?.postContent)
        writer.member("schoolId", value?.schoolId)
    }
}
