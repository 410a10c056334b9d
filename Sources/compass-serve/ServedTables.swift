#if Serve
    import CompassKernel
    import CompassProgram
    import CompassServer
    import ServiceLifecycle
    import Synchronization
    import UnixSignals

    /// The tables of a server: read once it listens, read again after a hangup, and its streams of events ended with it.
    @available(macOS 15, *)
    final class ServedTables: Service {
        let state: ServerState
        private let begin: AsyncStream<Void>
        private let beginning: AsyncStream<Void>.Continuation

        init(_ options: ServeOptions) throws {
            var stateOptions = ServerState.Options()
            stateOptions.allowsChanges = options.allowChanges
            stateOptions.threads = OperatingSystem.processorCount
            state = try ServerState(directory: options.directory ?? "", options: stateOptions)
            (begin, beginning) = AsyncStream.makeStream()
        }

        /// Lets the reading begin.
        func beginReading() { beginning.yield() }

        func run() async throws {
            let state = state
            await withTaskGroup { group in
                group.addTask { [begin] in
                    for await _ in begin.cancelOnGracefulShutdown() { await state.load() }
                }
                group.addTask {
                    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
                        await state.reload()
                    }
                }
                group.addTask {
                    try? await gracefulShutdown()
                    state.finish()
                }
            }
        }
    }
#endif
