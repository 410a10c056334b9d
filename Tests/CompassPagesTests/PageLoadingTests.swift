import CompassKernel
import CompassPages
import XCTest

/// Loads, caches and refreshing, which all pages share, as the feed shows them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class PageLoadingTests: XCTestCase {
    private let rows: [ServerRow] = [
        .post("1"), .post("2", date: "2026-02-10T09:00:00Z"), .school("s1", "Duke"),
    ]

    // First load

    func testAPlaceholderIsShownAfter300Milliseconds() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        XCTAssertEqual(model.phase, .idle)
        scene.server.hold(.posts)
        model.appear()
        XCTAssertEqual(model.phase, .waiting)
        await scene.advance(by: .milliseconds(299))
        XCTAssertEqual(model.phase, .waiting)
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.phase == .placeholder }
        XCTAssertFalse(model.isRefreshing)
        scene.server.release()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(model.posts.map(\.id), ["1", "2"])
        XCTAssertNil(model.banner)
    }

    func testAnEarlierAnswerShowsNoPlaceholder() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.hold(.posts)
        model.appear()
        await scene.advance(by: .milliseconds(299))
        scene.server.release()
        await scene.settle { model.phase == .content }
        await scene.advance(by: .seconds(1))
        XCTAssertEqual(model.phase, .content)
    }

    // Cache

    func testWithinFiveMinutesAPageAsksNothing() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertEqual(scene.server.requests.count, 2)
        model.disappear()
        await scene.advance(by: .seconds(299))
        model.appear()
        XCTAssertEqual(model.phase, .content)
        XCTAssertFalse(model.isRefreshing)
        XCTAssertEqual(model.posts.count, 2)
        await scene.settled()
        XCTAssertEqual(scene.server.requests.count, 2)
        XCTAssertEqual(model.phase, .content)
    }

    func testAfterFiveMinutesAPageShowsContentAndAsksAgain() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        model.disappear()
        await scene.advance(by: .seconds(300))
        scene.server.put(.post("3", date: "2026-02-10T11:00:00Z"))
        scene.server.hold(.posts)
        model.appear()
        XCTAssertEqual(model.phase, .content)
        XCTAssertTrue(model.isRefreshing)
        XCTAssertEqual(model.posts.map(\.id), ["1", "2"])
        await scene.advance(by: .seconds(1))
        XCTAssertEqual(model.phase, .content)
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
        scene.server.release()
        await scene.settle { !model.isRefreshing }
        XCTAssertEqual(model.posts.map(\.id), ["3", "1", "2"])
    }

    func testTheAgeCountsFromTheRequest() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.hold(.posts)
        model.appear()
        await scene.advance(by: .seconds(200))
        scene.server.release()
        await scene.settle { model.phase == .content }
        model.disappear()
        await scene.advance(by: .seconds(100))
        model.appear()
        XCTAssertTrue(model.isRefreshing)
        await scene.settle { !model.isRefreshing }
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
    }

    func testTwoPagesLoadEachTableOnce() async {
        let scene = PageScene(rows)
        let (feed, analytics) = (SocialFeedModel(scene.store), SocialAnalyticsModel(scene.store))
        scene.server.hold(.posts, .schools)
        feed.appear()
        analytics.appear()
        await scene.settled()
        scene.server.release()
        await scene.settle { feed.phase == .content && analytics.phase == .content }
        XCTAssertEqual(scene.server.requestCount(.posts), 1)
        XCTAssertEqual(scene.server.requestCount(.schools), 1)
        XCTAssertEqual(feed.posts.count, 2)
        XCTAssertEqual(analytics.page?.summary.totalPosts, 2)
    }

    func testAPageShowsTablesThatAnotherPageLoadedSince() async {
        let scene = PageScene([.school("s1", "Duke"), .interaction("i1", date: "2026-02-01T10:00:00Z")])
        let (timeline, reports) = (TimelineModel(scene.store), ReportsModel(scene.store))
        timeline.appear()
        await scene.settle { timeline.phase == .content }
        timeline.disappear()
        scene.server.put(.interaction("i2", date: "2026-02-02T10:00:00Z"))
        reports.appear()
        await scene.settle { reports.phase == .content }
        await reports.refresh()
        let requests = scene.server.requests.count
        timeline.appear()
        await scene.settle { timeline.layout?.lanes.first?.itemCount == 2 }
        await scene.settle { !timeline.isRefreshing }
        XCTAssertEqual(scene.server.requests.count, requests, "all tables are fresh")
    }

    func testAPageThatComesLaterUsesTheLoadedTables() async {
        let scene = PageScene(rows)
        _ = await scene.shown(SocialFeedModel.self)
        let analytics = SocialAnalyticsModel(scene.store)
        analytics.appear()
        XCTAssertEqual(analytics.phase, .content)
        XCTAssertEqual(analytics.page?.summary.totalPosts, 2)
        await scene.settled()
        XCTAssertEqual(scene.server.requests.count, 2)
    }

    // Refreshing

    func testRefreshKeepsTheContentAndReturnsWhenItIsDone() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertTrue(model.canRefresh)
        scene.server.put(.post("3", date: "2026-02-10T11:00:00Z"))
        scene.server.hold(.posts)
        var isDone = false
        let refresh = Task {
            await model.refresh()
            isDone = true
        }
        await scene.settle { scene.server.heldCount(.posts) == 1 }
        await scene.settled()
        XCTAssertFalse(isDone)
        XCTAssertTrue(model.isRefreshing)
        XCTAssertEqual(model.phase, .content)
        XCTAssertEqual(model.posts.map(\.id), ["1", "2"])
        scene.server.release()
        await refresh.value
        XCTAssertEqual(model.posts.map(\.id), ["3", "1", "2"])
        XCTAssertFalse(model.isRefreshing)
        XCTAssertEqual(scene.server.requestCount(.schools), 2)
    }

    func testTwoRefreshesAreOneLoadAndBothReturnWhenItIsDone() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.hold(.posts)
        var doneCount = 0
        let refreshes = (0..<2).map { _ in
            Task {
                await model.refresh()
                doneCount += 1
            }
        }
        await scene.settle { scene.server.heldCount(.posts) == 1 }
        await scene.settled()
        XCTAssertEqual(doneCount, 0)
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
        scene.server.release()
        for refresh in refreshes { await refresh.value }
        XCTAssertFalse(model.isRefreshing)
    }

    func testRefreshIsOffWhileOffline() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        await scene.setOnline(false)
        XCTAssertFalse(model.canRefresh)
        await model.refresh()
        XCTAssertEqual(scene.server.requests.count, 2)
        XCTAssertFalse(model.isRefreshing)
        await scene.setOnline(true)
        XCTAssertTrue(model.canRefresh)
    }

    func testRefreshOfAPageThatIsNotShownDoesNothing() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        await model.refresh()
        model.retry()
        XCTAssertEqual(model.phase, .idle)
        await scene.settled()
        XCTAssertEqual(scene.server.requests, [])
    }
}
