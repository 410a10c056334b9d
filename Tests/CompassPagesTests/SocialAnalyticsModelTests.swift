import CompassKernel
import CompassPages
import XCTest

/// The page Social Analytics, row by row of its specification.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class SocialAnalyticsModelTests: XCTestCase {
    /// "Now" is 2026-02-10T12:00:00Z.
    private let rows: [ServerRow] = [
        .post("a", date: "2026-02-10T09:00:00Z", recruiting: true, sentiment: "positive"),
        .post("b", date: "2026-02-09T09:00:00Z", platform: "instagram", sentiment: "negative"),
        .post("c", date: "2026-02-09T08:00:00Z", school: "s2", sentiment: "very_positive"),
        .post("d", date: "2026-01-20T09:00:00Z", recruiting: true),
        .post("e", date: "2025-12-20T09:00:00Z"), .post("f", date: "2020-01-01T00:00:00Z"),
        .school("s1", "Duke"), .school("s2", "Stanford"),
    ]

    func testTitleAndLoadText() async {
        let scene = PageScene(rows)
        let model = SocialAnalyticsModel(scene.store)
        XCTAssertEqual(model.texts.socialAnalytics.title, "Social Analytics")
        XCTAssertEqual(
            model.texts.socialAnalytics.subtitle, "Trends and insights from coach and program social media")
        scene.server.script(.posts, .connection(reason: ""))
        model.appear()
        await scene.settle { model.phase != .waiting }
        XCTAssertEqual(
            model.phase,
            .failed(
                PageFailure(text: "Unable to load analytics. Check your connection.", canRetry: true)))
        XCTAssertEqual(model.cards, [])
        XCTAssertNil(model.empty)
        XCTAssertNil(model.noSentimentText)
        scene.server.script(.posts, .server(status: 503, message: ""))
        model.retry()
        await scene.settle { model.phase != .waiting }
        XCTAssertEqual(
            model.phase, .failed(PageFailure(text: "Server error. Please try again.", canRetry: true)))
    }

    func testRanges() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialAnalyticsModel.self)
        XCTAssertEqual(
            SocialAnalyticsModel.ranges.map(\.label), ["7 Days", "30 Days", "90 Days", "All Time"])
        XCTAssertEqual(model.range, .last(days: 30))
        XCTAssertEqual(model.page?.summary.totalPosts, 4)
        for (range, count) in zip(SocialAnalyticsModel.ranges, [3, 4, 5, 6]) {
            model.range = range
            // In the same turn, and from the kernel alone.
            XCTAssertEqual(model.page?.summary.totalPosts, count)
            XCTAssertEqual(model.page?.range.kind, range.kind)
        }
        await scene.settled()
        XCTAssertEqual(scene.server.requests.count, 2)
    }

    func testTheRangeIsNotKept() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialAnalyticsModel.self)
        model.range = .all
        model.toggleExpansion(ofPost: "a")
        model.disappear()
        XCTAssertEqual(model.range, .last(days: 30))
        XCTAssertNil(model.expandedPostID)
        model.appear()
        XCTAssertEqual(model.page?.summary.totalPosts, 4)
    }

    func testARangeThatIsChosenBeforeTheLoadIsShown() async {
        let scene = PageScene(rows)
        let model = SocialAnalyticsModel(scene.store)
        scene.server.hold(.posts)
        model.appear()
        model.range = .last(days: 7)
        XCTAssertNil(model.page)
        scene.server.release()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(model.page?.summary.totalPosts, 3)
    }

    func testPostsAreSharedWithTheFeedWithAllColumns() async {
        let scene = PageScene(rows)
        _ = await scene.shown(SocialAnalyticsModel.self)
        let feed = SocialFeedModel(scene.store)
        feed.appear()
        XCTAssertEqual(feed.phase, .content)
        XCTAssertEqual(feed.posts.first?.postContent, "Great visit today")
        await scene.settled()
        XCTAssertEqual(Set(scene.server.requests), [RowRequest(.schools), RowRequest(.posts)])
        XCTAssertEqual(scene.server.requests.count, 2)
    }

    func testCards() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialAnalyticsModel.self)
        XCTAssertEqual(
            model.cards.map(\.label),
            ["Total Posts", "Recruiting Posts", "Positive Sentiment", "Active Schools"])
        XCTAssertEqual(model.cards.map(\.value), ["4", "2", "2", "2"])
        XCTAssertEqual(model.cards.map(\.subtitle), [nil, "50%", "67%", nil])
        XCTAssertEqual(
            model.cards.map(\.aloud),
            [
                "Total Posts: 4.", "Recruiting Posts: 2. 50%", "Positive Sentiment: 2. 67%",
                "Active Schools: 2.",
            ])
    }

    func testCharts() async throws {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialAnalyticsModel.self)
        let texts = model.texts.socialAnalytics
        XCTAssertEqual(
            [
                texts.sentimentDistribution, texts.platformDistribution, texts.activityByDay,
                texts.mostActiveSchools, texts.recentRecruitingPosts,
            ],
            [
                "Sentiment Distribution", "Platform Distribution", "Activity by Day", "Most Active Schools",
                "Recent Recruiting Posts",
            ])
        let page = try XCTUnwrap(model.page)
        XCTAssertEqual(page.sentiment.map(\.count), [1, 1, 0, 1])
        XCTAssertEqual(page.platforms, PlatformCounts(twitter: 3, instagram: 1))
        XCTAssertEqual(page.activityByDay.count, 30)
        XCTAssertEqual(page.activityByDay.first?.label, "Jan 12")
        XCTAssertEqual(page.activityByDay.last?.label, "Feb 10")
        XCTAssertEqual(page.topSchools.map(\.name), ["Duke", "Stanford"])
        XCTAssertEqual(page.recentRecruitingPosts.map(\.id), ["a", "d"])
        XCTAssertEqual(
            page.activityByDay.suffix(2).map { model.tooltip(of: $0) }, ["Feb 9: 2 posts", "Feb 10: 1 post"])
    }

    func testNothingInTheRange() async {
        let scene = PageScene([.post("f", date: "2020-01-01T00:00:00Z"), .school("s1", "Duke")])
        let model = await scene.shown(SocialAnalyticsModel.self)
        XCTAssertEqual(
            model.empty,
            EmptyState(
                icon: "📊", title: "No posts in selected period",
                subtitle: "Try selecting a longer time range"))
        XCTAssertEqual(model.noSentimentText, "No data available")
        XCTAssertEqual(model.texts.socialAnalytics.noData, "No data available")
        XCTAssertEqual(model.cards.map(\.value), ["0", "0", "0", "0"])
        model.range = .all
        XCTAssertNil(model.empty)
        XCTAssertEqual(model.noSentimentText, "No sentiment data available")
    }

    func testNothingAtAllHasNoHintOfALongerRange() async {
        let scene = PageScene()
        let model = await scene.shown(SocialAnalyticsModel.self)
        model.range = .all
        XCTAssertEqual(
            model.empty, EmptyState(icon: "📊", title: "No posts in selected period", subtitle: nil))
    }

    func testARangeIsNotKeptForAnotherUser() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialAnalyticsModel.self)
        model.range = .all
        scene.store.reset()
        XCTAssertEqual(model.range, .last(days: 30))
        await scene.settle { model.page != nil }
        XCTAssertEqual(model.page?.summary.totalPosts, 4)
    }

    func testWithoutSentimentsTheOtherChartsFill() async {
        let scene = PageScene([.post("a"), .school("s1", "Duke")])
        let model = await scene.shown(SocialAnalyticsModel.self)
        XCTAssertEqual(model.noSentimentText, "No sentiment data available")
        XCTAssertNil(model.empty)
        XCTAssertEqual(model.page?.platforms.twitter, 1)
        scene.server.set("a", ["sentiment": "neutral"])
        await model.refresh()
        XCTAssertNil(model.noSentimentText)
    }

    func testLinks() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialAnalyticsModel.self)
        XCTAssertEqual(model.texts.socialAnalytics.viewAll, "View All →")
        model.openRecruitingPosts()
        XCTAssertEqual(scene.store.destination, .socialFeed(FeedFilters(kind: .recruiting)))
        model.openSchool("a b/1")
        XCTAssertEqual(scene.store.destination, .path("/schools/a%20b%2F1"))
        model.toggleExpansion(ofPost: "a")
        XCTAssertEqual(model.expandedPostID, "a")
        model.toggleExpansion(ofPost: "d")
        XCTAssertEqual(model.expandedPostID, "d")
        model.toggleExpansion(ofPost: "d")
        XCTAssertNil(model.expandedPostID)
    }

    func testAloud() async throws {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialAnalyticsModel.self)
        XCTAssertEqual(
            model.sentimentChartAloud,
            "Sentiment distribution chart. Very Positive: 1 post, 33 percent. Positive: 1 post, 33 percent. "
                + "Neutral: 0 posts, 0 percent. Negative: 1 post, 33 percent.")
        XCTAssertEqual(
            model.dayChartAloud,
            "Activity by day chart. Jan 20: 1 post. Feb 9: 2 posts. Feb 10: 1 post.")
        let schools = try XCTUnwrap(model.page?.topSchools)
        XCTAssertEqual(
            schools.enumerated().map { model.aloud(rank: $0 + 1, $1) },
            ["Rank 1. Duke. 3 posts.", "Rank 2. Stanford. 1 post."])
    }

    func testChangesOfTheFeedAreCounted() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialAnalyticsModel.self)
        let feed = SocialFeedModel(scene.store)
        feed.appear()
        feed.askToDelete("a")
        feed.confirmDeletion()
        XCTAssertEqual(model.page?.summary.totalPosts, 3)
        feed.undoDeletion()
        XCTAssertEqual(model.page?.summary.totalPosts, 4)
    }

    func testLiveChangesAreCounted() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialAnalyticsModel.self)
        await scene.settle { scene.server.subscriberCount == 1 }
        scene.server.live()
        scene.server.insertLive(.post("z", date: "2026-02-10T11:00:00Z"))
        await scene.settle { model.page?.summary.totalPosts == 5 }
        model.disappear()
        scene.server.insertLive(.post("y", date: "2026-02-10T11:00:00Z"))
        await scene.settled()
        XCTAssertEqual(model.page?.summary.totalPosts, 5)
        model.appear()
        XCTAssertEqual(model.page?.summary.totalPosts, 6)
    }
}
