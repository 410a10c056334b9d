import CompassKernel
import CompassProgram
import CompassServer
import CompassSynthesis
import CompassTestSupport
import Foundation
import XCTest

final class StateSyncTests: XCTestCase {
    private static let newPost = """
        {"id":"new-1","platform":"twitter","post_date":"2026-02-28T10:00:00Z","post_content":"new",\
        "post_url":"https://example.com/new-1","school_id":"another school"}
        """

    /// Adds rows at the end of the posts' file.
    private func append(_ rows: String, to directory: TestDirectory) throws {
        let bytes = try directory.content(of: .socialMediaPosts)
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        try directory.write(text.dropLast() + "," + rows + "]", to: .socialMediaPosts)
    }

    func testASyncMergesTheFile() async throws {
        let directory = try TestDirectory(posts: 50)
        let state = try await ServerState.loaded(directory)
        let count = state.posts.count
        let generation = state.snapshot.generation
        var events = EventReader(try state.events(after: nil))
        _ = await events.next()
        try append(Self.newPost, to: directory)
        let receipt = try await state.sync()
        XCTAssertEqual(receipt, SyncReceipt(success: true, message: "Synced 1 new post", newPostCount: 1))
        XCTAssertEqual(state.posts.count, count + 1)
        XCTAssertEqual(state.snapshot.generation, generation + 1)
        let event = await events.next()
        XCTAssertEqual(
            event,
            "id: \(generation + 1)\nevent: posts\ndata: {\"generation\":\(generation + 1),\"changed\":[],"
                + "\"removed\":[],\"added\":[\"new-1\"]}\n\n")
    }

    func testASyncKeepsChangesAndDeletions() async throws {
        let directory = try TestDirectory(posts: 50)
        let clock = ManualClock()
        let state = try await ServerState.loaded(directory, clock: clock)
        let posts = state.allPosts
        _ = try await state.change(
            post: posts[0].id,
            to: PostFieldsChange(flaggedForReview: !posts[0].flaggedForReview, notes: .some("mine")))
        let deletion = try await state.delete(post: posts[1].id)
        let before = state.allPosts
        let generation = state.snapshot.generation
        let receipt = try await state.sync()
        XCTAssertEqual(receipt.newPostCount, 0)
        XCTAssertEqual(receipt.message, MergeResult.message(newCount: 0))
        XCTAssertEqual(state.allPosts, before)
        XCTAssertEqual(state.snapshot.generation, generation, "nothing has changed")
        _ = try await state.undo(deletion.undo!)
        XCTAssertEqual(state.posts.count, 50)
        clock.advance(by: .seconds(10))
        let again = try await state.sync()
        XCTAssertEqual(again.newPostCount, 0)
        XCTAssertEqual(state.posts.post(id: posts[1].id), posts[1])
    }

    func testASyncIsPossibleEveryTenSeconds() async throws {
        let directory = try TestDirectory(posts: 5)
        let clock = ManualClock()
        let state = try await ServerState.loaded(directory, clock: clock) { $0.allowsChanges = false }
        _ = try await state.sync()
        clock.advance(by: .milliseconds(2_500))
        let error = await assertRefused(429) { () async throws(APIError) in try await state.sync() }
        XCTAssertEqual(error?.retryAfter, 8)
        clock.advance(by: .milliseconds(7_500))
        _ = try await state.sync()
    }

    func testASyncOfAMalformedFileChangesNothing() async throws {
        let directory = try TestDirectory(posts: 50)
        let state = try await ServerState.loaded(directory)
        let snapshot = state.snapshot
        try directory.write("[{\"id\":\"new-1\",\"platform\":\"twitter\",", to: .socialMediaPosts)
        let receipt = try await state.sync()
        XCTAssertFalse(receipt.success)
        XCTAssertTrue(receipt.message.hasPrefix("social_media_posts.json: "), receipt.message)
        XCTAssertEqual(state.allPosts.count, 50)
        XCTAssertEqual(state.snapshot.generation, snapshot.generation)
    }

    func testASyncReadsLinesInSeveralParts() async throws {
        let directory = try TestDirectory(posts: 20)
        let state = try await ServerState.loaded(directory)
        let text = String(repeating: "x", count: 100_000)
        let rows = (0..<200).map { number in
            """
            {"id":"new-\(number)","platform":"twitter","post_date":"2026-02-28T10:00:00Z","post_content":"\(text)"}
            """
        }
        try FileManager.default.removeItem(atPath: directory.path + "/social_media_posts.json")
        try directory.write(rows.joined(separator: "\n") + "\n", toFile: "social_media_posts.ndjson")
        let receipt = try await state.sync()
        XCTAssertEqual(receipt.newPostCount, 200)
        XCTAssertEqual(state.posts.count, 220, "posts that are not in the file stay")
    }
}

/// Reads the events of a stream as texts.
struct EventReader {
    private var iterator: AsyncStream<[UInt8]>.AsyncIterator

    init(_ stream: AsyncStream<[UInt8]>) { iterator = stream.makeAsyncIterator() }

    mutating func next() async -> String? {
        await iterator.next(isolation: #isolation).map { String(decoding: $0, as: UTF8.self) }
    }
}
