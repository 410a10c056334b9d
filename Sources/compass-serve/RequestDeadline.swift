#if Serve
    import NIOCore
    import NIOHTTPTypes

    /// Closes a connection whose request does not arrive in time, byte by byte or not at all.
    ///
    /// The idle time of a connection begins anew with every part of a request; this time does not.
    final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart

        private static let limit: TimeAmount = .seconds(10)

        private var deadline: Scheduled<Void>?

        func handlerAdded(context: ChannelHandlerContext) {
            // This handler sees a header once it is whole; its time begins with its first byte.
            try? context.pipeline.syncOperations.addHandler(FirstBytes(self), position: .first)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .end = unwrapInboundIn(data) { cancel() }
            context.fireChannelRead(data)
        }

        func channelInactive(context: ChannelHandlerContext) {
            cancel()
            context.fireChannelInactive()
        }

        func handlerRemoved(context: ChannelHandlerContext) { cancel() }

        private func begin(_ channel: any Channel) {
            guard deadline == nil else { return }
            deadline = channel.eventLoop.scheduleTask(in: Self.limit) { channel.close(promise: nil) }
        }

        private func cancel() {
            deadline?.cancel()
            deadline = nil
        }

        /// Tells the deadline of bytes before they are decoded.
        private final class FirstBytes: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            typealias InboundOut = ByteBuffer

            private let deadline: RequestDeadline

            init(_ deadline: RequestDeadline) { self.deadline = deadline }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                deadline.begin(context.channel)
                context.fireChannelRead(data)
            }
        }
    }
#endif
