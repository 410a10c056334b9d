import CompassKernel
import CompassPages
import CompassTestSupport
import XCTest

@testable import CompassSupabase

/// Live changes: joining, heartbeats, batches, and connections that end.
final class LiveChangeTests: XCTestCase {
    private let heartbeatReply =
        #"{"topic":"phoenix","event":"phx_reply","payload":{"status":"ok"},"ref":"2"}"#

    /// A subscriber to all posts, and the server that it speaks to.
    private struct Subscriber {
        let server = ScriptedSocketServer()
        let test: ScriptedSource
        var events: AsyncStream<ChangeEvent>.AsyncIterator

        init(
            _ channel: ChangeChannel = .posts, session: any SessionProvider = FixedSession(nil),
            steps: [ScriptedTransport.Step] = []
        ) {
            test = ScriptedSource(steps, session: session, webSockets: server, random: 0)
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
        connection.serve("no message")
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
            while subscriber.server.urls.count < number { await Task.yield() }
            await subscriber.test.clock.advance(
                toSleepOf: ChannelDriver.delay(beforeAttempt: number, random: 0))
        }
        await subscriber.server.connection(1).accept("posts")
        // After each attempt, what has changed can be read.
        for _ in 1...4 {
            let readable = await subscriber.events.next()
            XCTAssertEqual(readable, .caughtUp)
            let again = await subscriber.events.next()
            XCTAssertEqual(again, .interrupted(since: nil))
        }
        let live = await subscriber.events.next()
        XCTAssertEqual(live, .live)
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
        await subscriber.test.clock.advance(toSleepOf: .seconds(25))
        _ = await connection.nextMessage()
        let next = await connection.nextMessage()
        XCTAssertEqual(next, #"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"5"}"#)
        // This one is not answered.
        await subscriber.test.clock.advance(toSleepOf: .seconds(25))
        while !connection.isClosed { await Task.yield() }
    }

    func testAChannelThatIsNotLiveAtTheFirstHeartbeatIsJoinedAgain() async {
        let subscriber = Subscriber()
        let connection = await subscriber.server.connection(0)
        _ = await connection.nextMessage()
        await subscriber.test.clock.advance(toSleepOf: .seconds(25))
        while !connection.isClosed { await Task.yield() }
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
        while !connection.isClosed { await Task.yield() }
    }

    func testAReaderWhoGoesClosesTheConnection() async {
        let connection: ScriptedConnection
        do {
            let subscriber = Subscriber()
            connection = await subscriber.server.connection(0)
            _ = await connection.nextMessage()
        }
        while !connection.isClosed { await Task.yield() }
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
    func testTooManyPayloadsAreDropped() async {
        let queue = ChangeQueue(maximumPayloadCount: 3)
        let one = Array("1".utf8)
        XCTAssertTrue(queue.append(.posts, one))
        queue.append(.live)
        XCTAssertTrue(queue.append(.posts, one))
        XCTAssertTrue(queue.append(.posts, one))
        XCTAssertFalse(queue.append(.posts, one))
        queue.append(.interrupted(since: nil))
        XCTAssertTrue(queue.append(.posts, one))
        queue.finish()
        var events: [ChangeEvent] = []
        while let event = await queue.next() { events.append(event) }
        XCTAssertEqual(events, [.live, .interrupted(since: nil), .payloads(.posts, Array("[1]".utf8))])
    }

    func testRowsToBeReadByIDAreCollectedAndLimited() async {
        let queue = ChangeQueue(maximumPayloadCount: 5)
        for id in ["a", "b", "a"] { XCTAssertTrue(queue.append(.posts, refetching: id)) }
        XCTAssertTrue(queue.append(.posts, [0x31]))
        XCTAssertTrue(queue.append(.posts, refetching: "c"))
        XCTAssertFalse(queue.append(.posts, refetching: "d"))
        XCTAssertTrue(queue.append(.posts, refetching: "e"))
        queue.append(.live)
        XCTAssertTrue(queue.append(.posts, refetching: "a"))
        XCTAssertTrue(queue.append(.posts, refetching: "b"))
        XCTAssertTrue(queue.append(.documents, refetching: "b"))
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
        XCTAssertTrue(queue.append(.posts, [0x31]))
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
            XCTAssertTrue(queue.append(.posts, [0x31]))
            XCTAssertTrue(queue.append(.posts, [0x32]))
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
