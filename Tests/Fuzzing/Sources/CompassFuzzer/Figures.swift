import CompassBaseline
import CompassKernel

/// The contents of both kinds of page, in one form.
struct Figures: Equatable {
    var from: Int64?
    var cards: [Int]
    var previous: [Int]?
    var sentiments: [Int]
    var platforms: [Int]
    var days: [String]
    var schools: [[UInt8]]
    var coaches: [[UInt8]]
    var recent: [[UInt8]]

    init(_ page: SocialAnalyticsPage) {
        from = page.range.from?.timestamp.micros
        cards = Self.cards(page.summary)
        previous = page.previous.map(Self.cards)
        sentiments = page.sentiment.map(\.count)
        platforms = [page.platforms.twitter, page.platforms.instagram]
        days = page.activityByDay.map { "\($0.date) \($0.label) \($0.count) \($0.height)" }
        schools = page.topSchools.map { Array("\($0.id) \($0.name) \($0.postCount)".utf8) }
        coaches = page.topCoaches.map { Array("\($0.id) \($0.name) \($0.postCount)".utf8) }
        recent = page.recentRecruitingPosts.map {
            Array(
                "\($0.id) \($0.postDate.timestamp.micros) \($0.postContent ?? "") \($0.schoolID ?? "")".utf8)
        }
    }

    init(_ page: BaselineSocialPage) {
        from = page.range.from
        cards = Self.cards(page.summary)
        previous = page.previous.map(Self.cards)
        sentiments = page.sentiment.map(\.count)
        platforms = [page.platforms.twitter, page.platforms.instagram]
        days = page.activityByDay.map { "\($0.date) \($0.label) \($0.count) \($0.height)" }
        schools = page.topSchools.map { Array("\($0.id) \($0.name) \($0.postCount)".utf8) }
        coaches = page.topCoaches.map { Array("\($0.id) \($0.name) \($0.postCount)".utf8) }
        recent = page.recentRecruitingPosts.map {
            Array(
                "\($0.id) \($0.postDate) \($0.postContent?.string ?? "") \($0.schoolID?.string ?? "")".utf8)
        }
    }

    private static func cards(_ summary: AnalyticsSummary) -> [Int] {
        [
            summary.totalPosts, summary.recruitingPosts, summary.recruitingPercentage, summary.positivePosts,
            summary.positivePercentage, summary.analyzedPosts, summary.activeSchools,
        ]
    }

    private static func cards(_ summary: BaselineSocialPage.Summary) -> [Int] {
        [
            summary.totalPosts, summary.recruitingPosts, summary.recruitingPercentage, summary.positivePosts,
            summary.positivePercentage, summary.analyzedPosts, summary.activeSchools,
        ]
    }
}
