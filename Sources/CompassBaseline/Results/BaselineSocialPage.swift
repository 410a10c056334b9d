/// The Social Analytics page: every number that it shows.
///
/// Fields are named after the keys of the page's JSON; instants are microseconds since 1970-01-01T00:00:00Z,
/// days are texts like `2026-02-03`, percentages are on a scale of 100.
public struct BaselineSocialPage: Hashable, Sendable {
    /// The requested range: its days ("7", "30", … or "all"), and its first instant.
    public struct Range: Hashable, Sendable {
        /// The name: "7", "30", …, or "all".
        public var kind: String
        /// The cutoff, nil for all time.
        public var from: Int64?
        /// The calendar days, nil for all time.
        public var days: Int?

        /// Creates a value with these fields.
        public init(kind: String, from: Int64?, days: Int?) {
            self.kind = kind
            self.from = from
            self.days = days
        }
    }

    /// The figures of the cards.
    public struct Summary: Hashable, Sendable {
        /// The number of all posts.
        public var totalPosts: Int
        /// The number of posts about recruiting.
        public var recruitingPosts: Int
        /// The share of all posts, rounded half up.
        public var recruitingPercentage: Int
        /// The number of posts with a positive or very positive mood.
        public var positivePosts: Int
        /// The share of the posts that have a mood, rounded half up.
        public var positivePercentage: Int
        /// The number of posts that have a mood.
        public var analyzedPosts: Int
        /// The number of distinct schools with a post.
        public var activeSchools: Int

        /// Creates a value with these fields.
        public init(
            totalPosts: Int, recruitingPosts: Int, recruitingPercentage: Int, positivePosts: Int,
            positivePercentage: Int, analyzedPosts: Int, activeSchools: Int
        ) {
            self.totalPosts = totalPosts
            self.recruitingPosts = recruitingPosts
            self.recruitingPercentage = recruitingPercentage
            self.positivePosts = positivePosts
            self.positivePercentage = positivePercentage
            self.analyzedPosts = analyzedPosts
            self.activeSchools = activeSchools
        }
    }

    /// A mood with the number of its posts, and their share of the posts that have a mood.
    public struct Sentiment: Hashable, Sendable {
        /// The mood.
        public var type: BaselineSentiment
        /// The mood's name on the page.
        public var label: String
        /// The number of posts.
        public var count: Int
        /// The share of the posts that have a mood, 0 to 100.
        public var percentage: Double

        /// Creates a value with these fields.
        public init(type: BaselineSentiment, label: String, count: Int, percentage: Double) {
            self.type = type
            self.label = label
            self.count = count
            self.percentage = percentage
        }
    }

    /// Posts by platform.
    public struct Platforms: Hashable, Sendable {
        /// The number of posts on Twitter.
        public var twitter: Int
        /// The number of posts on Instagram.
        public var instagram: Int

        /// Creates a value with these fields.
        public init(twitter: Int, instagram: Int) {
            self.twitter = twitter
            self.instagram = instagram
        }
    }

    /// One bar of the chart.
    public struct Day: Hashable, Sendable {
        /// The day, like `2026-02-03`.
        public var date: String
        /// The day, like `Feb 3`.
        public var label: String
        /// The number of posts.
        public var count: Int
        /// 100 times the count, divided by the largest count of all bars (at least 1).
        public var height: Double

        /// Creates a value with these fields.
        public init(date: String, label: String, count: Int, height: Double) {
            self.date = date
            self.label = label
            self.count = count
            self.height = height
        }
    }

    /// One of the most active schools or coaches.
    public struct School: Hashable, Sendable {
        /// The id.
        public var id: BaselineText
        /// The name, or "Unknown School" or "Unknown Coach".
        public var name: BaselineText
        /// The number of posts.
        public var postCount: Int

        /// Creates a value with these fields.
        public init(id: BaselineText, name: BaselineText, postCount: Int) {
            self.id = id
            self.name = name
            self.postCount = postCount
        }
    }

    /// One of the newest recruiting posts.
    public struct RecentPost: Hashable, Sendable {
        /// The post's id.
        public var id: BaselineText
        /// The platform it was published on.
        public var platform: BaselinePlatform
        /// The author's handle.
        public var authorHandle: BaselineText?
        /// The author's name.
        public var authorName: BaselineText?
        /// The date in microseconds since 1970-01-01T00:00:00Z.
        public var postDate: Int64
        /// The text of the post.
        public var postContent: BaselineText?
        /// The school that it belongs to.
        public var schoolID: BaselineText?

        /// Creates a value with these fields.
        public init(
            id: BaselineText, platform: BaselinePlatform, authorHandle: BaselineText?,
            authorName: BaselineText?, postDate: Int64, postContent: BaselineText?, schoolID: BaselineText?
        ) {
            self.id = id
            self.platform = platform
            self.authorHandle = authorHandle
            self.authorName = authorName
            self.postDate = postDate
            self.postContent = postContent
            self.schoolID = schoolID
        }
    }

    /// The requested range.
    public var range: Range
    /// The cards.
    public var summary: Summary
    /// All four moods, the most positive first.
    public var sentiment: [Sentiment]
    /// Posts by platform.
    public var platforms: Platforms
    /// The chart, oldest day first.
    public var activityByDay: [Day]
    /// The schools with the most posts, by count, name and id.
    public var topSchools: [School]
    /// The coaches with the most posts, likewise.
    public var topCoaches: [School]
    /// The newest posts about recruiting.
    public var recentRecruitingPosts: [RecentPost]
    /// The summary of the period before the range, if it was requested and exists.
    public var previous: Summary?

    /// Creates a value with these fields.
    public init(
        range: Range, summary: Summary, sentiment: [Sentiment], platforms: Platforms, activityByDay: [Day],
        topSchools: [School], topCoaches: [School], recentRecruitingPosts: [RecentPost], previous: Summary?
    ) {
        self.range = range
        self.summary = summary
        self.sentiment = sentiment
        self.platforms = platforms
        self.activityByDay = activityByDay
        self.topSchools = topSchools
        self.topCoaches = topCoaches
        self.recentRecruitingPosts = recentRecruitingPosts
        self.previous = previous
    }

    /// Whether no post of the range has a mood.
    public var noSentimentData: Bool { summary.analyzedPosts == 0 }
}

/// Posts by local weekday and hour.
public struct BaselineHeatMap: Hashable, Sendable {
    /// Seven rows, Sunday first, of 24 hours.
    public var counts: [[Int]]
}
