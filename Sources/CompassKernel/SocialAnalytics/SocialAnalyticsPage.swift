/// The contents of the Social Analytics page for one range, filter, "now" and time zone.
///
/// The value is self-contained: it does not keep any table alive.
public struct SocialAnalyticsPage: Hashable, Decodable, KeyedValue {
    // `Optional<…>`, not `…?`: the optimizer would copy the whole page (see CONTRIBUTING.md).

    private var schemaVersion = SchemaVersion()
    /// The requested range, resolved against "now".
    public var range: ResolvedRange
    /// The four cards at the top.
    public var summary: AnalyticsSummary
    /// One row for each sentiment, in the order of ``Sentiment``'s cases.
    public var sentiment: [SentimentShare]
    /// The number of posts on each platform.
    public var platforms: PlatformCounts
    /// One bar for each day, oldest first.
    public var activityByDay: [DailyPostCount]
    /// The schools with the most posts, most first; ties by name order, then id.
    public var topSchools: [NamedPostCount]
    /// The coaches with the most posts, most first; ties by name order, then id.
    public var topCoaches: [NamedPostCount]
    /// The newest posts that are related to recruiting, newest first.
    public var recentRecruitingPosts: [RecruitingPost]
    /// The summary of the equally long period before the range; nil unless requested, and nil for all time.
    public var previous: Optional<AnalyticsSummary>
    /// The number of posts of the range by weekday and hour; nil unless requested.
    public var heatMap: Optional<HeatMap>

    /// Creates a page with the given parts, for previews and tests.
    public init(
        range: ResolvedRange, summary: AnalyticsSummary, sentiment: [SentimentShare],
        platforms: PlatformCounts, activityByDay: [DailyPostCount], topSchools: [NamedPostCount],
        topCoaches: [NamedPostCount] = [], recentRecruitingPosts: [RecruitingPost],
        previous: AnalyticsSummary? = nil, heatMap: HeatMap? = nil
    ) {
        self.range = range
        self.summary = summary
        self.sentiment = sentiment
        self.platforms = platforms
        self.activityByDay = activityByDay
        self.topSchools = topSchools
        self.topCoaches = topCoaches
        self.recentRecruitingPosts = recentRecruitingPosts
        self.previous = previous
        self.heatMap = heatMap
    }

    /// Whether no post of the range has a sentiment, so that the sentiment chart is empty.
    public var noSentimentData: Bool { summary.analyzedPosts == 0 }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("range", value?.range)
        writer.member("summary", value?.summary)
        writer.list("sentiment", value?.sentiment)
        writer.member("noSentimentData", value?.noSentimentData)
        writer.member("platforms", value?.platforms)
        writer.list("activityByDay", value?.activityByDay)
        writer.list("topSchools", value?.topSchools)
        writer.list("topCoaches", value?.topCoaches)
        writer.list("recentRecruitingPosts", value?.recentRecruitingPosts)
        writer.member("previous", value?.previous)
        writer.member("heatMap", value?.heatMap)
    }

    /// An estimate based on the longest list, plus a constant for the rest.
    public var estimatedJSONByteCount: Int { 4_096 + activityByDay.count * 80 }
}

/// A range of the page, resolved against "now" and the zone.
public struct ResolvedRange: Hashable, Decodable, KeyedValue {
    // `Optional<…>`, not `…?`: see CONTRIBUTING.md.

    /// `"7"`, `"30"`, `"90"` … or `"all"`.
    public var kind: String
    /// The first instant of the range; nil for all time.
    public var from: Optional<ZonedTimestamp>
    /// The number of calendar days; nil for all time.
    public var days: Optional<Int>

    /// Creates a range with the given parts; all time has neither a start nor days.
    public init(kind: String, from: ZonedTimestamp? = nil, days: Int? = nil) {
        self.kind = kind
        self.from = from
        self.days = days
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("kind", value?.kind)
        writer.member("from", value?.from)
        writer.member("days", value?.days)
    }
}

/// Counts and shares of the posts in a range.
public struct AnalyticsSummary: Hashable, Decodable, KeyedValue {
    /// The number of posts in the range.
    public var totalPosts: Int
    /// The number of posts that are related to recruiting.
    public var recruitingPosts: Int
    /// ``recruitingPosts`` as a percentage of ``totalPosts``, rounded half up; 0 if there are no posts.
    public var recruitingPercentage: Int
    /// The number of posts that are positive or very positive.
    public var positivePosts: Int
    /// ``positivePosts`` as a percentage of ``analyzedPosts``, rounded half up; 0 if there are none.
    public var positivePercentage: Int
    /// The number of posts that have a sentiment.
    public var analyzedPosts: Int
    /// The number of distinct schools with at least one post.
    public var activeSchools: Int

