import CompassKernel

/// The page of posts: what it shows, and what happens when somebody uses it.
struct PostsPage: Sendable {
    private(set) var social: SocialPosts
    private(set) var analytics: SocialAnalyticsPage
    private(set) var feed: FeedPage
    private(set) var range = AnalyticsRange.last(days: 30)
    private(set) var search = ""
    private let zone: ZoneOffsets

    init(_ social: SocialPosts, asOf now: Timestamp, in zone: ZoneOffsets) {
        self.social = social
        self.zone = zone
        analytics = social.analyticsPage(range, asOf: now, in: zone)
        feed = social.feedPage(asOf: now, in: zone)
    }

    /// An empty search is in every text.
    private var filter: PostFilter { .search(search) }

    /// Asks again, with as many posts as are listed now.
    mutating func refresh(asOf now: Timestamp) {
        let size = max(feed.posts.count, FeedPage.defaultPageSize)
        analytics = social.analyticsPage(range, where: filter, asOf: now, in: zone)
        feed = social.feedPage(where: filter, asOf: now, in: zone, pageSize: size)
    }
}

extension PostsPage {
    mutating func show(_ range: AnalyticsRange, asOf now: Timestamp) {
        self.range = range
        refresh(asOf: now)
    }

    mutating func search(for text: String, asOf now: Timestamp) {
        search = text
        feed.posts = []
        refresh(asOf: now)
    }

    /// Lists the posts that follow on the last one.
    mutating func showMore(asOf now: Timestamp) {
        guard let cursor = feed.nextCursor else { return }
        let more = social.nextFeedPage(after: cursor, where: filter, asOf: now, in: zone)
        feed.posts += more.posts
        feed.nextCursor = more.nextCursor
    }
}

extension PostsPage {
    /// Shows the change at once; the inverse takes it back.
    mutating func setFlag(
        _ isFlagged: Bool, ofPost id: String, asOf now: Timestamp
    ) throws(PostChangeError) -> PostChange {
        defer { refresh(asOf: now) }
        return try social.update { posts throws(PostChangeError) in
            try posts.setFlag(isFlagged, ofPost: id)
        }
    }

    mutating func takeBack(_ inverse: PostChange, asOf now: Timestamp) throws(PostChangeError) {
        defer { refresh(asOf: now) }
        try social.update { posts throws(PostChangeError) in _ = try posts.apply(inverse) }
    }

    /// Takes what the server announces: one payload, or an array of them.
    mutating func receive(_ json: [UInt8], asOf now: Timestamp) throws(PostChangeError) -> RealtimeResult {
        defer { refresh(asOf: now) }
        return try social.update { posts throws(PostChangeError) in try posts.apply(realtime: json) }
    }
}

extension PostsPage {
    /// Takes rows that the server has sent anew: those that are known replace what was there.
    mutating func sync(_ rows: [UInt8], asOf now: Timestamp) throws(PostChangeError) -> MergeResult {
        defer { refresh(asOf: now) }
        return try social.update { posts throws(PostChangeError) in try posts.merge(json: rows) }
    }
}
