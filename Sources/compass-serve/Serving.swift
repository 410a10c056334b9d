#if Serve
    import CCompass
    import CompassKernel
    import CompassProgram
    import CompassServer
    import Dispatch
    import Logging
    import ServiceLifecycle
    import UnixSignals

    /// The run of `compass serve`: the tables, the socket, and the signals that end both.
    @available(macOS 15, *)
    struct Serving {
        private let options: ServeOptions
        private let zone: ZoneOffsets
        private let token: AccessToken?
        private let publicOrigin: PublicOrigin?

        init(_ options: ServeOptions) throws {
            self.options = options
            zone = try options.moment.resolvedZone()
            token = try options.tokenFile.map { AccessToken(try TokenFile.token(at: $0)) }
            publicOrigin = try options.publicOrigin.map { text in
                guard let origin = PublicOrigin(text) else {
                    throw Failure(
                        .usage,
                        "'--public-origin': a scheme and a host are accepted, such as "
                            + "https://compass.example.org")
                }
                return origin
            }
        }

        /// Serves until a signal ends the process.
        func run() throws -> Never {
            let state = try ServedTables(options)
            Task.detached { [self] in
                do {
                    try await serve(state)
                    OperatingSystem.exitProcess(0)
                } catch {
                    let failure = failure(error)
                    for message in failure.messages { StandardError.writeLine("Error: \(message)") }
                    OperatingSystem.exitProcess(failure.status.rawValue)
                }
            }
            dispatchMain()
        }

        private func serve(_ tables: ServedTables) async throws {
            let responder = LateResponder()
            let log: HTTPServer.Log = { request, status, nanos in
                RequestLog.write(request, status: status, nanos: nanos)
            }
            let server = HTTPServer(
                responder: responder, host: options.host, port: options.port, log: options.quiet ? nil : log)
            let listening = try server.service { port in
                responder.set(web(tables, port: port))
                announce(port: port)
                // Reading begins only now, so that browsers find the server at once.
                tables.beginReading()
            }
            var logger = Logger(label: "compass-serve")
            logger.logLevel = .critical
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: [
                        .init(service: tables, successTerminationBehavior: .gracefullyShutdownGroup),
                        .init(service: listening),
                    ],
                    gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
            try await group.run()
        }

        private func web(_ tables: ServedTables, port: Int) -> WebServer {
            let fixedNow = options.moment.now == nil ? nil : options.moment.resolvedNow(in: zone)
            return WebServer(
                api: CompassAPI(
                    state: tables.state,
                    defaults: APIDefaults(zone: zone, now: fixedNow, version: COMPASS_VERSION)),
                files: .embedded,
                checks: RequestGuard(
                    origins: ServerOrigins(port: port, publicOrigin: publicOrigin), token: token),
                isSecure: publicOrigin?.isSecure ?? false)
        }

        private func announce(port: Int) {
            if options.quiet { return }
            let name = options.host.contains(":") ? "[\(options.host)]" : options.host
            let line = Array("\(publicOrigin?.text ?? "http://\(name):\(port)")/\n".utf8)
            // Not by StandardOutput, which ends the program when its reader is gone.
            line.withUnsafeBytes { line in try? OperatingSystem.writeAll(line, to: 1) }
        }

        private func failure(_ error: any Error) -> Failure {
            if let failure = error as? Failure { return failure }
            return Failure(
                .unavailable,
                "\(options.host):\(options.port): cannot be listened on: \(error); is the port taken?")
        }
    }
#endif
