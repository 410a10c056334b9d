import CompassKernel
import CompassPages
import XCTest

/// The list of Social Media Monitoring: cards, filters, paging, dates and new posts.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class SocialFeedModelTests: XCTestCase {
    /// Five posts that each filter divides in its own way.
    private let rows: [ServerRow] = [
        .post(
            "1", date: "2026-02-10T11:59:30Z", content: "Camp on Saturday", recruiting: true, flagged: true),
        .post("2", date: "2026-02-10T10:00:00Z", platform: "instagram", sentiment: "very_positive"),
        .post("3", date: "2026-02-09T10:00:00Z", school: "s2", content: "Camp photos", sentiment: "neutral"),
        .post("4", date: "2026-02-08T10:00:00Z", school: nil, content: nil, recruiting: true),
        .post("5", date: "2026-01-01T10:00:00Z", platform: "instagram", school: "s2"),
        .school("s1", "Duke"), .school("s2", "Arizona"), .school("s3", "Yale"),
    ]

    private func shown(_ scene: PageScene) async -> SocialFeedModel {
        let model = SocialFeedModel(scene.store)
        model.appear()
        await scene.settle { model.phase == .content }
        return model
    }

    /// Posts, the newest first, a minute apart.
    private func posts(_ count: Int, flagged: Bool = false, content: String = "text") -> [ServerRow] {
        (0..<count).map { number in
            let time = Timestamp(micros: PageScene.start.micros - Int64(number + 1) * 60_000_000)
            return .post(
                String(1_000 + number), date: time.description, content: content, flagged: flagged)
        } + [.school("s1", "Duke")]
    }

    private func ids(_ numbers: Range<Int>) -> [String] { numbers.map { String(1_000 + $0) } }

    func testTitle() {
        let model = SocialFeedModel(PageScene(rows).store)
        XCTAssertEqual(model.texts.socialFeed.title, "Social Media Monitoring")
        XCTAssertEqual(model.texts.socialFeed.subtitle, "Track posts from coaches & programs")
        XCTAssertEqual(SocialFeedModel.placeholderCount, 5)
    }

    // Cards

    func testCardsCountAllPosts() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
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
        let scene = PageScene(posts(101, flagged: true))
        let model = await shown(scene)
        XCTAssertEqual(model.statistics.flaggedBadge, "99+")
        model.setFlag(false, ofPost: "1000")
        XCTAssertEqual(model.statistics.flaggedBadge, "99+")
        model.setFlag(false, ofPost: "1001")
        XCTAssertEqual(model.statistics.flaggedBadge, "99")
    }

    // Filters

    func testEachFilterActsAtOnce() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
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

    /// A front end may draw the page once more while it goes.
    func testLeavingListsAllPostsAgain() async {
        let scene = PageScene(posts(300) + [.post("i", date: "2020-01-01T00:00:00Z", platform: "instagram")])
        let model = await shown(scene)
        model.filters.platform = .instagram
        XCTAssertEqual(model.posts.map(\.id), ["i"])
        model.disappear()
        XCTAssertEqual(model.posts.map(\.id), ids(0..<50))
        XCTAssertEqual(model.matchCount, 301)
        model.appear()
        for _ in 0..<5 { model.showMore() }
        XCTAssertEqual(model.posts.count, 300)
        model.disappear()
        XCTAssertEqual(model.posts.map(\.id), ids(0..<50))
        XCTAssertTrue(model.hasMore)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
        XCTAssertNil(model.counts)
        model.showsCounts = true
        await scene.settle { model.counts != nil }
        model.showsCounts = false
        XCTAssertNil(model.counts)
    }

    func testEmptyStates() async {
        let scene = PageScene()
        let model = await shown(scene)
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
        await shown(scene).openAnalytics()
        XCTAssertEqual(scene.store.destination, .socialAnalytics)
    }

    // Search

    func testASearchWaits150Milliseconds() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
        model.filters.search = "camp"
        model.filters.schoolID = "s2"
        await scene.settle { model.posts.map(\.id) == ["3"] }
    }

    func testASearchThatIsLeftIsNotShown() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        model.filters.search = "camp"
        model.submitSearch()
        model.filters.search = "photos"
        model.disappear()
        model.appear()
        await scene.advance(by: .milliseconds(150))
        XCTAssertEqual(model.posts.count, 5)
    }

    func testALateSearchIsNotShown() async {
        let scene = PageScene(posts(500, content: "camp"))
        let model = await shown(scene)
        model.filters.search = "camp"
        model.submitSearch()
        model.clearFilters()
        model.filters.schoolID = "none"
        await scene.settled()
        XCTAssertEqual(model.posts, [])
    }

    // Paging

    func testPagesOf50() async {
        for (count, wanted) in [(50, [50]), (51, [50, 51]), (100, [50, 100]), (101, [50, 100, 101])] {
            let scene = PageScene(posts(count))
            let model = await shown(scene)
            XCTAssertEqual(model.posts.map(\.id), ids(0..<wanted[0]))
            for length in wanted.dropFirst() {
                XCTAssertTrue(model.hasMore)
                model.postAppeared(at: model.posts.count - 11)
                XCTAssertLessThan(model.posts.count, length)
                model.postAppeared(at: model.posts.count - 10)
                XCTAssertEqual(model.posts.map(\.id), ids(0..<length))
            }
            XCTAssertFalse(model.hasMore, "\(count)")
            model.postAppeared(at: model.posts.count - 1)
            model.showMore()
            XCTAssertEqual(model.posts.count, count)
            XCTAssertEqual(model.matchCount, count)
        }
    }

    func testPagesOfASearchComeOneAtATime() async {
        let scene = PageScene(posts(130, content: "camp"))
        let model = await shown(scene)
        model.filters.search = "camp"
        model.submitSearch()
        await scene.settle { model.posts.first?.highlights != nil }
        XCTAssertEqual(model.posts.count, 50)
        model.postAppeared(at: 40)
        model.postAppeared(at: 41)
        model.showMore()
        await scene.settle { model.posts.count == 100 }
        await scene.settled()
        XCTAssertEqual(model.posts.map(\.id), ids(0..<100))
        model.postAppeared(at: 90)
        await scene.settle { model.posts.count == 130 }
        XCTAssertFalse(model.hasMore)
        XCTAssertEqual(model.posts.map(\.id), ids(0..<130))
    }

    func testAChangeOfFiltersDropsThePageThatIsOnItsWay() async {
        let scene = PageScene(posts(130, content: "camp"))
        let model = await shown(scene)
        model.filters.search = "camp"
        model.submitSearch()
        await scene.settle { model.posts.first?.highlights != nil }
        model.showMore()
        model.filters.search = ""
        XCTAssertEqual(model.posts.map(\.id), ids(0..<50))
        await scene.settled()
        XCTAssertEqual(model.posts.map(\.id), ids(0..<50))
        XCTAssertTrue(model.hasMore)
        model.showMore()
        XCTAssertEqual(model.posts.count, 100)
    }

    func testAChangeOfFiltersBeginsAtPageOne() async {
        let scene = PageScene(posts(120))
        let model = await shown(scene)
        model.showMore()
        XCTAssertEqual(model.posts.count, 100)
        model.filters.platform = .twitter
        XCTAssertEqual(model.posts.count, 50)
    }

    func testARefreshKeepsTheLengthOfTheList() async {
        let scene = PageScene(posts(160))
        let model = await shown(scene)
        model.showMore()
        model.showMore()
        XCTAssertEqual(model.posts.count, 150)
        await model.refresh()
        XCTAssertEqual(model.posts.map(\.id), ids(0..<150))
        XCTAssertTrue(model.hasMore)
    }

    /// A list of more than 200 posts is made in the background.
    func testMorePostsAreListedWhileALongListIsMadeAnew() async {
        let scene = PageScene(posts(400))
        let model = await shown(scene)
        for _ in 0..<4 { model.showMore() }
        XCTAssertEqual(model.posts.count, 250)
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "1001")
        XCTAssertEqual(model.posts[1].flaggedForReview, true)
        model.showMore()
        await scene.settle { model.statistics.flaggedPosts == 1 }
        await scene.settled()
        XCTAssertEqual(model.posts.map(\.id), ids(0..<300))
        XCTAssertEqual(model.posts[1].flaggedForReview, true)
        model.showMore()
        await scene.settle { model.posts.count == 350 }
    }

    func testAFlagIsShownAtOnceInALongListWithPostsOfOneInstant() async {
        let rows = posts(250) + (0..<50).map { .post("same\($0)", date: "2026-02-10T10:00:00Z") }
        let scene = PageScene(rows)
        let model = await shown(scene)
        for _ in 0..<5 { model.showMore() }
        scene.server.hold(.change)
        let wished = ["1000", "same0", "same49", "same7", model.posts.last?.id ?? ""]
        for (number, id) in wished.enumerated() {
            model.setFlag(true, ofPost: id)
            XCTAssertEqual(
                Set(model.posts.filter(\.flaggedForReview).map(\.id)), Set(wished[...number]))
        }
        model.setFlag(false, ofPost: "same7")
        XCTAssertEqual(model.posts.first { $0.id == "same7" }?.flaggedForReview, false)
        await scene.settle { model.statistics.flaggedPosts == 4 }
        XCTAssertEqual(model.posts.count { $0.flaggedForReview }, 4)
    }

    func testMorePostsOfASearchAreListedWhileItIsMadeAnew() async {
        let scene = PageScene(posts(130, content: "camp"))
        let model = await shown(scene)
        model.filters.search = "camp"
        model.submitSearch()
        await scene.settle { model.posts.first?.highlights != nil }
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "1001")
        model.showMore()
        await scene.settle { model.posts.count == 100 && model.statistics.flaggedPosts == 1 }
    }

    // Cards of posts

    func testRelativeDatesAreRenewedEachMinute() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        XCTAssertEqual(
            model.posts.map(\.relativeDate), ["just now", "2h ago", "1d ago", "2d ago", "Jan 1"])
        await scene.advance(by: .milliseconds(59_999))
        XCTAssertEqual(model.posts[0].relativeDate, "just now")
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.posts[0].relativeDate == "1m ago" }
        await scene.advance(by: .seconds(60))
        await scene.settle { model.posts[0].relativeDate == "2m ago" }
        model.disappear()
        await scene.settle { scene.clock.sleeperCount == 0 }
        XCTAssertEqual(scene.server.requests.count, 2)
    }

    func testACard() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        XCTAssertEqual(SocialFeedModel.lineLimit, 5)
        XCTAssertEqual(model.texts.socialFeed.readMore, "Read more")
        XCTAssertEqual(
            model.posts.map { model.schoolName(of: $0) },
            ["Duke", "Duke", "Arizona", "Unknown School", "Arizona"])
        XCTAssertEqual(model.posts[0].link, "https://x.com/p/1")
        model.toggleExpansion(ofPost: "1")
        model.toggleExpansion(ofPost: "2")
        XCTAssertEqual(model.expandedPostIDs, ["1", "2"])
        model.toggleExpansion(ofPost: "1")
        XCTAssertEqual(model.expandedPostIDs, ["2"])
    }

    func testADangerousLinkIsNone() async {
        let scene = PageScene([.post("1").with(["post_url": "javascript:alert(1)"])])
        let model = await shown(scene)
        XCTAssertNil(model.posts[0].link)
    }

    func testAloud() async {
        let scene = PageScene(
            rows + [.post("6", date: "2020-01-01T00:00:00Z", author: nil).with(["author_handle": nil])])
        let model = await shown(scene)
        XCTAssertEqual(
            model.posts.map { model.aloud($0) },
            [
                "Twitter/X post from Coach Smith. just now. Camp on Saturday. No sentiment. Flagged.",
                "Instagram post from Coach Smith. 2h ago. Great visit today. Very Positive. Not flagged.",
                "Twitter/X post from Coach Smith. 1d ago. Camp photos. Neutral. Not flagged.",
                "Twitter/X post from Coach Smith. 2d ago. No text. No sentiment. Not flagged.",
                "Instagram post from Coach Smith. Jan 1. Great visit today. No sentiment. Not flagged.",
                "Twitter/X post from unknown author. Jan 1. Great visit today. No sentiment. Not flagged.",
            ])
        XCTAssertEqual(model.texts.socialFeed.syncAloud, "Sync new posts from Twitter and Instagram")
    }

    func testOfALongTextTheBeginningIsReadAloud() async {
        let words = String(repeating: "visit ", count: 60)
        let scene = PageScene([
            .post("1", content: words), .post("2", content: String(repeating: "é", count: 201)),
            .post("3", content: String(repeating: "x", count: 200)),
        ])
        let model = await shown(scene)
        func content(_ id: String) -> String? {
            model.posts.first { $0.id == id }.map(model.aloud)?.split(separator: ". ").dropFirst(2).first.map
            {
                String($0)
            }
        }
        // 33 words have 198 characters with their spaces; the 34th is not whole.
        XCTAssertEqual(
            content("1"), String(repeating: "visit ", count: 33).dropLast() + "…")
        XCTAssertEqual(content("2"), String(repeating: "é", count: 200) + "…")
        XCTAssertEqual(content("3"), String(repeating: "x", count: 200))
        model.toggleExpansion(ofPost: "1")
        XCTAssertEqual(content("1"), words)
    }

    // New posts

    private func live(_ scene: PageScene) async {
        await scene.settle { scene.server.subscriberCount == 1 }
        scene.server.live()
    }

    func testNewPostsAreShownAtTheTop() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        await live(scene)
        scene.server.insertLive(.post("9", date: "2026-02-10T12:00:00Z"))
        await scene.settle { model.posts.first?.id == "9" }
        XCTAssertNil(model.newPostsText)
        XCTAssertEqual(model.statistics.totalPosts, 6)
    }

    func testNewPostsWaitAwayFromTheTop() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        await live(scene)
        model.isAtTop = false
        scene.server.insertLive(.post("9", date: "2026-02-10T12:00:00Z"))
        await scene.settle { model.newPostCount == 1 }
        XCTAssertEqual(model.newPostsText, "1 new post")
        XCTAssertEqual(model.posts.map(\.id), ["1", "2", "3", "4", "5"])
        scene.server.insertLive(.post("8", date: "2026-02-10T12:00:00Z"))
        await scene.settle { model.newPostsText == "2 new posts" }
        // An old post is listed where it belongs.
        scene.server.insertLive(.post("7", date: "2026-02-09T12:00:00Z"))
        await scene.settle { model.posts.map(\.id) == ["1", "2", "7", "3", "4", "5"] }
        XCTAssertEqual(model.matchCount, 8)
        model.showNewPosts()
        XCTAssertEqual(model.posts.map(\.id), ["8", "9", "1", "2", "7", "3", "4", "5"])
        XCTAssertNil(model.newPostsText)
        XCTAssertTrue(model.isAtTop)
    }

    func testScrollingToTheTopShowsNewPosts() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        await live(scene)
        model.isAtTop = false
        scene.server.insertLive(.post("9", date: "2026-02-10T12:00:00Z"))
        await scene.settle { model.newPostCount == 1 }
        model.isAtTop = true
        XCTAssertEqual(model.posts.first?.id, "9")
        XCTAssertEqual(model.newPostCount, 0)
    }

    func testNewPostsThatNoFilterPassesAreNotAnnounced() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        await live(scene)
        model.filters.platform = .instagram
        model.isAtTop = false
        scene.server.insertLive(.post("9", date: "2026-02-10T12:00:00Z"))
        await scene.settle { model.statistics.totalPosts == 6 }
        XCTAssertNil(model.newPostsText)
        model.clearFilters()
        XCTAssertEqual(model.posts.count, 6)
        XCTAssertTrue(model.isAtTop)
    }

    func testSchoolsThatAnotherPageLoadsAreChoices() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        let analytics = SocialAnalyticsModel(scene.store)
        analytics.appear()
        scene.server.put(.school("s0", "Brown"))
        await analytics.refresh()
        XCTAssertEqual(model.schools.map(\.name), ["Arizona", "Brown", "Duke", "Yale"])
    }
}
