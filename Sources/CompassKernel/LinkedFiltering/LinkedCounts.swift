/// The results that each filter of a page would have: counts under all *other* filters.
///
/// The chart of a dimension ignores the filter of that dimension, so that it shows what choosing another
/// value would give; searches restrict every chart. Method: the linked views of crossfilter. The value is
/// self-contained: it does not keep any table alive.
public struct LinkedCounts: Hashable, Decodable, KeyedValue {
    private var schemaVersion = SchemaVersion()
    /// Posts that pass all filters.
    public var matchCount: Int
    /// The number of posts on each platform, regardless of the platform filter.
    public var platforms: PlatformCounts
    /// One row for each sentiment, regardless of the sentiment filter, in the order of ``Sentiment``'s cases.
    public var sentiments: [SentimentShare]
    /// The number of posts without a sentiment, regardless of the sentiment filter.
    public var withoutSentiment: Int
    /// Every school with at least one post, in name order, with its number of posts regardless of the school
    /// filter.
    public var schools: NamedPostCounts
    /// The number of posts without a school, regardless of the school filter.
    public var withoutSchool: Int
    /// Every coach with at least one post, in name order, with its number of posts regardless of the coach
    /// filter.
    public var coaches: NamedPostCounts
    /// The number of posts without a coach, regardless of the coach filter.
    public var withoutCoach: Int
    /// The numbers of posts that are flagged for review and not, regardless of that filter.
    public var flagged: ChoiceCounts
    /// The numbers of posts that are related to recruiting and not, regardless of that filter.
    public var recruiting: ChoiceCounts
    /// One bar for each day, oldest first, regardless of the date filter.
    public var activityByDay: [DailyPostCount]

    /// Creates counts with the given parts, for previews and tests.
    public init(
        matchCount: Int, platforms: PlatformCounts, sentiments: [SentimentShare], withoutSentiment: Int,
        schools: NamedPostCounts, withoutSchool: Int, coaches: NamedPostCounts = [],
        withoutCoach: Int = 0, flagged: ChoiceCounts, recruiting: ChoiceCounts,
        activityByDay: [DailyPostCount]
    ) {
        self.matchCount = matchCount
        self.platforms = platforms
        self.sentiments = sentiments
        self.withoutSentiment = withoutSentiment
        self.schools = schools
        self.withoutSchool = withoutSchool
        self.coaches = coaches
        self.withoutCoach = withoutCoach
        self.flagged = flagged
        self.recruiting = recruiting
        self.activityByDay = activityByDay
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("matchCount", value?.matchCount)
        writer.member("platforms", value?.platforms)
        writer.list("sentiments", value?.sentiments)
        writer.member("withoutSentiment", value?.withoutSentiment)
        writer.list("schools", value?.schools)
        writer.member("withoutSchool", value?.withoutSchool)
        writer.list("coaches", value?.coaches)
        writer.member("withoutCoach", value?.withoutCoach)
        writer.member("flagged", value?.flagged)
        writer.member("recruiting", value?.recruiting)
        writer.list("activityByDay", value?.activityByDay)
    }

    /// An estimate based on the longest lists, plus a constant for the rest.
    public var estimatedJSONByteCount: Int {
        1_024 + (schools.count + coaches.count) * 120 + activityByDay.count * 80
    }
}

/// The numbers of posts that meet a condition and that do not.
public struct ChoiceCounts: Hashable, Decodable, KeyedValue {
    /// The number of posts that meet the condition.
    public var yes: Int
    /// The number of posts that do not meet the condition.
    public var no: Int

    /// Creates a pair of counts.
    public init(yes: Int, no: Int) {
        self.yes = yes
        self.no = no
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("yes", value?.yes)
        writer.member("no", value?.no)
    }
}
