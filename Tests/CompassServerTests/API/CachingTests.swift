import CompassKernel
import Foundation
import XCTest

@testable import CompassServer

final class CachingTests: APITestCase {
    private func value(_ name: String, of response: ServerResponse) -> String? {
        response.headers.first { $0.name == name }?.value
    }

    func testEveryDocumentHasATagOfItsBytes() async throws {
        for path in [
            "social", "feed", "schools", "status", "texts", "openapi.json", "report.csv", "timeline.svg",
        ] {
            let target = "/api/" + path
            let first = try await respond(target)
            XCTAssertEqual(first.status, 200, target)
            let tag = try XCTUnwrap(value("etag", of: first), target)
            let content = try await bytes(first)
            XCTAssertEqual(ETag.of(content), tag)
            XCTAssertEqual(value("cache-control", of: first), "no-cache")
            for field in [tag, "W/\(tag)", "*", "\"other\", \(tag)"] {
                let second = try await respond(target, headers: [("if-none-match", field)])
                XCTAssertEqual(second.status, 304, "\(target) \(field)")
                let nothing = try await bytes(second)
                XCTAssertEqual(nothing, [])
                XCTAssertEqual(value("etag", of: second), tag)
                XCTAssertEqual(value("cache-control", of: second), "no-cache")
                XCTAssertNil(value("content-type", of: second))
            }
            let other = try await respond(target, headers: [("if-none-match", "\"other\"")])
            XCTAssertEqual(other.status, 200)
        }
    }

    func testAnotherAnswerHasAnotherTag() async throws {
        let state = TestState(try Self.tiny.get())
        let api = try api(state)
        let first = value("etag", of: try await respond("/api/status", by: api))
        state.snapshot.generation += 1
        let second = value("etag", of: try await respond("/api/status", by: api))
        XCTAssertNotEqual(first, second)
    }

    /// One feed is kept; it is not taken for another one.
    func testLimitedFeedsFollowEachOther() throws {
        let activity = try XCTUnwrap(Self.tiny.get().activity.value)
        for limit in [2, 1, 1, 2, 0] {
            XCTAssertEqual(activity.feed(limitPerTable: limit).count, 3 * limit)
        }
        XCTAssertEqual(activity.feed(limitPerTable: nil).count, activity.feed.count)
    }

    func testTheResponseToHEADIsThatToGET() async throws {
        for path in ["social", "feed.csv", "status"] {
            let get = try await respond("/api/" + path)
            let head = try await respond("/api/" + path, method: "HEAD")
            XCTAssertEqual(head.status, 200)
            XCTAssertEqual(head.headers.map(\.name), get.headers.map(\.name))
            XCTAssertEqual(head.headers.map(\.value), get.headers.map(\.value))
        }
    }

    /// Who sends a method that an address does not have learns which it has, whatever the body is.
    func testOtherMethodsOfEveryRoute() async throws {
        let server = WebServer(
            api: try api(), files: WebFiles([]),
            checks: RequestGuard(origins: ServerOrigins(port: 8_080), token: nil), isSecure: false)
        for route in RouteTable.all.routes {
            let path = route.pattern.replacingOccurrences(of: "{id}", with: "1")
                .replacingOccurrences(of: "{undo}", with: "1")
            let accepted = RouteTable.all.routes.filter { $0.pattern == route.pattern }
                .flatMap { $0.method == "GET" ? ["GET", "HEAD"] : [$0.method] }
            for method in ["GET", "POST", "PATCH", "DELETE", "OPTIONS", "TRACE", "PUT"]
            where !accepted.contains(method) {
                let response = await server.respond(
                    to: ServerRequest(method: method, path: path, headers: [("host", "localhost:8080")]))
                XCTAssertEqual(response.status, 405, "\(method) \(path)")
                XCTAssertEqual(value("allow", of: response), accepted.joined(separator: ", "))
            }
        }
    }

    func testOtherMethodsAndAddresses() async throws {
        for (method, target, allowed) in [
            ("POST", "/api/social", "GET, HEAD"), ("DELETE", "/api/social/sync", "POST"),
            ("GET", "/api/posts/1", "PATCH, DELETE"), ("HEAD", "/api/undo/3", "POST"),
            ("BREW", "/api/feed", "GET, HEAD"),
        ] {
            let response = try await respond(target, method: method)
            XCTAssertEqual(response.status, 405, target)
            XCTAssertEqual(value("allow", of: response), allowed)
            XCTAssertEqual(value("cache-control", of: response), "no-store")
        }
        for target in [
            "/api", "/api/", "/api/social/", "/api//social", "/API/social", "/api/soc%69al", "/api/posts",
            "/api/posts/", "/api/posts/1/2", "/api/posts/%ff", "/", "",
        ] {
            try await expectError(404, target)
        }
    }
}
