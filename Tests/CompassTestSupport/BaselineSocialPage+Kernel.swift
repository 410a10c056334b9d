import CompassBaseline
import CompassKernel

// The kernel's results in the baseline's form, texts byte for byte.

extension BaselineSocialPage: BaselineResult {
    /// Converts a value of the kernel.
    public init(_ page: SocialAnalyticsPage) {
        self.init(
            range: .init(
                kind: page.range.kind, from: page.range.from?.timestamp.micros, days: page.range.days),
            summary: .init(page.summary),
            sentiment: page.sentiment.map { share in
                Sentiment(
                    type: BaselineSentiment(share.type), label: share.label, count: share.count,
                    percentage: share.percentage)
            },
            platforms: .init(twitter: page.platforms.twitter, instagram: page.platforms.instagram),
            activityByDay: page.activityByDay.map { day in
                Day(date: day.date.description, label: day.label, count: day.count, height: day.height)
            },
            topSchools: page.topSchools.map { school in
                School(
                    id: BaselineText(school.id), name: BaselineText(school.name), postCount: school.postCount)
            },
            topCoaches: page.topCoaches.map { coach in
                School(
                    id: BaselineText(coach.id), name: BaselineText(coach.name), postCount: coach.postCount)
            },
            recentRecruitingPosts: page.recentRecruitingPosts.map { RecentPost($0) },
            previous: page.previous.map { Summary($0) })
    }

    /// Returns the names and values of the sections that differ from those of `wanted`.
    public func differences(from wanted: BaselineSocialPage) -> [String] {
        if self == wanted { return [] }
        var differences = Differences(self, wanted)
        differences.compare("range", \.range)
        differences.compare("summary", \.summary)
        differences.compare("sentiment", \.sentiment)
        differences.compare("platforms", \.platforms)
        differences.compareRows("activity by day", \.activityByDay)
        differences.compareRows("top schools", \.topSchools)
        differences.compareRows("top coaches", \.topCoaches)
        differences.compareRows("recruiting posts", \.recentRecruitingPosts)
        differences.compare("previous", \.previous)
        return differences.texts
    }
}

extension BaselineSocialPage.Summary {
    /// Converts a value of the kernel.
    public init(_ summary: AnalyticsSummary) {
        self.init(
            totalPosts: summary.totalPosts, recruitingPosts: summary.recruitingPosts,
            recruitingPercentage: summary.recruitingPercentage, positivePosts: summary.positivePosts,
            positivePercentage: summary.positivePercentage, analyzedPosts: summary.analyzedPosts,
            activeSchools: summary.activeSchools)
    }
}

extension BaselineSocialPage.RecentPost {
    /// Converts a value of the kernel.
    public init(_ post: RecruitingPost) {
        self.init(
            id: BaselineText(post.id), platform: post.platform == .twitter ? .twitter : .instagram,
            authorHandle: post.authorHandle.map { BaselineText($0) },
            authorName: post.authorName.map { BaselineText($0) }, postDate: post.postDate.timestamp.micros,
            postContent: post.postContent.map { BaselineText($0) },
            schoolID: post.schoolID.map { BaselineText($0) })
    }
}

extension BaselineSentiment {
    /// Converts a value of the kernel.
    public init(_ sentiment: CompassKernel.Sentiment) {
        self =
            switch sentiment {
            case .veryPositive: .veryPositive
            case .positive: .positive
            case .neutral: .neutral
            case .negative: .negative
            }
    }
}
