#if Serve
    import CompassServer
    import HTTPTypes
    import HummingbirdCore
    import Logging
    import NIOCore
    import NIOPosix
    import ServiceLifecycle

    /// The socket of the server: reads requests with Hummingbird, and writes the responses of a
    /// ``RequestResponding``.
    @available(macOS 15, *)
    struct HTTPServer: Sendable {
        /// Receives a request, the status of its response and the time until that.
        typealias Log = @Sendable (_ request: ServerRequest, _ status: Int, _ nanos: Int64) -> Void

        private static let connectionLimit = 256
        private static let headerByteLimit = 16 * 1_024
        private static let headerFieldLimit = 100
        private static let idleSeconds: Int64 = 30

        let responder: any RequestResponding
        let host: String
        let port: Int
        /// Receives each request with its response; nil for none.
        let log: Log?

        /// Returns the service that listens until it is ended.
        ///
        /// - Parameter onListening: receives the port.
        func service(onListening: @escaping @Sendable (Int) async -> Void) throws -> any Service {
            let configuration = HTTP1Channel.Configuration(
                additionalChannelHandlers: [RequestDeadline(), HTTP1Rules()],
                idleTimeout: .seconds(Self.idleSeconds),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: Self.headerByteLimit, maxHeaderListSize: Self.headerByteLimit,
                    maxHeaderFieldCount: Self.headerFieldLimit))
            var logger = Logger(label: "compass-serve")
            logger.logLevel = .critical
            let builder = HTTPServerBuilder { responder in
                EventLoopChannel(http: HTTP1Channel(responder: responder, configuration: configuration))
            }
            return try builder.buildServer(
                configuration: ServerConfiguration(
                    address: .hostname(host, port: port),
                    availableConnectionsDelegate: MaximumAvailableConnections(
                        Self.connectionLimit, logger: logger)),
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger,
                responder: { request, writer, channel in
                    try await respond(to: request, writer, channel)
                },
                onServerRunning: { channel in
                    await onListening(channel.localAddress?.port ?? port)
                })
        }

        private func respond(
            to request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel
        ) async throws {
            let start = ContinuousClock.now
            var read = ServerRequest(request.head, peer: channel.remoteAddress?.ipAddress ?? "")
            let isWhole = try await readBody(of: request, into: &read, writer)
            var response = await responder.respond(to: read)
            // What was not read would follow.
            if !isWhole { response.headers.append(("connection", "close")) }
            if let log {
                let elapsed = ContinuousClock.now - start
                let (seconds, attoseconds) = elapsed.components
                log(read, response.status, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
            }
            try await write(response, withoutBody: read.method == "HEAD", request, writer)
            if !isWhole {
                // Requests that have arrived already must not be carried out.
                try await channel.closeFuture.get()
                throw UnreadBody()
            }
        }

        /// The end of a connection on which a body was not read.
        private struct UnreadBody: Error {}

        /// Reads the body of a request, which a client may keep until it is told to send it.
        ///
        /// - Returns: whether all of it was read; what is too large, or comes with an unknown expectation, is
        ///   not.
        private func readBody(
            of request: Request, into read: inout ServerRequest, _ writer: borrowing ResponseWriter
        ) async throws -> Bool {
            let length = request.headers[.contentLength]
            if length == "0" || length == nil && request.headers[.transferEncoding] == nil { return true }
            if let length, Int(length) ?? .max > RequestGuard.bodyLimit {
                read.isBodyTooLarge = true
                return false
            }
            let expectations = read.values(of: "expect")
            if !expectations.isEmpty {
                guard expectations.allSatisfy(RequestGuard.isAccepted(expectation:)) else { return false }
                try await writer.writeInformationalHead(HTTPResponse(status: .continue))
            }
            for try await buffer in request.body {
                read.body += buffer.readableBytesView
                if read.body.count > RequestGuard.bodyLimit {
                    read.body = []
                    read.isBodyTooLarge = true
                    return false
                }
            }
            return true
        }

        private func write(
            _ response: ServerResponse, withoutBody: Bool, _ request: Request,
            _ writer: consuming ResponseWriter
        ) async throws {
            let status = HTTPResponse.Status(code: response.status)
            var head = HTTPResponse(status: status, headerFields: Self.fields(of: response))
            head.headerFields[.date] = HTTPDate.current()
            switch response.body {
            case .bytes(let bytes):
                // 304 has no body, and no length that could differ from that of 200.
                if response.status != 304 { head.headerFields[.contentLength] = String(bytes.count) }
                if withoutBody || response.status == 304 { return try await writer.writeResponse(head) }
                let body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
                try await writer.write(response: head, body: body)
            case .chunks(let produce):
                if withoutBody { return try await writer.writeResponse(head) }
                var body = try await writer.writeHead(head)
                // The thread of a connection has others to serve, too.
                try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    try await produce { chunk in
                        try await body.write(ByteBuffer(bytes: chunk))
                        // A fast reader would let an export keep a thread until its end, and others wait.
                        await Task.yield()
                    }
                }
                try await body.finish(nil)
            case .events(let events):
                if withoutBody { return try await writer.writeResponse(head) }
                var body = try await writer.writeHead(head)
                // Without it a listener stays until its next event, and the server never ends.
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    for await event in events.cancelOnGracefulShutdown() {
                        try await body.write(ByteBuffer(bytes: event))
                    }
                }
                try await body.finish(nil)
            }
        }

        /// The names that nearly every response has, ready to be sent.
        private static let names: [String: HTTPField.Name] = {
            let names = [
                "cache-control", "content-security-policy", "content-type", "cross-origin-opener-policy",
                "cross-origin-resource-policy", "etag", "referrer-policy", "vary", "x-content-type-options",
            ]
            return Dictionary(
                uniqueKeysWithValues: names.compactMap { text in
                    HTTPField.Name(text).map { (text, $0) }
                })
        }()

        private static func fields(of response: ServerResponse) -> HTTPFields {
            var fields = HTTPFields()
            fields.reserveCapacity(response.headers.count + 2)
            for (name, value) in response.headers {
                guard let name = names[name] ?? HTTPField.Name(name) else { continue }
                fields.append(HTTPField(name: name, value: value))
            }
            return fields
        }
    }

    extension ServerRequest {
        /// Creates the request without its body.
        fileprivate init(_ head: HTTPRequest, peer: String) {
            let target = head.path ?? "/"
            let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
            var headers: [(name: String, value: String)] = []
            headers.reserveCapacity(head.headerFields.count + 1)
            // The field `Host`, which has a place of its own in this library; a second one is among the
            // others.
            if let authority = head.authority { headers.append(("host", authority)) }
            for field in head.headerFields { headers.append((field.name.canonicalName, field.value)) }
            self.init(
                method: head.method.rawValue, path: String(target[..<(mark ?? target.endIndex)]),
                query: mark.map { String(target[target.utf8.index(after: $0)...]) } ?? "", headers: headers,
                peer: peer)
        }
    }
#endif
