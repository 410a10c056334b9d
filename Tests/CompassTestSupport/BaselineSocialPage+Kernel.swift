import CompassBaseline
import CompassKernel

// The kernel's results in the baseline's form, texts byte for byte.

extension BaselineSocialPage {
    package init(_ page: SocialAnalyticsPage) {
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
            recentRecruitingPosts: page.recentRecruitingPosts.map { RecentPost($0) },
            previous: page.previous.map { Summary($0) })
    }

    /// The names and values of the sections that differ from those of `wanted`.
    package func differences(from wanted: BaselineSocialPage) -> [String] {
        if self == wanted { return [] }
        var differences: [String] = []
        func compare<Section: Equatable>(_ name: String, _ section: KeyPath<BaselineSocialPage, Section>) {
            let (found, wanted) = (self[keyPath: section], wanted[keyPath: section])
            if found == wanted { return }
            differences.append(
                "\(name): \(String(describing: found).prefix(700)), wanted \(String(describing: wanted).prefix(700))"
            )
        }
        func compareRows<Row: Equatable>(_ name: String, _ section: KeyPath<BaselineSocialPage, [Row]>) {
            let (found, wanted) = (self[keyPath: section], wanted[keyPath: section])
            if found.count != wanted.count {
                differences.append("\(name): \(found.count) of \(wanted.count)")
            }
            if let pair = zip(found, wanted).first(where: { $0 != $1 }) {
                differences.append("\(name): \(pair.0), wanted \(pair.1)")
            }
        }
        compare("range", \.range)
        compare("summary", \.summary)
        compare("sentiment", \.sentiment)
        compare("platforms", \.platforms)
        compareRows("activity by day", \.activityByDay)
        compareRows("top schools", \.topSchools)
        compareRows("recruiting posts", \.recentRecruitingPosts)
        compare("previous", \.previous)
        return differences
    }
}

extension BaselineSocialPage.Summary {
    package init(_ summary: AnalyticsSummary) {
        self.init(
            totalPosts: summary.totalPosts, recruitingPosts: summary.recruitingPosts,
            recruitingPercentage: summary.recruitingPercentage, positivePosts: summary.positivePosts,
            positivePercentage: summary.positivePercentage, analyzedPosts: summary.analyzedPosts,
            activeSchools: summary.activeSchools)
    }
}

extension BaselineSocialPage.RecentPost {
    package init(_ post: RecruitingPost) {
        self.init(
            id: BaselineText(post.id), platform: post.platform == .twitter ? .twitter : .instagram,
            authorHandle: post.authorHandle.map { BaselineText($0) },
            authorName: post.authorName.map { BaselineText($0) }, postDate: post.postDate.timestamp.micros,
            postContent: post.postContent.map { BaselineText($0) },
            schoolID: post.schoolID.map { BaselineText($0) })
    }
}

extension BaselineSentiment {
    package init(_ sentiment: CompassKernel.Sentiment) {
        self =
            switch sentiment {
            case .veryPositive: .veryPositive
            case .positive: .positive
            case .neutral: .neutral
            case .negative: .negative
            }
    }
}
