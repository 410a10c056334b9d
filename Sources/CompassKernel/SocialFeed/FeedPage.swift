/// The contents of the Social Media Monitoring page: its cards, the number of matching posts, and one page of
/// them.
///
/// The value is self-contained: it does not keep any table alive.
public struct FeedPage: Hashable, Decodable, KeyedValue {
    /// The default number of posts on a page.
    public static let defaultPageSize = 50

    private var schemaVersion = SchemaVersion()
    /// The cards, which count all posts.
    public var statistics: FeedStatistics
    /// The number of posts that pass the filters, on all pages together.
    public var matchCount: Int
    /// The position where the next page begins; nil at the end of the list.
    public var nextCursor: FeedCursor?
    /// The posts of this page, newest first; equal times by id.
    public var posts: [FeedPost]

    /// Creates a page with the given parts, for previews and tests.
    public init(
        statistics: FeedStatistics, matchCount: Int, nextCursor: FeedCursor? = nil, posts: [FeedPost]
    ) {
        self.statistics = statistics
        self.matchCount = matchCount
        self.nextCursor = nextCursor
        self.posts = posts
    }

    /// Whether there are posts to show, and if not, why.
    public var state: FeedState {
        if !posts.isEmpty { return .posts }
        if statistics.totalPosts == 0 { return .noPosts }
        return matchCount == 0 ? .noMatches : .endOfList
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("statistics", value?.statistics)
        writer.member("matchCount", value?.matchCount)
        writer.member("nextCursor", value?.nextCursor?.description)
        writer.list("posts", value?.posts)
        writer.member("state", value?.state)
    }

    /// An estimate based on a post with a link and a text of typical length.
    public var estimatedJSONByteCount: Int { 512 + posts.count * 1_024 }
}

/// The content that a front end shows in place of the list.
public enum FeedState: String, CaseIterable, Hashable, Codable, Sendable {
    /// The page's posts.
    case posts
    /// There are no posts at all: they must be synced first.
    case noPosts
    /// There are posts, but none passes the filters.
    case noMatches
    /// Posts pass the filters, but none comes after the cursor: the list ended with the previous page.
    case endOfList

    private var texts: (title: String, subtitle: String, action: String)? {
        switch self {
        case .noPosts:
            ("No posts yet", "Sync posts to start monitoring coach and program social media", "Sync Posts")
        case .noMatches:
            ("No posts match your filters", "Try adjusting your search or filter criteria", "Clear Filters")
        case .posts, .endOfList: nil
        }
    }

    /// The heading of an empty state; nil if posts or nothing is shown.
    public var title: String? { texts?.title }

    /// The line below the heading.
    public var subtitle: String? { texts?.subtitle }

    /// The label of the button that resolves an empty state.
    public var action: String? { texts?.action }
}

/// The following posts of the feed, without any counts.
public struct FeedContinuation: Hashable, Decodable, KeyedValue {
    private var schemaVersion = SchemaVersion()
    /// The posts, newest first; equal times by id. Empty when the list has ended.
    public var posts: [FeedPost]
    /// The position where the next page begins; nil at the end of the list.
    public var nextCursor: FeedCursor?

    /// Creates a continuation with the given parts.
    public init(posts: [FeedPost], nextCursor: FeedCursor? = nil) {
        self.posts = posts
        self.nextCursor = nextCursor
    }

    /// Passes the members to a writer, in the order of the JSON contract.
    public static func writeMembers(of value: Self?, to writer: inout some MemberWriter & ~Copyable) {
        writer.schemaVersion(JSONFormat.version)
        writer.member("nextCursor", value?.nextCursor?.description)
        writer.list("posts", value?.posts)
    }

    /// 512 bytes, and about 1,024 for each post.
    public var estimatedJSONByteCount: Int { 512 + posts.count * 1_024 }
}
