extension RecruitingPost: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, platform, authorHandle, authorName, postDate, postContent, schoolId
    }

    /// Reads the form that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            platform: try container.decode(Platform.self, forKey: .platform),
            authorHandle: try container.decodeIfPresent(String.self, forKey: .authorHandle),
            authorName: try container.decodeIfPresent(String.self, forKey: .authorName),
            postDate: try container.decode(ZonedTimestamp.self, forKey: .postDate),
            postContent: try container.decodeIfPresent(String.self, forKey: .postContent),
            schoolId: try container.decodeIfPresent(String.self, forKey: .schoolId))
    }

    /// Writes every key; what the post does not have is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(platform, forKey: .platform)
        try container.encode(authorHandle, forKey: .authorHandle)
        try container.encode(authorName, forKey: .authorName)
        try container.encode(postDate, forKey: .postDate)
        try container.encode(postContent, forKey: .postContent)
        try container.encode(schoolId, forKey: .schoolId)
    }
}
