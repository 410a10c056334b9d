import CompassServer
import CompassTestSupport
import XCTest

final class EventHubTests: XCTestCase {
    private let clock = ManualClock()

    private func changed(_ id: String) -> ServerEvent { .posts(ServerEvent.PostChanges(changed: [id])) }

    private func text(_ number: UInt64, _ id: String) -> String {
        "id: \(number)\nevent: posts\ndata: {\"generation\":\(number),\"changed\":[\"\(id)\"],"
            + "\"removed\":[],\"added\":[]}\n\n"
    }

    private func reset(_ number: UInt64) -> String {
        "id: \(number)\nevent: reset\ndata: {\"generation\":\(number)}\n\n"
    }

    func testAListenerIsToldOfEventsFromNowOn() async throws {
        let hub = EventHub(generation: 7, clock: clock)
        hub.send(changed("before"), generation: 8)
        var events = EventReader(try hub.events(after: nil))
        var next = await events.next()
        XCTAssertEqual(next, ":\nid: 8\n\n", "so that it knows where it came in")
        hub.send(changed("a"), generation: 9)
        hub.send(.tables, generation: 10)
        next = await events.next()
        XCTAssertEqual(next, text(9, "a"))
        next = await events.next()
        XCTAssertEqual(next, "id: 10\nevent: tables\ndata: {\"generation\":10}\n\n")
    }

    func testIDsAreEscapedAndManyAreAReset() {
        let quoted = ServerEvent(ServerEvent.PostChanges(removed: ["a\"\n\u{7}"], added: ["ü"]))
        XCTAssertEqual(
            String(decoding: quoted.lines(generation: 1), as: UTF8.self),
            "id: 1\nevent: posts\ndata: {\"generation\":1,\"changed\":[],"
                + "\"removed\":[\"a\\\"\\n\\u0007\"],\"added\":[\"ü\"]}\n\n")
        let many = (0...1_000).map { "\($0)" }
        XCTAssertEqual(ServerEvent(ServerEvent.PostChanges(changed: many)), .reset)
        XCTAssertNotEqual(ServerEvent(ServerEvent.PostChanges(changed: many.dropLast())), .reset)
    }

    func testAListenerThatComesBackGetsWhatItMissed() async throws {
        let hub = EventHub(clock: clock)
        for number in 1...5 { hub.send(changed("\(number)"), generation: UInt64(number)) }
        var events = EventReader(try hub.events(after: 3))
        var next = await events.next()
        XCTAssertEqual(next, ":\n\n" + text(4, "4") + text(5, "5"))
        hub.send(changed("6"), generation: 6)
        next = await events.next()
        XCTAssertEqual(next, text(6, "6"))
        var current = EventReader(try hub.events(after: 6))
        next = await current.next()
        XCTAssertEqual(next, ":\nid: 6\n\n")
    }

    func testAListenerThatMissedTooMuchGetsAReset() async throws {
        let hub = EventHub(generation: 100, clock: clock)
        for number in 101...1_110 { hub.send(changed("x"), generation: UInt64(number)) }
        for (generation, isReset) in [(109, true), (110, false), (5, true), (1_111, true)] as [(UInt64, Bool)]
        {
            var events = EventReader(try hub.events(after: generation))
            let next = await events.next()
            XCTAssertEqual(next?.hasSuffix(reset(1_110)), isReset, "\(generation)")
        }
    }

    func testRecentEventsAreLimitedInBytes() async throws {
        var limits = EventHub.Limits()
        limits.recentBytes = 1_000
        let hub = EventHub(limits: limits, clock: clock)
        for number in 1...100 { hub.send(changed("x"), generation: UInt64(number)) }
        var events = EventReader(try hub.events(after: 50))
        let next = await events.next()
        XCTAssertEqual(next?.hasSuffix(reset(100)), true)
    }

    func testASlowReaderGetsAReset() async throws {
        let hub = EventHub(clock: clock)
        var events = EventReader(try hub.events(after: nil))
        // The greeting is one of the 256 that wait.
        for number in 1...255 { hub.send(changed("x"), generation: UInt64(number)) }
        hub.send(changed("x"), generation: 256)
        hub.send(changed("last"), generation: 257)
        var next = await events.next()
        XCTAssertEqual(next, reset(256))
        next = await events.next()
        XCTAssertEqual(next, text(257, "last"))
    }

    func testThereAreAtMost64Listeners() async throws {
        let hub = EventHub(clock: clock)
        var streams: [AsyncStream<[UInt8]>] = []
        for _ in 0..<64 { streams.append(try hub.events(after: nil)) }
        await assertRefused(503) { () async throws(APIError) in try hub.events(after: nil) }
        streams.removeLast()
        XCTAssertEqual(hub.listenerCount, 63, "a stream that nobody has frees its place")
        streams.append(try hub.events(after: nil))
        XCTAssertEqual(hub.listenerCount, 64)
    }

    func testACancelledReaderFreesItsPlace() async throws {
        let hub = EventHub(clock: clock)
        let stream = try hub.events(after: nil)
        let reader = Task { for await _ in stream {} }
        reader.cancel()
        await reader.value
        await waitUntil { hub.listenerCount == 0 }
        withExtendedLifetime(stream) {}
    }

    func testAListenerGetsACommentEvery15Seconds() async throws {
        let hub = EventHub(clock: clock)
        var events = EventReader(try hub.events(after: nil))
        _ = await events.next()
        for _ in 0..<3 {
            let clock = clock
            // The clock moves once the reader waits.
            let ticking = Task { await clock.advance(toSleepOf: EventHub.commentInterval) }
            let next = await events.next()
            XCTAssertEqual(next, ":\n\n")
            await ticking.value
        }
    }

    func testCommentsEndWithTheLastListener() async throws {
        let hub = EventHub(clock: clock)
        var stream: AsyncStream<[UInt8]>? = try hub.events(after: nil)
        XCTAssertNotNil(stream)
        await waitUntil { clock.sleeperCount == 1 }
        stream = nil
        clock.advance(by: EventHub.commentInterval)
        XCTAssertEqual(hub.listenerCount, 0)
        await waitUntil { clock.sleeperCount == 0 }
    }

    func testStreamsEndWithTheServer() async throws {
        let hub = EventHub(clock: clock)
        let stream = try hub.events(after: nil)
        let reader = Task { () -> Int in
            var count = 0
            for await _ in stream { count += 1 }
            return count
        }
        hub.finish()
        let count = await reader.value
        XCTAssertLessThanOrEqual(count, 1)
        await assertRefused(503) { () async throws(APIError) in try hub.events(after: nil) }
    }
}
