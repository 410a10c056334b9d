import CompassKernel
import CompassPages
import XCTest

/// Flags, notes and deletions of Social Media Monitoring, and what the server makes of them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class SocialFeedChangesTests: XCTestCase {
    private let rows: [ServerRow] = [
        .post("1", date: "2026-02-10T11:00:00Z"), .post("2", notes: "old"),
        .post("3", date: "2026-02-09T10:00:00Z", flagged: true), .school("s1", "Duke"),
    ]
    private let undone = PageNotice(text: "Your change could not be saved and was undone.", kind: .banner)
    private let notFound = PageNotice(text: "Post not found", kind: .banner)

    private func shown(_ scene: PageScene) async -> SocialFeedModel {
        let model = SocialFeedModel(scene.store)
        model.appear()
        await scene.settle { model.phase == .content }
        return model
    }

    /// Waits until no change is under way.
    private func rest(_ scene: PageScene) async {
        await scene.settle { scene.server.inFlightCount == scene.server.heldCount }
        await scene.settled()
    }

    private func flags(_ model: SocialFeedModel) -> [String] {
        model.posts.filter(\.flaggedForReview).map(\.id)
    }

    private func notes(_ model: SocialFeedModel, _ id: String) -> String? {
        model.posts.first { $0.id == id }?.notes
    }

    private func flag(_ id: String, _ isFlagged: Bool) -> PageServer.Change {
        PageServer.Change(id: id, fields: .flag(isFlagged))
    }

    // Flags

    func testAFlagIsShownAtOnceAndThenSent() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "1")
        XCTAssertEqual(flags(model), ["1", "3"])
        XCTAssertEqual(model.statistics.flaggedPosts, 2)
        await scene.settle { scene.server.heldCount(.change) == 1 }
        XCTAssertEqual(scene.server.row("1")?.fields["flagged_for_review"], false)
        scene.server.release()
        await rest(scene)
        XCTAssertEqual(scene.server.changes, [flag("1", true)])
        XCTAssertEqual(scene.server.row("1")?.fields["flagged_for_review"], true)
        XCTAssertEqual(flags(model), ["1", "3"])
        XCTAssertNil(model.message)
        model.toggleFlag(ofPost: "3")
        XCTAssertEqual(flags(model), ["1"])
        await rest(scene)
        XCTAssertEqual(scene.server.changes.last, flag("3", false))
    }

    func testOfTapsMeanwhileOnlyTheLastWishIsSent() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        scene.server.hold(.change)
        for isFlagged in [true, false, true, false] { model.setFlag(isFlagged, ofPost: "1") }
        XCTAssertEqual(flags(model), ["3"])
        await scene.settle { scene.server.heldCount(.change) == 1 }
        scene.server.answerFirst(.change)
        await scene.settle { scene.server.changes.count == 2 }
        XCTAssertEqual(flags(model), ["3"])
        scene.server.release()
        await rest(scene)
        XCTAssertEqual(scene.server.changes, [flag("1", true), flag("1", false)])
        XCTAssertEqual(scene.server.row("1")?.fields["flagged_for_review"], false)
        XCTAssertEqual(flags(model), ["3"])
    }

    func testNothingIsSentIfTheServerHasTheLastWish() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        scene.server.hold(.change)
        for isFlagged in [true, false, true] { model.setFlag(isFlagged, ofPost: "1") }
        await scene.settle { scene.server.heldCount(.change) == 1 }
        scene.server.release()
        await rest(scene)
        model.setFlag(true, ofPost: "1")
        model.setFlag(true, ofPost: "3")
        await rest(scene)
        XCTAssertEqual(scene.server.changes, [flag("1", true)])
        XCTAssertEqual(flags(model), ["1", "3"])
    }

    func testARefusedFlagIsUndone() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        for error in [.server(status: 500, message: ""), .forbidden(message: ""), .offline] as [SourceError] {
            scene.server.script(.change, error)
            model.setFlag(true, ofPost: "1")
            XCTAssertEqual(flags(model), ["1", "3"])
            await scene.settle { model.message != nil }
            XCTAssertEqual(model.message, undone)
            XCTAssertEqual(flags(model), ["3"])
            model.dismissMessage()
        }
        await rest(scene)
        // Nothing is read again: the server has said that it did nothing.
        XCTAssertEqual(scene.server.requests.count, 2)
    }

    func testARefusedFlagThatIsNotWishedAnyMoreIsNotReported() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "1")
        await scene.settle { scene.server.heldCount(.change) == 1 }
        model.setFlag(false, ofPost: "1")
        scene.server.fail(.change, with: .server(status: 500, message: ""))
        await rest(scene)
        XCTAssertNil(model.message)
        XCTAssertEqual(flags(model), ["3"])
        XCTAssertEqual(scene.server.changes.count, 1)
    }

    // Notes

    func testNotesAreShownAtOnceAndThenSent() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        XCTAssertEqual([model.texts.common.save, model.texts.common.cancel], ["Save", "Cancel"])
        model.editNotes(ofPost: "2")
        XCTAssertEqual(model.notesDraft, NotesDraft(postID: "2", text: "old"))
        model.notesDraft?.text = "new"
        model.cancelNotes()
        XCTAssertNil(model.notesDraft)
        model.editNotes(ofPost: "2")
        XCTAssertEqual(model.notesDraft?.text, "old")
        model.notesDraft?.text = " new\nlines "
        scene.server.hold(.change)
        model.saveNotes()
        XCTAssertNil(model.notesDraft)
        XCTAssertEqual(notes(model, "2"), " new\nlines ")
        await scene.settle { scene.server.heldCount(.change) == 1 }
        scene.server.release()
        await rest(scene)
        XCTAssertEqual(
            scene.server.changes, [PageServer.Change(id: "2", fields: .notes(" new\nlines "))])
        XCTAssertEqual(scene.server.row("2")?.fields["notes"], " new\nlines ")
        XCTAssertEqual(notes(model, "2"), " new\nlines ")
    }

    func testBlankNotesAreNone() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        model.editNotes(ofPost: "2")
        model.notesDraft?.text = " \n\t"
        model.saveNotes()
        XCTAssertNil(notes(model, "2"))
        await rest(scene)
        XCTAssertEqual(scene.server.changes, [PageServer.Change(id: "2", fields: .notes(nil))])
        model.editNotes(ofPost: "1")
        XCTAssertEqual(model.notesDraft?.text, "")
        model.saveNotes()
        await rest(scene)
        XCTAssertEqual(scene.server.changes.count, 1)
    }

    func testNotesThatAreTheServersAreNotSent() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        model.editNotes(ofPost: "2")
        model.saveNotes()
        await rest(scene)
        XCTAssertEqual(scene.server.changes, [])
    }

    func testARefusedSheetComesBackWithItsText() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        scene.server.script(.change, .server(status: 503, message: ""))
        model.editNotes(ofPost: "2")
        model.notesDraft?.text = "a long text"
        model.saveNotes()
        XCTAssertEqual(notes(model, "2"), "a long text")
        await scene.settle { model.message != nil }
        XCTAssertEqual(model.message, undone)
        XCTAssertEqual(notes(model, "2"), "old")
        XCTAssertEqual(model.notesDraft, NotesDraft(postID: "2", text: "a long text"))
        model.saveNotes()
        await rest(scene)
        XCTAssertEqual(scene.server.row("2")?.fields["notes"], "a long text")
        XCTAssertEqual(notes(model, "2"), "a long text")
    }

    func testARefusedSheetDoesNotReplaceAnother() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        scene.server.hold(.change)
        model.editNotes(ofPost: "2")
        model.notesDraft?.text = "lost"
        model.saveNotes()
        await scene.settle { scene.server.heldCount(.change) == 1 }
        model.editNotes(ofPost: "1")
        model.notesDraft?.text = "typing"
        scene.server.fail(.change, with: .server(status: 503, message: ""))
        await scene.settle { model.message != nil }
        XCTAssertEqual(model.notesDraft, NotesDraft(postID: "1", text: "typing"))
    }

    func testFlagAndNotesOfAPostAreSentOneAfterTheOther() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "2")
        await scene.settle { scene.server.heldCount(.change) == 1 }
        model.editNotes(ofPost: "2")
        model.notesDraft?.text = "new"
        model.saveNotes()
        await scene.settled()
        XCTAssertEqual(scene.server.changes, [flag("2", true)])
        scene.server.failFirst(.change, with: .server(status: 500, message: ""))
        await scene.settle { scene.server.changes.count == 2 }
        XCTAssertEqual(flags(model), ["3"])
        XCTAssertEqual(notes(model, "2"), "new")
        scene.server.release()
        await rest(scene)
        XCTAssertEqual(scene.server.changes.last, PageServer.Change(id: "2", fields: .notes("new")))
        XCTAssertEqual(model.message, undone)
        XCTAssertEqual(notes(model, "2"), "new")
    }

    // What nobody knows

    private let uncertain: [SourceError] = [
        .timedOut, .connection(reason: "reset"), .pageTooLarge(maximumByteCount: 1),
    ]

    func testAChangeThatTimedOutIsReadAgain() async {
        for error in uncertain {
            let scene = PageScene(rows)
            let model = await shown(scene)
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
            let model = await shown(scene)
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
            let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
        scene.server.setMalformed(true, .change)
        model.setFlag(true, ofPost: "1")
        await scene.settle { scene.server.requests.last == RowRequest(.posts, .only(["1"])) }
        await rest(scene)
        XCTAssertEqual(flags(model), ["1", "3"])
        XCTAssertNil(model.message)
    }

    func testARefusedChangeOfAPostThatOthersChangedIsReadAgain() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
        scene.server.remove("1")
        scene.server.script(.change, .timedOut)
        model.setFlag(true, ofPost: "1")
        await scene.settle { model.message != nil }
        XCTAssertEqual(model.message, notFound)
        XCTAssertEqual(model.posts.map(\.id), ["2", "3"])
    }

    func testAQuestionAndASheetForAPostThatIsNotFoundClose() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
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

    // Deletions

    private func delete(_ id: String, _ model: SocialFeedModel) {
        model.askToDelete(id)
        model.confirmDeletion()
    }

    func testNothingIsDeletedWithoutAYes() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
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
            let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
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

    func testOfARefusedChangeWhatIsStillWishedIsReported() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        scene.server.hold(.change)
        model.setFlag(true, ofPost: "1")
        await scene.settle { scene.server.heldCount(.change) == 1 }
        // Both are sent together, after the first change.
        model.setFlag(false, ofPost: "1")
        writeNotes("first", "1", model)
        scene.server.answerFirst(.change)
        await scene.settle { scene.server.heldCount(.change) == 1 && scene.server.changes.count == 2 }
        writeNotes("second", "1", model)
        scene.server.failFirst(.change, with: .server(status: 500, message: ""))
        await scene.settle { model.message == self.undone }
        XCTAssertEqual(flags(model), ["1", "3"])
        XCTAssertEqual(notes(model, "1"), "second")
        XCTAssertNil(model.notesDraft, "the notes are on their way")
        scene.server.release()
        await rest(scene)
        XCTAssertEqual(notes(model, "1"), "second")
    }

    private func writeNotes(_ text: String, _ id: String, _ model: SocialFeedModel) {
        model.editNotes(ofPost: id)
        model.notesDraft?.text = text
        model.saveNotes()
    }

    func testAResetSendsTheDeletionThatCouldBeUndone() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
        delete("2", model)
        scene.store.reset()
        XCTAssertNil(model.undoableDeletion)
        await scene.settle { scene.server.deletions == ["2"] }
    }

    // Network and session

    func testAChangeWhileOfflineIsRefusedAtOnce() async {
        let scene = PageScene(rows)
        let model = await shown(scene)
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
        let model = await shown(scene)
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
            let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
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
        let model = await shown(scene)
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
