import CompassKernel

/// The whole server without its socket: each request is checked, then the app's files, the form of the token,
/// or the API respond.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package struct WebServer: RequestResponding {
    private static let readingMethods = ["GET", "HEAD"]

    private let api: any RequestResponding
    private let files: WebFiles
    private let checks: RequestGuard
    private let isSecure: Bool

    /// - Parameters:
    ///   - api: the responses to paths below `/api/`.
    ///   - files: the app.
    ///   - checks: what a request must fulfil.
    ///   - isSecure: whether browsers reach the server by https, so that they may send its cookie only there.
    package init(api: any RequestResponding, files: WebFiles, checks: RequestGuard, isSecure: Bool) {
        self.api = api
        self.files = files
        self.checks = checks
        self.isSecure = isSecure
    }

    package func respond(to request: ServerRequest) async -> ServerResponse {
        var response: ServerResponse
        do throws(APIError) {
            response = try await checkedResponse(to: request)
        } catch {
            response = error.response
        }
        await ServerCompression.apply(to: &response, for: request)
        SecurityHeaders.apply(to: &response)
        return response
    }

    private func checkedResponse(to request: ServerRequest) async throws(APIError) -> ServerResponse {
        try checks.checkTarget(of: request)
        let reads = Self.readingMethods.contains(request.method)
        if !reads { try checks.checkOrigin(of: request) }
        if request.path == "/login", !reads { return try beginSession(request) }
        guard request.path == "/api" || request.path.hasPrefix("/api/") else {
            guard reads else { throw APIError(allowed: Self.readingMethods) }
            return try files.response(to: request)
        }
        if reads { try checks.checkReader(of: request) }
        try checks.checkAccess(of: request)
        return await api.respond(to: request)
    }

    /// Returns the response to the form of the token: a session, and a redirection to the first page.
    private func beginSession(_ request: ServerRequest) throws(APIError) -> ServerResponse {
        guard request.method == "POST" else { throw APIError(allowed: Self.readingMethods + ["POST"]) }
        let type = RequestGuard.mediaType(request.value(of: "content-type") ?? "")
        guard type == "application/x-www-form-urlencoded" else {
            throw APIError(415, "Content-Type: application/x-www-form-urlencoded is required.")
        }
        // A token has no character that a form encodes.
        let body = String(decoding: request.body, as: UTF8.self)
        let field = body.split(separator: "&").first { $0.hasPrefix("token=") }?.dropFirst("token=".count)
        let cookie = try checks.session(for: String(field ?? ""), request, isSecure: isSecure)
        return ServerResponse(
            status: 303,
            headers: [("location", "/"), ("set-cookie", cookie), ("cache-control", "no-store")],
            body: .bytes([]))
    }
}
