import Foundation

/// Social analytics as a careful app developer writes them: instants are parsed and rows sorted once, at
/// load; a page takes one pass with dictionaries; the time zone is looked up per day of the chart, not per
/// row.
///
/// It is the test oracle, for any data.
public enum BaselineAnalytics {
    /// Returns the page.
    ///
    /// - Parameters:
    ///   - posts: the posts, loaded once.
    ///   - schools: the directory that names the schools.
    ///   - coaches: the names of coaches by id.
    ///   - range: which posts the page is about.
    ///   - filter: which of these posts count.
    ///   - now: microseconds since 1970-01-01T00:00:00Z.
    ///   - zone: the zone of the page's days.
    ///   - topSchools: how many schools to list.
    ///   - topCoaches: how many coaches to list.
    ///   - recentPosts: how many recruiting posts to list.
    ///   - activity: the days of the chart.
    ///   - comparison: whether to also summarize the equally long period before the range.
    /// - Complexity: O(*n*) in the posts of the range, plus O(*s* log *s*) in their schools.
    public static func page(
        posts: BaselinePosts, schools: BaselineSchools, coaches: [BaselineText: BaselineText] = [:],
        range: BaselineRange, filter: BaselineFilter = .init(), now: Int64, zone: TimeZone,
        topSchools: Int = 5, topCoaches: Int = 5, recentPosts: Int = 5,
        activity: BaselineActivity = .sameAsRange, comparison: Bool = false
    ) -> BaselineSocialPage {
        let clock = ZoneClock(zone: zone)
        let accepts = filter.predicate(in: clock)
        let cutoff = range.days.map { clock.shifting(now, byDays: -$0) }
        let inRange = posts.rows[..<(cutoff.map(posts.countSince) ?? posts.rows.count)]

        var counts = SocialCounts()
        let chartDays = daysOfChart(
            activity, range: range, filter: filter, cutoff: cutoff,
            oldest: { inRange.last(where: accepts) }, today: clock.day(at: now), clock)
        var days = DayCounts(chartDays, clock: clock)
        var recent: [BaselineSocialPage.RecentPost] = []
        for post in inRange where accepts(post) {
            counts.add(post)
            days.add(post.postDate)
            if post.isRecruitingRelated && recent.count < recentPosts {
                recent.append(.init(post))
            }
        }

        var previous: BaselineSocialPage.Summary?
        if comparison, let length = range.days {
            let start = clock.shifting(now, byDays: -2 * length)
            previous = summary(of: posts.rows[inRange.endIndex..<posts.countSince(start)].filter(accepts))
        }
        return BaselineSocialPage(
            range: .init(kind: range.kind, from: cutoff, days: range.days),
            summary: counts.summary,
            sentiment: BaselineSocialPage.Sentiment.rows(counts: counts.sentiments),
            platforms: .init(twitter: counts.twitter, instagram: counts.posts - counts.twitter),
            activityByDay: BaselineSocialPage.Day.bars(first: days.first, counts: days.counts),
            topSchools: counts.topSchools(topSchools, of: schools),
            topCoaches: counts.topCoaches(topCoaches, coaches),
            recentRecruitingPosts: recent,
            previous: previous)
    }

    /// Counts the posts of a range and filter in each hour of the week, in local time.
    ///
    /// - Parameters:
    ///   - posts: the posts, loaded once.
    ///   - range: which posts count.
    ///   - filter: which of these posts count.
    ///   - now: microseconds since 1970-01-01T00:00:00Z.
    ///   - zone: the zone of the local time.
    public static func heatMap(
        posts: BaselinePosts, range: BaselineRange, filter: BaselineFilter = .init(), now: Int64,
        zone: TimeZone
    ) -> BaselineHeatMap {
        let clock = ZoneClock(zone: zone)
        let accepts = filter.predicate(in: clock)
        let cutoff = range.days.map { clock.shifting(now, byDays: -$0) }
        var counts = Array(repeating: Array(repeating: 0, count: 24), count: 7)
        for post in posts.rows[..<(cutoff.map(posts.countSince) ?? posts.rows.count)] where accepts(post) {
            let hours = Int(floorDivided(clock.wallClockMicros(at: post.postDate), by: 3_600_000_000))
            let day = BaselineDay(daysSinceEpoch: floorDivided(hours, by: 24))
            counts[day.weekday][hours - day.daysSinceEpoch * 24] += 1
        }
        return BaselineHeatMap(counts: counts)
    }

    /// Returns the consecutive days of the chart, without those whose posts the page excludes.
    private static func daysOfChart(
        _ activity: BaselineActivity, range: BaselineRange, filter: BaselineFilter, cutoff: Int64?,
        oldest: () -> BaselinePost?, today: BaselineDay, _ clock: ZoneClock
    ) -> Range<Int> {
        func upTo(_ last: BaselineDay, from first: BaselineDay) -> Range<Int> {
            first.daysSinceEpoch..<max(first.daysSinceEpoch, last.daysSinceEpoch + 1)
        }
        func oldestDay() -> BaselineDay? { oldest().map { clock.day(at: $0.postDate) } }
        let hasDates = filter.from != nil || filter.to != nil
        if activity == .sameAsRange, range == .all, hasDates {
            let last = filter.to ?? today
            return upTo(last, from: filter.from ?? oldestDay() ?? last)
        }
        var wanted: Range<Int>
        switch activity {
        case .sameAsRange: wanted = upTo(today, from: today.adding(days: 1 - (range.days ?? 30)))
        case .days(let count): wanted = upTo(today, from: today.adding(days: 1 - max(0, count)))
        case .every:
            let first = oldestDay() ?? today
            wanted = upTo(today, from: first.daysSinceEpoch > today.daysSinceEpoch ? today : first)
        }
        if let cutoff { wanted = wanted.clamped(to: clock.day(at: cutoff).daysSinceEpoch..<Int.max) }
        if let from = filter.from { wanted = wanted.clamped(to: from.daysSinceEpoch..<Int.max) }
        if let to = filter.to { wanted = wanted.clamped(to: Int.min..<to.daysSinceEpoch + 1) }
        return wanted
    }

    private static func summary(of posts: [BaselinePost]) -> BaselineSocialPage.Summary {
        var counts = SocialCounts()
        for post in posts { counts.add(post) }
        return counts.summary
    }
}

extension BaselineSocialPage.RecentPost {
    init(_ post: BaselinePost) {
        self.init(
            id: post.id, platform: post.platform, authorHandle: post.authorHandle,
            authorName: post.authorName,
            postDate: post.postDate, postContent: post.postContent, schoolID: post.schoolID)
    }
}
