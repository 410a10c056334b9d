import BenchmarkHarness
import CompassBaseline
import CompassKernel

extension BaselineSocialPage {
    /// Converts the kernel's page to the baseline's type, so that both can be compared.
    init(_ page: SocialAnalyticsPage) {
        self.init(
            range: .init(
                kind: page.range.kind, from: page.range.from?.timestamp.micros, days: page.range.days),
            summary: .init(page.summary),
            sentiment: page.sentiment.map {
                .init(
                    type: BaselineSentiment($0.type), label: $0.label, count: $0.count,
                    percentage: $0.percentage)
            },
            platforms: .init(twitter: page.platforms.twitter, instagram: page.platforms.instagram),
            activityByDay: page.activityByDay.map {
                .init(date: $0.date.description, label: $0.label, count: $0.count, height: $0.height)
            },
            topSchools: page.topSchools.map {
                .init(id: BaselineText($0.id), name: BaselineText($0.name), postCount: $0.postCount)
            },
            recentRecruitingPosts: page.recentRecruitingPosts.map(RecentPost.init),
            previous: page.previous.map(Summary.init))
    }
}

extension BaselineSocialPage.Summary {
    fileprivate init(_ summary: AnalyticsSummary) {
        self.init(
            totalPosts: summary.totalPosts, recruitingPosts: summary.recruitingPosts,
            recruitingPercentage: summary.recruitingPercentage, positivePosts: summary.positivePosts,
            positivePercentage: summary.positivePercentage, analyzedPosts: summary.analyzedPosts,
            activeSchools: summary.activeSchools)
    }
}

extension BaselineSocialPage.RecentPost {
    fileprivate init(_ post: RecruitingPost) {
        self.init(
            id: BaselineText(post.id), platform: post.platform == .twitter ? .twitter : .instagram,
            authorHandle: post.authorHandle.map { BaselineText($0) },
            authorName: post.authorName.map { BaselineText($0) }, postDate: post.postDate.timestamp.micros,
            postContent: post.postContent.map { BaselineText($0) },
            schoolID: post.schoolID.map { BaselineText($0) })
    }
}

extension BaselineSentiment {
    init(_ sentiment: Sentiment) {
        switch sentiment {
        case .veryPositive: self = .veryPositive
        case .positive: self = .positive
        case .neutral: self = .neutral
        case .negative: self = .negative
        }
    }
}

extension BaselineSocialPage {
    /// Throws at the first difference.
    func check(equals expected: BaselineSocialPage, _ question: String) throws {
        if self == expected { return }
        func part(_ name: String, _ isEqual: Bool) -> String? { isEqual ? nil : name }
        let parts = [
            part("range", range == expected.range), part("summary", summary == expected.summary),
            part("sentiment", sentiment == expected.sentiment),
            part("platforms", platforms == expected.platforms),
            part("activityByDay", activityByDay == expected.activityByDay),
            part("topSchools", topSchools == expected.topSchools),
            part("recentRecruitingPosts", recentRecruitingPosts == expected.recentRecruitingPosts),
            part("previous", previous == expected.previous),
        ].compactMap { $0 }
        throw CheckFailure("\(question): the answer differs in \(parts.joined(separator: ", "))")
    }
}
