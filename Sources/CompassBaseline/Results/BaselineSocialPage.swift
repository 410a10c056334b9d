/// The Social Analytics page: every number that it shows.
///
/// Fields are named as the keys of the page's JSON; instants are microseconds since 1970-01-01T00:00:00Z, days
/// are texts like `2026-02-03`, percentages are on a scale of 100.
public struct BaselineSocialPage: Hashable, Sendable {
    /// The range asked for: its days ("7", "30", … or "all"), and its first instant.
    public struct Range: Hashable, Sendable {
        public var kind: String
        public var from: Int64?
        public var days: Int?
    }

    /// The figures of the cards.
    public struct Summary: Hashable, Sendable {
        public var totalPosts: Int
        public var recruitingPosts: Int
        public var recruitingPercentage: Int
        public var positivePosts: Int
        public var positivePercentage: Int
        public var analyzedPosts: Int
        public var activeSchools: Int
    }

    /// One mood: how many posts, and which share of the posts that have a mood.
    public struct Sentiment: Hashable, Sendable {
        public var type: BaselineSentiment
        public var label: String
        public var count: Int
        public var percentage: Double
    }

    /// Posts by platform.
    public struct Platforms: Hashable, Sendable {
        public var twitter: Int
        public var instagram: Int
    }

    /// One bar of the chart.
    public struct Day: Hashable, Sendable {
        public var date: String
        public var label: String
        public var count: Int
        public var height: Double
    }

    /// One of the most active schools.
    public struct School: Hashable, Sendable {
        public var id: BaselineText
        public var name: BaselineText
        public var postCount: Int
    }

    /// One of the newest recruiting posts.
    public struct RecentPost: Hashable, Sendable {
        public var id: BaselineText
        public var platform: BaselinePlatform
        public var authorHandle: BaselineText?
        public var authorName: BaselineText?
        public var postDate: Int64
        public var postContent: BaselineText?
        public var schoolId: BaselineText?
    }

    public var range: Range
    public var summary: Summary
    public var sentiment: [Sentiment]
    public var platforms: Platforms
    public var activityByDay: [Day]
    public var topSchools: [School]
    public var recentRecruitingPosts: [RecentPost]
    /// The period before the range, when it was asked for and there is one.
    public var previous: Summary?

    /// Whether no post of the range has a mood.
    public var noSentimentData: Bool { summary.analyzedPosts == 0 }
}

extension BaselineSocialPage.Summary {
    /// A part of a whole in percent, rounded half up; 0 of nothing.
    static func percentage(_ part: Int, of whole: Int) -> Int {
        whole == 0 ? 0 : (200 * part + whole) / (2 * whole)
    }
}

extension BaselineSocialPage.Sentiment {
    /// The rows of all four moods.
    static func rows(counts: [BaselineSentiment: Int]) -> [BaselineSocialPage.Sentiment] {
        let total = counts.values.reduce(0, +)
        return BaselineSentiment.allCases.map { sentiment in
            let count = counts[sentiment] ?? 0
            let percentage = total > 0 ? 100 * Double(count) / Double(total) : 0
            return .init(type: sentiment, label: sentiment.label, count: count, percentage: percentage)
        }
    }
}

extension BaselineSocialPage.Day {
    /// The bars of consecutive days, the highest one 100.
    static func bars(first: BaselineDay, counts: [Int]) -> [BaselineSocialPage.Day] {
        let highest = max(counts.max() ?? 0, 1)
        return counts.enumerated().map { index, count in
            let day = first.adding(days: index)
            return .init(
                date: day.text, label: day.label, count: count, height: 100 * Double(count) / Double(highest))
        }
    }
}

/// Posts by local weekday and hour.
public struct BaselineHeatMap: Hashable, Sendable {
    /// Seven rows, Sunday first, of 24 hours.
    public var counts: [[Int]]
}
