/// The position at the end of a page of the feed, after which the next page begins.
///
/// It is the time and the id of the last post shown, not a row number: posts that are added or removed while
/// a reader scrolls make no page repeat or skip a post, and the post itself may have been deleted. Its text
/// is opaque: it contains only letters, digits, `-` and `_`, and begins with a letter.
///
/// ```swift
/// let first = social.feedPage(asOf: now, in: zone)
/// if let cursor = first.nextCursor {
///     let next = social.nextFeedPage(after: cursor, asOf: now, in: zone)
/// }
/// ```
public struct FeedCursor: Sendable {
    package let timestamp: Timestamp
    package let id: String

    package init(timestamp: Timestamp, id: String) {
        self.timestamp = timestamp
        self.id = id
    }

    /// Creates the position after a post that is shown.
    public init(after post: FeedPost) { self.init(timestamp: post.postDate.timestamp, id: post.id) }

    /// Creates a cursor from its text.
    ///
    /// - Throws: ``FeedCursorError`` if the text is damaged or belongs to a list of another kind.
    public init(_ text: String) throws(FeedCursorError) {
        let place = try CursorText.place(in: text, kind: CursorText.feed)
        self.init(timestamp: place.timestamp, id: place.id)
    }
}

extension FeedCursor: CustomStringConvertible {
    /// The text that ``init(_:)`` reads.
    public var description: String { CursorText.text(kind: CursorText.feed, timestamp, id: id) }
}

extension FeedCursor: Hashable {
    /// Returns whether both are the same position, with ids compared byte by byte.
    public static func == (left: FeedCursor, right: FeedCursor) -> Bool {
        left.timestamp == right.timestamp && ByteText(left.id) == ByteText(right.id)
    }

    /// Hashes the time and the bytes of the id.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(timestamp)
        hasher.combine(ByteText(id))
    }
}

extension FeedCursor: Codable {
    /// Reads a cursor from its text.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the reason if the text is not a cursor of the feed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
        }
    }

    /// Writes ``description``.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// The reason why a text is not a cursor of the feed.
public enum FeedCursorError: Error, Hashable, Sendable {
    /// The text is empty.
    case empty
    /// The text was cut, changed or made up: its checksum or its format is wrong.
    case damaged
    /// The cursor is valid, but belongs to a list of another kind.
    case otherList
}

extension FeedCursorError: CustomStringConvertible {
    /// The error, and what to do about it.
    public var description: String {
        switch self {
        case .empty: "the cursor is empty; leave it out to begin with the newest post"
        case .damaged:
            "the cursor is damaged; pass the nextCursor of the previous page unchanged, or none to begin with "
                + "the newest post"
        case .otherList:
            "the cursor belongs to a list of another kind; pass the nextCursor of a page of this list, or none "
                + "to begin with the newest post"
        }
    }
}
