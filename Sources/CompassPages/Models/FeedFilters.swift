import CompassKernel

/// The filters of Social Media Monitoring.
public struct FeedFilters: Hashable, Sendable {
    /// The choices of the menu "Type".
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// All posts.
        case all
        /// Posts that are flagged for review.
        case flagged
        /// Posts about recruiting.
        case recruiting
    }

    /// The text to search for; empty for none.
    public var search: String
    /// The platform; nil for all.
    public var platform: Platform?
    /// The school; nil for all.
    public var schoolID: String?
    /// Which posts.
    public var kind: Kind
    /// The sentiment; nil for all.
    public var sentiment: Sentiment?

    /// Creates filters; without arguments, all posts pass.
    ///
    /// - Parameters:
    ///   - search: the text to search for; empty for none.
    ///   - platform: the platform; nil for all.
    ///   - schoolID: the school; nil for all.
    ///   - kind: which posts.
    ///   - sentiment: the sentiment; nil for all.
    public init(
        search: String = "", platform: Platform? = nil, schoolID: String? = nil, kind: Kind = .all,
        sentiment: Sentiment? = nil
    ) {
        self.search = search
        self.platform = platform
        self.schoolID = schoolID
        self.kind = kind
        self.sentiment = sentiment
    }

    /// The number of filters, of five, that leave posts out.
    ///
    /// - Complexity: O(b) for a search of b bytes.
    public var activeCount: Int {
        [
            !SearchQuery(search).matchesAll, platform != nil, schoolID != nil, kind != .all, sentiment != nil,
        ].count { $0 }
    }

    /// The filter of the kernel.
    public var postFilter: PostFilter {
        var filter = PostFilter.all
        if !search.isEmpty { filter = filter && .search(search) }
        if let platform { filter = filter && .platform(platform) }
        if let schoolID { filter = filter && .school(schoolID) }
        if kind == .flagged { filter = filter && .flagged }
        if kind == .recruiting { filter = filter && .recruiting }
        if let sentiment { filter = filter && .sentiment(sentiment) }
        return filter
    }
}

/// Notes that the user writes.
public struct NotesDraft: Hashable, Sendable {
    /// The post.
    public var postID: String
    /// The text so far.
    public var text: String

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - postID: the post.
    ///   - text: the text to begin with.
    public init(postID: String, text: String) {
        self.postID = postID
        self.text = text
    }
}
