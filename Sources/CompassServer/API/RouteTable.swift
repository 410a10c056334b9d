/// All routes of the API: requests are dispatched by it, and the document of the API is written from it.
package struct RouteTable: Sendable {
    package let routes: [Route]
    /// The positions of routes without variable parts, by path.
    private let fixed: [String: [Int]]
    /// The patterns with variable parts, split at slashes, with the positions of their routes.
    private let variable: [(parts: [Substring], routes: [Int])]

    package init(_ routes: [Route]) {
        self.routes = routes
        var fixed: [String: [Int]] = [:]
        var variable: [(parts: [Substring], routes: [Int])] = []
        for (index, route) in routes.enumerated() {
            if route.pathParameters.isEmpty {
                fixed[route.pattern, default: []].append(index)
                continue
            }
            let parts = route.pattern.split(separator: "/", omittingEmptySubsequences: false)
            if let known = variable.firstIndex(where: { $0.parts == parts }) {
                variable[known].routes.append(index)
            } else {
                variable.append((parts, [index]))
            }
        }
        self.fixed = fixed
        self.variable = variable
    }

    /// The routes of the server.
    package static let all = RouteTable(
        socialRoutes + feedRoutes + timelineRoutes + activityRoutes + reportRoutes + generalRoutes
            + changeRoutes)

    /// The result of looking a path up.
    enum Match {
        case route(Route, path: [String])
        /// The path is known, with these other methods.
        case otherMethods([String])
        case nothing
    }

    /// Returns the route of a request.
    ///
    /// - Parameter path: still percent-encoded.
    func match(method: String, path: String) -> Match {
        // The response to HEAD is that to GET; the program sends no body.
        let method = method == "HEAD" ? "GET" : method
        if let indices = fixed[path] { return match(method, indices, path: []) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for pattern in variable where pattern.parts.count == parts.count {
            if let values = Self.values(of: parts, pattern.parts) {
                return match(method, pattern.routes, path: values)
            }
        }
        return .nothing
    }

    private func match(_ method: String, _ indices: [Int], path: [String]) -> Match {
        if let index = indices.first(where: { routes[$0].method == method }) {
            return .route(routes[index], path: path)
        }
        return .otherMethods(
            indices.flatMap { routes[$0].method == "GET" ? ["GET", "HEAD"] : [routes[$0].method] })
    }

    /// Returns the decoded values of a pattern's variable parts; nil when the path is another one.
    private static func values(of parts: [Substring], _ pattern: [Substring]) -> [String]? {
        var values: [String] = []
        for (part, wanted) in zip(parts, pattern) {
            if wanted.hasPrefix("{") {
                guard let value = PercentDecoding.decoded(part, plusIsSpace: false), !value.isEmpty else {
                    return nil
                }
                values.append(value)
            } else if part != wanted {
                return nil
            }
        }
        return values
    }
}
