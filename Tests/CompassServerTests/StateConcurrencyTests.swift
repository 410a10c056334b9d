import CompassKernel
import CompassProgram
import CompassServer
import CompassTestSupport
import Foundation
import TestRandom
import XCTest

final class StateConcurrencyTests: XCTestCase {
    private let seed = ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"].flatMap { UInt64($0) } ?? 41

    /// Several writers, undoing ones among them, beside readers: what is shown at the end is what the log gives.
    func testTheLogGivesWhatIsShown() async throws {
        let directory = try TestDirectory(posts: 300)
        let log = MemoryLogFile()
        let state = try await ServerState.loaded(directory, log: log)
        let ids = state.allPosts.map(\.id)
        let seed = seed
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<6 {
                group.addTask {
                    var random = SplitMix64(seed: seed &+ UInt64(writer))
                    var undos: [UInt64] = []
                    for step in 0..<60 {
                        let receipt = try? await Self.change(state, ids, &undos, step, &random)
                        if let undo = receipt?.undo { undos.append(undo) }
                    }
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    var generation: UInt64 = 0
                    for _ in 0..<200 {
                        let snapshot = state.snapshot
                        XCTAssertGreaterThanOrEqual(snapshot.generation, generation)
                        generation = snapshot.generation
                        let posts = snapshot.posts.value?.posts
                        XCTAssertEqual(posts.map { Array($0).count }, posts?.count)
                        await Task.yield()
                    }
                }
            }
            group.addTask { for _ in 0..<3 { await state.reload() } }
            group.addTask { _ = try? await state.sync() }
        }
        let next = try await ServerState.loaded(directory, log: log)
        XCTAssertEqual(next.allPosts, state.allPosts, "seed \(seed)")
        var (posts, _) = try PostTable.load(json: try directory.content(of: .socialMediaPosts))
        for line in log.bytes.split(separator: 0x0a) { try posts.apply(realtime: line) }
        XCTAssertEqual(Array(posts), state.allPosts, "seed \(seed)")
    }

    private static func change(
        _ state: ServerState, _ ids: [String], _ undos: inout [UInt64], _ step: Int,
        _ random: inout SplitMix64
    ) async throws(APIError) -> ChangeReceipt {
        let id = random.element(ids)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3:
            return try await state.change(
                post: id, to: PostFieldsChange(flaggedForReview: Bool.random(using: &random)))
        case 3..<5:
            let notes = Bool.random(using: &random) ? nil : "note \(step) \u{1f3c8} \"\\\n"
            return try await state.change(post: id, to: PostFieldsChange(notes: .some(notes)))
        case 5..<6:
            return try await state.change(
                post: id, to: PostFieldsChange(flaggedForReview: true, notes: .some("both")))
        case 6..<8: return try await state.delete(post: id)
        default:
            guard let undo = undos.randomElement(using: &random) else {
                return try await state.delete(post: id)
            }
            return try await state.undo(undo)
        }
    }

    /// A server that was killed at any byte of its log starts with the changes up to there: all that were answered,
    /// and none in part.
    func testNothingThatWasAnsweredIsLostWhereverTheLogEnds() async throws {
        let directory = try TestDirectory(posts: 4)
        let log = MemoryLogFile()
        let state = try await ServerState.loaded(directory, log: log)
        let posts = state.allPosts
        /// What was shown when the log had a length.
        var shown = [(length: 0, posts: posts)]
        func note() { shown.append((log.bytes.count, state.allPosts)) }
        let flag = PostFieldsChange(flaggedForReview: !posts[0].flaggedForReview, notes: .some("é\n\""))
        _ = try await state.change(post: posts[0].id, to: flag)
        note()
        let deletion = try await state.delete(post: posts[1].id)
        note()
        _ = try await state.undo(deletion.undo!)
        note()
        _ = try await state.change(post: posts[2].id, to: PostFieldsChange(notes: .some(nil)))
        note()
        let bytes = log.bytes
        for length in 0...bytes.count {
            let next = try await ServerState.loaded(
                directory, log: MemoryLogFile(Array(bytes.prefix(length))))
            let answered = try XCTUnwrap(shown.last { $0.length <= length })
            // A line that lacks its line break alone is whole, though it was not answered.
            let whole = shown.first { $0.length == length + 1 } ?? answered
            XCTAssertEqual(next.allPosts, whole.posts, "\(length) bytes")
        }
    }
}
