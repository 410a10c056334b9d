// Synthesized conformances leave out the keys of values that do not exist, and those that follow from others.

extension FeedPage: Codable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, statistics, matchCount, nextCursor, posts, state
    }

    /// Reads the form that ``encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`, also for another version of the contract and a damaged cursor.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try FeedPage.requireVersion(container, .schemaVersion)
        self.init(
            statistics: try container.decode(FeedStatistics.self, forKey: .statistics),
            matchCount: try container.decode(Int.self, forKey: .matchCount),
            nextCursor: try container.decodeIfPresent(FeedCursor.self, forKey: .nextCursor),
            posts: try container.decode([FeedPost].self, forKey: .posts))
    }

    /// Writes the same keys and values as ``json(layout:)``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schemaVersion, forKey: .schemaVersion)
        try container.encode(statistics, forKey: .statistics)
        try container.encode(matchCount, forKey: .matchCount)
        try container.encode(nextCursor, forKey: .nextCursor)
        try container.encode(posts, forKey: .posts)
        try container.encode(state, forKey: .state)
    }
}

extension FeedPage {
    /// - Throws: `DecodingError` for another version of the contract.
    fileprivate static func requireVersion<Key>(_ container: KeyedDecodingContainer<Key>, _ key: Key) throws {
        let version = try container.decode(Int.self, forKey: key)
        guard version == schemaVersion else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container,
                debugDescription: "version \(version) of the page; \(schemaVersion) is supported")
        }
    }
}

extension FeedContinuation: Codable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, nextCursor, posts
    }

    /// Reads the form that ``encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`, also for another version of the contract and a damaged cursor.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try FeedPage.requireVersion(container, .schemaVersion)
        self.init(
            posts: try container.decode([FeedPost].self, forKey: .posts),
            nextCursor: try container.decodeIfPresent(FeedCursor.self, forKey: .nextCursor))
    }

    /// Writes the keys and values of a ``FeedPage`` but for those that are counted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(FeedPage.schemaVersion, forKey: .schemaVersion)
        try container.encode(nextCursor, forKey: .nextCursor)
        try container.encode(posts, forKey: .posts)
    }
}

extension FeedStatistics: Codable {
    private enum CodingKeys: String, CodingKey {
        case totalPosts, twitterPosts, instagramPosts, flaggedPosts, flaggedBadge
    }

    /// Reads the form that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            totalPosts: try container.decode(Int.self, forKey: .totalPosts),
            twitterPosts: try container.decode(Int.self, forKey: .twitterPosts),
            instagramPosts: try container.decode(Int.self, forKey: .instagramPosts),
            flaggedPosts: try container.decode(Int.self, forKey: .flaggedPosts))
    }

    /// Writes the counts and the badge.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(totalPosts, forKey: .totalPosts)
        try container.encode(twitterPosts, forKey: .twitterPosts)
        try container.encode(instagramPosts, forKey: .instagramPosts)
        try container.encode(flaggedPosts, forKey: .flaggedPosts)
        try container.encode(flaggedBadge, forKey: .flaggedBadge)
    }
}
