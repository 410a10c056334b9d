import CompassKernel

/// The figures of a page that every engine can return.
struct PageAnswer: Equatable, Decodable {
    var totalPosts = 0
    var recruiting = 0
    var positive = 0
    /// Posts with a sentiment.
    var analyzed = 0
    var activeSchools = 0
    /// Very positive, positive, neutral, negative.
    var sentiments = [0, 0, 0, 0]
    /// Twitter, Instagram.
    var platforms = [0, 0]
    var activityByDay: [Int] = []
    var topSchools: [SchoolCount] = []
    /// Ids, newest first.
    var recentRecruiting: [String] = []

    /// A school's id and its posts; an array of the two in JSON.
    struct SchoolCount: Equatable, Decodable {
        var id: String
        var count: Int

        init(id: String, count: Int) { (self.id, self.count) = (id, count) }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            id = try container.decode(String.self)
            count = try container.decode(Int.self)
        }
    }
}

extension PageAnswer {
    init(_ page: SocialAnalyticsPage) {
        totalPosts = page.summary.totalPosts
        recruiting = page.summary.recruitingPosts
        positive = page.summary.positivePosts
        analyzed = page.summary.analyzedPosts
        activeSchools = page.summary.activeSchools
        sentiments = page.sentiment.map(\.count)
        platforms = [page.platforms.twitter, page.platforms.instagram]
        activityByDay = page.activityByDay.map(\.count)
        topSchools = page.topSchools.map { SchoolCount(id: $0.id, count: $0.postCount) }
        recentRecruiting = page.recentRecruitingPosts.map(\.id)
    }

    /// Returns the names of the figures that differ.
    func differences(from other: PageAnswer) -> [String] {
        let parts: [(String, Bool)] = [
            ("totalPosts", totalPosts == other.totalPosts), ("recruiting", recruiting == other.recruiting),
            ("positive", positive == other.positive), ("analyzed", analyzed == other.analyzed),
            ("activeSchools", activeSchools == other.activeSchools),
            ("sentiments", sentiments == other.sentiments), ("platforms", platforms == other.platforms),
            ("activityByDay", activityByDay == other.activityByDay),
            ("topSchools", topSchools == other.topSchools),
            ("recentRecruiting", recentRecruiting == other.recentRecruiting),
        ]
        return parts.filter { !$0.1 }.map(\.0)
    }
}
