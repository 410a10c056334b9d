import CompassKernel
import CompassPages
import XCTest

/// The figures, filters and searches of Social Media Monitoring.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class SocialFeedModelTests: XCTestCase {
    private let rows = FeedRows.varied

    func testTitle() {
        let model = SocialFeedModel(PageScene(rows).store)
        XCTAssertEqual(model.texts.socialFeed.title, "Social Media Monitoring")
        XCTAssertEqual(model.texts.socialFeed.subtitle, "Track posts from coaches & programs")
        XCTAssertEqual(SocialFeedModel.placeholderCount, 5)
    }

    // Cards

    func testCardsCountAllPosts() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        let texts = model.texts
        XCTAssertEqual(
            [
                texts.common.totalPosts, texts.socialFeed.twitterPosts, texts.socialFeed.instagramPosts,
                texts.socialFeed.flaggedForReview,
            ],
            ["Total Posts", "Twitter/X Posts", "Instagram Posts", "Flagged for Review"])
        let all = FeedStatistics(totalPosts: 5, twitterPosts: 3, instagramPosts: 2, flaggedPosts: 1)
        XCTAssertEqual(model.statistics, all)
        model.filters.platform = .instagram
        XCTAssertEqual(model.posts.map(\.id), ["2", "5"])
        XCTAssertEqual(model.statistics, all)
    }

    func testTheBadgeHasNoMoreThan99() async {
        let scene = PageScene(FeedRows.posts(101, flagged: true))
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertEqual(model.statistics.flaggedBadge, "99+")
        model.setFlag(false, ofPost: "1000")
        XCTAssertEqual(model.statistics.flaggedBadge, "99+")
        model.setFlag(false, ofPost: "1001")
        XCTAssertEqual(model.statistics.flaggedBadge, "99")
    }

    // Filters

    func testEachFilterActsAtOnce() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        let cases: [(FeedFilters, [String])] = [
            (FeedFilters(), ["1", "2", "3", "4", "5"]), (FeedFilters(platform: .twitter), ["1", "3", "4"]),
            (FeedFilters(platform: .instagram), ["2", "5"]), (FeedFilters(schoolID: "s2"), ["3", "5"]),
            (FeedFilters(kind: .flagged), ["1"]), (FeedFilters(kind: .recruiting), ["1", "4"]),
            (FeedFilters(sentiment: .veryPositive), ["2"]), (FeedFilters(sentiment: .neutral), ["3"]),
            (FeedFilters(platform: .twitter, schoolID: "s2", sentiment: .neutral), ["3"]),
        ]
        for (filters, wanted) in cases {
            model.filters = filters
            XCTAssertEqual(model.posts.map(\.id), wanted, "\(filters)")
            XCTAssertEqual(model.matchCount, wanted.count)
        }
        model.clearFilters()
        XCTAssertEqual(model.filters, FeedFilters())
        XCTAssertEqual(model.posts.count, 5)
        await scene.settled()
        XCTAssertEqual(scene.server.requests.count, 2)
    }

    func testChoices() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        let (common, feed) = (model.texts.common, model.texts.socialFeed)
        XCTAssertEqual([common.all, common.twitter, common.instagram], ["All", "Twitter/X", "Instagram"])
        XCTAssertEqual(common.allSchools, "All Schools")
        XCTAssertEqual(model.schools.map(\.name), ["Arizona", "Duke", "Yale"])
        XCTAssertEqual([feed.flaggedOnly, feed.recruitingOnly], ["Flagged Only", "Recruiting Only"])
        XCTAssertEqual(
            Sentiment.allCases.map { feed.filterLabel(of: $0) },
            ["🔥 Very Positive", "👍 Positive", "😐 Neutral", "👎 Negative"])
    }

    func testFiltersAreClearedOnLeaving() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        model.filters = FeedFilters(platform: .instagram, kind: .recruiting)
        model.openFilterSheet()
        model.toggleExpansion(ofPost: "2")
        model.disappear()
        XCTAssertEqual(model.filters, FeedFilters())
        XCTAssertNil(model.filterDraft)
        XCTAssertEqual(model.expandedPostIDs, [])
        model.appear()
        XCTAssertEqual(model.posts.count, 5)
    }

    func testFiltersOfALinkAreSetBeforeThePageOpens() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        model.filters = FeedFilters(kind: .recruiting)
        model.appear()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(model.posts.map(\.id), ["1", "4"])
    }

    func testFiltersOfALinkAreKeptByAPageThatOpensAfterAReset() async {
        let scene = PageScene(rows)
        scene.store.reset()
        let model = SocialFeedModel(scene.store)
        model.filters = FeedFilters(kind: .recruiting)
        model.appear()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(model.posts.map(\.id), ["1", "4"])
    }

    func testADraftActsWhenItIsApplied() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertEqual(model.texts.socialFeed.applyFilters, "Apply Filters")
        XCTAssertEqual(model.texts.socialFeed.clearFilters, "Clear Filters")
        model.filters.platform = .twitter
        model.openFilterSheet()
        XCTAssertEqual(model.filterDraft, FeedFilters(platform: .twitter))
        model.filterDraft?.kind = .recruiting
        model.filterDraft?.search = "camp"
        XCTAssertEqual(model.posts.map(\.id), ["1", "3", "4"])
        model.applyFilterDraft()
        XCTAssertNil(model.filterDraft)
        XCTAssertEqual(model.filters, FeedFilters(search: "camp", platform: .twitter, kind: .recruiting))
        // Without a delay.
        await scene.settle { model.posts.map(\.id) == ["1"] }
        model.openFilterSheet()
        model.filterDraft = FeedFilters()
        model.cancelFilterDraft()
        XCTAssertEqual(model.filters.activeCount, 3)
        model.openFilterSheet()
        model.clearFilters()
        XCTAssertNil(model.filterDraft)
        XCTAssertEqual(model.posts.count, 5)
    }

    func testCounts() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertEqual(model.countText, "5 posts")
        XCTAssertEqual(model.filtersAloud, "Filter posts. 0 filters active.")
        model.filters.kind = .flagged
        XCTAssertEqual(model.countText, "1 post")
        XCTAssertEqual(model.filtersAloud, "Filter posts. 1 filter active.")
        model.filters = FeedFilters(
            search: "x", platform: .twitter, schoolID: "s1", kind: .recruiting, sentiment: .negative)
        XCTAssertEqual(model.filtersAloud, "Filter posts. 5 filters active.")
        model.filters = FeedFilters(search: "  ")
        XCTAssertEqual(model.filtersAloud, "Filter posts. 0 filters active.")
    }

    func testEachChoiceIsCountedOnRequest() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertNil(model.counts)
        model.showsCounts = true
        await scene.settle { model.counts != nil }
        model.showsCounts = false
        XCTAssertNil(model.counts)
    }

    func testEmptyStates() async {
        let scene = PageScene()
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertEqual(
            model.empty,
            EmptyState(
                icon: "📱", title: "No posts yet",
                subtitle: "Sync posts to start monitoring coach and program social media",
                actions: ["Sync Posts"]))
        scene.server.put(rows)
        await model.refresh()
        XCTAssertNil(model.empty)
        model.filters = FeedFilters(platform: .instagram, kind: .flagged)
        XCTAssertEqual(
            model.empty,
            EmptyState(
                icon: "🔍", title: "No posts match your filters",
                subtitle: "Try adjusting your search or filter criteria", actions: ["Clear Filters"]))
        XCTAssertEqual(model.countText, "0 posts")
    }

    func testAnalyticsOpen() async {
        let scene = PageScene(rows)
        await scene.shown(SocialFeedModel.self).openAnalytics()
        XCTAssertEqual(scene.store.destination, .socialAnalytics)
    }

    func testSchoolsThatAnotherPageLoadsAreChoices() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        let analytics = SocialAnalyticsModel(scene.store)
        analytics.appear()
        scene.server.put(.school("s0", "Brown"))
        await analytics.refresh()
        await scene.settled()
        XCTAssertEqual(model.schools.map(\.name), ["Arizona", "Brown", "Duke", "Yale"])
    }

    // Search

    func testASearchWaits150Milliseconds() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        model.filters.search = "c"
        await scene.advance(by: .milliseconds(100))
        model.filters.search = "camp"
        XCTAssertEqual(model.filters.search, "camp")
        await scene.advance(by: .milliseconds(149))
        XCTAssertEqual(model.posts.count, 5)
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.posts.map(\.id) == ["1", "3"] }
        XCTAssertEqual(model.countText, "2 posts")
    }

    func testReturnAndClearingDoNotWait() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        model.filters.search = "camp"
        model.submitSearch()
        await scene.settle { model.posts.map(\.id) == ["1", "3"] }
        // The minute of relative dates alone.
        await scene.settle { scene.clock.sleeperCount == 1 }
        model.filters.search = ""
        XCTAssertEqual(model.posts.count, 5)
        model.filters.search = "photos"
        model.filters.search = ""
        await scene.advance(by: .milliseconds(150))
        XCTAssertEqual(model.posts.count, 5)
    }

    func testAnotherFilterTakesTheSearchWithIt() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        model.filters.search = "camp"
        model.filters.schoolID = "s2"
        await scene.settle { model.posts.map(\.id) == ["3"] }
    }

    func testASearchThatIsLeftIsNotShown() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        model.filters.search = "camp"
        model.submitSearch()
        model.filters.search = "photos"
        model.disappear()
        model.appear()
        await scene.advance(by: .milliseconds(150))
        XCTAssertEqual(model.posts.count, 5)
    }

    func testALateSearchIsNotShown() async {
        let scene = PageScene(FeedRows.posts(500, content: "camp"))
        let model = await scene.shown(SocialFeedModel.self)
        model.filters.search = "camp"
        model.submitSearch()
        model.clearFilters()
        model.filters.schoolID = "none"
        await scene.settled()
        XCTAssertEqual(model.posts, [])
    }
}
