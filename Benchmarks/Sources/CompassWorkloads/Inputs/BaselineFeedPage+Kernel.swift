import BenchmarkHarness
import CompassBaseline
import CompassKernel

extension BaselineFeedPage {
    /// Converts the kernel's page to the baseline's type, so that both can be compared.
    init(_ page: FeedPage) {
        self.init(
            statistics: .init(
                totalPosts: page.statistics.totalPosts, twitterPosts: page.statistics.twitterPosts,
                instagramPosts: page.statistics.instagramPosts, flaggedPosts: page.statistics.flaggedPosts),
            matchCount: page.matchCount, nextCursor: Self.cursor(page.nextCursor, after: page.posts),
            posts: page.posts.map { BaselineFeedPost($0) }, state: State(page.state))
    }

    /// A cursor's position is opaque: it is either the one after the last post, or wrong.
    static func cursor(_ cursor: FeedCursor?, after posts: [FeedPost]) -> BaselineFeedCursor? {
        guard let cursor else { return nil }
        guard let last = posts.last, FeedCursor(after: last) == cursor else {
            return BaselineFeedCursor(postDate: .max, id: "another place than that behind the last post")
        }
        return BaselineFeedCursor(postDate: last.postDate.timestamp.micros, id: BaselineText(last.id))
    }

    /// Throws at the first difference.
    func check(equals expected: BaselineFeedPage, _ question: String) throws {
        if self == expected { return }
        func part(_ name: String, _ isEqual: Bool) -> String? { isEqual ? nil : name }
        let parts = [
            part("statistics", statistics == expected.statistics),
            part("matchCount (\(matchCount), not \(expected.matchCount))", matchCount == expected.matchCount),
            part("nextCursor", nextCursor == expected.nextCursor), part("posts", posts == expected.posts),
            part("state", state == expected.state),
        ].compactMap { $0 }
        throw CheckFailure("\(question): the answer differs in \(parts.joined(separator: ", "))")
    }
}

extension BaselineFeedPage.State {
    fileprivate init(_ state: FeedState) {
        self =
            switch state {
            case .posts: .posts
            case .noPosts: .noPosts
            case .noMatches: .noMatches
            case .endOfList: .endOfList
            }
    }
}

extension BaselineFeedPost {
    /// Converts the kernel's post to the baseline's type.
    init(_ post: FeedPost) {
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
