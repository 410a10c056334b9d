import CompassKernel
import CompassPages
import Foundation
import XCTest

@testable import CompassServer

/// The document and the table of routes say the same, and every documented parameter is one that works.
final class OpenAPITests: APITestCase {
    private func document() async throws -> NSDictionary {
        try await json(try await respond("/api/openapi.json"))
    }

    func testTheDocumentHasEveryRouteAndNoOther() async throws {
        let document = try await document()
        XCTAssertEqual(document["openapi"] as? String, "3.1.0")
        let paths = try XCTUnwrap(document["paths"] as? [String: [String: NSDictionary]])
        var documented: Set<String> = []
        for (path, methods) in paths {
            for (method, operation) in methods {
                documented.insert("\(method.uppercased()) \(path)")
                let route = try XCTUnwrap(
                    RouteTable.all.routes.first { $0.pattern == path && $0.method == method.uppercased() })
                let parameters = operation["parameters"] as? [NSDictionary] ?? []
                XCTAssertEqual(
                    parameters.compactMap { $0["name"] as? String },
                    route.pathParameters + route.parameters.map(\.name), path)
                let responses = try XCTUnwrap(operation["responses"] as? NSDictionary)
                XCTAssertNotNil(responses["200"])
                let success = ["200", "304", "default"]
                let statuses = responses.allKeys.compactMap { $0 as? String }
                    .filter { !success.contains($0) }
                XCTAssertEqual(statuses.sorted(), route.refusals.map(String.init), path)
            }
        }
        XCTAssertEqual(documented, Set(RouteTable.all.routes.map { "\($0.method) \($0.pattern)" }))
        XCTAssertEqual(RouteTable.all.routes.count, documented.count)
        let ids = paths.values.flatMap { $0.values.compactMap { $0["operationId"] as? String } }
        XCTAssertEqual(Set(ids).count, RouteTable.all.routes.count)
        for route in RouteTable.all.routes {
            XCTAssertEqual(Set(route.parameters.map(\.name)).count, route.parameters.count, route.pattern)
        }
    }

    /// What is refused before a route is reached is documented at each of them.
    func testRefusalsOfTheGuardAreDocumented() async throws {
        let token = String(repeating: "a", count: 64)
        func request(
            _ route: Route, _ headers: [(name: String, value: String)], host: String = "localhost:8080",
            isLarge: Bool = false
        ) -> ServerRequest {
            var request = ServerRequest(
                method: route.method, path: route.pattern.replacingOccurrences(of: "{id}", with: "1"),
                headers: [("host", host)] + headers)
            request.isBodyTooLarge = isLarge
            return request
        }
        for route in RouteTable.all.routes {
            let access = AccessToken(token, clockNanos: { 0 })
            let server = WebServer(
                api: try api(), files: WebFiles([]),
                checks: RequestGuard(origins: ServerOrigins(port: 8_080), token: access), isSecure: false)
            let wrong = request(route, [("authorization", "Bearer x")])
            let requests = [
                request(route, [], host: ""), request(route, [], host: "evil.example"),
                request(route, [("origin", "http://evil.example")]), request(route, []),
                request(route, [], isLarge: true), request(route, [("expect", "tea")]),
            ]
            var seen: Set<Int> = []
            for request in requests + Array(repeating: wrong, count: AccessToken.attemptLimit + 1) {
                seen.insert(await server.respond(to: request).status)
            }
            seen.insert(await LateResponder().respond(to: wrong).status)
            XCTAssertEqual(seen, [400, 401, 403, 413, 417, 421, 429, 503], route.pattern)
            XCTAssert(seen.isSubset(of: route.refusals), "\(route.pattern): \(seen)")
        }
    }

    /// What a service, or a table, refuses is documented at each route that changes something.
    func testErrorsOfChangesAreDocumented() throws {
        let source: [SourceError] = [
            .offline, .timedOut, .connection(reason: ""), .signedOut, .forbidden(message: ""),
            .notFound(message: ""), .rateLimited(retryAfter: nil), .server(status: 500, message: ""),
            .incomplete(received: 0, expected: 1...1), .pageTooLarge(maximumByteCount: 1),
            .refused(.emptyID), .cancelled,
        ]
        let table: [PostChangeError] = [
            .unknownPost(id: "1"), .emptyID, .textTooLarge(field: "notes", maximumByteCount: 1),
            .tooManyPosts(maximum: 1),
        ]
        // Only what was deleted can find its place taken.
        let restored: [PostChangeError] = [.placeTaken(id: "1"), .deletedMeanwhile(id: "1")]
        for route in RouteTable.all.routes where route.method != "GET" {
            var errors = source.map { APIError($0) } + [.changesNotAllowed]
            if route.pattern != "/api/social/sync" { errors += table.map { APIError($0) } }
            if route.pattern.hasPrefix("/api/undo/") {
                errors += restored.map { APIError($0) } + [.tooLateToUndo]
            }
            for error in errors {
                XCTAssert(
                    route.refusals.contains(error.status),
                    "\(route.method) \(route.pattern): \(error.status) \(error.message)")
            }
        }
    }

    /// A number that the document leaves out is not accepted.
    func testDocumentedLimitsAreThoseOfTheRoutes() async throws {
        let api = try api()
        for route in RouteTable.all.routes where route.method == "GET" {
            for parameter in route.parameters {
                guard case .number(let limits) = parameter.form else { continue }
                for number in [limits.lowerBound - 1, limits.upperBound + 1, Int.max] {
                    try await expectError(
                        400, "\(route.pattern)?\(parameter.name)=\(number)", by: api,
                        containing: "'\(parameter.name)'")
                }
            }
        }
    }

