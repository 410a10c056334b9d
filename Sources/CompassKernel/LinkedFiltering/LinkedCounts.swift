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
    public static func writeMembers(
        of counts: LinkedCounts?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.schemaVersion(JSONContract.version)
        writer.member("matchCount", counts?.matchCount)
        writer.member("platforms", counts?.platforms)
        writer.list("sentiments", counts?.sentiments)
        writer.member("withoutSentiment", counts?.withoutSentiment)
        writer.list("schools", counts?.schools)
        writer.member("withoutSchool", counts?.withoutSchool)
        writer.member("flagged", counts?.flagged)
        writer.member("recruiting", counts?.recruiting)
        writer.list("activityByDay", counts?.activityByDay)
    }

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
    public static func writeMembers(
        of counts: ChoiceCounts?, to writer: inout some MemberWriter & ~Copyable
    ) {
        writer.member("yes", counts?.yes)
        writer.member("no", counts?.no)
    }
}
