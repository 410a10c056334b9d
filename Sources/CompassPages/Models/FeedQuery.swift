import CompassKernel

/// A query of the feed: a value that can be run in the background.
struct FeedQuery: Sendable {
    /// Up to this number of posts, a list is made at once; longer ones in the background.
    static let immediateCount = 200

    var posts: SocialPosts
    var filter: PostFilter
    /// Whether the filter searches texts.
    var isSearch: Bool
    /// Where the list begins; nil for the newest post.
    var start: FeedCursor?
    /// The number of posts to list.
    var count: Int
    /// Whether the posts of each choice of each filter are counted.
    var countsChoices: Bool
    var now: Timestamp
    var zone: ZoneOffsets

    /// What the kernel returns.
    struct Result: Sendable {
        var page: FeedPage
        /// The number of matching posts before the list.
        var newPostCount: Int
        var counts: LinkedCounts?
    }

    /// What the page shows. Comparing two lists takes as long as making them.
    struct Shown: Sendable {
        var posts: [FeedPost]
        var counts: LinkedCounts?
    }

    /// Which parts of a result the page shows already.
    struct Sameness: Sendable {
        var posts: Bool
        var counts: Bool

        init(_ result: Result, _ shown: Shown) {
            posts = result.page.posts == shown.posts
            counts = result.counts == shown.counts
        }
    }

    /// Whether the query takes less than a millisecond at any number of posts.
    var isShort: Bool { !isSearch && count <= Self.immediateCount && !countsChoices }

    /// Runs the query.
    func result() -> Result {
        let newPostCount = start.map { posts.matchCount(before: $0, where: filter, in: zone) } ?? 0
        if countsChoices {
            let linked = posts.linkedFeedPage(
                where: filter, asOf: now, in: zone, pageSize: count, after: start)
            return Result(page: linked.page, newPostCount: newPostCount, counts: linked.counts)
        }
        let page = posts.feedPage(where: filter, asOf: now, in: zone, pageSize: count, after: start)
        return Result(page: page, newPostCount: newPostCount)
    }

    /// Returns the posts after a position.
    func continuation(after cursor: FeedCursor, count: Int) -> FeedContinuation {
        posts.nextFeedPage(after: cursor, where: filter, asOf: now, in: zone, pageSize: count)
    }

    /// Returns the posts after a position without holding the caller's thread.
    @concurrent
    func continuationInBackground(after cursor: FeedCursor, count: Int) async -> FeedContinuation {
        continuation(after: cursor, count: count)
    }
}
