/// A page of Social Media Monitoring: the cards, and some posts of the list.
///
/// Fields are named as the keys of the page's JSON; instants are microseconds since 1970-01-01T00:00:00Z.
public struct BaselineFeedPage: Hashable, Sendable {
    /// The figures of the cards, over all posts whatever the filter.
    public struct Statistics: Hashable, Sendable {
        /// All posts.
        public var totalPosts: Int
        /// Posts on Twitter.
        public var twitterPosts: Int
        /// Posts on Instagram.
        public var instagramPosts: Int
        /// Posts that are flagged for review.
        public var flaggedPosts: Int

        /// A value of these fields.
        public init(totalPosts: Int, twitterPosts: Int, instagramPosts: Int, flaggedPosts: Int) {
            self.totalPosts = totalPosts
            self.twitterPosts = twitterPosts
            self.instagramPosts = instagramPosts
            self.flaggedPosts = flaggedPosts
        }

        /// The flagged posts as a badge shows them: "99+" above 99.
        public var flaggedBadge: String {
            flaggedPosts > 99 ? "99+" : String(flaggedPosts)
        }
    }

    /// What a page has to show, each of which looks different.
    public enum State: Hashable, Sendable {
        /// There is no post at all.
        case noPosts
        /// No post passes the filter.
        case noMatches
        /// Some posts pass, but none of them comes after the cursor.
        case endOfList
        /// The page has posts.
        case posts
    }

    /// Which state follows from three counts.
    static func state(totalPosts: Int, matchCount: Int, shownPosts: Int) -> State {
        if totalPosts == 0 { return .noPosts }
        if matchCount == 0 { return .noMatches }
        return shownPosts == 0 ? .endOfList : .posts
    }

    /// The cards.
    public var statistics: Statistics
    /// Posts that pass the filter, on whatever page.
    public var matchCount: Int
    /// After which post the next page begins; nil when this page has the last post.
    public var nextCursor: BaselineFeedCursor?
    /// The posts of this page, newest first.
    public var posts: [BaselineFeedPost]
    /// What there is to show.
    public var state: State

    /// A value of these fields.
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

/// A place in the list of posts: right after the post of this instant and id, whether it is still there or not.
public struct BaselineFeedCursor: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var postDate: Int64
    /// The post's id.
    public var id: BaselineText

    /// The place after a post.
    public init(postDate: Int64, id: BaselineText) {
        self.postDate = postDate
        self.id = id
    }

    /// Whether a post comes later in the list.
    func precedes(postDate other: Int64, id otherID: BaselineText) -> Bool {
        other == postDate ? id < otherID : other < postDate
    }
}
