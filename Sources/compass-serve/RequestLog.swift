#if Serve
    import CompassKernel
    import CompassProgram
    import CompassServer

    /// The lines that tell of requests: no query, which holds what people search for, and no token.
    enum RequestLog {
        /// The longest part of a path that is printed, in bytes.
        private static let pathLimit = 80

        static func write(_ request: ServerRequest, status: Int, nanos: Int64) {
            let time = Timestamp(micros: OperatingSystem.clockMicros())
            let micros = DisplayText.grouped(Int(nanos / 1_000))
            StandardError.writeLine("\(time) \(status) \(method(request)) \(path(request)) \(micros) us")
        }

        private static func method(_ request: ServerRequest) -> String { String(request.method.prefix(10)) }

        /// A path is percent-encoded; other bytes than those of a URL are not printed.
        private static func path(_ request: ServerRequest) -> String {
            let shown = request.path.utf8.prefix(pathLimit).map { 0x21...0x7e ~= $0 ? $0 : UInt8(ascii: "?") }
            return String(decoding: shown, as: UTF8.self) + (request.path.utf8.count > pathLimit ? "..." : "")
        }
    }
#endif
