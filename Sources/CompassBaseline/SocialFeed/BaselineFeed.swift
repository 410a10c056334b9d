import Foundation

/// Social Media Monitoring as a careful app developer writes it: instants are parsed, rows sorted, cards
/// counted and texts lower-cased once, at load; a page takes one pass over the posts.
///
/// It is the test oracle, for any data.
public struct BaselineFeed: Sendable {
    /// The posts in order.
    public let posts: BaselinePosts
    private let schools: BaselineSchools
    private let statistics: BaselineFeedPage.Statistics
    private let texts: [LowercasedTexts]

    /// Prepares the posts of a page.
    ///
    /// - Parameters:
    ///   - posts: the posts.
    ///   - schools: the directory that names the schools.
    public init(posts: BaselinePosts, schools: BaselineSchools) {
        self.posts = posts
        self.schools = schools
        let twitter = posts.rows.count { $0.platform == .twitter }
        statistics = .init(
            totalPosts: posts.rows.count, twitterPosts: twitter, instagramPosts: posts.rows.count - twitter,
            flaggedPosts: posts.rows.count(where: \.flaggedForReview))
        texts = posts.rows.map(LowercasedTexts.init)
    }

    /// Returns a page.
    ///
    /// - Parameters:
    ///   - filter: which posts are listed.
    ///   - now: microseconds since 1970-01-01T00:00:00Z.
    ///   - zone: the zone of the page's days.
    ///   - pageSize: the maximum number of posts to show; less than 1 counts as 1.
    ///   - cursor: where the page begins, nil for the start of the list.
    /// - Complexity: O(*n*) in all posts, and in their texts with a search.
    public func page(
        filter: BaselineFilter = .init(), now: Int64, zone: TimeZone, pageSize: Int = 50,
        after cursor: BaselineFeedCursor? = nil
    ) -> BaselineFeedPage {
        let clock = ZoneClock(zone: zone)
        var filterWithoutSearch = filter
        filterWithoutSearch.searches = []
        let accepts = filterWithoutSearch.predicate(in: clock)
        let finds = LowercasedTexts.predicate(of: filter.searches)

        var matchCount = 0
        var shown: [BaselinePost] = []
        var goesOn = false
        for index in posts.rows.indices where accepts(posts.rows[index]) && finds(texts[index]) {
            matchCount += 1
            let post = posts.rows[index]
            if let cursor, !cursor.precedes(postDate: post.postDate, id: post.id) { continue }
            if shown.count < max(1, pageSize) {
                shown.append(post)
            } else {
                goesOn = true
            }
        }
        let last = goesOn ? shown.last : nil
        return BaselineFeedPage(
            statistics: statistics, matchCount: matchCount,
            nextCursor: last.map { BaselineFeedCursor(postDate: $0.postDate, id: $0.id) },
            posts: shown.map { post in
                BaselineFeedPost(
                    post, schoolName: post.schoolID.map(schools.name),
                    relativeDate: BaselineRelativeDate.text(of: post.postDate, now: now, zone: zone))
            },
            state: BaselineFeedPage.state(
                totalPosts: posts.rows.count, matchCount: matchCount, shownPosts: shown.count))
    }
}
