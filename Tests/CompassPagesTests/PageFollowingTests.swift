import CompassKernel
import CompassPages
import CompassTestSupport
import XCTest

/// Posts that pages follow live, and what outlives a page.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class PageFollowingTests: XCTestCase {
    private let rows: [ServerRow] = [
        .post("1", date: "2026-02-10T11:00:00Z"), .post("2"), .school("s1", "Duke"),
    ]

    /// Returns a page whose posts are followed.
    private func live(_ scene: PageScene) async -> SocialFeedModel {
        let model = await scene.shown(SocialFeedModel.self)
        await scene.settle { scene.server.subscriberCount == 1 }
        scene.server.live()
        scene.server.changeLive("2", ["notes": "live"])
        await scene.settle { model.posts.last?.notes == "live" }
        return model
    }

    private func fullRequestCount(_ scene: PageScene) -> Int {
        scene.server.requests.count { $0 == RowRequest(.posts) }
    }

    func testNothingIsFollowedWithoutAWish() async {
        let scene = PageScene(rows, followsPosts: false)
        _ = await scene.shown(SocialFeedModel.self)
        await scene.settled()
        XCTAssertEqual(scene.server.subscriptionCount, 0)
    }

    func testFollowedPostsDoNotGrowOld() async {
        let scene = PageScene(rows)
        let model = await live(scene)
        model.disappear()
        await scene.advance(by: .seconds(300))
        let count = scene.server.requestCount(.posts)
        model.appear()
        await scene.settle { !model.isRefreshing }
        XCTAssertEqual(scene.server.requestCount(.posts), count)
        XCTAssertEqual(scene.server.requestCount(.schools), 2)
    }

    func testInterruptedPostsGrowOld() async {
        let scene = PageScene(rows)
        let model = await live(scene)
        scene.server.interrupt()
        model.disappear()
        await scene.advance(by: .seconds(300))
        model.appear()
        await scene.settle { !model.isRefreshing }
        XCTAssertEqual(fullRequestCount(scene), 2)
    }

    /// A load begins to follow anew, which may not succeed.
    func testPostsThatAreNotFollowedAnyMoreGrowOld() async {
        let scene = PageScene(rows)
        let model = await live(scene)
        await model.refresh()
        XCTAssertEqual(fullRequestCount(scene), 2)
        model.disappear()
        await scene.advance(by: .seconds(300))
        model.appear()
        await scene.settle { !model.isRefreshing }
        XCTAssertEqual(fullRequestCount(scene), 3)
    }

    func testChangesDuringAnInterruptionAreReadAfterIt() async {
        let scene = PageScene(rows)
        let model = await live(scene)
        scene.server.interrupt(since: PageScene.start)
        await scene.advance(by: .seconds(10))
        scene.server.set("1", ["notes": "missed"])
        scene.server.remove("2")
        scene.server.live()
        await scene.settle { model.posts.map(\.id) == ["1"] && model.posts[0].notes == "missed" }
        XCTAssertEqual(fullRequestCount(scene), 1)
    }

    func testLoadedPostsAreShownIfTheChannelDoesNotComeBack() async {
        let scene = PageScene(rows)
        let model = await live(scene)
        scene.server.set("2", ["notes": "unreported"])
        await model.refresh()
        // What followed was newer for all that is known.
        XCTAssertEqual(model.posts.last?.notes, "live")
        await scene.settle { scene.server.subscriberCount == 1 }
        scene.server.interrupt()
        await scene.settle { model.posts.last?.notes == "unreported" }
    }

    func testARowWhosePayloadWasIncompleteIsRead() async {
        let scene = PageScene(rows)
        let model = await live(scene)
        scene.server.set("1", ["notes": "long"])
        scene.server.refetch("1")
        await scene.settle { model.posts[0].notes == "long" }
        XCTAssertEqual(scene.server.requests.last, RowRequest(.posts, .only(["1"])))
    }

    func testOurOwnChangeThatIsReportedLateChangesNothing() async {
        let scene = PageScene(rows)
        let model = await live(scene)
        model.setFlag(true, ofPost: "1")
        await scene.settle { scene.server.changes.count == 1 && scene.server.inFlightCount == 0 }
        await scene.settled()
        // Someone else's change is reported first, with the row as it was then.
        scene.server.changeLive("2", ["notes": "again"])
        await scene.settle { model.posts.last?.notes == "again" }
        XCTAssertTrue(model.posts[0].flaggedForReview)
        scene.server.report("1")
        await scene.settled()
        XCTAssertTrue(model.posts[0].flaggedForReview)
        scene.server.changeLive("1", ["flagged_for_review": false])
        await scene.settle { !model.posts[0].flaggedForReview }
    }

    func testAResetEndsWhatWasFollowed() async {
        let scene = PageScene(rows)
        let model = await live(scene)
        model.disappear()
        scene.store.reset()
        await scene.settle { scene.server.subscriberCount == 0 }
    }

    // What outlives a page

    func testAChangeIsSentThoughThePageIsFreed() async {
        let scene = PageScene(rows)
        var model: SocialFeedModel? = await scene.shown(SocialFeedModel.self)
        let feed = Weak(model)
        scene.server.hold(.change)
        model?.setFlag(true, ofPost: "1")
        await scene.settle { scene.server.heldCount(.change) == 1 }
        model = nil
        await scene.settle { feed.object == nil }
        scene.server.release()
        await scene.settle { scene.server.inFlightCount == 0 }
        await scene.settled()
        let other = SocialFeedModel(scene.store)
        other.appear()
        XCTAssertEqual(other.posts.first?.flaggedForReview, true)
        XCTAssertEqual(scene.server.changes.count, 1)
    }

    func testAPageIsFreedWhileItSyncs() async {
        let scene = PageScene(rows)
        var model: SocialFeedModel? = await scene.shown(SocialFeedModel.self)
        let feed = Weak(model)
        scene.server.hang(.sync)
        model?.sync()
        await scene.settle { scene.server.heldCount(.sync) == 1 }
        model = nil
        await scene.settle { feed.object == nil && scene.clock.sleeperCount == 0 }
    }

    func testTheStoreIsFreedWhileChangesHang() async {
        var scene: PageScene? = PageScene(rows)
        var model: SocialFeedModel?
        if let scene { model = await live(scene) }
        guard let (server, clock) = scene.map({ ($0.server, $0.clock) }) else { return }
        let (store, feed) = (Weak(scene?.store), Weak(model))
        server.hang(.change)
        model?.setFlag(true, ofPost: "1")
        model?.askToDelete("2")
        model?.confirmDeletion()
        await waitUntil { server.heldCount == 1 && clock.sleeperCount == 2 }
        (scene, model) = (nil, nil)
        await waitUntil {
            store.object == nil && feed.object == nil && clock.sleeperCount == 0
                && server.subscriberCount == 0
        }
        server.release()
        await waitUntil { server.inFlightCount == 0 }
    }
}
