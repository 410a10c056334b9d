import CompassKernel
import CompassPages
import CompassTestSupport
import XCTest

/// What is late or over on all pages, as the feed shows it: sessions, answers and pages.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class PageLeavingTests: XCTestCase {
    private let rows: [ServerRow] = [
        .post("1"), .post("2", date: "2026-02-10T09:00:00Z"), .school("s1", "Duke"),
    ]

    // Session

    func testTheEndOfTheSessionLeadsToTheLogin() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let feed = await scene.shown(SocialFeedModel.self)
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
