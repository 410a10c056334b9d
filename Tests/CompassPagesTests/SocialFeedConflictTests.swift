import CompassKernel
import CompassPages
import XCTest

/// Changes that meet something else: a lost answer, a post that is gone, a load, or the changes of others.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class SocialFeedConflictTests: FeedChangesTestCase {
    // What nobody knows

    private let uncertain: [SourceError] = [
        .timedOut, .connection(reason: "reset"), .pageTooLarge(maximumByteCount: 1),
    ]

    func testAChangeThatTimedOutIsReadAgain() async {
        for error in uncertain {
            let scene = PageScene(rows)
            let model = await scene.shown(SocialFeedModel.self)
            scene.server.script(.change, error)
            model.setFlag(true, ofPost: "1")
            await scene.settle { model.message != nil }
            XCTAssertEqual(model.message, undone)
            XCTAssertEqual(flags(model), ["3"])
            XCTAssertEqual(scene.server.requests.last, RowRequest(.posts, .only(["1"])))
            XCTAssertEqual(scene.server.requests.count, 3)
        }
    }

    func testAChangeThatTimedOutButHappenedIsKept() async {
        for error in uncertain {
            let scene = PageScene(rows)
            let model = await scene.shown(SocialFeedModel.self)
            scene.server.carriesOutFailures = true
            scene.server.script(.change, error)
            model.setFlag(true, ofPost: "1")
            await scene.settle { scene.server.requests.count == 3 }
            await rest(scene)
            XCTAssertNil(model.message)
            XCTAssertEqual(flags(model), ["1", "3"])
            // The server is known to have it.
            model.setFlag(true, ofPost: "1")
            await rest(scene)
            XCTAssertEqual(scene.server.changes.count, 1)
        }
    }

    /// A gateway that reports 502, 503 or 504 does not know whether the change was made.
    func testAChangeWhoseGatewayFailedIsReadAgain() async {
        for status in 500...505 {
            let scene = PageScene(rows)
            let model = await scene.shown(SocialFeedModel.self)
            scene.server.carriesOutFailures = true
            scene.server.script(.change, .server(status: status, message: ""))
            model.setFlag(true, ofPost: "1")
            await rest(scene)
            let isUncertain = (502...504).contains(status)
            XCTAssertEqual(model.message, isUncertain ? nil : undone, "\(status)")
            XCTAssertEqual(flags(model), isUncertain ? ["1", "3"] : ["3"], "\(status)")
        }
    }

    func testADeletionWhoseGatewayFailedButHappenedIsKept() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.carriesOutFailures = true
        scene.server.script(.delete, .server(status: 504, message: ""))
        delete("2", model)
        await scene.advance(by: .seconds(5))
        await scene.settle { scene.server.requests.last == RowRequest(.posts, .only(["2"])) }
        await rest(scene)
        XCTAssertNil(model.message)
        XCTAssertEqual(model.posts.map(\.id), ["1", "3"])
    }

    func testAChangeWhoseRowCannotBeReadIsUndone() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.script(.change, .timedOut)
        scene.server.script(.posts, .timedOut)
        model.editNotes(ofPost: "2")
        model.notesDraft?.text = "new"
        model.saveNotes()
        await scene.settle { model.message != nil }
        XCTAssertEqual(model.message, undone)
        XCTAssertEqual(notes(model, "2"), "old")
        XCTAssertEqual(model.notesDraft?.text, "new")
    }

    func testAChangeWhoseAnswerCannotBeReadIsReadAgain() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.setMalformed(true, .change)
        model.setFlag(true, ofPost: "1")
        await scene.settle { scene.server.requests.last == RowRequest(.posts, .only(["1"])) }
        await rest(scene)
        XCTAssertEqual(flags(model), ["1", "3"])
        XCTAssertNil(model.message)
    }

    func testARefusedChangeOfAPostThatOthersChangedIsReadAgain() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        await scene.settle { scene.server.subscriberCount == 1 }
        scene.server.live()
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "1")
        await scene.settle { scene.server.heldCount(.change) == 1 }
        scene.server.changeLive("1", ["notes": "by the other"])
        await scene.settle { self.notes(model, "1") == "by the other" }
        // The unconfirmed wish is applied again on top.
        XCTAssertEqual(flags(model), ["1", "3"])
        let count = scene.server.requests.count
        scene.server.fail(.change, with: .server(status: 500, message: ""))
        await scene.settle { model.message != nil }
        XCTAssertEqual(scene.server.requests.dropFirst(count), [RowRequest(.posts, .only(["1"]))])
        XCTAssertEqual(flags(model), ["3"])
        XCTAssertEqual(notes(model, "1"), "by the other")
        XCTAssertEqual(model.message, undone)
    }

    func testTheSameChangeByOthersIsKeptThoughOursIsRefused() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        await scene.settle { scene.server.subscriberCount == 1 }
        scene.server.live()
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "1")
        await scene.settle { scene.server.heldCount(.change) == 1 }
        scene.server.changeLive("1", ["flagged_for_review": true, "notes": "x"])
        await scene.settle { self.notes(model, "1") == "x" }
        scene.server.fail(.change, with: .server(status: 500, message: ""))
        await rest(scene)
        await scene.settle { scene.server.requests.last == RowRequest(.posts, .only(["1"])) }
        await rest(scene)
        XCTAssertNil(model.message)
        XCTAssertEqual(flags(model), ["1", "3"])
    }

    // Not found

    func testAPostThatIsNotFoundGoes() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.remove("1")
        model.setFlag(true, ofPost: "1")
        XCTAssertEqual(flags(model), ["1", "3"])
        await scene.settle { model.message != nil }
        XCTAssertEqual(model.message, notFound)
        XCTAssertEqual(model.posts.map(\.id), ["2", "3"])
        XCTAssertEqual(model.statistics.totalPosts, 2)
        model.dismissMessage()
        model.toggleFlag(ofPost: "1")
        XCTAssertEqual(model.message, notFound)
        model.dismissMessage()
        model.editNotes(ofPost: "1")
        XCTAssertEqual(model.message, notFound)
        XCTAssertNil(model.notesDraft)
        await rest(scene)
        XCTAssertEqual(scene.server.changes.count, 1)
    }

    func testAPostThatIsGoneAfterATimeoutIsNotFound() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.remove("1")
        scene.server.script(.change, .timedOut)
        model.setFlag(true, ofPost: "1")
        await scene.settle { model.message != nil }
        XCTAssertEqual(model.message, notFound)
        XCTAssertEqual(model.posts.map(\.id), ["2", "3"])
    }

    func testAQuestionAndASheetForAPostThatIsNotFoundClose() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "1")
        await scene.settle { scene.server.heldCount(.change) == 1 }
        model.editNotes(ofPost: "1")
        model.askToDelete("1")
        scene.server.remove("1")
        scene.server.release()
        await scene.settle { model.message == self.notFound }
        XCTAssertNil(model.notesDraft)
        XCTAssertNil(model.deletionQuestion)
    }

    // Network and session

    func testAChangeWhileOfflineIsRefusedAtOnce() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        await scene.setOnline(false)
        let offline = PageNotice(text: "You're offline. Your change was not saved.", kind: .offline)
        model.setFlag(true, ofPost: "1")
        XCTAssertEqual(model.message, offline)
        XCTAssertEqual(flags(model), ["3"])
        model.dismissMessage()
        delete("1", model)
        XCTAssertEqual(model.message, offline)
        XCTAssertEqual(model.posts.count, 3)
        XCTAssertNil(model.undoableDeletion)
        model.dismissMessage()
        model.editNotes(ofPost: "2")
        model.notesDraft?.text = "new"
        model.saveNotes()
        XCTAssertEqual(model.message, offline)
        XCTAssertEqual(notes(model, "2"), "old")
        XCTAssertEqual(model.notesDraft?.text, "new", "a refused sheet comes back with its text")
        await scene.setOnline(true)
        await scene.advance(by: .seconds(10))
        XCTAssertEqual(scene.server.changes, [])
        XCTAssertEqual(scene.server.deletions, [])
    }

    func testTheEndOfTheSessionDropsWishes() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.script(.change, .signedOut)
        model.setFlag(true, ofPost: "1")
        await scene.settle { scene.store.destination == .login }
        XCTAssertNil(model.message)
        XCTAssertEqual(model.posts, [])
        scene.store.reset()
        await scene.settle { model.phase == .content }
        XCTAssertEqual(flags(model), ["3"])
    }

    func testAnOutcomeFromBeforeAResetConcernsNobody() async {
        for error in [nil, .server(status: 500, message: ""), .signedOut, .timedOut] as [SourceError?] {
            let scene = PageScene(rows)
            let model = await scene.shown(SocialFeedModel.self)
            scene.server.hold(.change)
            model.setFlag(true, ofPost: "1")
            await scene.settle { scene.server.heldCount(.change) == 1 }
            scene.store.reset()
            await scene.settle { model.phase == .content }
            if let error {
                scene.server.fail(.change, with: error)
            } else {
                scene.server.release()
            }
            await rest(scene)
            XCTAssertNil(model.message)
            XCTAssertNil(scene.store.destination)
            XCTAssertEqual(flags(model), ["3"])
        }
    }

    // Loads and live changes meanwhile

    func testALoadKeepsUnconfirmedWishesOnTop() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "1")
        delete("2", model)
        await scene.settle { scene.server.heldCount(.change) == 1 }
        await model.refresh()
        XCTAssertEqual(model.posts.map(\.id), ["1", "3"])
        XCTAssertEqual(flags(model), ["1", "3"])
        scene.server.release()
        await rest(scene)
        XCTAssertEqual(flags(model), ["1", "3"])
    }

    func testALoadFromBeforeAConfirmationDoesNotUndoIt() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        scene.server.hold(.posts)
        let refresh = Task { await model.refresh() }
        await scene.settle { scene.server.heldCount(.posts) == 1 }
        model.setFlag(true, ofPost: "1")
        delete("2", model)
        await scene.advance(by: .seconds(5))
        await scene.settle { scene.server.deletions == ["2"] }
        await rest(scene)
        scene.server.release()
        await refresh.value
        XCTAssertEqual(flags(model), ["1", "3"])
        XCTAssertEqual(model.posts.map(\.id), ["1", "3"])
        // A later load counts.
        scene.server.set("1", ["flagged_for_review": false])
        await model.refresh()
        XCTAssertEqual(flags(model), ["3"])
    }

    func testOthersDeletionsWinOverWishes() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
        await scene.settle { scene.server.subscriberCount == 1 }
        scene.server.live()
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "1")
        await scene.settle { scene.server.heldCount(.change) == 1 }
        scene.server.deleteLive("1")
        await scene.settle { model.posts.map(\.id) == ["2", "3"] }
        scene.server.release()
        await scene.settle { model.message == self.notFound }
        XCTAssertEqual(model.posts.map(\.id), ["2", "3"])
    }
}
