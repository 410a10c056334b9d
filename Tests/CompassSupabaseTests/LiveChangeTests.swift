import CompassKernel
import CompassPages
import CompassTestSupport
import XCTest

@testable import CompassSupabase

/// Live changes: joining, heartbeats, batches, and connections that end.
final class LiveChangeTests: XCTestCase {
    private let heartbeatReply =
        #"{"topic":"phoenix","event":"phx_reply","payload":{"status":"ok"},"ref":"2"}"#

    /// Tells that the server's clock is the device's.
    private let date = reply(200, #"[{"id":"p"}]"#, ["Date": "Sun, 01 Mar 2026 12:00:00 GMT"])

    /// A subscriber to all posts, and the server that it speaks to.
    private struct Subscriber {
        let server = ScriptedSocketServer()
        let test: ScriptedSource
        var events: AsyncStream<ChangeEvent>.AsyncIterator

        init(
            _ channel: ChangeChannel = .posts, session: any SessionProvider = FixedSession(nil),
            steps: [ScriptedTransport.Step] = [], isTimeMoving: Bool = false
        ) {
            test = ScriptedSource(
                steps, session: session, webSockets: server, random: 0, isTimeMoving: isTimeMoving)
            events = test.source.changes(channel).makeAsyncIterator()
        }
    }

    private func payloads(_ ids: String...) -> ChangeEvent {
        .payloads(.posts, Array("[\(ids.map { payload($0) }.joined(separator: ","))]".utf8))
    }

    func testJoinNamesTheChangesAndTheToken() async {
        let channel = ChangeChannel(
            name: "a\"b",
            [.init(.insert, of: .documents, filter: "user_id=eq.\"5\""), .init(.all, of: .posts)])
        let subscriber = Subscriber(channel, session: FixedSession(SessionToken("token")))
        let join = await subscriber.server.connection(0).nextMessage()
        XCTAssertEqual(
            join,
            #"{"topic":"realtime:a\"b","event":"phx_join","payload":{"config":{"#
                + #""broadcast":{"ack":false,"self":false},"presence":{"key":""},"postgres_changes":["#
                + #"{"event":"INSERT","schema":"public","table":"documents","filter":"user_id=eq.\"5\""},"#
                + #"{"event":"*","schema":"public","table":"social_media_posts"}],"private":false},"#
                + #""access_token":"token"},"ref":"1","join_ref":"1"}"#)
        XCTAssertEqual(subscriber.server.urls, ["ws://host/realtime/v1/websocket?apikey=key&vsn=1.0.0"])
    }

    /// The reply to the join is only the channel's; changes are reported from the system's message on.
    func testLiveIsTheSystemsMessage() async {
        var subscriber = Subscriber()
        let connection = await subscriber.server.connection(0)
        connection.serve(
            #"{"topic":"realtime:posts","event":"phx_reply","payload":{"status":"ok"},"ref":"1"}"#)
        connection.serve(
            #"{"topic":"realtime:posts","event":"system","payload":{"extension":"broadcast","status":"ok"}}"#)
        // Before the system's message, it would come first.
        connection.serve(
            #"{"topic":"realtime:posts","event":"system","payload":{"extension":"postgres_changes","status":"ok"}}"#
        )
        connection.change("a")
        let first = await subscriber.events.next()
        XCTAssertEqual(first, .live)
        await subscriber.test.clock.advance(toSleepOf: .milliseconds(100))
        let second = await subscriber.events.next()
        XCTAssertEqual(second, payloads("a"))
    }

    func testPayloadsWithinATenthOfASecondAreOneArray() async {
        var subscriber = Subscriber()
        let connection = await subscriber.server.connection(0)
        connection.accept("posts")
        connection.change("a")
        connection.change("b")
        connection.change("c", type: "INSERT", table: "documents")
        connection.change("x", table: "unknown")
        connection.serve(#"{"topic":"realtime:others","event":"phx_close","payload":{}}"#)
        connection.change("d")
        // The last message shows that those before have been read.
        connection.change("e", errors: #"["Error 413: Payload Too Large"]"#)
        var received: [ChangeEvent?] = []
        for _ in 0..<5 { received.append(await subscriber.events.next()) }
        XCTAssertEqual(
            received,
            [
                .live, payloads("a", "b"),
                .payloads(
                    .documents, Array("[\(payload("c", type: "INSERT", table: "documents"))]".utf8)),
                payloads("d"), .refetch(.posts, ["e"]),
            ])
    }

    func testAnIncompletePayloadWithoutAnIDIsAnInterruption() async {
        var subscriber = Subscriber()
        let connection = await subscriber.server.connection(0)
        connection.accept("posts")
        connection.serve(
            #"{"topic":"realtime:posts","event":"postgres_changes","payload":{"data":{"table":"social_media_posts","#
                + #""type":"UPDATE","record":{},"errors":["Error 401: Unauthorized"]}}}"#)
        var received: [ChangeEvent?] = []
        for _ in 0..<3 { received.append(await subscriber.events.next()) }
        XCTAssertEqual(received, [.live, .interrupted(since: nil), .live])
    }

    /// Each row: what may have been a change, or tells that changes are missing.
    func testWhatCannotBeReadAndASecondSubscriptionAreInterruptions() async throws {
        let subscribed =
            #"{"topic":"realtime:posts","event":"system","payload":{"extension":"postgres_changes","status":"ok"}}"#
        func change(_ payload: String) -> String {
            #"{"topic":"realtime:posts","event":"postgres_changes","payload":\#(payload)}"#
        }
        for text in [
            subscribed, "no message", "{}", change("{}"), change(#"{"data":5}"#),
            change(#"{"data":{"record":{"id":"a"}}}"#),
        ] {
            var subscriber = Subscriber(steps: [self.date], isTimeMoving: true)
            _ = try await subscriber.test.source.change(post: "p", to: .flag(true))
            let connection = await subscriber.server.connection(0)
            // Nothing is missing before changes are reported.
            connection.serve("no message")
            connection.accept("posts")
            let live = await subscriber.events.next()
            XCTAssertEqual(live, .live)
            connection.change("a", table: "unknown")
            subscriber.test.clock.advance(by: .seconds(20))
            connection.serve(text)
            var received: [ChangeEvent?] = []
            for _ in 0..<2 { received.append(await subscriber.events.next()) }
            let start = try Timestamp(parsing: "2026-03-01T11:59:00Z")
            XCTAssertEqual(received[1], .live)
            guard case .interrupted(let since?) = received[0] else {
                XCTFail("\(text): \(received)")
                continue
            }
            // The time before, as far as the messages had been read when the clock moved.
            XCTAssertTrue(
                (start.micros...start.micros + 20_000_000).contains(since.micros), "\(text): \(since)")
        }
    }

    /// The changes of more than a minute are dropped at once.
    func testDroppedPayloadsAreMissingSinceTheOldest() async throws {
        var subscriber = Subscriber(steps: [date], isTimeMoving: true)
        _ = try await subscriber.test.source.change(post: "p", to: .flag(true))
        let connection = await subscriber.server.connection(0)
        _ = await connection.nextMessage()
        connection.accept("posts")
        let live = await subscriber.events.next()
        XCTAssertEqual(live, .live)
        for _ in 0..<4_096 { connection.change("a") }
        await waitUntil { connection.unreadCount == 0 }
        for number in 0..<4 {
            await subscriber.test.clock.advance(toSleepOf: .seconds(25))
            // A reply that came before its heartbeat would not count.
            let beat = await connection.nextMessage()
            XCTAssertTrue(beat.contains(#""ref":"\#(number + 2)""#), beat)
            connection.serve(
                #"{"topic":"phoenix","event":"phx_reply","payload":{"status":"ok"},"ref":"\#(number + 2)"}"#)
            await waitUntil { connection.unreadCount == 0 }
        }
        connection.change("b")
        await waitUntil { connection.unreadCount == 0 }
        var received: [ChangeEvent?] = []
        for _ in 0..<2 { received.append(await subscriber.events.next()) }
        XCTAssertEqual(
            received, [.interrupted(since: try Timestamp(parsing: "2026-03-01T11:59:00Z")), .live])
    }

    /// While the device sleeps, time passes that its clock may not count.
    func testADeviceThatSleptConnectsAgain() async throws {
        for jump in [0, 26] as [Int64] {
            var subscriber = Subscriber(steps: [date], isTimeMoving: true)
            _ = try await subscriber.test.source.change(post: "p", to: .flag(true))
            let connection = await subscriber.server.connection(0)
            _ = await connection.nextMessage()
            connection.accept("posts")
            let live = await subscriber.events.next()
            XCTAssertEqual(live, .live)
            await waitUntil { subscriber.test.clock.sleeperCount > 0 }
            subscriber.test.sleep.add(micros: jump * 1_000_000)
            await subscriber.test.clock.advance(toSleepOf: .seconds(25))
            if jump == 0 {
                let beat = await connection.nextMessage()
                XCTAssertTrue(beat.contains("heartbeat"), beat)
                continue
            }
            let interrupted = await subscriber.events.next()
            XCTAssertEqual(
                interrupted, .interrupted(since: try Timestamp(parsing: "2026-03-01T11:59:00Z")))
            await subscriber.test.clock.advance(toSleepOf: .seconds(1))
            await subscriber.server.connection(1).accept("posts")
            let again = await subscriber.events.next()
            XCTAssertEqual(again, .live)
        }
    }

    /// Each row: how the server ends the conversation.
    func testAConnectionThatEndsIsMadeAgain() async throws {
        let endings: [@Sendable (ScriptedConnection) -> Void] = [
            { $0.hangUp() },
            { $0.serve(#"{"topic":"realtime:posts","event":"phx_error","payload":{}}"#) },
            { $0.serve(#"{"topic":"realtime:posts","event":"phx_close","payload":{}}"#) },
            {
                $0.serve(
                    #"{"topic":"realtime:posts","event":"system","payload":{"extension":"postgres_changes","#
                        + #""status":"error","message":"gone"}}"#)
            },
        ]
        for end in endings {
            var subscriber = Subscriber(
                steps: [reply(200, #"[{"id":"p"}]"#, ["Date": "Sun, 01 Mar 2026 12:00:30 GMT"])])
            // Tells the server's time, which is 30 seconds ahead.
            _ = try await subscriber.test.source.change(post: "p", to: .flag(true))
            let connection = await subscriber.server.connection(0)
            connection.accept("posts")
            connection.change("a")
            let live = await subscriber.events.next()
            XCTAssertEqual(live, .live)
            end(connection)
            // Payloads that were received before the end are not lost.
            let rest = await subscriber.events.next()
            XCTAssertEqual(rest, payloads("a"))
            let interrupted = await subscriber.events.next()
            XCTAssertEqual(
                interrupted, .interrupted(since: try Timestamp(parsing: "2026-03-01T11:59:30Z")))
            XCTAssertTrue(connection.isClosed)
            await subscriber.test.clock.advance(toSleepOf: .seconds(1))
            await subscriber.server.connection(1).accept("posts")
            let again = await subscriber.events.next()
            XCTAssertEqual(again, .live)
        }
    }

    func testDelaysGrowUntilAChannelIsLive() async {
        var subscriber = Subscriber()
        subscriber.server.refuse(0)
        XCTAssertEqual(
            (1...7).map { ChannelDriver.delay(beforeAttempt: $0, random: 0) },
            [.seconds(1), .seconds(2), .seconds(5), .seconds(10), .seconds(30), .seconds(30), .seconds(30)])
        XCTAssertEqual(ChannelDriver.delay(beforeAttempt: 1, random: 1), .milliseconds(750))
        let first = await subscriber.server.connection(0)
        _ = await first.nextMessage()
        subscriber.server.refuse(3)
        first.hangUp()
        // The channel was never live; three refused attempts follow.
        for number in 1...4 {
            await waitUntil { subscriber.server.urls.count >= number }
            await subscriber.test.clock.advance(
                toSleepOf: ChannelDriver.delay(beforeAttempt: number, random: 0))
        }
        await subscriber.server.connection(1).accept("posts")
        // After each attempt, what has changed could be read; a subscriber who comes late reads it once.
        var received: [ChangeEvent?] = []
        for _ in 0..<3 { received.append(await subscriber.events.next()) }
        XCTAssertEqual(received, [.caughtUp, .interrupted(since: nil), .live])
    }

    func testHeartbeatsAndNewTokens() async {
        var subscriber = Subscriber(session: CountingTokens())
        let connection = await subscriber.server.connection(0)
        _ = await connection.nextMessage()
        connection.accept("posts")
        _ = await subscriber.events.next()
        await subscriber.test.clock.advance(toSleepOf: .seconds(25))
        let token = await connection.nextMessage()
        XCTAssertEqual(
            token,
            #"{"topic":"realtime:posts","event":"access_token","payload":{"access_token":"t2"},"ref":"2","join_ref":"1"}"#
        )
        let beat = await connection.nextMessage()
        XCTAssertEqual(beat, #"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"3"}"#)
        connection.serve(#"{"topic":"phoenix","event":"phx_reply","payload":{"status":"ok"},"ref":"3"}"#)
        await waitUntil { connection.unreadCount == 0 }
        await subscriber.test.clock.advance(toSleepOf: .seconds(25))
        _ = await connection.nextMessage()
        let next = await connection.nextMessage()
        XCTAssertEqual(next, #"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"5"}"#)
        // This one is not answered.
        await subscriber.test.clock.advance(toSleepOf: .seconds(25))
        await waitUntil { connection.isClosed }
    }

    func testAChannelThatIsNotLiveAtTheFirstHeartbeatIsJoinedAgain() async {
        let subscriber = Subscriber()
        let connection = await subscriber.server.connection(0)
        _ = await connection.nextMessage()
        await subscriber.test.clock.advance(toSleepOf: .seconds(25))
        await waitUntil { connection.isClosed }
        await subscriber.test.clock.advance(toSleepOf: .seconds(1))
        _ = await subscriber.server.connection(1)
    }

    func testAJoinThatIsRefusedIsLeft() async {
        let subscriber = Subscriber()
        let connection = await subscriber.server.connection(0)
        _ = await connection.nextMessage()
        connection.serve(
            #"{"topic":"realtime:posts","event":"phx_reply","payload":{"status":"error"},"ref":"1"}"#)
        let leave = await connection.nextMessage()
        XCTAssertEqual(
            leave, #"{"topic":"realtime:posts","event":"phx_leave","payload":{},"ref":"2","join_ref":"1"}"#)
        await waitUntil { connection.isClosed }
    }

    func testAReaderWhoGoesClosesTheConnection() async {
        let connection: ScriptedConnection
        do {
            let subscriber = Subscriber()
            connection = await subscriber.server.connection(0)
            _ = await connection.nextMessage()
        }
        await waitUntil { connection.isClosed }
    }

    func testWithoutASocketTheServerIsPolled() async throws {
        let test = ScriptedSource([reply(200, #"[{"id":"p"}]"#, ["Date": "Sun, 01 Mar 2026 12:00:30 GMT"])])
        var events = test.source.changes(.posts).makeAsyncIterator()
        let first = await events.next()
        XCTAssertEqual(first, .caughtUp)
        _ = try await test.source.change(post: "p", to: .flag(true))
        await test.clock.advance(toSleepOf: .seconds(30))
        var received: [ChangeEvent?] = []
        for _ in 0..<2 { received.append(await events.next()) }
        // The server's time is known by now, although it was not when the interval began.
        let start = try Timestamp(parsing: "2026-03-01T11:59:30Z")
        XCTAssertEqual(received, [.interrupted(since: start), .caughtUp])
        await test.clock.advance(toSleepOf: .seconds(30))
        received = []
        for _ in 0..<2 { received.append(await events.next()) }
        XCTAssertEqual(received, [.interrupted(since: start), .caughtUp])
        // Intervals that nobody reads are one.
        for _ in 0..<5 { await test.clock.advance(toSleepOf: .seconds(30)) }
        await waitUntil { test.clock.sleeperCount > 0 }
        received = []
        for _ in 0..<2 { received.append(await events.next()) }
        XCTAssertEqual(received, [.interrupted(since: start), .caughtUp])
        await test.clock.advance(toSleepOf: .seconds(30))
        let next = await events.next()
        XCTAssertEqual(next, .interrupted(since: start))
    }
}

/// A session with another token each time.
private actor CountingTokens: SessionProvider {
    private var number = 0

    func token() -> SessionToken? {
        number += 1
        return SessionToken("t\(number)")
    }

    func refresh(after token: SessionToken) -> SessionToken? { nil }
}

/// Payloads that wait for a slow subscriber.
final class ChangeQueueTests: XCTestCase {
    private let start = Timestamp(micros: 0)

    /// Returns the events that wait.
    private func rest(of queue: ChangeQueue) async -> [ChangeEvent] {
        queue.finish()
        var events: [ChangeEvent] = []
        while let event = await queue.next() { events.append(event) }
        return events
    }

    func testTheOldestOfTheDroppedOnesIsReturned() async {
        func time(_ micros: Int64) -> Timestamp { Timestamp(micros: micros) }
        let queue = ChangeQueue(maximumPayloadCount: 4)
        XCTAssertNil(queue.append(.posts, [0x31], at: time(1)))
        XCTAssertNil(queue.append(.posts, refetching: "a", at: time(2)))
        XCTAssertNil(queue.append(.posts, refetching: "b", at: time(3)))
        XCTAssertNil(queue.append(.posts, [0x32], at: time(4)))
        XCTAssertEqual(queue.append(.posts, [0x33], at: time(5)), time(1))
        // Those that were read do not count.
        for micros in 6...9 as ClosedRange<Int64> {
            XCTAssertNil(queue.append(.posts, [0x34], at: time(micros)))
        }
        queue.closeBatches()
        _ = await queue.next()
        for id in ["a", "b", "c", "d"] { XCTAssertNil(queue.append(.posts, refetching: id, at: time(10))) }
        XCTAssertEqual(queue.append(.posts, refetching: "e", at: time(11)), time(10))
        let events = await rest(of: queue)
        XCTAssertEqual(events, [])
    }

    func testInterruptionsThatNobodyReadsAreOne() async {
        for end in [ChangeEvent.live, .caughtUp] {
            let queue = ChangeQueue()
            for micros in [5, 3, 7, 9] as [Int64] {
                queue.append(.interrupted(since: Timestamp(micros: micros)))
                queue.append(end)
            }
            queue.append(.interrupted(since: Timestamp(micros: 4)))
            queue.append(.interrupted(since: Timestamp(micros: 8)))
            let events = await rest(of: queue)
            XCTAssertEqual(events, [.interrupted(since: Timestamp(micros: 3))])
        }
    }

    /// Payloads that are dropped do not keep interruptions apart.
    func testInterruptionsBetweenDroppedPayloadsAreOne() async {
        let queue = ChangeQueue(maximumPayloadCount: 3)
        for micros in [2, 1, 3] as [Int64] {
            XCTAssertNil(queue.append(.posts, [0x31], at: start))
            queue.appendGap(since: Timestamp(micros: micros))
        }
        XCTAssertEqual(queue.append(.posts, [0x31], at: start), start)
        let events = await rest(of: queue)
        XCTAssertEqual(events, [.interrupted(since: Timestamp(micros: 1)), .live])
    }

    func testTooManyPayloadsAreDropped() async {
        let queue = ChangeQueue(maximumPayloadCount: 3)
        let one = Array("1".utf8)
        XCTAssertNil(queue.append(.posts, one, at: start))
        queue.append(.live)
        XCTAssertNil(queue.append(.posts, one, at: start))
        XCTAssertNil(queue.append(.posts, one, at: start))
        XCTAssertEqual(queue.append(.posts, one, at: start), start)
        queue.append(.interrupted(since: nil))
        XCTAssertNil(queue.append(.posts, one, at: start))
        queue.finish()
        var events: [ChangeEvent] = []
        while let event = await queue.next() { events.append(event) }
        XCTAssertEqual(events, [.live, .interrupted(since: nil), .payloads(.posts, Array("[1]".utf8))])
    }

    func testRowsToBeReadByIDAreCollectedAndLimited() async {
        let queue = ChangeQueue(maximumPayloadCount: 5)
        for id in ["a", "b", "a"] { XCTAssertNil(queue.append(.posts, refetching: id, at: start)) }
        XCTAssertNil(queue.append(.posts, [0x31], at: start))
        XCTAssertNil(queue.append(.posts, refetching: "c", at: start))
        XCTAssertEqual(queue.append(.posts, refetching: "d", at: start), start)
        XCTAssertNil(queue.append(.posts, refetching: "e", at: start))
        queue.append(.live)
        XCTAssertNil(queue.append(.posts, refetching: "a", at: start))
        XCTAssertNil(queue.append(.posts, refetching: "b", at: start))
        XCTAssertNil(queue.append(.documents, refetching: "b", at: start))
        queue.finish()
        var events: [ChangeEvent] = []
        while let event = await queue.next() { events.append(event) }
        XCTAssertEqual(
            events,
            [.refetch(.posts, ["e"]), .live, .refetch(.posts, ["a", "b"]), .refetch(.documents, ["b"])])
    }

    func testGapsThatWaitAreOne() async {
        let queue = ChangeQueue()
        queue.appendGap(since: Timestamp(micros: 5))
        queue.appendGap(since: Timestamp(micros: 3))
        queue.appendGap(since: Timestamp(micros: 7))
        XCTAssertNil(queue.append(.posts, [0x31], at: start))
        queue.appendGap(since: Timestamp(micros: 9))
        queue.appendGap(since: nil)
        queue.finish()
        var events: [ChangeEvent] = []
        while let event = await queue.next() { events.append(event) }
        XCTAssertEqual(
            events,
            [
                .interrupted(since: Timestamp(micros: 3)), .live, .payloads(.posts, Array("[1]".utf8)),
                .interrupted(since: nil), .live,
            ])
    }

    func testPayloadsThatWereReadMakeRoom() async {
        let queue = ChangeQueue(maximumPayloadCount: 2)
        for _ in 0..<5 {
            XCTAssertNil(queue.append(.posts, [0x31], at: start))
            XCTAssertNil(queue.append(.posts, [0x32], at: start))
            queue.closeBatches()
            let event = await queue.next()
            XCTAssertEqual(event, .payloads(.posts, Array("[1,2]".utf8)))
        }
    }

    func testACancelledReaderGetsNil() async {
        let queue = ChangeQueue()
        let reader = Task { await queue.next() }
        reader.cancel()
        let event = await reader.value
        XCTAssertNil(event)
    }
}