    func testEveryReferenceLeadsSomewhere() async throws {
        let document = try await document()
        func check(_ value: Any) {
            if let members = value as? [String: Any] {
                if let reference = members["$ref"] as? String {
                    var place: Any? = document
                    for part in reference.dropFirst(2).split(separator: "/") {
                        place = (place as? NSDictionary)?[String(part)]
                    }
                    XCTAssertNotNil(place, reference)
                }
                members.values.forEach(check)
            } else if let elements = value as? [Any] {
                elements.forEach(check)
            }
        }
        check(document)
    }

    /// A value that the form of a parameter allows.
    private func sample(_ parameter: RouteParameter) -> String {
        switch parameter.name {
        case "range" where isPattern(parameter): return "7"
        case "hide": return "events,offers"
        case "days": return "7"
        case "now": return "2026-02-01"
        case "zone": return "Europe/London"
        case "school": return "caa9570b-237c-489b-bbbc-3c54cd40c20a"
        case "coach": return "cb2553e6-4b17-4713-ab4a-7a46493cb27d"
        case "after": return "fAAZL14Uz-qAyYzA3ZGNiYi0zNGRjLTQ1MjAtOWM1Yy0yZDMwODk0NzJlMzIoY7de"
        default: break
        }
        switch parameter.form {
        case .flag: return "true"
        case .words(let words): return words[0]
        case .number(let limits): return "\(limits.upperBound)"
        case .percentage: return "12.5"
        case .text: return "a"
        case .date: return parameter.name == "from" ? "2026-01-01" : "2026-02-01"
        case .instant:
            return parameter.name == "from" ? "2026-01-01T00:00:00Z" : "2026-02-01T00:00:00%2B01:00"
        case .pattern: return "no sample"
        }
    }

    private func isPattern(_ parameter: RouteParameter) -> Bool {
        if case .pattern = parameter.form { true } else { false }
    }

    func testEveryParameterOfEveryRouteIsTaken() async throws {
        // What a parameter requires beside it.
        let companions = [
            "ignore-accents": "&search=a", "all-words": "&search=a", "full-text": "&search=a",
            "days": "&linked",
        ]
        let api = try api()
        for route in RouteTable.all.routes where route.method == "GET" {
            for parameter in route.parameters {
                var target = "\(route.pattern)?\(parameter.name)=\(sample(parameter))"
                if let companion = companions[parameter.name],
                    companion != "&linked" || route.pattern.hasPrefix("/api/feed")
                {
                    target += companion
                }
                let isReport = route.pattern.hasPrefix("/api/report") || route.pattern.hasSuffix("levels")
                if isReport, ["from", "to"].contains(parameter.name) {
                    let other = try XCTUnwrap(
                        route.parameters.first { $0.name == (parameter.name == "from" ? "to" : "from") })
                    target += "&\(other.name)=\(sample(other))"
                }
                let response = try await respond(target, by: api)
                let body = response.status == 200 ? "" : try await text(response)
                XCTAssertEqual(response.status, 200, "\(target) \(body)")
            }
        }
    }

    func testAnswersHaveTheDocumentedKeys() async throws {
        let document = try await document()
        let schemas = try XCTUnwrap(
            (document["components"] as? NSDictionary)?["schemas"] as? [String: NSDictionary])
        /// Compares a value with its schema.
        func check(_ value: Any, _ schema: NSDictionary, _ place: String) {
            if let reference = schema["$ref"] as? String {
                let name = reference.split(separator: "/").last.map(String.init) ?? ""
                guard let schema = schemas[name] else { return XCTFail(name) }
                return check(value, schema, "\(place) (\(name))")
            }
            if let choices = schema["anyOf"] as? [NSDictionary] {
                if !(value is NSNull) { check(value, choices[0], place) }
                return
            }
            if let members = value as? NSDictionary,
                let properties = schema["properties"] as? [String: NSDictionary]
            {
                let keys = Set(members.allKeys.compactMap { $0 as? String })
                XCTAssert(keys.isSubset(of: properties.keys), "\(place): \(keys)")
                XCTAssert(keys.isSuperset(of: schema["required"] as? [String] ?? []), "\(place): \(keys)")
                for (key, property) in properties {
                    if let member = members[key] { check(member, property, "\(place).\(key)") }
                }
            } else if let elements = value as? [Any], let items = schema["items"] as? NSDictionary {
                for element in elements.prefix(20) { check(element, items, place) }
            } else if let types = schema["type"] as? [String] {
                let type =
                    switch value {
                    case is NSNull: "null"
                    case is String: "string"
                    default: "other"
                    }
                XCTAssert(type == "other" || types.contains(type), "\(place): \(value) is not \(types)")
            }
        }
        let paths = try XCTUnwrap(document["paths"] as? [String: [String: NSDictionary]])
        for route in RouteTable.all.routes where route.method == "GET" {
            guard case .json = route.response else { continue }
            let response = try await respond(route.pattern + (route.pattern == "/api/feed" ? "?linked" : ""))
            let operation = paths[route.pattern]?["get"]
            let ok = (operation?["responses"] as? NSDictionary)?["200"] as? NSDictionary
            let content = (ok?["content"] as? NSDictionary)?["application/json"] as? NSDictionary
            check(try await json(response), try XCTUnwrap(content?["schema"] as? NSDictionary), route.pattern)
        }
    }
}
