/// A response, whatever library speaks HTTP.
package struct ServerResponse: Sendable {
    /// The content after the header.
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Written in chunks by a function that calls its argument with each of them, in order; the argument
        /// returns when the chunk has been handed on, and throws when the reader is gone.
        case chunks(@Sendable (_ write: (sending [UInt8]) async throws -> Void) async throws -> Void)
        /// Server-sent events, until the stream or the connection ends.
        case events(AsyncStream<[UInt8]>)
    }

    package var status: Int
    /// The names, in lower case, and values of the header, without length and date.
    package var headers: [(name: String, value: String)]
    package var body: Body

    package init(status: Int = 200, headers: [(name: String, value: String)] = [], body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Creates the response with a JSON document.
    package init(status: Int = 200, json: [UInt8]) {
        self.init(
            status: status, headers: [("content-type", "application/json; charset=utf-8")], body: .bytes(json)
        )
    }
}
