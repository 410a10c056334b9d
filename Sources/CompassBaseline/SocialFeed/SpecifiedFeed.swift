import Foundation

/// Social Media Monitoring in the form in which the page was specified: an array of decoded posts, one filter
/// after the other over it, texts lower-cased again for every keystroke.
///
/// The results are correct where the specified code was not: the search text is trimmed, texts are compared
/// by scalars (an app's `contains` compares grapheme clusters, so that 👍 is not in 👍🏽), null texts are empty,
/// and ages are formatted as decided. A filter by days parses each post's date with its own formatter.
///
/// It works on clean rows, as `SpecifiedAnalytics` does.
public enum SpecifiedFeed {
    /// Returns a page.
    ///
    /// - Parameters:
    ///   - posts: the posts in the order of the page's query.
    ///   - schools: the schools, in any order.
    ///   - filter: which posts are listed.
    ///   - now: microseconds since 1970-01-01T00:00:00Z.
    ///   - zone: the zone of the page's days.
    ///   - pageSize: the maximum number of posts to show; less than 1 counts as 1.
    ///   - cursor: where the page begins, nil for the start of the list.
    /// - Complexity: O(*n*) per condition, each with an array of its own.
    public static func page(
        posts: [SpecifiedPost], schools: [SpecifiedSchool], filter: BaselineFilter = .init(), now: Int64,
        zone: TimeZone, pageSize: Int = 50, after cursor: BaselineFeedCursor? = nil
    ) -> BaselineFeedPage {
        let filteredPosts = self.filteredPosts(posts, filter, ZoneClock(zone: zone))
        let rest = filteredPosts.dropFirst(countOfPosts(filteredPosts, upTo: cursor))
        let shown = rest.prefix(max(1, pageSize))
        return BaselineFeedPage(
            statistics: .init(
                totalPosts: posts.count,
                twitterPosts: posts.filter { $0.platform == .twitter }.count,
                instagramPosts: posts.filter { $0.platform == .instagram }.count,
                flaggedPosts: posts.filter { $0.flaggedForReview == true }.count),
            matchCount: filteredPosts.count,
            nextCursor: shown.count < rest.count ? shown.last.map(self.cursor(after:)) : nil,
            posts: shown.map { feedPost($0, schools, now: now, zone: zone) },
            state: BaselineFeedPage.state(
                totalPosts: posts.count, matchCount: filteredPosts.count, shownPosts: shown.count))
    }

    private static func filteredPosts(
        _ posts: [SpecifiedPost], _ filter: BaselineFilter, _ clock: ZoneClock
    ) -> [SpecifiedPost] {
        var filtered = posts
        for search in filter.searches {
            filtered = self.filtered(filtered, by: search)
        }
        if let platforms = filter.platforms {
            filtered = filtered.filter { platforms.contains($0.platform) }
        }
        if let schoolIDs = filter.schoolIDs {
            filtered = filtered.filter { $0.school.map(schoolIDs.contains) ?? false }
        }
        if let flagged = filter.flagged {
            filtered = filtered.filter { ($0.flaggedForReview ?? false) == flagged }
        }
        if let recruiting = filter.recruiting {
            filtered = filtered.filter { ($0.isRecruitingRelated ?? false) == recruiting }
        }
        if let sentiments = filter.sentiments {
            filtered = filtered.filter { $0.sentiment.map(sentiments.contains) ?? false }
        }
        if let start = filter.from.map(clock.startOfDay) {
            filtered = filtered.filter { post in
                SpecifiedAnalytics.micros(of: post).map { $0 >= start } ?? false
            }
        }
        if let end = filter.to.map({ clock.startOfDay($0.adding(days: 1)) }) {
            filtered = filtered.filter { post in SpecifiedAnalytics.micros(of: post).map { $0 < end } ?? false
            }
        }
        return filtered
    }

    private static func countOfPosts(_ posts: [SpecifiedPost], upTo cursor: BaselineFeedCursor?) -> Int {
        guard let cursor else { return 0 }
        if let index = posts.firstIndex(where: { BaselineText($0.id) == cursor.id }) { return index + 1 }
        let next = posts.firstIndex { post in
            cursor.precedes(postDate: SpecifiedAnalytics.micros(of: post) ?? .min, id: BaselineText(post.id))
        }
        return next ?? posts.count
    }

    private static func cursor(after post: SpecifiedPost) -> BaselineFeedCursor {
        BaselineFeedCursor(postDate: SpecifiedAnalytics.micros(of: post) ?? .min, id: BaselineText(post.id))
    }

    private static func feedPost(
        _ post: SpecifiedPost, _ schools: [SpecifiedSchool], now: Int64, zone: TimeZone
    ) -> BaselineFeedPost {
        let micros = SpecifiedAnalytics.micros(of: post) ?? .min
        let schoolName = post.school.map { id in
            BaselineText(schools.last { BaselineText($0.id) == id }?.shownName ?? "Unknown School")
        }
        return BaselineFeedPost(
            BaselinePost(
                id: BaselineText(post.id), platform: post.platform, postDate: micros,
                coachID: nonEmpty(post.coachID), schoolID: post.school, postURL: nonEmpty(post.postURL),
                postContent: post.postContent.map { BaselineText($0) },
                authorHandle: post.authorHandle.map { BaselineText($0) },
                authorName: post.authorName.map { BaselineText($0) },
                isRecruitingRelated: post.isRecruitingRelated ?? false,
                flaggedForReview: post.flaggedForReview ?? false, sentiment: post.sentiment,
                notes: post.notes.map { BaselineText($0) }),
            schoolName: schoolName,
            relativeDate: BaselineRelativeDate.age(of: micros, now: now) ?? label(of: micros, in: zone))
    }

    private static func nonEmpty(_ text: String?) -> BaselineText? {
        text.flatMap { $0.isEmpty ? nil : BaselineText($0) }
    }

    private static func label(of micros: Int64, in zone: TimeZone) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.timeZone = zone
        formatter.dateFormat = "MMM d"
        return formatter.string(from: Date(timeIntervalSince1970: Double(micros) / 1_000_000))
    }
}
