/// A page of Social Media Monitoring: the cards, and a part of the list of posts.
///
/// Fields are named after the keys of the page's JSON; instants are microseconds since 1970-01-01T00:00:00Z.
public struct BaselineFeedPage: Hashable, Sendable {
    /// The figures of the cards, over all posts regardless of the filter.
    public struct Statistics: Hashable, Sendable {
        /// The number of all posts.
        public var totalPosts: Int
        /// The number of posts on Twitter.
        public var twitterPosts: Int
        /// The number of posts on Instagram.
        public var instagramPosts: Int
        /// The number of posts that are flagged for review.
        public var flaggedPosts: Int

        /// Creates a value with these fields.
        public init(totalPosts: Int, twitterPosts: Int, instagramPosts: Int, flaggedPosts: Int) {
            self.totalPosts = totalPosts
            self.twitterPosts = twitterPosts
            self.instagramPosts = instagramPosts
            self.flaggedPosts = flaggedPosts
        }

        /// The number of flagged posts as shown on a badge: "99+" above 99.
        public var flaggedBadge: String {
            flaggedPosts > 99 ? "99+" : String(flaggedPosts)
        }
    }

    /// The state of a page; each one looks different.
    public enum State: Hashable, Sendable {
        /// There are no posts.
        case noPosts
        /// No post passes the filter.
        case noMatches
        /// Some posts pass, but none of them comes after the cursor.
        case endOfList
        /// The page has posts.
        case posts
    }

    /// Returns the state for three counts.
    static func state(totalPosts: Int, matchCount: Int, shownPosts: Int) -> State {
        if totalPosts == 0 { return .noPosts }
        if matchCount == 0 { return .noMatches }
        return shownPosts == 0 ? .endOfList : .posts
    }

    /// The cards.
    public var statistics: Statistics
    /// The number of posts that pass the filter, on all pages.
    public var matchCount: Int
    /// The post after which the next page begins; nil when this page contains the last post.
    public var nextCursor: BaselineFeedCursor?
    /// The posts of this page, newest first.
    public var posts: [BaselineFeedPost]
    /// The state of the page.
    public var state: State

    /// Creates a value with these fields.
    public init(
        statistics: Statistics, matchCount: Int, nextCursor: BaselineFeedCursor?, posts: [BaselineFeedPost],
        state: State
    ) {
        self.statistics = statistics
        self.matchCount = matchCount
        self.nextCursor = nextCursor
        self.posts = posts
        self.state = state
    }
}

/// A position in the list of posts: right after the post with this instant and id, even if it no longer
/// exists.
public struct BaselineFeedCursor: Hashable, Sendable {
    /// The date in microseconds since 1970-01-01T00:00:00Z.
    public var postDate: Int64
    /// The post's id.
    public var id: BaselineText

    /// Creates the position after a post.
    public init(postDate: Int64, id: BaselineText) {
        self.postDate = postDate
        self.id = id
    }

    /// Returns whether a post comes later in the list.
    func precedes(postDate other: Int64, id otherID: BaselineText) -> Bool {
        other == postDate ? id < otherID : other < postDate
    }
}
