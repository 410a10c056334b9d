import CompassProgram

/// The API of the server: everything below `/api/`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package struct CompassAPI: RequestResponding {
    private let state: any StateChanging
    private let defaults: APIDefaults
    private let table: RouteTable
    private let zones = ZoneCache()
    private let documents: FixedDocuments

    /// - Parameters:
    ///   - state: what there is, and what changes it.
    ///   - defaults: the zone and the time of requests that do not have them.
    package init(state: any StateChanging, defaults: APIDefaults) {
        self.init(state: state, defaults: defaults, table: .all)
    }

    init(state: any StateChanging, defaults: APIDefaults, table: RouteTable) {
        self.state = state
        self.defaults = defaults
        self.table = table
        documents = FixedDocuments(table, defaults)
    }

    /// Returns the response. That to HEAD is that to GET, with its body, which the program does not send.
    package func respond(to request: ServerRequest) async -> ServerResponse {
        do throws(APIError) {
            switch table.match(method: request.method, path: request.path) {
            case .route(let route, let path): return try await respond(to: request, route, path)
            case .otherMethods(let methods): throw APIError(allowed: methods)
            case .nothing:
                throw APIError(404, "There is no such address; GET /api/openapi.json lists all.")
            }
        } catch {
            return error.response
        }
    }

    private func respond(
        to request: ServerRequest, _ route: Route, _ path: [String]
    ) async throws(APIError) -> ServerResponse {
        if route.method != "GET" { try RequestGuard.checkContentType(of: request) }
        let query = try QueryParameters(request.query)
        try query.check(route.parameters)
        let call = RouteCall(
            request: request, query: query, path: path, state: state, snapshot: state.snapshot,
            defaults: defaults, zones: zones, documents: documents)
        if isBrief(route, query) { return try await Self.response(of: route, to: call) }
        // The thread of a connection has others to serve, too.
        return try await withTaskExecutorPreference(globalConcurrentExecutor) {
            () async throws(APIError) in try await Self.response(of: route, to: call)
        }
    }

    /// Returns whether a response takes less time than going to another thread and back.
    private func isBrief(_ route: Route, _ query: QueryParameters) -> Bool {
        guard let lengthening = route.lengtheningParameters else { return false }
        // Many values, each of which is looked up; and the file of a zone, which has to be read.
        return query.count <= 8 && !lengthening.contains(where: query.contains)
            && (query.text("zone").map(zones.keeps) ?? true)
    }

    private static func response(of route: Route, to call: RouteCall) async throws(APIError) -> ServerResponse
    {
        var response = try await route.handler(call)
        guard route.method == "GET", response.status == 200 else {
            response.headers.append(("cache-control", "no-store"))
            return response
        }
        // Responses depend on the time: a copy must be asked for, which is cheap by its tag.
        response.headers.append(("cache-control", "no-cache"))
        guard case .bytes(let bytes) = response.body else { return response }
        response.headers.append(("etag", ETag.of(bytes)))
        return ETag.response(to: call.request, response)
    }
}
