import CompassKernel
import CompassPages
import XCTest

/// Deletions of Social Media Monitoring, and their way back.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class SocialFeedDeletionsTests: FeedChangesTestCase {
    func testNothingIsDeletedWithoutAYes() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertEqual(model.texts.socialFeed.deleteQuestion, "Delete this post from your feed?")
        XCTAssertEqual([model.texts.common.yes, model.texts.common.no], ["Yes", "No"])
        model.confirmDeletion()
        model.askToDelete("1")
        XCTAssertEqual(model.deletionQuestion, "1")
        model.cancelDeletion()
        model.confirmDeletion()
        XCTAssertEqual(model.posts.count, 3)
        await scene.advance(by: .seconds(10))
        XCTAssertEqual(scene.server.deletions, [])
    }

    func testADeletionIsShownAtOnceAndSentAfterFiveSeconds() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        XCTAssertEqual(model.texts.socialFeed.deleted, "Post deleted")
        XCTAssertEqual(model.texts.common.undo, "Undo")
        delete("2", model)
        XCTAssertNil(model.deletionQuestion)
        XCTAssertEqual(model.posts.map(\.id), ["1", "3"])
        XCTAssertEqual(model.statistics.totalPosts, 2)
        XCTAssertEqual(model.undoableDeletion, "2")
        await scene.advance(by: .milliseconds(4_999))
        XCTAssertEqual(scene.server.deletions, [])
        XCTAssertEqual(model.undoableDeletion, "2")
        await scene.advance(by: .milliseconds(1))
        await scene.settle { model.undoableDeletion == nil }
        await scene.settle { scene.server.deletions == ["2"] }
        await rest(scene)
        XCTAssertNil(scene.server.row("2"))
        XCTAssertEqual(model.posts.map(\.id), ["1", "3"])
        await model.refresh()
        XCTAssertEqual(model.posts.map(\.id), ["1", "3"])
    }

    func testAnUndoneDeletionIsNeverSent() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        delete("2", model)
        await scene.advance(by: .seconds(4))
        model.undoDeletion()
        XCTAssertEqual(model.posts.map(\.id), ["1", "2", "3"])
        XCTAssertNil(model.undoableDeletion)
        await scene.advance(by: .seconds(10))
        XCTAssertEqual(scene.server.deletions, [])
        model.undoDeletion()
        XCTAssertEqual(model.posts.count, 3)
    }

    func testADeletionIsSentOnLeaving() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        delete("2", model)
        model.disappear()
        XCTAssertNil(model.undoableDeletion)
        await scene.settle { scene.server.deletions == ["2"] }
        await rest(scene)
        XCTAssertNil(scene.server.row("2"))
        await scene.settle { scene.clock.sleeperCount == 0 }
        model.appear()
        XCTAssertEqual(model.posts.map(\.id), ["1", "3"])
    }

    func testASecondDeletionSendsTheFirst() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        delete("1", model)
        delete("2", model)
        XCTAssertEqual(model.posts.map(\.id), ["3"])
        XCTAssertEqual(model.undoableDeletion, "2")
        await scene.settle { scene.server.deletions == ["1"] }
        model.undoDeletion()
        XCTAssertEqual(model.posts.map(\.id), ["2", "3"])
        await rest(scene)
        XCTAssertEqual(scene.server.deletions, ["1"])
    }

    func testARefusedDeletionBringsThePostBackToItsPlace() async {
        for error in [.server(status: 500, message: ""), .forbidden(message: ""), .timedOut] as [SourceError]
        {
            let scene = PageScene(rows)
            let model = await scene.shown(SocialFeedModel.self)
            scene.server.script(.delete, error)
            delete("2", model)
            await scene.advance(by: .seconds(5))
            await scene.settle { model.message != nil }
            XCTAssertEqual(model.message, undone)
            XCTAssertEqual(model.posts.map(\.id), ["1", "2", "3"])
        }
    }

    func testADeletionThatTimedOutButHappenedIsKept() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.carriesOutFailures = true
        scene.server.script(.delete, .timedOut)
        delete("2", model)
        await scene.advance(by: .seconds(5))
        await scene.settle { scene.server.requests.last == RowRequest(.posts, .only(["2"])) }
        await rest(scene)
        XCTAssertNil(model.message)
        XCTAssertEqual(model.posts.map(\.id), ["1", "3"])
    }

    func testADeletionOfAPostThatIsNotFoundSucceeded() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.script(.delete, .notFound(message: ""))
        delete("2", model)
        await scene.advance(by: .seconds(5))
        await scene.settle { scene.server.deletions == ["2"] }
        await rest(scene)
        XCTAssertNil(model.message)
        XCTAssertEqual(model.posts.map(\.id), ["1", "3"])
    }

    func testADeletionWaitsForAChangeUnderWay() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "2")
        await scene.settle { scene.server.heldCount(.change) == 1 }
        delete("2", model)
        model.disappear()
        await scene.settled()
        XCTAssertEqual(scene.server.deletions, [])
        scene.server.release()
        await scene.settle { scene.server.deletions == ["2"] }
        await rest(scene)
        XCTAssertNil(scene.server.row("2"))
    }

    func testARefusedDeletionKeepsTheChangeThatWaited() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "2")
        await scene.settle { scene.server.heldCount(.change) == 1 }
        model.setFlag(false, ofPost: "2")
        scene.server.script(.delete, .forbidden(message: ""))
        delete("2", model)
        await scene.advance(by: .seconds(5))
        scene.server.release()
        await scene.settle { model.message == self.undone }
        await rest(scene)
        XCTAssertEqual(scene.server.changes, [flag("2", true), flag("2", false)])
        XCTAssertEqual(flags(model), ["3"])
    }

    func testAResetSendsTheDeletionThatCouldBeUndone() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        delete("2", model)
        scene.store.reset()
        XCTAssertNil(model.undoableDeletion)
        await scene.settle { scene.server.deletions == ["2"] }
    }
}
