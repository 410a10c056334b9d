import CompassSupabase
import CompassTestSupport
import Foundation

/// A server of WebSockets that a test plays: it sees every connection and every message, and replies by hand.
final class ScriptedSocketServer: WebSocketTransport, @unchecked Sendable {
    // Sendable: all properties are read and written only with the lock held.
    private let lock = NSLock()
    private var connections: [ScriptedConnection] = []
    private var addresses: [String] = []
    private var refusals = 0

    /// The addresses that were connected to, including refused attempts.
    var urls: [String] { lock.withLock { addresses } }

    /// Refuses the next attempts.
    func refuse(_ count: Int) { lock.withLock { refusals = count } }

    func connect(to url: String) async throws(WebSocketError) -> any WebSocketConnection {
        let connection = lock.withLock { () -> ScriptedConnection? in
            addresses.append(url)
            if refusals > 0 {
                refusals -= 1
                return nil
            }
            let connection = ScriptedConnection()
            connections.append(connection)
            return connection
        }
        guard let connection else { throw WebSocketError(reason: "refused") }
        return connection
    }

    /// Returns the connection with a number, from 0, as soon as it has been made.
    func connection(_ number: Int) async -> ScriptedConnection {
        await waitUntil { lock.withLock { number < connections.count } }
        return lock.withLock { connections[number] }
    }
}

/// A connection that a test plays the server of.
final class ScriptedConnection: WebSocketConnection, @unchecked Sendable {
    // Sendable: all properties are read and written only with the lock held.
    private let lock = NSLock()
    private var received: [String] = []
    private var readCount = 0
    private var servedCount = 0
    private var receiveCount = 0
    private var isClosedByClient = false
    private let messages: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation

    init() { (messages, continuation) = AsyncStream.makeStream() }

    var isClosed: Bool { lock.withLock { isClosedByClient } }

    func send(_ text: String) async throws(WebSocketError) {
        let isClosed = lock.withLock {
            received.append(text)
            return isClosedByClient
        }
        if isClosed { throw WebSocketError(reason: "closed") }
    }

    /// The number of messages that the client has not read, or not dealt with: it asks for the next one then.
    var unreadCount: Int { lock.withLock { servedCount - max(receiveCount - 1, 0) } }

    func receive() async throws(WebSocketError) -> [UInt8]? {
        lock.withLock { receiveCount += 1 }
        var iterator = messages.makeAsyncIterator()
        return await iterator.next()
    }

    func close() {
        lock.withLock { isClosedByClient = true }
        continuation.finish()
    }

    /// Sends a message as the server.
    func serve(_ json: String) {
        lock.withLock { servedCount += 1 }
        continuation.yield(Array(json.utf8))
    }

    /// Closes the connection as the server.
    func hangUp() { continuation.finish() }

    /// Returns the next message of the client, as soon as it is there.
    func nextMessage() async -> String {
        await waitUntil { lock.withLock { readCount < received.count } }
        return lock.withLock {
            readCount += 1
            return received[readCount - 1]
        }
    }

    /// Answers the join, and reports that changes flow.
    func accept(_ channel: String) {
        serve(
            #"{"topic":"realtime:\#(channel)","event":"phx_reply","payload":{"status":"ok","response":{}},"ref":"1"}"#
        )
        serve(
            #"{"topic":"realtime:\#(channel)","event":"system","payload":{"channel":"\#(channel)","#
                + #""extension":"postgres_changes","message":"Subscribed to PostgreSQL","status":"ok"},"ref":null}"#
        )
    }

    /// Reports a change of a post.
    func change(
        _ id: String, type: String = "UPDATE", table: String = "social_media_posts", errors: String = "null"
    ) {
        serve(
            #"{"topic":"realtime:posts","event":"postgres_changes","ref":null,"payload":{"ids":[1],"data":"#
                + payload(id, type: type, table: table, errors: errors) + "}}")
    }
}

/// The part of a change that the kernel reads.
func payload(
    _ id: String, type: String = "UPDATE", table: String = "social_media_posts", errors: String = "null"
) -> String {
    #"{"table":"\#(table)","type":"\#(type)","record":{"id":"\#(id)"},"errors":\#(errors)}"#
}
