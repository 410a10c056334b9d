import CompassKernel

/// The checks that a request passes before its response is made: where it was sent, by whom, and how.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package struct RequestGuard: Sendable {
    /// The largest body of a request, in bytes.
    package static let bodyLimit = 64 * 1_024
    static let cookieName = "compass-session"

    private let origins: ServerOrigins
    private let token: AccessToken?

    /// - Parameters:
    ///   - origins: the names of the server.
    ///   - token: the secret that requests for data must have; nil when none is required.
    package init(origins: ServerOrigins, token: AccessToken?) {
        self.origins = origins
        self.token = token
    }

    /// Returns the statuses of requests with a method that are refused before their route: by this guard, for
    /// a query that is not accepted, and while the server or its tables are not there yet.
    static func refusals(of method: String) -> [Int] {
        [400, 401, 403, 413, 417, 421, 429, 503] + (method == "GET" ? [] : [415])
    }

    /// - Throws: ``APIError`` for a request that was sent to another name, whose body is too large, or that
    ///   expects something that the server does not have.
    func checkTarget(of request: ServerRequest) throws(APIError) {
        guard let host = request.value(of: "host"), !host.isEmpty else {
            throw APIError(400, "Exactly one Host is required, and no other one in the target.")
        }
        guard origins.hosts.contains(host.lowercased()) else {
            throw APIError(421, "This server has no host of that name; --public-origin adds one.")
        }
        if request.isBodyTooLarge || request.body.count > Self.bodyLimit {
            throw APIError(413, "The body of a request may have \(Self.bodyLimit) bytes.")
        }
        guard request.values(of: "expect").allSatisfy(Self.isAccepted(expectation:)) else {
            throw APIError(417, "Expect: 100-continue is accepted.")
        }
    }

    /// Returns whether a value of `Expect` is the only one that there is (RFC 9110, 10.1.1).
    package static func isAccepted(expectation: String) -> Bool { expectation.lowercased() == "100-continue" }

    /// - Throws: ``APIError`` for a request without the token.
    func checkAccess(of request: ServerRequest) throws(APIError) {
        guard let token else { return }
        // Other programs of the same host can set cookies of this name, which then come first.
        if Self.cookies(of: request).contains(where: token.isSession) { return }
        guard let given = Self.bearer(of: request) else {
            throw APIError(401, "A token is required: Authorization: Bearer, or the form at /login.")
        }
        if try accepts(given, token, request) { return }
        throw APIError(401, "The token is wrong.")
    }

    /// Returns the header field that begins a session, for the right token.
    ///
    /// - Throws: ``APIError`` for a wrong one.
    func session(for given: String, _ request: ServerRequest, isSecure: Bool) throws(APIError) -> String {
        guard let token else { throw APIError(404, "This server requires no token.") }
        guard try accepts(given, token, request) else { throw APIError(401, "The token is wrong.") }
        return "\(Self.cookieName)=\(token.cookie); Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000"
            + (isSecure ? "; Secure" : "")
    }

    /// - Throws: ``APIError`` for a request that a page of another site may have sent.
    func checkOrigin(
        of request: ServerRequest, _ message: String = "Changes are accepted from this server's own pages."
    ) throws(APIError) {
        let sent = request.values(of: "origin")
        if sent.count > 1 || sent.contains(where: { !origins.origins.contains($0.lowercased()) }) {
            throw APIError(403, message)
        }
        let sites = request.values(of: "sec-fetch-site")
        if sites.count > 1 || sites.contains(where: { $0 != "same-origin" && $0 != "none" }) {
            throw APIError(403, message)
        }
    }

    /// - Throws: ``APIError`` for a request for data that a page of another site has sent: it cannot read the
    ///   response, but could measure the time of a search, or keep the server busy. A person may follow a
    ///   link from there.
    func checkReader(of request: ServerRequest) throws(APIError) {
        let isNavigation =
            request.value(of: "sec-fetch-mode") == "navigate"
            && request.value(of: "sec-fetch-dest") == "document"
        if isNavigation, request.values(of: "origin").isEmpty { return }
        try checkOrigin(of: request, "Data are sent to this server's own pages.")
    }

    /// - Throws: ``APIError`` for a body of a form, which other sites can send without asking.
    static func checkContentType(of request: ServerRequest) throws(APIError) {
        // Without a body there is no type; those of other sites are then stopped by the method.
        if request.method == "DELETE", request.body.isEmpty { return }
        guard let type = request.value(of: "content-type"), mediaType(type) == "application/json" else {
            throw APIError(415, "Content-Type: application/json is required.")
        }
    }

    private func accepts(
        _ given: String, _ token: AccessToken, _ request: ServerRequest
    ) throws(APIError) -> Bool {
        do throws(AccessToken.TooManyAttempts) {
            return try token.accepts(given, from: request.peer)
        } catch {
            throw APIError(
                429, "There were too many wrong tokens; try again in \(error.retryAfterSeconds) s.",
                retryAfter: error.retryAfterSeconds)
        }
    }

    private static func bearer(of request: ServerRequest) -> String? {
        guard let field = request.value(of: "authorization") else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    /// Returns the values of all cookies with the name of the session's.
    private static func cookies(of request: ServerRequest) -> [String] {
        var values: [String] = []
        for field in request.values(of: "cookie") {
            for pair in field.split(separator: ";") {
                let text = pair.drop { $0 == " " }
                if text.hasPrefix(cookieName + "=") {
                    values.append(String(text.dropFirst(cookieName.count + 1)))
                }
            }
        }
        return values
    }

    static func mediaType(_ field: String) -> String {
        let type = field.prefix { $0 != ";" }
        return type.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}
