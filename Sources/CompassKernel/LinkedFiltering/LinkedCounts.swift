/// What each filter of a page would show: counts under all *other* filters.
///
/// A chart of one dimension ignores the filter of that dimension, so that a reader sees what choosing another
/// value would give; searches restrict every chart. Method: the linked views of crossfilter. The value stands
/// alone: it keeps no table alive.
public struct LinkedCounts: Hashable, Sendable {
    /// The version of the JSON contract that `Codable` and the command line write.
    public static let schemaVersion = 1

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

extension LinkedCounts: Codable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, matchCount, platforms, sentiments, withoutSentiment, schools, withoutSchool
        case flagged, recruiting, activityByDay
    }

    /// Reads the form that ``encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`, also for another version of the contract.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let version = try container.decode(Int.self, forKey: .schemaVersion)
        guard version == Self.schemaVersion else {
            throw DecodingError.dataCorruptedError(
                forKey: .schemaVersion, in: container,
                debugDescription: "version \(version) of the counts; \(Self.schemaVersion) is supported")
        }
        self.init(
            matchCount: try container.decode(Int.self, forKey: .matchCount),
            platforms: try container.decode(PlatformCounts.self, forKey: .platforms),
            sentiments: try container.decode([SentimentShare].self, forKey: .sentiments),
            withoutSentiment: try container.decode(Int.self, forKey: .withoutSentiment),
            schools: try container.decode([SchoolActivity].self, forKey: .schools),
            withoutSchool: try container.decode(Int.self, forKey: .withoutSchool),
            flagged: try container.decode(ChoiceCounts.self, forKey: .flagged),
            recruiting: try container.decode(ChoiceCounts.self, forKey: .recruiting),
            activityByDay: try container.decode([DayActivity].self, forKey: .activityByDay))
    }

    /// Writes the same keys and values as ``json(layout:)`` does.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schemaVersion, forKey: .schemaVersion)
        try container.encode(matchCount, forKey: .matchCount)
        try container.encode(platforms, forKey: .platforms)
        try container.encode(sentiments, forKey: .sentiments)
        try container.encode(withoutSentiment, forKey: .withoutSentiment)
        try container.encode(schools, forKey: .schools)
        try container.encode(withoutSchool, forKey: .withoutSchool)
        try container.encode(flagged, forKey: .flagged)
        try container.encode(recruiting, forKey: .recruiting)
        try container.encode(activityByDay, forKey: .activityByDay)
    }
}
