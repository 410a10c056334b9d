import CompassKernel
import CompassProgram
import CompassServer
import CompassTestSupport
import Foundation
import XCTest

final class StateChangesTests: XCTestCase {
    func testChangesAreShownLoggedAndReplayed() async throws {
        let directory = try TestDirectory(posts: 20)
        let time = TestTime()
        var state: ServerState? = try await ServerState.loaded(directory) { $0.now = { time.now } }
        let ids = try XCTUnwrap(state).allPosts.map(\.id)
        let before = try XCTUnwrap(state).snapshot
        let flagged = !(before.posts.value?.posts.post(id: ids[0])?.flaggedForReview ?? false)
        let receipt = try await state!.change(post: ids[0], to: PostFieldsChange(flaggedForReview: flagged))
        XCTAssertEqual(receipt.generation, before.generation + 1)
        XCTAssertEqual(state!.snapshot.generation, receipt.generation)
        XCTAssertEqual(before.posts.value?.posts.post(id: ids[0])?.flaggedForReview, !flagged)
        _ = try await state!.change(
            post: ids[1], to: PostFieldsChange(flaggedForReview: true, notes: .some("a \"b\"\n\u{1}ü")))
        _ = try await state!.change(post: ids[1], to: PostFieldsChange(flaggedForReview: false))
        _ = try await state!.delete(post: ids[2])
        let shown = state!.allPosts
        XCTAssertEqual(shown.count, 19)

        let lines = directory.logLines
        XCTAssertEqual(
            String(lines[0]),
            "{\"type\":\"UPDATE\",\"table\":\"social_media_posts\",\"commit_timestamp\":\"\(time.now)\","
                + "\"record\":{\"id\":\"\(ids[0])\",\"flagged_for_review\":\(flagged)}}")
        XCTAssertTrue(lines.last?.contains("\"type\":\"DELETE\"") ?? false)
        XCTAssertTrue(lines.last?.hasSuffix("\"old_record\":{\"id\":\"\(ids[2])\"}}") ?? false)

        // The log's lines are payloads as they stand.
        var (posts, _) = try PostTable.load(json: try directory.content(of: .socialMediaPosts))
        for line in lines { try posts.apply(realtime: Array(line.utf8)) }
        XCTAssertEqual(Array(posts), shown)

        state = nil
        let next = try await ServerState.loaded(directory)
        XCTAssertEqual(next.allPosts, shown)
    }

