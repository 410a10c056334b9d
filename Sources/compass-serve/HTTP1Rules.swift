#if Serve
    import CompassServer
    import NIOCore
    import NIOHTTP1
    import NIOHTTPTypes

    /// Applies the rules of HTTP/1 (RFC 9112) that the library leaves to its user.
    ///
    /// * A connection ends after a request of HTTP/1.0, or with `close` among its connection options, and
    ///   after a response with `Connection: close`.
    /// * A response to HTTP/1.0 has no chunks, which that version does not know; one to HEAD has not even the
    ///   mark of their end.
    /// * A server's name in the target of a request counts, and not only that in `Host`.
    final class HTTP1Rules: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart

        func handlerAdded(context: ChannelHandlerContext) {
            // In the place of this handler requests have no version and no absolute target any more.
            let pipeline = context.pipeline.syncOperations
            do {
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                try pipeline.addHandler(Messages(), position: .after(decoder))
            } catch {
                context.close(promise: nil)
            }
        }

        /// The place in the pipeline where messages have the types of HTTP/1.
        private final class Messages: ChannelDuplexHandler {
            typealias InboundIn = HTTPServerRequestPart
            typealias InboundOut = HTTPServerRequestPart
            typealias OutboundIn = HTTPServerResponsePart
            typealias OutboundOut = HTTPServerResponsePart

            /// How long a client that has been sent everything has to end its side.
            private static let lingering: TimeAmount = .seconds(2)

            /// What the response to a request must heed.
            private struct Pending {
                /// Whether its version is HTTP/1.0.
                let isOld: Bool
                let isHead: Bool
                var endsConnection: Bool
            }

            /// The requests without a whole response, the oldest first.
            private var pending = CircularBuffer<Pending>()
            /// Whether a response has announced the end of the connection: what arrives then is not read.
            private var isEnding = false
            private var closing: Scheduled<Void>?

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                if isEnding { return }
                guard case .head(var head) = unwrapInboundIn(data) else {
                    return context.fireChannelRead(data)
                }
                let isOld = head.version != .http1_1
                let ends = isOld || Self.hasOption("close", head.headers)
                // In this form alone the library ends the connection after the response.
                if ends { head.headers.replaceOrAdd(name: "connection", value: "close") }
                // HTTP/1.0 has no expectations.
                if isOld { head.headers.remove(name: "expect") }
                if head.method != .CONNECT { Self.addHost(of: head.uri, to: &head.headers) }
                pending.append(
                    Pending(isOld: isOld, isHead: head.method == .HEAD, endsConnection: ends))
                context.fireChannelRead(wrapInboundOut(.head(head)))
            }

            func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
                guard let request = pending.first else { return context.write(data, promise: promise) }
                switch unwrapOutboundIn(data) {
                case .head(var head):
                    if head.status.code < 200 { return context.write(data, promise: promise) }
                    if Self.hasOption("close", head.headers) {
                        pending[pending.startIndex].endsConnection = true
                    }
                    if pending[pending.startIndex].endsConnection {
                        head.headers.replaceOrAdd(name: "connection", value: "close")
                    }
                    // The encoder then marks the end of the body by that of the connection.
                    if request.isOld { head.version = .http1_0 }
                    context.write(wrapOutboundOut(.head(head)), promise: promise)
                case .body: context.write(data, promise: promise)
                case .end:
                    pending.removeFirst()
                    let nothing = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer()))
                    context.write(request.isHead ? wrapOutboundOut(nothing) : data, promise: promise)
                    guard request.endsConnection else { return }
                    isEnding = true
                    context.flush()
                    let sent = context.eventLoop.makePromise(of: Void.self)
                    let channel = context.channel
                    sent.futureResult.assumeIsolated().whenSuccess {
                        self.close(channel, in: Self.lingering)
                    }
                    // The other direction stays open: a client that still sends would lose the response.
                    context.close(mode: .output, promise: sent)
                    context.read()
                }
            }

            /// Closes a connection after a time, and no longer after another one.
            private func close(_ channel: any Channel, in time: TimeAmount) {
                closing?.cancel()
                closing = channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
            }

            func channelReadComplete(context: ChannelHandlerContext) {
                context.fireChannelReadComplete()
                // Bytes that nobody takes would make the end a reset, and the client lose its response.
                if isEnding { context.read() }
            }

            func channelInactive(context: ChannelHandlerContext) {
                closing?.cancel()
                closing = nil
                context.fireChannelInactive()
            }

            private static func hasOption(_ option: String, _ headers: HTTPHeaders) -> Bool {
                headers[canonicalForm: "connection"].contains { $0.lowercased() == option }
            }

            /// Adds the server of an absolute target to a request that names another one in `Host`: two are
            /// refused.
            private static func addHost(of target: String, to headers: inout HTTPHeaders) {
                guard let authority = AbsoluteTarget.authority(of: target), let host = headers["host"].first,
                    host.lowercased() != authority.lowercased()
                else { return }
                headers.add(name: "host", value: authority)
            }
        }
    }
#endif
