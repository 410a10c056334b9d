import Foundation

/// Social analytics in the form in which the page was specified: a new formatter for every post of a range, a
/// filter over all posts for every figure of the summary and for every day of the chart.
///
/// The results are correct where the specified code was not: percentages are rounded, posts without a school
/// do not count as a school, equal counts are ordered, and days are those of the page's zone. The costs are
/// those of the specified code:
/// * a range parses each post's date once per page, with its own formatter, as a cached computed property
///   would; all time parses none;
/// * a day of the chart compares the date *texts* of all posts with the texts of its two ends, written with
///   the offset of each text. (The specified comparison with a prefix `2026-02-10` is correct only when a
///   text's offset is the zone's.) So the chart parses no date either.
///
/// It works on clean rows, as PostgREST prints them: a date like `2026-02-10T14:30:00+00:00` between 1583 and
/// 9999 with whole seconds, since the platform's formatter rejects fractions; each id and address once.
public enum SpecifiedAnalytics {
    /// Returns the page.
    ///
    /// - Parameters:
    ///   - posts: the posts in the order of the page's query.
    ///   - schools: the schools, in any order.
    ///   - range: which posts the page is about.
    ///   - now: microseconds since 1970-01-01T00:00:00Z.
    ///   - zone: the zone of the page's days.
    ///   - topSchools: how many schools to list.
    ///   - topCoaches: how many coaches to list; none of them has a known name.
    ///   - recentPosts: how many recruiting posts to list.
    ///   - activity: the days of the chart.
    /// - Complexity: O(*n* · *d*) in the posts and the days of the chart, with a formatter per post.
    public static func page(
        posts: [SpecifiedPost], schools: [SpecifiedSchool], range: BaselineRange, now: Int64, zone: TimeZone,
        topSchools: Int = 5, topCoaches: Int = 5, recentPosts: Int = 5,
        activity: BaselineActivity = .sameAsRange
    ) -> BaselineSocialPage {
        let clock = ZoneClock(zone: zone)
        let cutoff = range.days.map { clock.shifting(now, byDays: -$0) }
        let filteredPosts = filter(posts, since: cutoff)
        return BaselineSocialPage(
            range: .init(kind: range.kind, from: cutoff, days: range.days),
            summary: summary(of: filteredPosts),
            sentiment: sentiment(of: filteredPosts),
            platforms: .init(
                twitter: filteredPosts.filter { $0.platform == .twitter }.count,
                instagram: filteredPosts.filter { $0.platform == .instagram }.count),
            activityByDay: activityByDay(filteredPosts, activity, range: range, now: now, clock: clock),
            topSchools: self.topSchools(of: filteredPosts, named: schools, limit: topSchools),
            topCoaches: self.topCoaches(of: filteredPosts, limit: topCoaches),
            recentRecruitingPosts: recentRecruitingPosts(of: filteredPosts, limit: recentPosts),
            previous: nil)
    }

    private static func filter(_ posts: [SpecifiedPost], since cutoff: Int64?) -> [SpecifiedPost] {
        guard let cutoff else { return posts }
        let cutoffDate = Date(timeIntervalSince1970: Double(cutoff) / 1_000_000)
        return posts.filter { post in
            guard let postDate = ISO8601DateFormatter().date(from: post.postDate) else { return false }
            return postDate >= cutoffDate
        }
    }

    private static func summary(of posts: [SpecifiedPost]) -> BaselineSocialPage.Summary {
        let total = posts.count
        let recruiting = posts.filter { $0.isRecruitingRelated == true }.count
        let positive = posts.filter { $0.sentiment == .positive || $0.sentiment == .veryPositive }.count
        let analyzed = posts.filter { $0.sentiment != nil }.count
        let schools = Set(posts.compactMap { $0.school })
        return .init(
            totalPosts: total,
            recruitingPosts: recruiting,
            recruitingPercentage: BaselineSocialPage.Summary.percentage(recruiting, of: total),
            positivePosts: positive,
            positivePercentage: BaselineSocialPage.Summary.percentage(positive, of: analyzed),
            analyzedPosts: analyzed,
            activeSchools: schools.count)
    }

    private static func sentiment(of posts: [SpecifiedPost]) -> [BaselineSocialPage.Sentiment] {
        let counts = Dictionary(grouping: posts.compactMap { $0.sentiment }, by: { $0 }).mapValues {
            $0.count
        }
        return BaselineSocialPage.Sentiment.rows(counts: counts)
    }

    private static func topSchools(
        of posts: [SpecifiedPost], named schools: [SpecifiedSchool], limit: Int
    ) -> [BaselineSocialPage.School] {
        let directory = BaselineSchools(
            schools.map { BaselineSchool(id: BaselineText($0.id), name: BaselineText($0.name)) })
        var counts: [BaselineText: Int] = [:]
        for post in posts {
            if let school = post.school {
                counts[school] = (counts[school] ?? 0) + 1
            }
        }
        let active = counts.map { id, count in
            BaselineSocialPage.School(id: id, name: directory.name(of: id), postCount: count)
        }
        return Array(active.sorted(by: SocialCounts.ranksBefore).prefix(max(0, limit)))
    }

    private static func topCoaches(of posts: [SpecifiedPost], limit: Int) -> [BaselineSocialPage.School] {
        var counts: [BaselineText: Int] = [:]
        for post in posts {
            if let coach = post.coachID, !coach.isEmpty {
                counts[BaselineText(coach)] = (counts[BaselineText(coach)] ?? 0) + 1
            }
        }
        let active = counts.map { id, count in
            BaselineSocialPage.School(id: id, name: "Unknown Coach", postCount: count)
        }
        return Array(active.sorted(by: SocialCounts.ranksBefore).prefix(max(0, limit)))
    }

    private static func recentRecruitingPosts(
        of posts: [SpecifiedPost], limit: Int
    ) -> [BaselineSocialPage.RecentPost] {
        posts.filter { $0.isRecruitingRelated == true }.prefix(max(0, limit)).map { post in
            BaselineSocialPage.RecentPost(
                id: BaselineText(post.id), platform: post.platform,
                authorHandle: post.authorHandle.map { BaselineText($0) },
                authorName: post.authorName.map { BaselineText($0) }, postDate: micros(of: post) ?? 0,
                postContent: post.postContent.map { BaselineText($0) }, schoolID: post.school)
        }
    }

    /// Returns the post's instant in microseconds since 1970-01-01T00:00:00Z.
    static func micros(of post: SpecifiedPost) -> Int64? {
        ISO8601DateFormatter().date(from: post.postDate).map { Int64($0.timeIntervalSince1970) * 1_000_000 }
    }
}
