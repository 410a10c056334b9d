#if Serve
    import CompassKernel
    import CompassPages
    import CompassProgram
    import CompassServer
    import CompassSupabase
    import CompassSupabaseNIO
    import Dispatch
    import Logging
    import ServiceLifecycle
    import UnixSignals

    /// The run of `compass serve`: the tables, the socket, and the signals that end both.
    struct Serving {
        private let options: ServeOptions
        private let zone: ZoneOffsets
        private let token: AccessToken?
        private let publicOrigin: PublicOrigin?

        init(_ options: ServeOptions) throws {
            self.options = options
            zone = try options.moment.resolvedZone()
            token = try options.tokenFile.map { path throws(Failure) in AccessToken(try TokenFile.token(at: path)) }
            publicOrigin = try options.publicOrigin.map { text throws(Failure) in
                guard let origin = PublicOrigin(text) else {
                    throw Failure(
                        .usage,
                        "'--public-origin': a scheme and a host are accepted, such as https://compass.example.org")
                }
                return origin
            }
        }

        /// Serves until a signal ends the process.
        func run() throws -> Never {
            let state = try makeState()
            Task {
                do {
                    try await serve(state)
                    OperatingSystem.exitProcess(0)
                } catch let failure as Failure {
                    StandardError.writeLine("Error: \(failure.message)")
                    OperatingSystem.exitProcess(failure.status.rawValue)
                } catch {
                    StandardError.writeLine("Error: \(error)")
                    OperatingSystem.exitProcess(Failure.Status.software.rawValue)
                }
            }
            dispatchMain()
        }

        private func makeState() throws -> ServerState {
            fatalError()
        }

        private func serve(_ state: ServerState) async throws {
            let fixedNow = options.moment.now == nil ? nil : options.moment.resolvedNow(in: zone)
            let zone = zone
            // Known only once it listens, if the system chooses it.
            let router = LateAnswers()
            let server = HTTPServer(
                answers: router, host: options.host, port: options.port,
                log: options.quiet ? nil : { RequestLog.write($0, status: $1, nanos: $2) })
            let (publicOrigin, token, isQuiet) = (publicOrigin, token, options.quiet)
            let host = options.host
            let listening = try server.service { port in
                let api = CompassAPI(state: state, defaults: .init(zone: zone, now: fixedNow))
                let checks = RequestGuard(
                    origins: ServerOrigins(port: port, publicOrigin: publicOrigin), token: token)
                router.set(
                    WebServer(
                        api: api, files: .embedded, checks: checks, isSecure: publicOrigin?.isSecure ?? false))
                if !isQuiet { Self.announce(host: host, port: port, publicOrigin) }
                state.beginLoading()
            }
            var logger = Logger(label: "compass-serve")
            logger.logLevel = .critical
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: [
                        .init(service: StateService(state: state), successTerminationBehavior: .gracefullyShutdownGroup),
                        .init(service: listening),
                    ],
                    gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
            do {
                try await group.run()
            } catch let error as any NIOErrorDescribing {
                throw Failure(.unavailable, "\(options.host):\(options.port): \(error)")
            }
        }

        private static func announce(host: String, port: Int, _ publicOrigin: PublicOrigin?) {
            let name = host.contains(":") ? "[\(host)]" : host
            let address = publicOrigin?.text ?? "http://\(name):\(port)"
            var output = StandardOutput()
            output.appendLine("\(address)/")
            try? output.flush()
        }
    }
#endif
