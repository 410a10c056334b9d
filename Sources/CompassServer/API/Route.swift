import CompassKernel
import CompassProgram

/// One method of one address of the API: its parameters, its kind of response, and the code that responds.
package struct Route: Sendable {
    /// The kind of a response.
    package enum ResponseKind: Sendable {
        /// A document of this type.
        case json(any KeyedValue.Type)
        /// A document that is described elsewhere.
        case document
        case csv
        case svg
        case html
        case events
    }

    package let method: String
    /// The path, with the names of its variable parts in braces: `/api/posts/{id}`.
    package let pattern: String
    package let summary: String
    package let parameters: [RouteParameter]
    package let response: ResponseKind
    /// The statuses of all refusals, in ascending order: of the route, and of what is checked before it.
    package let refusals: [Int]
    /// The parameters without which a response takes less time than going to another thread and back, so that it
    /// is made on the thread of the connection; nil if it always takes longer.
    let lengtheningParameters: [String]?
    let handler: @Sendable (RouteCall) async throws(APIError) -> ServerResponse

    init(
        _ method: String, _ pattern: String, _ summary: String, _ parameters: [RouteParameter] = [],
        response: ResponseKind, refusals: [Int] = [], lengthenedBy lengtheningParameters: [String]? = nil,
        handler: @escaping @Sendable (RouteCall) async throws(APIError) -> ServerResponse
    ) {
        self.method = method
        self.pattern = pattern
        self.summary = summary
        self.parameters = parameters
        self.response = response
        self.refusals = Set(RequestGuard.refusals(of: method) + refusals).sorted()
        self.lengtheningParameters = lengtheningParameters
        self.handler = handler
    }

    /// The names of the path's variable parts.
    package var pathParameters: [String] {
        pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }
}

/// A request at its route, with everything that its response is made of. A class, because it is passed on often.
final class RouteCall: Sendable {
    let request: ServerRequest
    let query: QueryParameters
    /// The values of the path's variable parts, in their order.
    let path: [String]
    let state: any StateChanging
    /// The state at one moment: a request never sees two.
    let snapshot: ServerSnapshot
    let defaults: APIDefaults
    let zones: ZoneCache
    let documents: FixedDocuments

    init(
        request: ServerRequest, query: QueryParameters, path: [String], state: any StateChanging,
        snapshot: ServerSnapshot, defaults: APIDefaults, zones: ZoneCache, documents: FixedDocuments
    ) {
        self.request = request
        self.query = query
        self.path = path
        self.state = state
        self.snapshot = snapshot
        self.defaults = defaults
        self.zones = zones
        self.documents = documents
    }

    /// Longer names are not those of files.
    private static let zoneByteCount = 255

    /// Returns the zone of the request, and the time of its page.
    func moment() throws(APIError) -> (now: Timestamp, zone: ZoneOffsets) {
        let zones = self.zones
        let zone = try query.value("zone") { name in
            do {
                if name.utf8.count > Self.zoneByteCount { throw PlainError("the name is too long") }
                return try zones.zone(name)
            } catch {
                throw PlainError("\(error); IANA names like America/New_York, and UTC, are accepted.")
            }
        }
        let now = try query.value("now") { try MomentArgument($0) }
        let resolvedZone = zone ?? defaults.zone
        return (
            now?.timestamp(clock: defaults.clock(), in: resolvedZone) ?? defaults.now ?? defaults.clock(),
            resolvedZone
        )
    }

    /// Returns the tables of a page.
    ///
    /// - Throws: 503 while they are loaded, to be repeated after a second, and when they could not be loaded,
    ///   to be repeated when somebody has mended them.
    func ready<Value>(_ content: ServerSnapshot.Content<Value>) throws(APIError) -> Value {
        switch content {
        case .ready(let value): return value
        case .loading:
            let table = snapshot.loadingTable ?? "tables"
            throw APIError(503, "The tables are being loaded: \(table).", retryAfter: 1, loading: table)
        case .failed(let reason):
            throw APIError(
                503, "The tables of this page could not be loaded: \(DisplayText.harmlessMessage(reason))")
        }
    }

    /// Returns the response with a document: the bytes that the command line prints.
    func response(_ document: some KeyedValue) -> ServerResponse { Self.response(json: document.json()) }

    static func response(json bytes: [UInt8]) -> ServerResponse {
        var bytes = bytes
        bytes.append(UInt8(ascii: "\n"))
        return ServerResponse(json: bytes)
    }

    /// Returns the response with a document that is shown by itself, under a policy of its own.
    static func response(html bytes: [UInt8]) -> ServerResponse {
        ServerResponse(
            headers: [
                ("content-type", "text/html; charset=utf-8"),
                ("content-security-policy", SecurityHeaders.linkingPolicy),
            ], body: .bytes(bytes))
    }

    /// Returns the response with a file to be kept.
    static func response(csv bytes: [UInt8], named name: String) -> ServerResponse {
        ServerResponse(headers: csvHeaders(name), body: .bytes(bytes))
    }

    static func csvHeaders(_ name: String) -> [(name: String, value: String)] {
        [
            ("content-type", "text/csv; charset=utf-8"),
            ("content-disposition", "attachment; filename=\"\(name)\""),
        ]
    }
}

/// An error that is its message.
struct PlainError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
