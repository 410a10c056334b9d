import CompassKernel
import CompassProgram
import CompassServer
import CompassTestSupport
import XCTest

final class StateUndoTests: XCTestCase {
    func testUndoingRestoresPostsAndIsLogged() async throws {
        let directory = try TestDirectory(posts: 30)
        let log = MemoryLogFile()
        let state = try await ServerState.loaded(directory, log: log)
        let posts = state.allPosts
        var undos: [UInt64] = []
        for post in posts {
            undos.append(try await state.delete(post: post.id).undo!)
        }
        XCTAssertEqual(state.posts.count, 0)
        for undo in undos.reversed() { _ = try await state.undo(undo) }
        XCTAssertEqual(state.allPosts, posts)
        let next = try await ServerState.loaded(directory, log: log)
        XCTAssertEqual(next.allPosts, posts, "the restored rows are complete in the log")
    }

    func testAnUndoKeepsLaterChangesAndCanBeUndone() async throws {
        let directory = try TestDirectory(posts: 5)
        let state = try await ServerState.loaded(directory)
        let post = state.allPosts[0]
        let change = try await state.change(
            post: post.id,
            to: PostFieldsChange(flaggedForReview: !post.flaggedForReview, notes: .some("mine")))
        _ = try await state.change(post: post.id, to: PostFieldsChange(notes: .some("later")))
        let undone = try await state.undo(change.undo!)
        XCTAssertEqual(state.posts.post(id: post.id)?.notes, "later")
        XCTAssertEqual(state.posts.post(id: post.id)?.flaggedForReview, post.flaggedForReview)
        _ = try await state.undo(undone.undo!)
        XCTAssertEqual(state.posts.post(id: post.id)?.flaggedForReview, !post.flaggedForReview)
    }

    func testAChangeIsTakenBackOnce() async throws {
        let directory = try TestDirectory(posts: 5)
        let state = try await ServerState.loaded(directory)
        let undo = try await state.delete(post: state.allPosts[0].id).undo!
        _ = try await state.undo(undo)
        await assertRefused(410) { () async throws(APIError) in try await state.undo(undo) }
        await assertRefused(410) { () async throws(APIError) in try await state.undo(0) }
    }

    func testAChangeCanBeTakenBackForTenMinutes() async throws {
        let directory = try TestDirectory(posts: 5)
        let clock = ManualClock()
        let state = try await ServerState.loaded(directory, clock: clock)
        let posts = state.allPosts
        let first = try await state.delete(post: posts[0].id).undo!
        let second = try await state.delete(post: posts[1].id).undo!
        clock.advance(by: .seconds(600))
        _ = try await state.undo(first)
        clock.advance(by: .nanoseconds(1))
        await assertRefused(410) { () async throws(APIError) in try await state.undo(second) }
    }

    func testTheLastHundredChangesCanBeTakenBack() async throws {
        let directory = try TestDirectory(posts: 5)
        let state = try await ServerState.loaded(directory, log: MemoryLogFile())
        let id = state.allPosts[0].id
        var undos: [UInt64] = []
        for number in 0...100 {
            let fields = PostFieldsChange(notes: .some("\(number)"))
            undos.append(try await state.change(post: id, to: fields).undo!)
        }
        await assertRefused(410) { () async throws(APIError) in try await state.undo(undos[0]) }
        _ = try await state.undo(undos[1])
        XCTAssertEqual(state.posts.post(id: id)?.notes, "0")
    }

    func testAnUndoThatDoesNotFitAnyMoreIs409() async throws {
        let directory = try TestDirectory(posts: 5)
        let state = try await ServerState.loaded(directory)
        let id = state.allPosts[0].id
        let flag = try await state.change(post: id, to: PostFieldsChange(flaggedForReview: true)).undo!
        let deletion = try await state.delete(post: id).undo!
        await assertRefused(409) { () async throws(APIError) in try await state.undo(flag) }
        _ = try await state.undo(deletion)
        _ = try await state.undo(flag)
    }

    func testAnUndoThatCannotBeWrittenCanBeTriedAgain() async throws {
        let directory = try TestDirectory(posts: 5)
        let log = MemoryLogFile()
        let state = try await ServerState.loaded(directory, log: log)
        let undo = try await state.delete(post: state.allPosts[0].id).undo!
        log.change { $0.space = 0 }
        await assertRefused(507) { () async throws(APIError) in try await state.undo(undo) }
        XCTAssertEqual(state.posts.count, 4)
        log.change { $0.space = nil }
        _ = try await state.undo(undo)
        XCTAssertEqual(state.posts.count, 5)
    }
}
