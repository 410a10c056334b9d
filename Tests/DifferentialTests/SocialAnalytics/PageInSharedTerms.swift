import CompassBaseline
import CompassKernel
import Foundation

// The kernel's answers as the baseline's, texts byte for byte.

extension BaselineSocialPage {
    init(_ page: SocialAnalyticsPage) {
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
    func differences(from wanted: BaselineSocialPage) -> [String] {
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
    init(_ summary: AnalyticsSummary) {
        self.init(
            totalPosts: summary.totalPosts, recruitingPosts: summary.recruitingPosts,
            recruitingPercentage: summary.recruitingPercentage, positivePosts: summary.positivePosts,
            positivePercentage: summary.positivePercentage, analyzedPosts: summary.analyzedPosts,
            activeSchools: summary.activeSchools)
    }
}

extension BaselineSocialPage.RecentPost {
    init(_ post: RecruitingPost) {
        self.init(
            id: BaselineText(post.id), platform: post.platform == .twitter ? .twitter : .instagram,
            authorHandle: post.authorHandle.map { BaselineText($0) },
            authorName: post.authorName.map { BaselineText($0) }, postDate: post.postDate.timestamp.micros,
            postContent: post.postContent.map { BaselineText($0) },
            schoolId: post.schoolId.map { BaselineText($0) })
    }
}

extension BaselineSentiment {
    init(_ sentiment: CompassKernel.Sentiment) {
        self =
            switch sentiment {
            case .veryPositive: .veryPositive
            case .positive: .positive
            case .neutral: .neutral
            case .negative: .negative
            }
    }
}

/// One question about a page, for both.
struct PageQuery {
    var range: BaselineRange = .all
    var filter = FilterPair()
    var now: Int64 = 0
    var zone = ZonePair.utc
    var topSchools = 5
    var recentPosts = 5
    var activity: BaselineActivity = .sameAsRange
    var comparison = false

    private var kernelRange: AnalyticsRange { range.days.map { .last(days: $0) } ?? .all }

    private var kernelActivity: ActivityDays {
        switch activity {
        case .sameAsRange: .sameAsRange
        case .days(let days): .last(days)
        case .every: .every
        }
    }

    func kernelPage(_ social: SocialPosts) -> SocialAnalyticsPage {
        social.analytics(
            kernelRange, where: filter.kernel, asOf: Timestamp(micros: now), in: zone.kernel,
            topSchools: topSchools, recentPosts: recentPosts, activity: kernelActivity, comparison: comparison
        )
    }

    func baselinePage(_ posts: BaselinePosts, _ schools: BaselineSchools) -> BaselineSocialPage {
        BaselineAnalytics.page(
            posts: posts, schools: schools, range: range, filter: filter.baseline, now: now,
            zone: zone.baseline, topSchools: topSchools, recentPosts: recentPosts, activity: activity,
            comparison: comparison)
    }

    func kernelHeatMap(_ social: SocialPosts) -> [[Int]] {
        social.heatMap(
            kernelRange, where: filter.kernel, asOf: Timestamp(micros: now), in: zone.kernel
        ).counts
    }

    func baselineHeatMap(_ posts: BaselinePosts) -> [[Int]] {
        BaselineAnalytics.heatMap(
            posts: posts, range: range, filter: filter.baseline, now: now, zone: zone.baseline
        ).counts
    }
}

/// A zone as both know it.
struct ZonePair {
    let kernel: ZoneOffsets
    let baseline: TimeZone

    static let utc = ZonePair(kernel: .utc, baseline: TimeZone(secondsFromGMT: 0) ?? .gmt)

    init(kernel: ZoneOffsets, baseline: TimeZone) {
        self.kernel = kernel
        self.baseline = baseline
    }

    init(_ identifier: String) throws {
        guard let baseline = TimeZone(identifier: identifier) else { throw ZoneError.unknownZone(identifier) }
        self.init(kernel: try ZoneOffsets(identifier: identifier), baseline: baseline)
    }

    static let identifiers = [
        "America/New_York", "Europe/London", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe",
        "Pacific/Apia", "Africa/Cairo", "UTC", "America/St_Johns", "Asia/Beirut", "America/Havana",
    ]
}

/// A filter as both know it; conditions are added to both at once.
struct FilterPair {
    private(set) var kernel = PostFilter.any
    private(set) var baseline = BaselineFilter()

    mutating func restrict(to platforms: Set<BaselinePlatform>) {
        kernel = kernel && .platforms(Set(platforms.map { $0 == .twitter ? .twitter : .instagram }))
        baseline.platforms = baseline.platforms?.intersection(platforms) ?? platforms
    }

    mutating func restrict(to schools: [BaselineText]) {
        kernel = kernel && .schools(schools.map(\.string))
        baseline.schoolIDs = baseline.schoolIDs?.intersection(schools) ?? Set(schools)
    }

    mutating func restrict(to sentiments: Set<BaselineSentiment>) {
        kernel =
            kernel
            && .sentiment(Set(sentiments.compactMap { CompassKernel.Sentiment(rawValue: $0.rawValue) }))
        baseline.sentiments = baseline.sentiments?.intersection(sentiments) ?? sentiments
    }

    mutating func restrict(recruiting: Bool) {
        kernel = kernel && .recruiting(recruiting)
        // No post is both: an empty set of platforms admits none.
        if baseline.recruiting == !recruiting { baseline.platforms = [] }
        baseline.recruiting = recruiting
    }

    mutating func restrict(flagged: Bool) {
        kernel = kernel && .flagged(flagged)
        if baseline.flagged == !flagged { baseline.platforms = [] }
        baseline.flagged = flagged
    }

    /// Days since 1970-01-01, both ends included.
    mutating func restrict(from: Int?, to: Int?) {
        kernel =
            kernel
            && .dates(
                from: from.map { CivilDate(daysSinceEpoch: Int32($0)) },
                to: to.map { CivilDate(daysSinceEpoch: Int32($0)) })
        baseline.from = [baseline.from, from.map { BaselineDay(daysSinceEpoch: $0) }].compactMap { $0 }.max()
        baseline.to = [baseline.to, to.map { BaselineDay(daysSinceEpoch: $0) }].compactMap { $0 }.min()
    }
}
