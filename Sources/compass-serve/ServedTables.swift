#if Serve
    import CompassKernel
    import CompassProgram
    import CompassServer
    import CompassSupabase
    import CompassSupabaseNIO
    import ServiceLifecycle
    import UnixSignals

    /// The tables of a server: read once it listens, read again after a hangup, and its streams of events
    /// ended with it.
    @available(macOS 15, *)
    struct ServedTables: Service {
        /// A state that reads its own tables.
        typealias State = StateChanging & TableReading

        let state: any State
        private let beginning: AsyncStream<Void>
        private let begin: AsyncStream<Void>.Continuation

        init(_ options: ServeOptions) throws {
            var stateOptions = ServerState.Options()
            stateOptions.allowsChanges = options.allowChanges
            stateOptions.threads = OperatingSystem.processorCount
            if let address = try options.address {
                state = ServiceState(try Self.service(at: address, options), options: stateOptions)
            } else {
                state = try ServerState(of: options.directory ?? "", options: stateOptions)
            }
            (beginning, begin) = AsyncStream.makeStream()
        }

        /// Lets the reading begin.
        func beginReading() { begin.yield() }

        func run() async throws {
            await withTaskGroup { group in
                group.addTask {
                    for await _ in beginning.cancelOnGracefulShutdown() {
                        // Not waited for: a server that is told to end does not read to the end first.
                        Task { await state.load() }
                    }
                }
                group.addTask {
                    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
                        Task { await state.reload() }
                    }
                }
                group.addTask {
                    try? await gracefulShutdown()
                    state.finish()
                }
            }
        }

        private static func service(
            at address: ServiceAddress, _ options: ServeOptions
        ) throws(Failure) -> SupabaseSource {
            let secrets = try Secrets(apiKeyFile: options.apiKeyFile, tokenFile: options.sourceTokenFile)
            var configuration = SupabaseConfiguration(rest: address.url, apiKey: secrets.apiKey)
            // A project's live changes are beside its rows.
            if let key = secrets.apiKey, address.url.hasSuffix(ServiceAddress.usualPath) {
                let project = String(address.url.dropLast(ServiceAddress.usualPath.count))
                configuration = SupabaseConfiguration(project: project, apiKey: key)
            }
            configuration.schema = options.schema
            return SupabaseSource(
                configuration, session: FixedSession(secrets.token.map { SessionToken($0) }),
                webSockets: NIOWebSocketTransport())
        }
    }

    /// Reads tables, first and again.
    @available(macOS 15, *)
    protocol TableReading: Sendable {
        func load() async
        func reload() async
        func finish()
    }

    @available(macOS 15, *)
    extension ServerState: TableReading {}
    @available(macOS 15, *)
    extension ServiceState: TableReading {}
#endif
