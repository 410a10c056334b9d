import CompassPages
import CompassSupabase
import CompassSupabaseNIO
import Foundation
import NIOCore
import NIOPosix
import SupabaseTestSupport
import XCTest

/// Connections that are secured, refused, silent or cancelled.
final class NIOWebSocketTransportTests: XCTestCase {
    private let silence = SilentServer()

    override func tearDown() async throws { try await silence.stop() }

    private func tlsURL() throws -> String {
        _ = try StandInServer.running()
        return try XCTUnwrap(ProcessInfo.processInfo.environment["COMPASS_REALTIME_TLS_URL"])
    }

    private func certificate() throws -> String {
        try XCTUnwrap(ProcessInfo.processInfo.environment["COMPASS_REALTIME_CERTIFICATE"])
    }

    /// By name and by address, changes arrive over TLS.
    func testChangesArriveOverTLS() async throws {
        let server = try StandInServer.running()
        let url = try tlsURL()
        for address in [url, url.replacingOccurrences(of: "localhost", with: "127.0.0.1")] {
            try await server.reset()
            let source = try await server.source(
                webSockets: NIOWebSocketTransport(trusting: try certificate())
            ) {
                $0.realtimeURL = address
            }
            var events = source.changes(.posts).makeAsyncIterator()
            let live = await events.next()
            XCTAssertEqual(live, .live, address)
            try await server.sql(
                """
                insert into social_media_posts (id, platform, post_date) values ('tls', 'twitter', now());
                select 'done'
                """)
            guard case .payloads(.posts, let json) = await events.next() else { return XCTFail(address) }
            XCTAssertTrue(String(decoding: json, as: UTF8.self).contains("\"tls\""))
        }
    }

    func testACertificateOfAnUnknownAuthorityIsRefused() async throws {
        let url = try tlsURL() + "/websocket?apikey=" + (try StandInServer.running().key)
        let accepted = await connectionFailure(NIOWebSocketTransport(trusting: try certificate()), url)
        XCTAssertNil(accepted)
        let refused = await connectionFailure(NIOWebSocketTransport(), url)
        XCTAssertTrue(refused?.contains("CERTIFICATE_VERIFY_FAILED") ?? false, refused ?? "no error")
    }

    func testAMissingFileOfCertificatesIsReported() async throws {
        let reason = await connectionFailure(
            NIOWebSocketTransport(trusting: "/nowhere.pem"), "wss://127.0.0.1:1/")
        XCTAssertNotNil(reason)
    }

    func testWrongAddressesAreReported() async throws {
        let server = try StandInServer.running()
        let transport = NIOWebSocketTransport()
        for url in ["http://127.0.0.1/", "nonsense", "ws://"] {
            let reason = await connectionFailure(transport, url)
            XCTAssertEqual(reason, "the address does not begin with wss: or ws:", url)
        }
        let closed = await connectionFailure(transport, "ws://127.0.0.1:1/")
        XCTAssertNotNil(closed)
        // A server that speaks HTTP, but refuses the path or the key.
        for path in ["/other", "/websocket?apikey=wrong"] {
            let reason = await connectionFailure(transport, server.realtimeURL + path)
            XCTAssertEqual(reason, "the server refuses a WebSocket", path)
        }
    }

    /// A server that accepts the connection and says nothing.
    func testAConnectionThatIsNotAnsweredCanBeCancelled() async throws {
        let url = "ws://127.0.0.1:\(try await silence.start())/"
        let task = Task { await connectionFailure(NIOWebSocketTransport(), url) }
        while await silence.connectionCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        let reason = await task.value
        XCTAssertEqual(reason, "cancelled")
    }
}

/// Connects; returns the reason why that fails, or nil.
@Sendable
private func connectionFailure(_ transport: NIOWebSocketTransport, _ url: String) async -> String? {
    do throws(WebSocketError) {
        try await transport.connect(to: url).close()
        return nil
    } catch {
        return error.reason
    }
}

/// Accepts connections, and never writes.
private actor SilentServer {
    private var channel: (any Channel)?
    private let counter = Counter()

    private final class Counter: @unchecked Sendable {
        // Sendable: the count is read and written only with the lock held.
        private let lock = NSLock()
        private var number = 0
        var count: Int { lock.withLock { number } }
        func add() { lock.withLock { number += 1 } }
    }

    var connectionCount: Int { counter.count }

    /// Returns the port.
    func start() async throws -> Int {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { [counter] child in
                counter.add()
                return child.eventLoop.makeSucceededVoidFuture()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        self.channel = channel
        return channel.localAddress?.port ?? 0
    }

    func stop() async throws { try await channel?.close() }
}
