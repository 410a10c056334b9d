#if NIO
    import CompassSupabase
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOWebSocket

    /// Opens connections to a server of WebSockets with SwiftNIO, for systems whose libcurl has none.
    public struct NIOWebSocketTransport: WebSocketTransport {
        /// The size of the largest message in bytes.
        static let maximumMessageByteCount = 16 << 20
        /// The time in which a connection must be made.
        static let connectTimeout: TimeAmount = .seconds(15)

        private let certificateFile: String?

        /// Creates a transport, which shares SwiftNIO's threads with everything else in the process.
        ///
        /// - Parameter certificateFile: a file of certificates in PEM, of authorities that are trusted besides
        ///   those of the system, for a server of one's own.
        public init(trusting certificateFile: String? = nil) { self.certificateFile = certificateFile }

        /// Opens a connection.
        public func connect(to url: String) async throws(WebSocketError) -> any WebSocketConnection {
            let attempt = ConnectionAttempt()
            do {
                return try await withTaskCancellationHandler {
                    try await open(url, attempt)
                } onCancel: {
                    attempt.cancel()
                }
            } catch let error as WebSocketError {
                throw error
            } catch {
                throw WebSocketError(reason: attempt.failure ?? "\(error)")
            }
        }

        private func open(_ url: String, _ attempt: ConnectionAttempt) async throws -> NIOWebSocketConnection
        {
            guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty,
                parts.scheme == "wss" || parts.scheme == "ws"
            else { throw WebSocketError(reason: "the address does not begin with wss: or ws:") }
            let isSecure = parts.scheme == "wss"
            let port = parts.port ?? (isSecure ? 443 : 80)
            let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
            let uri = path + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
            let tls = isSecure ? try TransportSecurity(trusting: certificateFile) : nil
            // TLS sends names alone to the server.
            let isAddress = (try? SocketAddress(ipAddress: host, port: port)) != nil
            let negotiation = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(Self.connectTimeout)
                .connect(host: host, port: port) { channel in
                    attempt.add(channel)
                    return channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try tls?.add(to: pipeline, host: isAddress ? nil : host)
                        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri)
                        // Some servers refuse any mention of a body.
                        head.headers.add(name: "Host", value: "\(host):\(port)")
                        return try pipeline.configureUpgradableHTTPClientPipeline(
                            configuration: .init(upgradeConfiguration: Self.upgrade(head)))
                    }
                }
            guard let connection = try await negotiation.get() else {
                attempt.close("the server refuses a WebSocket")
                throw WebSocketError(reason: "the server refuses a WebSocket")
            }
            attempt.end()
            return connection
        }

        private static func upgrade(
            _ head: HTTPRequestHead
        ) -> NIOTypedHTTPClientUpgradeConfiguration<NIOWebSocketConnection?> {
            let upgrader = NIOTypedWebSocketClientUpgrader<NIOWebSocketConnection?>(
                maxFrameSize: maximumMessageByteCount
            ) { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    let (messages, continuation) = AsyncStream<[UInt8]>.makeStream()
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: .max,
                            maxAccumulatedFrameSize: maximumMessageByteCount))
                    try pipeline.addHandler(MessageReader(continuation))
                    return NIOWebSocketConnection(channel, messages)
                }
            }
            return NIOTypedHTTPClientUpgradeConfiguration(
                upgradeRequestHead: head, upgraders: [upgrader],
                notUpgradingCompletionHandler: { $0.eventLoop.makeSucceededFuture(nil) })
        }
    }

    /// The channels of a connection that is being made, which are closed if it takes too long or is cancelled:
    /// the system's timeout ends when the server accepts the connection, before it has said anything.
    private final class ConnectionAttempt: @unchecked Sendable {
        // Sendable: all properties are read and written only with the lock held.
        private let lock = NSLock()
        private var channels: [any Channel] = []
        private var timeouts: [Scheduled<Void>] = []
        private var reason: String?

        /// Why the channels were closed; nil if they were not.
        var failure: String? { lock.withLock { reason } }

        func add(_ channel: any Channel) {
            let timeout = channel.eventLoop.scheduleTask(in: NIOWebSocketTransport.connectTimeout) {
                self.close("the server did not answer in time")
            }
            let isClosed = lock.withLock {
                channels.append(channel)
                timeouts.append(timeout)
                return reason != nil
            }
            if isClosed { channel.close(promise: nil) }
        }

        func cancel() { close("cancelled") }

        /// Lets the channels live on.
        func end() {
            let timeouts = lock.withLock {
                channels = []
                defer { self.timeouts = [] }
                return self.timeouts
            }
            for timeout in timeouts { timeout.cancel() }
        }

        func close(_ reason: String) {
            let channels = lock.withLock {
                self.reason = self.reason ?? reason
                return self.channels
            }
            for channel in channels { channel.close(promise: nil) }
            end()
        }
    }

    /// A connection with its messages.
    final class NIOWebSocketConnection: WebSocketConnection {
        private let channel: any Channel
        private let messages: AsyncStream<[UInt8]>

        init(_ channel: any Channel, _ messages: AsyncStream<[UInt8]>) {
            (self.channel, self.messages) = (channel, messages)
        }

        deinit { close() }

        func send(_ text: String) async throws(WebSocketError) {
            let frame = WebSocketFrame(
                fin: true, opcode: .text, maskKey: .random(), data: channel.allocator.buffer(string: text))
            do { try await channel.writeAndFlush(frame) } catch { throw WebSocketError(reason: "\(error)") }
        }

        func receive() async throws(WebSocketError) -> [UInt8]? {
            var iterator = messages.makeAsyncIterator()
            return await iterator.next()
        }

        func close() { channel.close(mode: .all, promise: nil) }
    }

    /// Passes messages on, and replies to the server's own frames.
    private final class MessageReader: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        private let continuation: AsyncStream<[UInt8]>.Continuation

        init(_ continuation: AsyncStream<[UInt8]>.Continuation) { self.continuation = continuation }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            switch frame.opcode {
            case .text, .binary: continuation.yield(Array(frame.unmaskedData.readableBytesView))
            case .ping:
                let pong = WebSocketFrame(
                    fin: true, opcode: .pong, maskKey: .random(), data: frame.unmaskedData)
                context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
            case .connectionClose: context.close(promise: nil)
            default: break
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            continuation.finish()
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
#endif
