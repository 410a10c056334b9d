// Synthesized conformances leave out the keys of values that do not exist; the JSON contract has them as null.

extension SocialAnalyticsPage: Codable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, range, summary, sentiment, noSentimentData, platforms, activityByDay, topSchools
        case recentRecruitingPosts, previous, heatMap
    }

    /// Reads the form that ``encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`, also for another version of the contract.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try container.requireVersion(Self.schemaVersion, forKey: .schemaVersion)
        self.init(
            range: try container.decode(ResolvedRange.self, forKey: .range),
            summary: try container.decode(AnalyticsSummary.self, forKey: .summary),
            sentiment: try container.decode([SentimentShare].self, forKey: .sentiment),
            platforms: try container.decode(PlatformCounts.self, forKey: .platforms),
            activityByDay: try container.decode([DayActivity].self, forKey: .activityByDay),
            topSchools: try container.decode([SchoolActivity].self, forKey: .topSchools),
            recentRecruitingPosts: try container.decode(
                [RecruitingPost].self, forKey: .recentRecruitingPosts),
            previous: try container.decodeIfPresent(AnalyticsSummary.self, forKey: .previous))
    }

    /// Writes the same keys and values as ``json(layout:heatMap:)`` does without a heat map.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schemaVersion, forKey: .schemaVersion)
        try container.encode(range, forKey: .range)
        try container.encode(summary, forKey: .summary)
        try container.encode(sentiment, forKey: .sentiment)
        try container.encode(noSentimentData, forKey: .noSentimentData)
        try container.encode(platforms, forKey: .platforms)
        try container.encode(activityByDay, forKey: .activityByDay)
        try container.encode(topSchools, forKey: .topSchools)
        try container.encode(recentRecruitingPosts, forKey: .recentRecruitingPosts)
        try container.encode(previous, forKey: .previous)
        try container.encodeNil(forKey: .heatMap)
    }
}

extension ResolvedRange: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, from, days
    }

    /// Reads the form that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try container.decode(String.self, forKey: .kind),
            from: try container.decodeIfPresent(ZonedTimestamp.self, forKey: .from),
            days: try container.decodeIfPresent(Int.self, forKey: .days))
    }

    /// Writes every key; what all time does not have is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(from, forKey: .from)
        try container.encode(days, forKey: .days)
    }
}
