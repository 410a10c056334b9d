/// What each filter of a page would show: counts under all *other* filters.
///
/// A chart of one dimension ignores the filter of that dimension, so that a reader sees what choosing another
/// value would give; searches restrict every chart. Method: the linked views of crossfilter. The value stands
/// alone: it keeps no table alive.
public struct LinkedCounts: Hashable, Codable, Sendable {
    private var schemaVersion = SchemaVersion()
    /// Posts that pass all filters.
    public var matchCount: Int
    /// Posts on each platform, whatever platforms are chosen.
    public var platforms: PlatformCounts
    /// One row for each sentiment, whatever sentiments are chosen, in the order of ``Sentiment``'s cases.
    public var sentiments: [SentimentShare]
    /// Posts without a sentiment, whatever sentiments are chosen.
    public var withoutSentiment: Int
    /// Every school that has a post at all, in name order, with its posts whatever schools are chosen.
    public var schools: [SchoolActivity]
    /// Posts without a school, whatever schools are chosen.
    public var withoutSchool: Int
    /// Posts that are flagged for review or not, whatever is chosen.
    public var flagged: ChoiceCounts
    /// Posts that are related to recruiting or not, whatever is chosen.
    public var recruiting: ChoiceCounts
    /// One bar for each day, oldest first, whatever days are chosen.
    public var activityByDay: [DayActivity]

    /// Counts with the given parts, for previews and tests.
    public init(
        matchCount: Int, platforms: PlatformCounts, sentiments: [SentimentShare], withoutSentiment: Int,
        schools: [SchoolActivity], withoutSchool: Int, flagged: ChoiceCounts, recruiting: ChoiceCounts,
        activityByDay: [DayActivity]
    ) {
        self.matchCount = matchCount
        self.platforms = platforms
        self.sentiments = sentiments
        self.withoutSentiment = withoutSentiment
        self.schools = schools
        self.withoutSchool = withoutSchool
        self.flagged = flagged
        self.recruiting = recruiting
        self.activityByDay = activityByDay
    }
}

extension LinkedCounts: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: LinkedCounts?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONSchema.version)
        writer.member("matchCount", value?.matchCount)
        writer.member("platforms", value?.platforms)
        writer.list("sentiments", value?.sentiments)
        writer.member("withoutSentiment", value?.withoutSentiment)
        writer.list("schools", value?.schools)
        writer.member("withoutSchool", value?.withoutSchool)
        writer.member("flagged", value?.flagged)
        writer.member("recruiting", value?.recruiting)
        writer.list("activityByDay", value?.activityByDay)
    }

    /// About the bytes of the longest lists, and some for the rest.
    public var estimatedJSONByteCount: Int { 1_024 + schools.count * 120 + activityByDay.count * 80 }
}

/// Posts for which something is so, and posts for which it is not.
public struct ChoiceCounts: Hashable, Codable, Sendable {
    /// Posts for which it is so.
    public var yes: Int
    /// Posts for which it is not so.
    public var no: Int

    /// Counts of both.
    public init(yes: Int, no: Int) {
        self.yes = yes
        self.no = no
    }
}

extension ChoiceCounts: KeyedValue {
    /// Hands the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: ChoiceCounts?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("yes", value?.yes)
        writer.member("no", value?.no)
    }
}
