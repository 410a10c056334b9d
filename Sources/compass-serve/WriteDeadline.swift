#if Serve
    import NIOCore

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// Closes a connection whose reader takes nothing for a while.
    ///
    /// What has been written waits in memory, and the connection keeps its place among the permitted ones. A reader
    /// that is only slow is waited for, however long the whole response takes: an idle time or the server's end, which
    /// see a response as done once it has been handed over, close the connection when the rest of it is sent.
    final class WriteDeadline: ChannelOutboundHandler, RemovableChannelHandler {
        typealias OutboundIn = IOData
        typealias OutboundOut = IOData

        /// How long no write may end while one is under way.
        private static let limit: TimeAmount = .seconds(30)
        /// The end of a write is what is noticed: a larger one would hide that a reader takes its bytes.
        private static let writeByteLimit = 64 * 1_024

        private var pendingCount = 0
        private var lastEnd = NIODeadline.now()
        private var check: Scheduled<Void>?
        /// What closes the connection once nothing is pending; nil while nobody wants it closed.
        private var closing: EventLoopPromise<Void>?

        /// Keeps the system from taking megabytes for a slow reader: it would take the next only after minutes, and
        /// the writes that wait for that would seem to be stuck. What is on its way to the reader is not bounded.
        static func boundUnsentBytes(of channel: any Channel) -> EventLoopFuture<Void> {
            let option = ChannelOptions.Types.SocketOption(
                level: .tcp, name: NIOBSDSocket.Option(rawValue: CInt(TCP_NOTSENT_LOWAT)))
            return channel.setOption(option, value: 2 * writeByteLimit)
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .byteBuffer(var buffer) = unwrapOutboundIn(data) else {
                return begin(data, promise, context)
            }
            while buffer.readableBytes > Self.writeByteLimit,
                let part = buffer.readSlice(length: Self.writeByteLimit)
            {
                begin(wrapOutboundOut(.byteBuffer(part)), nil, context)
            }
            begin(wrapOutboundOut(.byteBuffer(buffer)), promise, context)
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            guard mode == .all, pendingCount > 0 else { return context.close(mode: mode, promise: promise) }
            let closing = self.closing ?? context.eventLoop.makePromise()
            self.closing = closing
            closing.futureResult.cascade(to: promise)
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            check?.cancel()
            check = nil
            // A connection that its client has ended.
            closing?.succeed()
            closing = nil
        }

        private func begin(
            _ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
        ) {
            let sent = context.eventLoop.makePromise(of: Void.self)
            if pendingCount == 0 { lastEnd = .now() }
            pendingCount += 1
            sent.futureResult.assumeIsolated().whenComplete { _ in
                self.pendingCount -= 1
                self.lastEnd = .now()
                if self.pendingCount == 0, self.closing != nil { self.close(context) }
            }
            sent.futureResult.cascade(to: promise)
            if check == nil { scheduleCheck(context) }
            context.write(data, promise: sent)
        }

        private func close(_ context: ChannelHandlerContext) {
            let closing = self.closing
            self.closing = nil
            context.close(promise: closing)
        }

        private func scheduleCheck(_ context: ChannelHandlerContext) {
            check = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastEnd + Self.limit) {
                self.check = nil
                guard self.pendingCount > 0 else { return }
                if NIODeadline.now() - self.lastEnd >= Self.limit {
                    self.close(context)
                } else {
                    self.scheduleCheck(context)
                }
            }
        }
    }
#endif
