import Foundation

/// The number of posts that each chart of a page shows under a filter: those that pass the conditions of all
/// *other* charts, so that a reader sees the effect of choosing another bar.
///
/// Searches belong to no chart and apply to all charts.
public struct BaselineLinkedCounts: Hashable, Sendable {
    /// The number of posts that pass every condition.
    public var matchCount: Int
    /// Posts by platform, regardless of the chosen platforms.
    public var platforms: BaselineSocialPage.Platforms
    /// Posts by mood, regardless of the chosen moods; moods without posts are omitted.
    public var sentiments: [BaselineSentiment: Int]
    /// The number of posts without a mood, likewise.
    public var withoutSentiment: Int
    /// Posts by school, regardless of the chosen schools; schools without posts are omitted.
    public var schools: [BaselineText: Int]
    /// The number of posts without a school, likewise.
    public var withoutSchool: Int
    /// Posts by coach, regardless of the chosen coaches; coaches without posts are omitted.
    public var coaches: [BaselineText: Int]
    /// The number of posts without a coach, likewise.
    public var withoutCoach: Int
    /// The number of flagged posts, regardless of the flag condition.
    public var flagged: Int
    /// The number of posts that are not flagged, likewise.
    public var notFlagged: Int
    /// The number of posts about recruiting, regardless of the recruiting condition.
    public var recruiting: Int
    /// The number of posts about something else, likewise.
    public var notRecruiting: Int
    /// The chart of days, oldest first, regardless of the chosen days.
    public var days: [BaselineSocialPage.Day]

    /// Counts posts, with one pass over all of them for each chart and each day.
    ///
    /// - Parameters:
    ///   - posts: the posts.
    ///   - filter: the conditions of all charts.
    ///   - now: microseconds since 1970-01-01T00:00:00Z.
    ///   - zone: the zone of the page's days.
    ///   - activity: the days of the chart; `sameAsRange` is the last 30. "Every" begins with the first post
    ///     that the chart can show.
    public init(
        posts: BaselinePosts, filter: BaselineFilter, now: Int64, zone: TimeZone,
        activity: BaselineActivity = .sameAsRange
    ) {
        let clock = ZoneClock(zone: zone)
        let found = posts.rows.filter(BaselineFilter(searches: filter.searches).predicate(in: clock))
        /// Returns the posts that pass the filter without one chart's conditions.
        func passing(without remove: (inout BaselineFilter) -> Void) -> [BaselinePost] {
            var others = filter
            others.searches = []
            remove(&others)
            return found.filter(others.predicate(in: clock))
        }
        matchCount = passing { _ in }.count

        let ofPlatforms = passing { $0.platforms = nil }
        platforms = .init(
            twitter: ofPlatforms.count { $0.platform == .twitter },
            instagram: ofPlatforms.count { $0.platform == .instagram })

        let ofSentiments = passing { $0.sentiments = nil }
        sentiments = Self.counts(ofSentiments.compactMap(\.sentiment))
        withoutSentiment = ofSentiments.count { $0.sentiment == nil }

        let ofSchools = passing { $0.schoolIDs = nil }
        schools = Self.counts(ofSchools.compactMap(\.schoolID))
        withoutSchool = ofSchools.count { $0.schoolID == nil }

        let ofCoaches = passing { $0.coachIDs = nil }
        coaches = Self.counts(ofCoaches.compactMap(\.coachID))
        withoutCoach = ofCoaches.count { $0.coachID == nil }

        let ofFlags = passing { $0.flagged = nil }
        flagged = ofFlags.count(where: \.flaggedForReview)
        notFlagged = ofFlags.count { !$0.flaggedForReview }

        let ofRecruiting = passing { $0.recruiting = nil }
        recruiting = ofRecruiting.count(where: \.isRecruitingRelated)
        notRecruiting = ofRecruiting.count { !$0.isRecruitingRelated }

        let ofDays = passing {
            $0.from = nil
            $0.to = nil
        }
        days = Self.days(of: ofDays, activity, now, clock)
    }

    private static func counts<Key: Hashable>(_ keys: [Key]) -> [Key: Int] {
        Dictionary(grouping: keys, by: { $0 }).mapValues(\.count)
    }

    private static func days(
        of posts: [BaselinePost], _ activity: BaselineActivity, _ now: Int64, _ clock: ZoneClock
    ) -> [BaselineSocialPage.Day] {
        let today = clock.day(at: now)
        let count: Int
        switch activity {
        case .sameAsRange: count = 30
        case .days(let days): count = max(0, days)
        case .every:
            let first = posts.map(\.postDate).min().map(clock.day) ?? today
            count = max(1, today.daysSinceEpoch - first.daysSinceEpoch + 1)
        }
        let first = today.adding(days: 1 - count)
        let counts = (0..<count).map { index in
            let start = clock.startOfDay(first.adding(days: index))
            let end = clock.startOfDay(first.adding(days: index + 1))
            return posts.count { $0.postDate >= start && $0.postDate < end }
        }
        return BaselineSocialPage.Day.bars(first: first, counts: counts)
    }
}
