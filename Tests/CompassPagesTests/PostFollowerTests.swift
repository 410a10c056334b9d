import CompassKernel
import CompassPages
import CompassTestSupport
import TestRandom
import Foundation
import XCTest

/// Posts that follow a server through changes, interruptions and failures.
final class PostFollowerTests: XCTestCase {
    private func contents(_ posts: PostTable?) -> [String: String]? {
        posts.map { table in
            Dictionary(table.map { ($0.id, $0.notes ?? "") }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Returns the first update with the server's rows and a status.
    private func settled(
        _ updates: inout AsyncStream<PostFollower.Update>.Iterator, on server: ModelServer,
        _ status: PostFollower.Status = .live
    ) async -> PostFollower.Update? {
        while let update = await updates.next() {
            if update.status == status && contents(update.posts) == server.contents { return update }
        }
        return nil
    }

    func testPostsAreLoadedOnceChangesAreReported() async {
        let server = ModelServer()
        for id in ["a", "b", "c", "d"] { server.put(id, "1") }
        var updates = PostFollower(server).updates().makeAsyncIterator()
        let first = await settled(&updates, on: server)
        XCTAssertEqual(first?.posts?.count, 4)
        server.put("b", "2", isPartial: true)
        server.put("e", "1")
        server.remove("a")
        server.putUnreported("c", "long")
        let last = await settled(&updates, on: server)
        XCTAssertEqual(last?.posts?.count, 4)
        XCTAssertEqual(server.requests, [RowRequest(.posts), RowRequest(.posts, .only(["c"]))])
    }

    func testChangesWhileRowsAreReadAreApplied() async {
        let server = ModelServer()
        for number in 0..<20 { server.put("\(number + 10)", "1") }
        let number = Counter()
        server.beforeEachPage {
            let next = number.next()
            server.put("\(10 + next * 7 % 20)", "changed \(next)")
            server.remove("\(10 + next * 3 % 20)")
            server.put("\(5 + next)x", "new")
        }
        var updates = PostFollower(server).updates().makeAsyncIterator()
        let update = await settled(&updates, on: server)
        XCTAssertNotNil(update)
    }

    func testAfterAnInterruptionOnlyChangedRowsAreReadAndDeletedOnesFound() async throws {
        let server = ModelServer()
        for id in ["a", "b", "c", "d"] { server.put(id, "1") }
        var updates = PostFollower(server).updates().makeAsyncIterator()
        _ = await settled(&updates, on: server)
        for _ in 0..<100 { server.put("d", "later") }
        _ = await settled(&updates, on: server)
        server.disconnect()
        server.put("a", "2")
        server.put("e", "1")
        server.connect()
        _ = await settled(&updates, on: server)
        server.disconnect()
        server.remove("b")
        server.remove("c")
        server.connect()
        let last = await settled(&updates, on: server)
        XCTAssertEqual(last?.posts?.count, 3)
        let kinds = server.requests.map { request -> String in
            switch request.rows {
            case .all: "all"
            case .changedSince: "changed"
            case .ids: "ids"
            case .newest, .only: "other"
            }
        }
        XCTAssertEqual(kinds, ["all", "ids", "changed", "ids", "changed"])
    }

    /// A row that is deleted just after it was counted stands for another one that is gone: the numbers are equal.
    func testADeletionThatEqualNumbersHideIsFound() async throws {
        let server = ModelServer(pageSize: 10)
        for id in ["a", "b"] { server.put(id, "1") }
        var updates = PostFollower(server).updates().makeAsyncIterator()
        _ = await settled(&updates, on: server)
        server.disconnect()
        server.remove("b")
        server.put("c", "1")
        // The first page has the count, 2; then "c" goes, before changed rows are read.
        let page = Counter()
        server.beforeEachPage { if page.next() == 2 { server.remove("c") } }
        server.connect()
        let last = await settled(&updates, on: server)
        XCTAssertEqual(last?.posts?.map(\.id), ["a"])
    }

    func testRowsThatAreAddedWhileChangesAreReadHideNoDeletion() async throws {
        let server = ModelServer(pageSize: 10)
        for id in ["a", "b"] { server.put(id, "1") }
        var updates = PostFollower(server).updates().makeAsyncIterator()
        _ = await settled(&updates, on: server)
        server.disconnect()
        server.remove("b")
        let page = Counter()
        server.beforeEachPage { if page.next() == 3 { server.put("c", "1") } }
        server.connect()
        let last = await settled(&updates, on: server)
        XCTAssertEqual(last?.posts?.map(\.id), ["a", "c"])
    }

    /// A row that is older than the interruption, but was not there before, is found by its id.
    func testARowWithOldTimesIsRead() async throws {
        let server = ModelServer()
        for id in ["a", "b"] { server.put(id, "1") }
        var updates = PostFollower(server).updates().makeAsyncIterator()
        _ = await settled(&updates, on: server)
        server.disconnect()
        server.putOld("c", "1")
        _ = await next(&updates, .interrupted)
        server.connect()
        let last = await next(&updates, .live)
        XCTAssertEqual(contents(last?.posts), ["a": "1", "b": "1", "c": "1"])
        XCTAssertEqual(server.requests.last, RowRequest(.posts, .only(["c"])))
    }

    /// Returns the next update with a status.
    private func next(
        _ updates: inout AsyncStream<PostFollower.Update>.Iterator, _ status: PostFollower.Status
    ) async -> PostFollower.Update? {
        while let update = await updates.next() { if update.status == status { return update } }
        return nil
    }

    /// Rows that are no posts are looked for once, and hide no deletion.
    func testRowsThatCannotBeLoadedAreCounted() async throws {
        for isLive in [false, true] {
            let server = ModelServer(pageSize: 10)
            for id in ["a", "b", "c"] { server.put(id, "1") }
            if !isLive { server.putUnloadable("x") }
            var updates = PostFollower(server).updates().makeAsyncIterator()
            _ = await settled(&updates, on: server)
            if isLive {
                server.putUnloadable("x")
                await waitUntil { server.requests.last == RowRequest(.posts, .only(["x"])) }
            }
            func interrupt(_ change: () -> Void) async -> [RowSelection] {
                let count = server.requests.count
                server.disconnect()
                change()
                _ = await next(&updates, .interrupted)
                server.connect()
                let update = await next(&updates, .live)
                XCTAssertEqual(contents(update?.posts), server.contents)
                return server.requests.dropFirst(count).map(\.rows).filter { row in
                    if case .only = row { true } else { false }
                }
            }
            let first = await interrupt {}
            XCTAssertEqual(first, isLive ? [] : [.only(["x"])])
            let second = await interrupt {}
            XCTAssertEqual(second, [])
            let third = await interrupt { server.remove("b") }
            XCTAssertEqual(third, [])
            // Its own deletion is no other row's.
            let fourth = await interrupt { server.remove("x") }
            XCTAssertEqual(fourth, [])
            let fifth = await interrupt { server.remove("a") }
            XCTAssertEqual(fifth, [])
        }
    }

    func testIntervalsAreNotInterruptions() async throws {
        let server = ModelServer()
        server.put("a", "1")
        server.disconnect()
        var updates = PostFollower(server).updates().makeAsyncIterator()
        await waitUntil { server.subscriberCount > 0 }
        server.poll()
        _ = await settled(&updates, on: server, .polling)
        for number in 0..<3 {
            server.put("a", "\(number)")
            server.poll()
            while let update = await updates.next() {
                XCTAssertEqual(update.status, .polling)
                if contents(update.posts) == server.contents { break }
            }
        }
    }

    /// A payload of before a deletion restores the post once the deletion is forgotten: after a day.
    func testDeletionsAreForgottenWhileChangesAreLive() async throws {
        let server = ModelServer()
        for id in ["a", "b"] { server.put(id, "1") }
        var updates = PostFollower(server).updates().makeAsyncIterator()
        _ = await settled(&updates, on: server)
        let late = server.payload("b")
        server.remove("b")
        _ = await settled(&updates, on: server)
        for (hours, isForgotten) in [(2, false), (23, true)] {
            for _ in 0..<hours { server.passHour() }
            server.put("a", "\(hours)")
            _ = await settled(&updates, on: server)
            server.report(late)
            let update = await updates.next()
            XCTAssertEqual(update?.posts?.post(id: "b") != nil, isForgotten, "\(hours)")
        }
    }

    func testFailuresAreReportedAndTriedAgain() async {
        let server = ModelServer()
        server.put("a", "1")
        server.fail(with: .timedOut, .offline)
        let clock = ManualClock()
        var updates = PostFollower(server, clock: clock).updates().makeAsyncIterator()
        for expected in [SourceError.timedOut, .offline] {
            let update = await updates.next()
            XCTAssertEqual(update?.status, .failed(expected))
            XCTAssertNil(update?.posts)
            await clock.advanceToNextSleeper()
        }
        let update = await settled(&updates, on: server)
        XCTAssertEqual(update?.posts?.count, 1)
        XCTAssertEqual(clock.delays, [.seconds(1), .seconds(2)])
    }

    func testAReaderWhoGoesEndsTheSubscription() async {
        let server = ModelServer()
        do {
            var updates = PostFollower(server).updates().makeAsyncIterator()
            _ = await updates.next()
            XCTAssertEqual(server.subscriberCount, 1)
        }
        await waitUntil { server.subscriberCount == 0 }
    }

    /// Random changes, interruptions and failures: in the end the posts are the server's.
    func testEveryHistoryEndsWithTheServersRows() async {
        let seed = ProcessInfo.processInfo.environment["COMPASS_TEST_SEED"].flatMap(UInt64.init) ?? 20_260_210
        for round in 0..<100 {
            var random = SplitMix64(seed: seed &+ UInt64(round))
            let server = ModelServer(pageSize: Int.random(in: 1...5, using: &random))
            for number in 0..<Int.random(in: 0...10, using: &random) { server.put("\(number)", "1") }
            let clock = ManualClock()
            let waker = Task { while !Task.isCancelled { await clock.advanceToNextSleeper() } }
            var updates = PostFollower(server, clock: clock).updates().makeAsyncIterator()
            for step in 0..<100 {
                let id = "\(Int.random(in: 0..<15, using: &random))"
                switch Int.random(in: 0..<12, using: &random) {
                case 0..<4: server.put(id, "\(step)")
                case 4..<6: server.put(id, "\(step)", isPartial: true)
                case 6..<8: server.remove(id)
                case 8: server.putUnreported(id, "\(step)")
                case 9: server.disconnect()
                case 10: server.connect()
                default: server.fail(with: .timedOut)
                }
                for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
            }
            server.disconnect()
            server.connect()
            let update = await settled(&updates, on: server)
            waker.cancel()
            XCTAssertNotNil(update, "seed \(seed), round \(round)")
        }
    }
}

/// A number that several tasks count up.
private final class Counter: @unchecked Sendable {
    // Sendable: the number is read and written only with the lock held.
    private let lock = NSLock()
    private var number = 0

    func next() -> Int {
        lock.withLock {
            number += 1
            return number
        }
    }
}
