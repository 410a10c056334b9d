import CompassKernel
import CompassPages
import XCTest

/// Flags and notes of Social Media Monitoring, and what the server makes of them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class SocialFeedChangesTests: FeedChangesTestCase {
    // Flags

    func testAFlagIsShownAtOnceAndThenSent() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
        model.editNotes(ofPost: "2")
        model.saveNotes()
        await rest(scene)
        XCTAssertEqual(scene.server.changes, [])
    }

    func testARefusedSheetComesBackWithItsText() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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
        let model = await scene.shown(SocialFeedModel.self)
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

    func testOfARefusedChangeWhatIsStillWishedIsReported() async {
        let scene = PageScene(rows)
        let model = await scene.shown(SocialFeedModel.self)
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
}
