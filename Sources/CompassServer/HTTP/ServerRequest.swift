/// A request as the server has read it, whatever library speaks HTTP.
package struct ServerRequest: Sendable {
    /// The method, in upper case as it was sent.
    package var method: String
    /// The path, still percent-encoded, from its `/`.
    package var path: String
    /// What follows the `?`, still percent-encoded; empty when there is none.
    package var query: String
    /// The names, in lower case, and values of the header, in the order in which they were sent.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// Whether the body has more bytes than ``RequestGuard/bodyLimit``; it was then not read to its end.
    package var isBodyTooLarge = false
    /// The address of the other side, without its port; empty when it is unknown.
    package var peer: String

    package init(
        method: String, path: String, query: String = "", headers: [(name: String, value: String)] = [],
        body: [UInt8] = [], peer: String = ""
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.peer = peer
    }

    /// Returns the values of a header.
    ///
    /// - Parameter name: the name in lower case.
    package func values(of name: String) -> [String] {
        headers.lazy.filter { $0.name == name }.map(\.value)
    }

    /// Returns the only value of a header; nil when there is none, or several.
    ///
    /// - Parameter name: the name in lower case.
    package func value(of name: String) -> String? {
        var found: String?
        for header in headers where header.name == name {
            if found != nil { return nil }
            found = header.value
        }
        return found
    }
}
