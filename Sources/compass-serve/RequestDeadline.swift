#if Serve
    import NIOCore
    import NIOHTTPTypes

    /// Closes a connection whose request does not arrive in time, byte by byte or not at all.
    ///
    /// The idle time of a connection begins anew with every byte; this time does not.
    final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart

        private static let limit: TimeAmount = .seconds(10)

        private var deadline: Scheduled<Void>?

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head:
                let channel = context.channel
                deadline = context.eventLoop.scheduleTask(in: Self.limit) { channel.close(promise: nil) }
            case .body: break
            case .end: cancel()
            }
            context.fireChannelRead(data)
        }

        func channelInactive(context: ChannelHandlerContext) {
            cancel()
            context.fireChannelInactive()
        }

        func handlerRemoved(context: ChannelHandlerContext) { cancel() }

        private func cancel() {
            deadline?.cancel()
            deadline = nil
        }
    }
#endif
