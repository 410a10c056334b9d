#if Serve
    import HummingbirdCore
    import Logging
    import NIOCore

    /// An HTTP connection whose task runs on the event loop of its socket.
    ///
    /// Otherwise each request goes from the loop's thread to one of the shared pool, and its response back, which costs
    /// as much as a brief response does. Whatever takes longer is made on the pool: see
    /// ``Route/lengtheningParameters``.
    @available(macOS 15, *)
    struct EventLoopChannel: ServerChildChannel {
        let http: HTTP1Channel

        func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
            // Next to the socket, where all that is written are bytes.
            do { try channel.pipeline.syncOperations.addHandler(WriteDeadline()) } catch {
                return channel.eventLoop.makeFailedFuture(error)
            }
            return WriteDeadline.boundUnsentBytes(of: channel).flatMap {
                http.setup(channel: channel, logger: logger)
            }
        }

        func handle(value: HTTP1Channel.Value, logger: Logger) async {
            await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
                await http.handle(value: value, logger: logger)
            }
        }
    }

    /// Runs tasks on an event loop.
    @available(macOS 15, *)
    private final class EventLoopExecutor: TaskExecutor {
        private let eventLoop: any EventLoop

        init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
