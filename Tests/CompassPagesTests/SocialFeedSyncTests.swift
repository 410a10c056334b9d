import CompassKernel
import CompassPages
import XCTest

/// "Sync Posts" and the messages of Social Media Monitoring.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class SocialFeedSyncTests: XCTestCase {
    private let rows: [ServerRow] = [.post("1"), .school("s1", "Duke")]

    func testSyncFetchesNewPostsWithoutASkeleton() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertEqual(model.syncLabel, "Sync Posts")
        XCTAssertTrue(model.canSync)
        scene.server.setSync(
            SyncResult(success: true, message: "Synced 15 new posts", newPostCount: 15),
            adding: .post("2", date: "2026-02-10T11:00:00Z"))
        scene.server.hold(.sync)
        model.sync()
        XCTAssertEqual(model.syncLabel, "Syncing...")
        XCTAssertFalse(model.canSync)
        XCTAssertTrue(model.isSyncing)
        model.sync()
        await scene.settle { scene.server.heldCount(.sync) == 1 }
        XCTAssertEqual(model.phase, .content)
        scene.server.release()
        await scene.settle { !model.isSyncing }
        XCTAssertEqual(model.message, PageNotice(text: "Synced 15 new posts", kind: .success))
        XCTAssertEqual(model.posts.map(\.id), ["2", "1"])
        XCTAssertEqual(scene.server.syncCount, 1)
        XCTAssertEqual(scene.server.requestCount(.posts), 2)
        guard case .changedSince = scene.server.requests.last?.rows else {
            return XCTFail("all posts were read")
        }
        XCTAssertTrue(model.canSync)
        XCTAssertEqual(model.phase, .content)
    }

    func testASyncDoesNotBringBackAPostThatIsDeletedMeanwhile() async {
        let scene = PageScene([.post("1"), .post("2"), .school("s1", "Duke")])
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.set("2", ["notes": "changed, so that it is read"])
        scene.server.hold(.posts)
        model.sync()
        await scene.settle { scene.server.heldCount(.posts) == 1 }
        model.askToDelete("2")
        model.confirmDeletion()
        await scene.advance(by: .seconds(5))
        await scene.settle { scene.server.row("2") == nil }
        await scene.settled()
        scene.server.release()
        await scene.settle { !model.isSyncing }
        XCTAssertEqual(model.posts.map(\.id), ["1"])
    }

    func testBadRowsOfASyncAreLogged() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.setSync(
            SyncResult(success: true), adding: ServerRow.post("bad").with(["post_date": .null]))
        model.sync()
        await scene.settle { !model.isSyncing }
        XCTAssertTrue(
            scene.log.contains { if case .problem(.posts, _) = $0 { true } else { false } })
    }

    func testWithoutASessionNothingIsSynced() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.store.signOut()
        model.sync()
        await scene.settled()
        XCTAssertEqual(scene.server.syncCount, 0)
        XCTAssertFalse(model.isSyncing)
    }

    func testEachSuccessHasItsText() async {
        let cases: [(SyncResult, Int, String)] = [
            (SyncResult(success: true, message: "Done", newPostCount: 2), 0, "Done"),
            (SyncResult(success: true, message: "Done"), 0, "Done"),
            (
                SyncResult(success: true, message: "Synced 0", newPostCount: 0), 0,
                "No new posts found. You're up to date!"
            ),
            (SyncResult(success: true, newPostCount: 0), 0, "No new posts found. You're up to date!"),
            (SyncResult(success: true, newPostCount: 1), 1, "Synced 1 new post"),
            (SyncResult(success: true, newPostCount: 7), 7, "Synced 7 new posts"),
            (SyncResult(success: true), 0, "No new posts found. You're up to date!"),
            (SyncResult(success: true), 1, "Synced 1 new post"),
        ]
        for (result, count, text) in cases {
            let scene = PageScene(rows)
            let model = await scene.shown(SocialFeedModel.self)
            if count > 0 {
                scene.server.setSync(result, adding: .post("new", date: "2026-02-10T11:00:00Z"))
            } else {
                scene.server.setSync(result)
            }
            model.sync()
            await scene.settle { !model.isSyncing }
            XCTAssertEqual(model.message, PageNotice(text: text, kind: .success), "\(result)")
        }
    }

    func testEachFailureHasItsText() async {
        let cases: [(SourceError, String)] = [
            (.rateLimited(retryAfter: nil), "Please wait a few minutes before syncing again."),
            (.rateLimited(retryAfter: .seconds(9)), "Please wait a few minutes before syncing again."),
            (.server(status: 500, message: "boom"), "Sync failed: Server error. Please try again."),
            (.server(status: 422, message: "No accounts"), "Sync failed: No accounts"),
            (.timedOut, "Sync failed: Connection timed out"),
            (.offline, "Sync failed: no network connection"),
            (.connection(reason: "reset"), "Sync failed: the connection failed: reset"),
            (.forbidden(message: ""), "Sync failed: You don't have access to this data."),
        ]
        for (error, text) in cases {
            let scene = PageScene(rows)
            let model = await scene.shown(SocialFeedModel.self)
            scene.server.script(.sync, error)
            model.sync()
            await scene.settle { !model.isSyncing }
            XCTAssertEqual(model.message, PageNotice(text: text, kind: .banner))
            XCTAssertEqual(scene.server.requests.count, 2)
            // Only the user repeats it.
            await scene.advance(by: .seconds(60))
            XCTAssertEqual(scene.server.syncCount, 1)
        }
    }

    func testASyncThatDidNotSucceedHasFailed() async {
        for (message, reason) in [
            ("Instagram is down", "Instagram is down"), (nil, "Server error. Please try again."),
        ] {
            let scene = PageScene(rows)
            let model = await scene.shown(SocialFeedModel.self)
            scene.server.setSync(SyncResult(success: false, message: message))
            model.sync()
            await scene.settle { !model.isSyncing }
            XCTAssertEqual(model.message, PageNotice(text: "Sync failed: \(reason)", kind: .banner))
        }
    }

    func testSyncIsOffWhileOffline() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        await scene.setOnline(false)
        XCTAssertFalse(model.canSync)
        model.sync()
        XCTAssertFalse(model.isSyncing)
        await scene.settled()
        XCTAssertEqual(scene.server.syncCount, 0)
    }

    func testTheEndOfTheSessionDuringASync() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.script(.sync, .signedOut)
        model.sync()
        await scene.settle { scene.store.destination == .login }
        XCTAssertNil(model.message)
        XCTAssertFalse(model.isSyncing)
    }

    func testPostsThatCannotBeReadAfterASyncAreABanner() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.setSync(SyncResult(success: true, newPostCount: 1))
        scene.server.script(.posts, .timedOut)
        model.sync()
        await scene.settle { !model.isSyncing }
        XCTAssertEqual(model.message?.text, "Synced 1 new post")
        XCTAssertEqual(model.banner?.text, "Connection timed out")
        await model.refresh()
        XCTAssertNil(model.banner)
    }

    func testASyncOnAnEmptyPage() async {
        let scene = PageScene()
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.setSync(SyncResult(success: true, newPostCount: 1), adding: .post("1"))
        model.sync()
        await scene.settle { !model.isSyncing }
        XCTAssertEqual(model.posts.map(\.id), ["1"])
        XCTAssertNil(model.empty)
    }

    func testASyncThatEndsAfterThePageWasLeftSaysNothing() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.hold(.sync)
        scene.server.setSync(SyncResult(success: true, newPostCount: 1), adding: .post("2"))
        model.sync()
        await scene.settle { scene.server.heldCount(.sync) == 1 }
        model.disappear()
        scene.server.release()
        await scene.settle { !model.isSyncing }
        XCTAssertNil(model.message)
        model.appear()
        XCTAssertEqual(model.posts.count, 2)
    }

    func testASyncFromBeforeAResetConcernsNobody() async {
        for step in [PageServer.Endpoint.sync, .posts] {
            let scene = PageScene(rows)
            let model = await scene.shown(SocialFeedModel.self)
            scene.server.hold(step, ignoringCancellation: true)
            scene.server.setSync(SyncResult(success: true, newPostCount: 1), adding: .post("2"))
            model.sync()
            await scene.settle { scene.server.heldCount(step) == 1 }
            scene.server.removeAll()
            scene.server.put(.post("9"))
            scene.server.script(.posts, nil)
            scene.store.reset()
            XCTAssertFalse(model.isSyncing)
            await scene.settle { model.phase == .content }
            scene.server.release()
            await scene.settle { scene.server.inFlightCount == 0 }
            await scene.settled()
            XCTAssertNil(model.message)
            XCTAssertFalse(model.isSyncing)
            XCTAssertFalse(model.posts.contains { $0.id == "1" }, "\(step)")
        }
    }

    // Messages

    func testAMessageIsShownForFiveSeconds() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        model.sync()
        await scene.settle { model.message != nil }
        await scene.advance(by: .milliseconds(4_999))
        XCTAssertNotNil(model.message)
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.message == nil }
    }

    func testAMessageThatIsHeldStandsStill() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        model.sync()
        await scene.settle { model.message != nil }
        await scene.advance(by: .seconds(3))
        model.holdsMessage = true
        XCTAssertTrue(model.holdsMessage)
        await scene.advance(by: .seconds(100))
        XCTAssertNotNil(model.message)
        model.holdsMessage = false
        await scene.advance(by: .milliseconds(1_999))
        XCTAssertNotNil(model.message)
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.message == nil }
    }

    func testANewMessageTakesThePlaceOfTheOldOne() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        model.sync()
        await scene.settle { model.message != nil }
        await scene.advance(by: .seconds(4))
        scene.server.script(.sync, .timedOut)
        model.sync()
        await scene.settle { model.message?.kind == .banner }
        await scene.advance(by: .seconds(4))
        XCTAssertEqual(model.message?.text, "Sync failed: Connection timed out")
        model.dismissMessage()
        XCTAssertNil(model.message)
        model.sync()
        await scene.settle { model.message != nil }
        model.disappear()
        XCTAssertNil(model.message)
    }
}