    /// Creates a summary with the given counts and percentages, which are not checked.
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

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
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
public struct SentimentShare: Hashable, Decodable, KeyedValue {
    /// The sentiment that the row counts.
    public var type: Sentiment
    /// Its name on the page.
    public var label: String
    /// The number of posts with this sentiment.
    public var count: Int
    /// ``count`` as a percentage of the posts with a sentiment; 0 if there are none.
    public var percentage: Double

    /// Creates a row with the given count and percentage; `label` defaults to that of the sentiment.
    public init(type: Sentiment, label: String? = nil, count: Int, percentage: Double) {
        self.type = type
        self.label = label ?? type.label
        self.count = count
        self.percentage = percentage
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("type", value?.type)
        writer.member("label", value?.label)
        writer.member("count", value?.count)
        writer.member("percentage", value?.percentage)
    }
}

/// The number of posts on each platform.
public struct PlatformCounts: Hashable, Decodable, KeyedValue {
    /// The number of posts on Twitter.
    public var twitter: Int
    /// The number of posts on Instagram.
    public var instagram: Int

    /// Creates counts of posts on each platform.
    public init(twitter: Int, instagram: Int) {
        self.twitter = twitter
        self.instagram = instagram
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("twitter", value?.twitter)
        writer.member("instagram", value?.instagram)
    }
}

/// One bar of the activity chart.
public struct DailyPostCount: Hashable, Decodable, KeyedValue {
    /// The calendar day in the page's zone.
    public var date: CivilDate
    /// The day as the axis shows it, `Feb 3`.
    public var label: String
    /// The number of posts of the range and filter on that day.
    public var count: Int
    /// 100 · ``count`` ÷ the largest count of the chart (at least 1).
    public var height: Double

    /// Creates a bar of the given count and height; `label` defaults to that of the day.
    public init(date: CivilDate, label: String? = nil, count: Int, height: Double) {
        self.date = date
        self.label = label ?? date.label
        self.count = count
        self.height = height
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("date", value?.date)
        writer.member("label", value?.label)
        writer.member("count", value?.count)
        writer.member("height", value?.height)
    }
}

/// A school or a coach with a number of posts.
public struct NamedPostCount: Identifiable, Decodable, JSONEquatable {
    /// The id of the school or the coach.
    public var id: String
    /// The name in the table of schools or of coaches, otherwise "Unknown School" or "Unknown Coach".
    public var name: String
    /// The number of posts.
    public var postCount: Int

    /// Creates a row with the given id, name and count.
    public init(id: String, name: String, postCount: Int) {
        self.id = id
        self.name = name
        self.postCount = postCount
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("id", value?.id)
        writer.member("name", value?.name)
        writer.member("postCount", value?.postCount)
    }

    /// Returns whether both have the same JSON, which is not written for it.
    public static func == (left: NamedPostCount, right: NamedPostCount) -> Bool {
        left.postCount == right.postCount && ByteText(left.id) == ByteText(right.id)
            && ByteText(left.name) == ByteText(right.name)
    }

    /// Hashes the id and the number of posts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteText(id))
        hasher.combine(postCount)
    }
}

/// One row of the list of recent recruiting posts.
public struct RecruitingPost: Identifiable, Decodable, JSONEquatable {
    // `Optional<…>`, not `…?`: the optimizer would copy each post that is made (see CONTRIBUTING.md).

    /// The post's id.
    public var id: String
    /// The platform on which it was published.
    public var platform: Platform
    /// The author's handle, such as `@coachsmith`.
    public var authorHandle: Optional<String>
    /// The author's name.
    public var authorName: Optional<String>
    /// The time of publication, with the offset of the page's time zone.
    public var postDate: ZonedTimestamp
    /// The post's text.
    public var postContent: Optional<String>
    /// The id of the school that it belongs to.
    public var schoolID: Optional<String>

    private enum CodingKeys: String, CodingKey {
        case id, platform, authorHandle, authorName, postDate, postContent
        case schoolID = "schoolId"
    }

    /// Creates a row with the given parts; nil for missing ones.
    public init(
        id: String, platform: Platform, authorHandle: String? = nil, authorName: String? = nil,
        postDate: ZonedTimestamp, postContent: String? = nil, schoolID: String? = nil
    ) {
        self.id = id
        self.platform = platform
        self.authorHandle = authorHandle
        self.authorName = authorName
        self.postDate = postDate
        self.postContent = postContent
        self.schoolID = schoolID
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("id", value?.id)
        writer.member("platform", value?.platform)
        writer.member("authorHandle", value?.authorHandle)
        writer.member("authorName", value?.authorName)
        writer.member("postDate", value?.postDate)
        writer.member("postContent", value?.postContent)
        writer.member("schoolId", value?.schoolID)
    }
}
