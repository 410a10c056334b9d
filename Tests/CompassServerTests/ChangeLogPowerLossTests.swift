import CompassFiles
import CompassKernel
import CompassProgram
import CompassServer
import CompassTestSupport
import Foundation
import XCTest

/// Whatever a loss of power leaves of a log: no acknowledged change is lost, and none is there in part.
final class ChangeLogPowerLossTests: XCTestCase {
    /// The changes of a run, each of another post.
    private struct Run {
        let place: ChangeLogPlace
        let posts: PostTable
        let log: RecordingLogFile
        /// The posts that were changed, in any order.
        var changed: [String] = []
        /// The posts whose change was refused, and the number of operations then.
        var refused: [(id: String, operationCount: Int)] = []
    }

    /// Whether a table has the change of a post; nil if it has a part of it.
    private func hasChange(_ id: String, _ posts: PostTable, _ before: PostTable) -> Bool? {
        guard let old = before.post(id: id), let new = posts.post(id: id) else { return true }
        if new == old { return false }
        return new.notes == changedNotes && new.flaggedForReview != old.flaggedForReview ? true : nil
    }

    /// The posts whose whole lines are in a log.
    private func logged(_ bytes: [UInt8], _ run: Run) -> [String] {
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        return run.changed.filter { text.contains("\"\($0)\"") }
    }

    /// Changes some posts at once, the first by deleting it; acknowledged means synchronized.
    private func change(
        _ ids: [String], _ state: ServerState, _ run: inout Run, isRefused: Bool = false
    ) async throws {
        let (log, before) = (run.log, run.log.operations.count)
        if isRefused { log.failNextSync() }
        log.hold(true)
        var tasks: [Task<Void, any Error>] = []
        for (number, id) in ids.enumerated() {
            let isFlagged = run.posts.post(id: id)?.flaggedForReview ?? false
            let deletes = number == 0 && !isRefused
            let fields = PostFieldsChange(flaggedForReview: !isFlagged, notes: .some(changedNotes))
            tasks.append(makeChange(id, deletes ? nil : fields, state, log))
            if number == 0 { await waitUntil { log.operations.count > before } }
        }
        log.hold(false)
        for (task, id) in zip(tasks, ids) {
            do {
                try await task.value
                XCTAssertFalse(isRefused)
            } catch {
                XCTAssertTrue(isRefused, "\(error)")
                run.refused.append((id, log.operations.count))
            }
        }
        run.changed += ids
    }

    private func check(_ run: Run, generation: UInt64) async throws {
        let operations = run.log.operations
        var losses: [(loss: PowerLoss, operationCount: Int)] = []
        for count in 0...operations.count {
            PowerLoss.forEach(after: operations[..<count], from: run.log.initialBytes) { loss in
                // The first line is shorter than any block of a disk: it is there from its beginning.
                if loss.bytes.first == 0, loss.bytes.last != 0 { return }
                losses.append((loss, count))
            }
        }
        XCTAssertGreaterThan(losses.count, 300)
        var certainPosts: [[UInt8]: Set<String>] = [:]
        for (loss, operationCount) in losses {
            if certainPosts[loss.durableBytes] == nil {
                let durable = LoggedChanges(loss.durableBytes, of: run.place)
                certainPosts[loss.durableBytes] =
                    try durable.areCurrent(in: generation) ? Set(logged(loss.durableBytes, run)) : []
            }
            let certain = certainPosts[loss.durableBytes] ?? []
            var changes = LoggedChanges(loss.bytes, of: run.place)
            var posts = run.posts
            if try changes.areCurrent(in: generation) { changes.apply(to: &posts) }
            for id in run.changed {
                let isThere = hasChange(id, posts, run.posts)
                XCTAssertNotNil(isThere, "a part of the change of \(id)")
                if certain.contains(id) { XCTAssertEqual(isThere, true, "\(id) is lost") }
            }
            for (id, count) in run.refused where operationCount >= count {
                XCTAssertEqual(hasChange(id, posts, run.posts), false, "\(id) was refused")
            }
        }
        print("\(losses.count) losses of power, \(operations.count) operations")
    }

    func testLogOfATableFile() async throws {
        let directory = try TestDirectory(posts: 16)
        try directory.saveFile(generation: 2)
        let posts = try XCTUnwrap(directory.tables().posts)
        let ids = posts.map(\.id)
        // Of the generation before: these changes are inside the file.
        let earlier = "{\"generation\":1}\n{\"type\":\"DELETE\",\"old_record\":{\"id\":\"\(ids[15])\"}}\n"
        var run = Run(
            place: ChangeLogPlace(tableFile: directory.file), posts: posts,
            log: RecordingLogFile(Array(earlier.utf8)))
        let state = try await ServerState.ofFile(directory, log: run.log)
        try await change([ids[0]], state, &run)
        try await change(Array(ids[1..<4]), state, &run)
        try await change([ids[4]], state, &run, isRefused: true)
        try await change(Array(ids[5..<7]), state, &run)
        try await change(Array(ids[7..<11]), state, &run)
        XCTAssertEqual(state.posts.count, 12)
        run.changed.append(ids[15])
        try await check(run, generation: 2)
    }

    func testTheNextServerWritesOnAfterALossOfPower() async throws {
        let directory = try TestDirectory(posts: 8)
        try directory.saveFile()
        let posts = try XCTUnwrap(directory.tables().posts)
        let ids = posts.map(\.id)
        let place = ChangeLogPlace(tableFile: directory.file)
        let lines = ids[0..<2].map { id in
            "{\"type\":\"UPDATE\",\"record\":{\"id\":\"\(id)\",\"notes\":\"changed \\\"notes\\\"\\n\","
                + "\"flagged_for_review\":\(!posts.post(id: id)!.flaggedForReview)}}"
        }
        let whole = Array("{\"generation\":0}\n\(lines[0])\n".utf8)
        for end in stride(from: 0, through: lines[1].utf8.count, by: 7) + [lines[1].utf8.count] {
            // An end that was not written completely, or that lacks its line break alone.
            let log = RecordingLogFile(whole + lines[1].utf8.prefix(end))
            var run = Run(place: place, posts: posts, log: log, changed: Array(ids[0..<2]))
            let state = try await ServerState.ofFile(directory, log: log)
            let isWhole = end == lines[1].utf8.count
            XCTAssertEqual(hasChange(ids[0], state.posts, posts), true)
            XCTAssertEqual(hasChange(ids[1], state.posts, posts), isWhole)
            try await change(Array(ids[2..<4]), state, &run)
            let next = try await ServerState.ofFile(directory, log: MemoryLogFile(log.durableBytes))
            XCTAssertEqual(next.allPosts, state.allPosts)
            if end % 84 == 0 || isWhole { try await check(run, generation: 0) }
        }
    }
}

private let changedNotes = "changed \"notes\"\n"

/// Begins a change.
///
/// - Parameter fields: the new values; nil to delete the post.
private func makeChange(
    _ id: String, _ fields: PostFieldsChange?, _ state: ServerState, _ log: RecordingLogFile
) -> Task<Void, any Error> {
    Task {
        if fields != nil {
            _ = try await state.change(post: id, to: fields!)
        } else {
            _ = try await state.delete(post: id)
        }
        let text = String(decoding: log.durableBytes, as: UTF8.self)
        XCTAssertTrue(text.contains("\"\(id)\""), "\(id) is acknowledged too early")
    }
}
