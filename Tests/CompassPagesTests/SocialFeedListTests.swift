import CompassKernel
import CompassPages
import XCTest

/// The list of Social Media Monitoring: pages, cards of posts, and posts that arrive.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class SocialFeedListTests: XCTestCase {
    private let rows = FeedRows.varied

    private func ids(_ numbers: Range<Int>) -> [String] { numbers.map { String(1_000 + $0) } }

    // Paging

    func testPagesOf50() async {
        for (count, wanted) in [(50, [50]), (51, [50, 51]), (100, [50, 100]), (101, [50, 100, 101])] {
            let scene = PageScene(FeedRows.posts(count))
            let model = await scene.shown(SocialFeedModel.self)
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
        let scene = PageScene(FeedRows.posts(130, content: "camp"))
        let model = await scene.shown(SocialFeedModel.self)
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
        let scene = PageScene(FeedRows.posts(130, content: "camp"))
        let model = await scene.shown(SocialFeedModel.self)
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

    /// A front end may draw the page once more while it goes.
    func testLeavingListsAllPostsAgain() async {
        let scene = PageScene(
            FeedRows.posts(300) + [.post("i", date: "2020-01-01T00:00:00Z", platform: "instagram")])
        let model = await scene.shown(SocialFeedModel.self)
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

    func testAChangeOfFiltersBeginsAtPageOne() async {
        let scene = PageScene(FeedRows.posts(120))
        let model = await scene.shown(SocialFeedModel.self)
        model.showMore()
        XCTAssertEqual(model.posts.count, 100)
        model.filters.platform = .twitter
        XCTAssertEqual(model.posts.count, 50)
    }

    func testARefreshKeepsTheLengthOfTheList() async {
        let scene = PageScene(FeedRows.posts(160))
        let model = await scene.shown(SocialFeedModel.self)
        model.showMore()
        model.showMore()
        XCTAssertEqual(model.posts.count, 150)
        await model.refresh()
        XCTAssertEqual(model.posts.map(\.id), ids(0..<150))
        XCTAssertTrue(model.hasMore)
    }

    /// A list of more than 200 posts is made in the background.
    func testMorePostsAreListedWhileALongListIsMadeAnew() async {
        let scene = PageScene(FeedRows.posts(400))
        let model = await scene.shown(SocialFeedModel.self)
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
        let rows = FeedRows.posts(250) + (0..<50).map { .post("same\($0)", date: "2026-02-10T10:00:00Z") }
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
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
        let scene = PageScene(FeedRows.posts(130, content: "camp"))
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertNil(model.posts[0].link)
    }

    func testAloud() async {
        let scene = PageScene(
            rows + [.post("6", date: "2020-01-01T00:00:00Z", author: nil).with(["author_handle": nil])])
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
        await live(scene)
        scene.server.insertLive(.post("9", date: "2026-02-10T12:00:00Z"))
        await scene.settle { model.posts.first?.id == "9" }
        XCTAssertNil(model.newPostsText)
        XCTAssertEqual(model.statistics.totalPosts, 6)
    }

    func testNewPostsWaitAwayFromTheTop() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
}
