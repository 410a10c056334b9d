/// The matches of a search in a post's texts, for display.
///
/// A field without a match has no ranges: a search matches if at least one of the fields does.
public struct FeedHighlights: Hashable, Decodable, KeyedValue {
    /// The ranges to highlight in ``FeedPost/postContent``.
    public var postContent: TextHighlights
    /// The ranges to highlight in ``FeedPost/authorHandle``.
    public var authorHandle: TextHighlights
    /// The ranges to highlight in ``FeedPost/authorName``.
    public var authorName: TextHighlights

    /// Creates highlights of the three searched fields.
    public init(postContent: TextHighlights, authorHandle: TextHighlights, authorName: TextHighlights) {
        self.postContent = postContent
        self.authorHandle = authorHandle
        self.authorName = authorName
    }

    /// Finds the matches of `searches` in a post's texts.
    ///
    /// - Complexity: O(b) for b bytes of ordinary text, for each search.
    init(of searches: Set<SearchQuery>, in post: FeedPost) {
        func highlights(_ text: String?) -> TextHighlights { TextHighlights(of: searches, in: text ?? "") }
        self.init(
            postContent: highlights(post.postContent), authorHandle: highlights(post.authorHandle),
            authorName: highlights(post.authorName))
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.rows("postContent", value?.postContent.bounds)
        writer.rows("authorHandle", value?.authorHandle.bounds)
        writer.rows("authorName", value?.authorName.bounds)
    }
}

extension TextHighlights {
    /// Each range as its first UTF-8 offset and the offset after its last.
    fileprivate var bounds: some Sequence<[Int]> { utf8Ranges.lazy.map { [$0.lowerBound, $0.upperBound] } }
}

extension TextHighlights: Codable {
    /// Reads the form that ``encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`, also for invalid or empty ranges.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let ranges = try container.decode([[Int]].self).map { bounds in
            guard bounds.count == 2, bounds[0] >= 0, bounds[0] < bounds[1] else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "\(bounds) is no range of bytes")
            }
            return bounds[0]..<bounds[1]
        }
        self.init(merging: ranges)
    }

    /// Writes each range as its first UTF-8 offset and the offset after its last.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Array(bounds))
    }
}
