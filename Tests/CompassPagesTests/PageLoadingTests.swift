import CompassKernel
import CompassPages
import CompassTestSupport
import XCTest

/// What all pages share: loads, caches, refreshing and the network, as the feed shows it.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class PageLoadingTests: XCTestCase {
    private let rows: [ServerRow] = [
        .post("1"), .post("2", date: "2026-02-10T09:00:00Z"), .school("s1", "Duke"),
    ]

    /// Returns a page with its content.
    private func shownFeed(_ scene: PageScene) async -> SocialFeedModel {
        let model = SocialFeedModel(scene.store)
        model.appear()
        await scene.settle { model.phase == .content }
        return model
    }

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
        let model = await shownFeed(scene)
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
        let model = await shownFeed(scene)
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
        _ = await shownFeed(scene)
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
        let model = await shownFeed(scene)
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
        let model = await shownFeed(scene)
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
        let model = await shownFeed(scene)
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

    // Failures

    private let failures: [(error: SourceError, text: String, canRetry: Bool)] = [
        (.timedOut, "Connection timed out", true),
        (.server(status: 500, message: "boom"), "Server error. Please try again.", true),
        (.server(status: 599, message: ""), "Server error. Please try again.", true),
        (.server(status: 418, message: ""), "Unable to load posts. Check your connection.", true),
        (.forbidden(message: "policy"), "You don't have access to this data.", false),
        (.rateLimited(retryAfter: nil), "Too many requests. Please wait a moment.", true),
        (.connection(reason: "reset"), "Unable to load posts. Check your connection.", true),
        (.incomplete(received: 1, expected: 2...2), "Unable to load posts. Check your connection.", true),
        (.notFound(message: ""), "Unable to load posts. Check your connection.", true),
        (.offline, "Unable to load posts. Check your connection.", true),
        (
            .pageTooLarge(maximumByteCount: 9), "The server's answer could not be read. Please try again.",
            true
        ),
    ]

    func testAFailureWithoutContentIsThePage() async {
        for (error, text, canRetry) in failures {
            let scene = PageScene(rows)
            let model = SocialFeedModel(scene.store)
            scene.server.script(.posts, error)
            model.appear()
            await scene.settle { model.phase != .waiting }
            XCTAssertEqual(model.phase, .failed(PageFailure(text: text, canRetry: canRetry)), "\(error)")
            XCTAssertNil(model.banner)
            XCTAssertTrue(scene.log.contains(.failure(.posts, error)))
            model.retry()
            XCTAssertEqual(model.phase, .waiting)
            await scene.settle { model.phase == .content }
            XCTAssertEqual(model.posts.count, 2)
            XCTAssertEqual(scene.server.requestCount(.schools), 1)
        }
    }

    func testAFailureOverContentIsABannerUntilTheNextSuccess() async {
        for (error, text, canRetry) in failures where error != .offline {
            let scene = PageScene(rows)
            let model = await shownFeed(scene)
            scene.server.script(.posts, error, error)
            for _ in 0..<2 {
                await model.refresh()
                XCTAssertEqual(model.phase, .content)
                XCTAssertEqual(model.posts.count, 2)
                XCTAssertEqual(
                    model.banner, PageNotice(text: text, kind: .banner, canRetry: canRetry), "\(error)")
            }
            await scene.advance(by: .seconds(60))
            XCTAssertNotNil(model.banner)
            model.retry()
            await scene.settle { !model.isRefreshing }
            XCTAssertNil(model.banner)
            XCTAssertEqual(scene.server.requestCount(.posts), 4)
        }
    }

    func testAnAnswerThatIsNotJSONIsMalformed() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.setMalformed(true, .posts)
        model.appear()
        await scene.settle { model.phase != .waiting }
        XCTAssertEqual(
            model.phase,
            .failed(
                PageFailure(
                    text: "The server's answer could not be read. Please try again.", canRetry: true)))
        scene.server.setMalformed(false, .posts)
        model.retry()
        await scene.settle { model.phase == .content }
    }

    func testBadRowsAreLeftOutAndLogged() async {
        let scene = PageScene(rows + [.post("bad").with(["post_date": .null])])
        let model = await shownFeed(scene)
        XCTAssertEqual(model.posts.map(\.id), ["1", "2"])
        XCTAssertNil(model.banner)
        let tables = scene.log.map { entry -> TableName? in
            if case .problem(let table, _) = entry { table } else { nil }
        }
        XCTAssertEqual(tables, [.posts])
    }

    func testFailedSchoolsFailThePage() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.script(.schools, .timedOut)
        model.appear()
        await scene.settle { model.phase != .waiting }
        XCTAssertEqual(model.phase, .failed(PageFailure(text: "Connection timed out", canRetry: true)))
        model.retry()
        await scene.settle { model.phase == .content }
        // The posts were there already.
        XCTAssertEqual(scene.server.requestCount(.posts), 1)
    }

    func testAPageWithoutATableOfSchoolsIsShown() async {
        let scene = PageScene(rows)
        scene.server.setFailure(.notFound(message: "schools"), of: .schools)
        let model = await shownFeed(scene)
        XCTAssertEqual(model.posts.map { model.schoolName(of: $0) }, ["Unknown School", "Unknown School"])
    }

    func testTooManyRequestsAreRepeatedAfterTheTimeThatTheServerNames() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.script(.posts, .rateLimited(retryAfter: .seconds(20)))
        model.appear()
        await scene.settle { model.phase != .waiting }
        XCTAssertEqual(
            model.phase,
            .failed(PageFailure(text: "Too many requests. Please wait a moment.", canRetry: true)))
        await scene.advance(by: .milliseconds(19_999))
        XCTAssertEqual(scene.server.requestCount(.posts), 1)
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.phase == .content }
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
    }

    func testARefreshThatIsRefusedIsRepeatedAfterTheTimeThatTheServerNames() async {
        let scene = PageScene(rows)
        let model = await shownFeed(scene)
        scene.server.script(.posts, .rateLimited(retryAfter: .seconds(20)))
        await model.refresh()
        XCTAssertEqual(model.banner?.text, "Too many requests. Please wait a moment.")
        scene.server.put(.post("3", date: "2026-02-10T11:00:00Z"))
        await scene.advance(by: .milliseconds(19_999))
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.banner == nil }
        XCTAssertEqual(scene.server.requestCount(.posts), 3)
        XCTAssertEqual(model.posts.count, 3)
        await scene.advance(by: .seconds(60))
        XCTAssertEqual(scene.server.requestCount(.posts), 3)
    }

    func testOtherRefusalsAreNotRepeated() async {
        for error in [.forbidden(message: ""), .rateLimited(retryAfter: nil)] as [SourceError] {
            let scene = PageScene(rows)
            let model = SocialFeedModel(scene.store)
            scene.server.script(.posts, error)
            model.appear()
            await scene.settle { model.phase != .waiting }
            await scene.advance(by: .seconds(3_600))
            XCTAssertEqual(scene.server.requestCount(.posts), 1)
        }
    }

    /// The rows are young, but the latest load has failed.
    func testAFailedPageReloadsWhenTheNetworkIsBack() async {
        let scene = PageScene(rows)
        let model = await shownFeed(scene)
        scene.server.script(.posts, .timedOut)
        await model.refresh()
        XCTAssertEqual(model.banner?.text, "Connection timed out")
        await scene.setOnline(false)
        XCTAssertEqual(model.banner?.kind, .offline)
        await scene.setOnline(true)
        XCTAssertTrue(model.isRefreshing)
        await scene.settle { !model.isRefreshing }
        XCTAssertEqual(scene.server.requestCount(.posts), 3)
        XCTAssertNil(model.banner)
    }

    // Network

    func testOfflineContentIsMarked() async {
        let scene = PageScene(rows)
        let model = await shownFeed(scene)
        await scene.setOnline(false)
        XCTAssertEqual(
            model.banner, PageNotice(text: "You're offline. Showing saved data.", kind: .offline))
        XCTAssertEqual(model.posts.count, 2)
        await scene.setOnline(true)
        XCTAssertNil(model.banner)
        await scene.settled()
        XCTAssertEqual(scene.server.requestCount(.posts), 1)
    }

    func testAStalePageReloadsWhenTheNetworkIsBack() async {
        let scene = PageScene(rows)
        let model = await shownFeed(scene)
        await scene.setOnline(false)
        await scene.advance(by: .seconds(300))
        await scene.setOnline(true)
        XCTAssertTrue(model.isRefreshing)
        await scene.settle { !model.isRefreshing }
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
    }

    func testAnEmptyPageLoadsWhenTheNetworkIsBack() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        await scene.setOnline(false)
        model.appear()
        let failure = PageFailure(text: "Unable to load posts. Check your connection.", canRetry: true)
        XCTAssertEqual(model.phase, .failed(failure))
        XCTAssertNil(model.banner)
        model.retry()
        XCTAssertEqual(model.phase, .failed(failure))
        await scene.settled()
        XCTAssertEqual(scene.server.requests, [])
        await scene.setOnline(true)
        await scene.settle { model.phase == .content }
    }

    func testAStalePageThatOpensOfflineKeepsItsContent() async {
        let scene = PageScene(rows)
        let model = await shownFeed(scene)
        model.disappear()
        await scene.setOnline(false)
        await scene.advance(by: .seconds(400))
        model.appear()
        XCTAssertEqual(model.phase, .content)
        XCTAssertEqual(model.banner?.text, "You're offline. Showing saved data.")
        XCTAssertFalse(model.isRefreshing)
        await scene.setOnline(true)
        await scene.settle { model.banner == nil && !model.isRefreshing }
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
    }

    func testAPageThatIsNotShownDoesNotReload() async {
        let scene = PageScene(rows)
        let model = await shownFeed(scene)
        model.disappear()
        await scene.setOnline(false)
        await scene.advance(by: .seconds(400))
        await scene.setOnline(true)
        await scene.settled()
        XCTAssertEqual(scene.server.requestCount(.posts), 1)
    }

    // Session

    func testTheEndOfTheSessionLeadsToTheLogin() async {
        let scene = PageScene(rows)
        let model = await shownFeed(scene)
        let analytics = SocialAnalyticsModel(scene.store)
        analytics.appear()
        model.editNotes(ofPost: "1")
        model.openFilterSheet()
        model.filters.kind = .flagged
        scene.server.script(.posts, .signedOut)
        await model.refresh()
        XCTAssertEqual(scene.store.destination, .login)
        XCTAssertNil(model.banner)
        XCTAssertNil(analytics.banner)
        XCTAssertEqual(model.phase, .idle)
        XCTAssertEqual(analytics.phase, .idle)
        XCTAssertNil(analytics.page)
        XCTAssertEqual(model.posts, [])
        XCTAssertEqual(model.statistics.totalPosts, 0)
        XCTAssertEqual(model.schools, [])
        XCTAssertNil(model.notesDraft)
        XCTAssertNil(model.filterDraft)
        XCTAssertEqual(model.filters, FeedFilters())
        await scene.settled()
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
        scene.store.reset()
        await scene.settle { model.phase == .content && analytics.phase == .content }
        XCTAssertEqual(scene.server.requestCount(.posts), 3)
    }

    func testAfterTheEndOfTheSessionNothingIsAskedUntilAReset() async {
        let scene = PageScene(rows)
        let model = await shownFeed(scene)
        scene.server.script(.posts, .signedOut)
        await model.refresh()
        scene.store.destination = nil
        let count = scene.server.requests.count
        await scene.setOnline(false)
        await scene.setOnline(true)
        model.retry()
        await model.refresh()
        model.disappear()
        model.appear()
        await scene.settled()
        XCTAssertEqual(scene.server.requests.count, count)
        XCTAssertNil(scene.store.destination)
        XCTAssertEqual(model.phase, .idle)
        scene.store.reset()
        await scene.settle { model.phase == .content }
    }

    func testTheEndOfTheSessionCountsWhateverElseFails() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.script(.posts, .signedOut)
        scene.server.script(.schools, .timedOut)
        model.appear()
        await scene.settle { scene.store.destination == .login }
        XCTAssertEqual(model.phase, .idle)
    }

    func testAnotherFamilyMemberSeesNothingOfTheFirst() async {
        let scene = PageScene(rows)
        let model = await shownFeed(scene)
        let hidden = SocialAnalyticsModel(scene.store)
        hidden.appear()
        hidden.disappear()
        scene.server.removeAll()
        scene.server.put(.post("9"))
        scene.server.hold(.posts)
        scene.store.reset()
        XCTAssertEqual(model.phase, .waiting)
        XCTAssertEqual(model.posts, [])
        XCTAssertNil(hidden.page)
        XCTAssertEqual(hidden.phase, .idle)
        await scene.settle { scene.server.heldCount(.posts) == 1 }
        scene.server.release()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(model.posts.map(\.id), ["9"])
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
        XCTAssertNil(scene.store.destination)
    }

    // Late answers

    func testALateAnswerFromBeforeAResetIsNeverShown() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.hold(.posts, ignoringCancellation: true)
        model.appear()
        await scene.settle { scene.server.heldCount(.posts) == 1 }
        scene.server.removeAll()
        scene.server.put(.post("9"))
        scene.store.reset()
        await scene.settle { scene.server.heldCount(.posts) == 2 }
        scene.server.answerFirst(.posts)
        await scene.settled()
        XCTAssertEqual(model.phase, .waiting)
        XCTAssertEqual(model.posts, [])
        scene.server.release()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(model.posts.map(\.id), ["9"])
    }

    func testALateAnswerAfterTheNewerOneIsNeverShown() async {
        let scene = PageScene(rows)
        let model = await shownFeed(scene)
        scene.server.hold(.posts, ignoringCancellation: true)
        let refresh = Task { await model.refresh() }
        await scene.settle { scene.server.heldCount(.posts) == 1 }
        scene.server.removeAll()
        scene.server.put(.post("9"))
        scene.store.reset()
        await scene.settle { scene.server.heldCount(.posts) == 2 }
        scene.server.answerLast(.posts)
        await scene.settle { model.phase == .content }
        XCTAssertEqual(model.posts.map(\.id), ["9"])
        scene.server.release()
        await refresh.value
        await scene.settle { scene.server.inFlightCount == 0 }
        await scene.settled()
        XCTAssertEqual(model.posts.map(\.id), ["9"])
    }

    func testALateFailureFromBeforeAResetIsNeverShown() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.hold(.posts, ignoringCancellation: true)
        model.appear()
        await scene.settle { scene.server.heldCount(.posts) == 1 }
        scene.store.reset()
        await scene.settle { scene.server.heldCount(.posts) == 2 }
        scene.server.failFirst(.posts, with: .signedOut)
        await scene.settled()
        XCTAssertNil(scene.store.destination)
        XCTAssertEqual(model.phase, .waiting)
        scene.server.release()
        await scene.settle { model.phase == .content }
    }

    /// One table of a page may be loaded again while the page still waits for the other one.
    func testNewerPostsAreShownThoughTheSchoolsOfTheFirstLoadAreLate() async {
        let scene = PageScene(rows)
        let feed = await shownFeed(scene)
        let analytics = SocialAnalyticsModel(scene.store)
        analytics.appear()
        scene.server.hold(.schools)
        let first = Task { await feed.refresh() }
        await scene.settle { scene.server.heldCount(.schools) == 1 }
        await scene.settled()
        scene.server.put(.post("3"))
        scene.server.hold(.posts)
        let second = Task { await analytics.refresh() }
        await scene.settle { scene.server.heldCount(.posts) == 1 }
        scene.server.release(.schools)
        await scene.settled()
        scene.server.release(.posts)
        await first.value
        await second.value
        await scene.settle { feed.posts.count == 3 && analytics.page?.summary.totalPosts == 3 }
    }

    // Leaving

    func testALoadGoesOnForTheCacheWhenThePageIsLeft() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.hold(.posts)
        model.appear()
        await scene.settle { scene.server.heldCount(.posts) == 1 }
        model.disappear()
        XCTAssertEqual(model.phase, .idle)
        scene.server.release()
        await scene.settled()
        XCTAssertEqual(model.phase, .idle)
        await scene.advance(by: .seconds(1))
        XCTAssertEqual(model.phase, .idle)
        model.appear()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(scene.server.requestCount(.posts), 1)
        // The minute of relative dates alone.
        await scene.settle { scene.clock.sleeperCount == 1 }
    }

    func testAFailedPageThatIsLeftIsIdle() async {
        let scene = PageScene(rows)
        let model = SocialFeedModel(scene.store)
        scene.server.script(.posts, .rateLimited(retryAfter: .seconds(10)))
        model.appear()
        await scene.settle { model.phase != .waiting }
        model.disappear()
        XCTAssertEqual(model.phase, .idle)
        await scene.advance(by: .seconds(100))
        XCTAssertEqual(scene.server.requestCount(.posts), 1)
        await scene.settle { scene.clock.sleeperCount == 0 }
    }

    func testAPageIsFreedWhileItsLoadHangs() async {
        let scene = PageScene(rows)
        scene.server.hang(.posts)
        var model: SocialFeedModel? = SocialFeedModel(scene.store)
        let feed = Weak(model)
        model?.appear()
        await scene.settle { scene.server.heldCount(.posts) == 1 && scene.clock.sleeperCount == 2 }
        model = nil
        await scene.settle { feed.object == nil && scene.clock.sleeperCount == 0 }
    }

    func testTheStoreIsFreedWhileALoadHangs() async {
        var scene: PageScene? = PageScene(rows)
        guard let (server, clock) = scene.map({ ($0.server, $0.clock) }) else { return }
        let store = Weak(scene?.store)
        server.hang(.posts)
        server.hang(.schools)
        var model: SocialAnalyticsModel? = scene.map { SocialAnalyticsModel($0.store) }
        let analytics = Weak(model)
        model?.appear()
        await waitUntil { server.heldCount == 2 && clock.sleeperCount == 1 }
        (model, scene) = (nil, nil)
        await waitUntil {
            analytics.object == nil && store.object == nil && server.inFlightCount == 0
                && clock.sleeperCount == 0
        }
    }
}