    func testTheLogIsForThisUserAlone() async throws {
        let directory = try TestDirectory(posts: 5)
        _ = try ServerState.changing(directory)
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.logPath)
        XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
    }

    func testWithoutPermissionNothingIsWritten() async throws {
        let directory = try TestDirectory(posts: 5)
        let state = try await ServerState.loaded(directory) { $0.allowsChanges = false }
        let id = state.allPosts[0].id
        let error = await assertRefused(403) { () async throws(APIError) in try await state.delete(post: id) }
        XCTAssertTrue(error?.message.contains("--allow-changes") ?? false)
        await assertRefused(403) { () async throws(APIError) in
            try await state.change(post: id, to: PostFieldsChange(flaggedForReview: true))
        }
        await assertRefused(403) { () async throws(APIError) in try await state.undo(1) }
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory.logPath))
    }

    func testChangesOfAnEarlierServerAreShownWithoutPermission() async throws {
        let directory = try TestDirectory(posts: 5)
        let id = try XCTUnwrap(PostTable.load(json: try directory.content(of: .socialMediaPosts)).table.first)
            .id
        let torn = "{\"type\":\"DELETE\",\"old_record\":{\"id\":\"\(id)\"}}\n{\"type\":\"DEL"
        try directory.write(torn, toFile: "changes.ndjson")
        let state = try await ServerState.loaded(directory) { $0.allowsChanges = false }
        XCTAssertEqual(state.posts.count, 4)
        XCTAssertEqual(directory.log, Array(torn.utf8), "only its writer repairs it")
    }

    func testUnknownPostsAre404() async throws {
        let directory = try TestDirectory(posts: 5)
        let state = try await ServerState.loaded(directory)
        let generation = state.snapshot.generation
        await assertRefused(404) { () async throws(APIError) in try await state.delete(post: "nobody") }
        await assertRefused(404) { () async throws(APIError) in
            try await state.change(post: "nobody", to: PostFieldsChange(notes: .some(nil)))
        }
        XCTAssertEqual(state.snapshot.generation, generation)
        XCTAssertEqual(directory.log, [])
    }

    func testATornLastLineIsCut() async throws {
        let directory = try TestDirectory(posts: 5)
        let ids = try PostTable.load(json: try directory.content(of: .socialMediaPosts)).table.map(\.id)
        let whole = "{\"type\":\"DELETE\",\"old_record\":{\"id\":\"\(ids[0])\"}}\n"
        for torn in [
            "{\"type\":\"UPDATE\",\"record\":{\"id\":\"\(ids[1])\",\"notes\":\"x", "\0\0\0", "{", "  ",
        ] {
            try directory.write(whole + torn, toFile: "changes.ndjson")
            let reports = ReportedLines()
            let state = try await ServerState.loaded(directory, reports: reports)
            XCTAssertEqual(state.posts.count, 4)
            XCTAssertEqual(directory.log, Array(whole.utf8), torn)
            XCTAssertEqual(
                reports.all,
                [
                    "changes.ndjson: the last line was not written to its end, and was removed "
                        + "(\(torn.utf8.count) bytes)"
                ])
            _ = try await state.delete(post: ids[1])
            XCTAssertEqual(directory.logLines.count, 2)
        }
    }

    func testAWholeLastLineWithoutLineBreakIsKept() async throws {
        let directory = try TestDirectory(posts: 5)
        let ids = try PostTable.load(json: try directory.content(of: .socialMediaPosts)).table.map(\.id)
        try directory.write(
            "{\"type\":\"DELETE\",\"old_record\":{\"id\":\"\(ids[0])\"}}", toFile: "changes.ndjson")
        let state = try await ServerState.loaded(directory)
        XCTAssertEqual(state.posts.count, 4)
        _ = try await state.delete(post: ids[1])
        XCTAssertEqual(directory.logLines.count, 2)
    }

    func testOtherBadLinesAreReportedAndKept() async throws {
        let directory = try TestDirectory(posts: 5)
        let ids = try PostTable.load(json: try directory.content(of: .socialMediaPosts)).table.map(\.id)
        let log = """
            nonsense
            {"type":"DELETE","old_record":{"id":"\(ids[0])"}}

            {"type":"RENAME","record":{"id":"\(ids[1])"}}
            [1]
            {"eventType":"UPDATE","new":{"id":"\(ids[1])","notes":"seen"},"old":{"id":"\(ids[1])"}}
            {"type":"UPDATE","record":{"id":"unknown","notes":"x"}}

            """
        try directory.write(log, toFile: "changes.ndjson")
        let reports = ReportedLines()
        let state = try await ServerState.loaded(directory, reports: reports)
        XCTAssertEqual(state.posts.count, 4)
        XCTAssertEqual(state.posts.post(id: ids[1])?.notes, "seen")
        XCTAssertEqual(directory.log, Array(log.utf8))
        XCTAssertEqual(
            reports.all.map { String($0.prefix(23)) },
            ["changes.ndjson, line 1:", "changes.ndjson, line 4:", "changes.ndjson, line 5:"])
    }

    func testASecondWriterIsRefused() throws {
        let directory = try TestDirectory(posts: 5)
        let first = try ServerState.changing(directory)
        XCTAssertThrowsError(try ServerState.changing(directory)) { error in
            let failure = error as? Failure
            XCTAssertEqual(failure?.status, .cannotCreate)
            XCTAssertTrue(failure?.message.contains("another server writes it") ?? false)
        }
        XCTAssertNoThrow(try ServerState.changing(directory) { $0.allowsChanges = false })
        withExtendedLifetime(first) {}
    }

    func testCommitTimesGrowThoughTheClockIsSetBack() async throws {
        let directory = try TestDirectory(posts: 5)
        let time = TestTime()
        let log = MemoryLogFile()
        let state = try await ServerState.loaded(directory, log: log) { $0.now = { time.now } }
        let id = state.allPosts[0].id
        for notes in ["a", "b"] {
            _ = try await state.change(post: id, to: PostFieldsChange(notes: .some(notes)))
            time.set(Timestamp(micros: 0))
        }
        let next = try await ServerState.loaded(directory, log: log) { $0.now = { time.now } }
        _ = try await next.change(post: id, to: PostFieldsChange(notes: .some("c")))
        var (posts, _) = try PostTable.load(json: try directory.content(of: .socialMediaPosts))
        for line in log.bytes.split(separator: 0x0a) { try posts.apply(realtime: line) }
        XCTAssertEqual(posts.post(id: id)?.notes, "c")
    }

    func testChangesThatWaitAreWrittenTogether() async throws {
        let directory = try TestDirectory(posts: 200)
        let log = MemoryLogFile()
        let state = try await ServerState.loaded(directory, log: log)
        let ids = state.allPosts.map(\.id)
        log.change { $0.isHeld = true }
        async let first = state.change(post: ids[0], to: PostFieldsChange(notes: .some("0")))
        await waitUntil { log.appendCount == 1 }
        let others = ids.dropFirst().map { id in
            Task { try await state.change(post: id, to: PostFieldsChange(notes: .some("x"))) }
        }
        // None is acknowledged before its line is on the disk.
        XCTAssertEqual(log.syncCount, 0)
        XCTAssertFalse(state.allPosts.contains { $0.notes == "x" || $0.notes == "0" })
        log.change { $0.isHeld = false }
        _ = try await first
        var generations: Set<UInt64> = []
        for task in others { generations.insert(try await task.value.generation) }
        XCTAssertEqual(generations.count, 199, "each change is a generation")
        XCTAssertLessThan(log.syncCount, 100)
        XCTAssertEqual(log.bytes.split(separator: 0x0a).count, 200)
        XCTAssertEqual(state.snapshot.generation, 4 + 200)
    }

    func testAFullDiskRefusesAndLeavesNoTrace() async throws {
        let directory = try TestDirectory(posts: 5)
        let log = MemoryLogFile()
        let state = try await ServerState.loaded(directory, log: log)
        let posts = state.allPosts
        log.change { $0.space = 10 }
        await assertRefused(507) { () async throws(APIError) in try await state.delete(post: posts[0].id) }
        XCTAssertEqual(log.bytes, [])
        XCTAssertEqual(state.allPosts, posts)
        log.change { $0.space = nil }
        log.change { $0.failsToSync = true }
        await assertRefused(503) { () async throws(APIError) in try await state.delete(post: posts[0].id) }
        XCTAssertEqual(log.bytes, [])
        XCTAssertEqual(state.allPosts, posts)
    }

    func testALogThatCannotBeRepairedIsNotWritten() async throws {
        let directory = try TestDirectory(posts: 5)
        let log = MemoryLogFile()
        let state = try await ServerState.loaded(directory, log: log)
        let posts = state.allPosts
        log.change { $0.space = 10 }
        log.change { $0.failsToTruncate = true }
        await assertRefused(507) { () async throws(APIError) in try await state.delete(post: posts[0].id) }
        log.change { $0 = MemoryLogFile.State(bytes: $0.bytes) }
        await assertRefused(503) { () async throws(APIError) in try await state.delete(post: posts[0].id) }
        XCTAssertEqual(log.bytes.count, 10)
        XCTAssertEqual(state.allPosts, posts)
    }

    func testARefusedChangeDoesNotStopTheOthersOfItsBatch() async throws {
        let directory = try TestDirectory(posts: 5)
        let log = MemoryLogFile()
        let state = try await ServerState.loaded(directory, log: log)
        let ids = state.allPosts.map(\.id)
        log.change { $0.isHeld = true }
        async let first = state.delete(post: ids[0])
        await waitUntil { log.appendCount == 1 }
        let again = Task {
            await assertRefused(404) { () async throws(APIError) in
                try await state.delete(post: ids[0])
            }
        }
        let other = Task { try await state.delete(post: ids[1]) }
        log.change { $0.isHeld = false }
        _ = try await (first, other.value)
        _ = await again.value
        XCTAssertEqual(state.posts.count, 3)
    }
}
