import CompassBaseline
import CompassKernel

// The kernel's results in the baseline's form, texts byte for byte.

extension BaselineFeedPage: BaselineResult {
    /// Converts a value of the kernel.
    public init(_ page: FeedPage) {
        self.init(
            statistics: .init(
                totalPosts: page.statistics.totalPosts, twitterPosts: page.statistics.twitterPosts,
                instagramPosts: page.statistics.instagramPosts, flaggedPosts: page.statistics.flaggedPosts),
            matchCount: page.matchCount, nextCursor: page.nextCursor.map { BaselineFeedCursor($0) },
            posts: page.posts.map { BaselineFeedPost($0) }, state: State(page.state))
    }

    /// Returns the names and values of the parts that differ from those of `wanted`.
    public func differences(from wanted: BaselineFeedPage) -> [String] {
        if self == wanted { return [] }
        var differences = Differences(self, wanted)
        differences.compare("statistics", \.statistics)
        differences.compare("match count", \.matchCount)
        differences.compare("next cursor", \.nextCursor)
        differences.compare("state", \.state)
        differences.compareRows("posts", \.posts)
        return differences.texts
    }
}

extension BaselineFeedPage.State {
    /// Converts a value of the kernel.
    public init(_ state: FeedState) {
        self =
            switch state {
            case .posts: .posts
            case .noPosts: .noPosts
            case .noMatches: .noMatches
            case .endOfList: .endOfList
            }
    }
}

extension BaselineFeedCursor {
    /// Converts a value of the kernel.
    public init(_ cursor: FeedCursor) {
        self.init(postDate: cursor.timestamp.micros, id: BaselineText(cursor.id))
    }
}

extension BaselineFeedPost {
    /// Converts a value of the kernel.
    public init(_ post: FeedPost) {
        self.init(
            BaselinePost(
                id: BaselineText(post.id), platform: post.platform == .twitter ? .twitter : .instagram,
                postDate: post.postDate.timestamp.micros, coachID: post.coachID.map { BaselineText($0) },
                schoolID: post.schoolID.map { BaselineText($0) },
                postURL: post.postURL.map { BaselineText($0) },
                postContent: post.postContent.map { BaselineText($0) },
                authorHandle: post.authorHandle.map { BaselineText($0) },
                authorName: post.authorName.map { BaselineText($0) },
                isRecruitingRelated: post.isRecruitingRelated, flaggedForReview: post.flaggedForReview,
                sentiment: post.sentiment.map { BaselineSentiment($0) },
                notes: post.notes.map { BaselineText($0) }),
            schoolName: post.schoolName.map { BaselineText($0) }, relativeDate: post.relativeDate)
    }
}
