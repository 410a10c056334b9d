extension FeedPost: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, coachId, schoolId, schoolName, platform, postUrl, postContent, postDate, relativeDate
        case authorHandle, authorName, isRecruitingRelated, flaggedForReview, sentiment, notes, highlights
    }

    /// Reads the form that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            coachId: try container.decodeIfPresent(String.self, forKey: .coachId),
            schoolId: try container.decodeIfPresent(String.self, forKey: .schoolId),
            schoolName: try container.decodeIfPresent(String.self, forKey: .schoolName),
            platform: try container.decode(Platform.self, forKey: .platform),
            postUrl: try container.decodeIfPresent(String.self, forKey: .postUrl),
            postContent: try container.decodeIfPresent(String.self, forKey: .postContent),
            postDate: try container.decode(ZonedTimestamp.self, forKey: .postDate),
            relativeDate: try container.decode(String.self, forKey: .relativeDate),
            authorHandle: try container.decodeIfPresent(String.self, forKey: .authorHandle),
            authorName: try container.decodeIfPresent(String.self, forKey: .authorName),
            isRecruitingRelated: try container.decode(Bool.self, forKey: .isRecruitingRelated),
            flaggedForReview: try container.decode(Bool.self, forKey: .flaggedForReview),
            sentiment: try container.decodeIfPresent(Sentiment.self, forKey: .sentiment),
            notes: try container.decodeIfPresent(String.self, forKey: .notes),
            highlights: try container.decodeIfPresent(FeedHighlights.self, forKey: .highlights))
    }

    /// Writes every key; what the post does not have is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(coachId, forKey: .coachId)
        try container.encode(schoolId, forKey: .schoolId)
        try container.encode(schoolName, forKey: .schoolName)
        try container.encode(platform, forKey: .platform)
        try container.encode(postUrl, forKey: .postUrl)
        try container.encode(postContent, forKey: .postContent)
        try container.encode(postDate, forKey: .postDate)
        try container.encode(relativeDate, forKey: .relativeDate)
        try container.encode(authorHandle, forKey: .authorHandle)
        try container.encode(authorName, forKey: .authorName)
        try container.encode(isRecruitingRelated, forKey: .isRecruitingRelated)
        try container.encode(flaggedForReview, forKey: .flaggedForReview)
        try container.encode(sentiment, forKey: .sentiment)
        try container.encode(notes, forKey: .notes)
        try container.encode(highlights, forKey: .highlights)
    }
}
