/// Where a post's texts contain what was searched for, to be shown to a reader.
///
/// A field that contains nothing of it has no ranges: a search matches when one of the fields does.
public struct FeedHighlights: Hashable, Sendable {
    /// What to highlight in ``FeedPost/postContent``.
    public var postContent: TextHighlights
    /// What to highlight in ``FeedPost/authorHandle``.
    public var authorHandle: TextHighlights
    /// What to highlight in ``FeedPost/authorName``.
    public var authorName: TextHighlights

    /// Highlights of the three fields that a search looks at.
    public init(postContent: TextHighlights, authorHandle: TextHighlights, authorName: TextHighlights) {
        self.postContent = postContent
        self.authorHandle = authorHandle
        self.authorName = authorName
    }

    /// What any of `searches` found in a post's texts.
    ///
    /// - Complexity: O(b) for texts of b bytes in ordinary text, for each search.
    init(of searches: Set<SearchQuery>, in post: FeedPost) {
        func highlights(_ text: String?) -> TextHighlights {
            TextHighlights(of: searches, in: text ?? "")
        }
        self.init(
            postContent: highlights(post.postContent), authorHandle: highlights(post.authorHandle),
            authorName: highlights(post.authorName))
    }
}

extension FeedHighlights: Codable {
    private enum CodingKeys: String, CodingKey {
        case postContent, authorHandle, authorName
    }

    /// Reads the form that ``encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`, also for ranges that are none or empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func highlights(_ key: CodingKeys) throws -> TextHighlights {
            let ranges = try container.decode([[Int]].self, forKey: key).map { bounds in
                guard bounds.count == 2, bounds[0] >= 0, bounds[0] < bounds[1] else {
                    throw DecodingError.dataCorruptedError(
                        forKey: key, in: container, debugDescription: "\(bounds) is no range of bytes")
                }
                return bounds[0]..<bounds[1]
            }
            return TextHighlights(uniting: ranges)
        }
        self.init(
            postContent: try highlights(.postContent), authorHandle: try highlights(.authorHandle),
            authorName: try highlights(.authorName))
    }

    /// Writes each range as its first UTF-8 offset and the one behind its last.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func encode(_ highlights: TextHighlights, _ key: CodingKeys) throws {
            try container.encode(highlights.utf8Ranges.map { [$0.lowerBound, $0.upperBound] }, forKey: key)
        }
        try encode(postContent, .postContent)
        try encode(authorHandle, .authorHandle)
        try encode(authorName, .authorName)
    }
}
