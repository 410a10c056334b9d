#if Serve
    import NIOCore

    /// Closes a connection whose reader takes nothing for a while.
    ///
    /// What has been written waits in memory, and the connection keeps its place among the permitted ones. A reader
    /// that is only slow is waited for, however long the whole response takes.
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

        func handlerRemoved(context: ChannelHandlerContext) {
            check?.cancel()
            check = nil
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
            }
            sent.futureResult.cascade(to: promise)
            if check == nil { scheduleCheck(of: context.channel) }
            context.write(data, promise: sent)
        }

        private func scheduleCheck(of channel: any Channel) {
            check = channel.eventLoop.assumeIsolated().scheduleTask(deadline: lastEnd + Self.limit) {
                self.check = nil
                guard self.pendingCount > 0 else { return }
                if NIODeadline.now() - self.lastEnd >= Self.limit {
                    channel.close(promise: nil)
                } else {
                    self.scheduleCheck(of: channel)
                }
            }
        }
    }
#endif
