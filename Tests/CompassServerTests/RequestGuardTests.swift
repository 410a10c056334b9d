import CompassServer
import XCTest

/// What a request must fulfil before its response is made, line by line of the documented rules.
final class RequestGuardTests: XCTestCase {
    private struct Echo: RequestResponding {
        func respond(to request: ServerRequest) async -> ServerResponse {
            ServerResponse(json: Array(#"{"method":"\#(request.method)"}"#.utf8))
        }
    }

    private static let token = String(repeating: "a1", count: 32)

    private func server(
        token: String? = nil, publicOrigin: String? = nil, clock: @escaping @Sendable () -> Int64 = { 0 }
    ) throws -> WebServer {
        let origin = try publicOrigin.map { try XCTUnwrap(PublicOrigin($0)) }
        return WebServer(
            api: Echo(),
            files: WebFiles([
                ("index.html", "text/html; charset=utf-8", Array("<!doctype html>".utf8)),
                ("app.js", "text/javascript; charset=utf-8", Array("export {}".utf8)),
            ]),
            checks: RequestGuard(
                origins: ServerOrigins(port: 8_080, publicOrigin: origin),
                token: token.map { AccessToken($0, clockNanos: clock) }),
            isSecure: origin?.isSecure ?? false)
    }

    private func request(
        _ method: String = "GET", _ path: String = "/api/social", host: String? = "127.0.0.1:8080",
        _ headers: [(name: String, value: String)] = [], body: String = "", peer: String = "127.0.0.1"
    ) -> ServerRequest {
        ServerRequest(
            method: method, path: path, headers: (host.map { [("host", $0)] } ?? []) + headers,
            body: Array(body.utf8), peer: peer)
    }

    func testHostsThatAreOurs() async throws {
        let server = try server(publicOrigin: "https://Compass.example.org:443")
        for host in [
            "127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080", "compass.example.org",
        ] {
            let response = await server.respond(to: request(host: host))
            XCTAssertEqual(response.status, 200, host)
        }
        for host in [
            "evil.example", "127.0.0.1", "127.0.0.1:8081", "localhost", "compass.example.org:8080",
            "127.0.0.1:8080.evil.example", "127.0.0.1:8080@evil.example", " 127.0.0.1:8080",
        ] {
            let response = await server.respond(to: request(host: host))
            XCTAssertEqual(response.status, 421, host)
        }
        let none = await server.respond(to: request(host: nil))
        XCTAssertEqual(none.status, 400)
        let empty = await server.respond(to: request(host: ""))
        XCTAssertEqual(empty.status, 400)
        let two = await server.respond(to: request(host: "127.0.0.1:8080", [("host", "127.0.0.1:8080")]))
        XCTAssertEqual(two.status, 400)
    }

    func testChangesComeFromOwnPages() async throws {
        let server = try server()
        let json = [("content-type", "application/json")]
        func status(_ headers: [(String, String)], _ method: String = "PATCH") async -> Int {
            await server.respond(
                to: request(method, "/api/posts/p1", headers.map { (name: $0.0, value: $0.1) }, body: "{}")
            ).status
        }
        let cases: [([(String, String)], Int)] = [
            (json, 200),
            (json + [("origin", "http://127.0.0.1:8080"), ("sec-fetch-site", "same-origin")], 200),
            (json + [("origin", "http://localhost:8080")], 200),
            (json + [("sec-fetch-site", "none")], 200),
            (json + [("origin", "http://127.0.0.1:8081")], 403),
            (json + [("origin", "null")], 403),
            (json + [("origin", "https://127.0.0.1:8080")], 403),
            (json + [("origin", "http://127.0.0.1:8080"), ("origin", "http://evil.example")], 403),
            (json + [("sec-fetch-site", "cross-site")], 403),
            (json + [("sec-fetch-site", "same-site")], 403),
        ]
        for (headers, expected) in cases {
            let found = await status(headers)
            XCTAssertEqual(found, expected, "\(headers)")
        }
        let foreign = await status([("origin", "http://evil.example")], "DELETE")
        XCTAssertEqual(foreign, 403)
    }

    func testPagesOfOtherSitesAskForNothing() async throws {
        let server = try server()
        let cases: [([(name: String, value: String)], Int)] = [
            ([("origin", "http://evil.example")], 403),
            ([("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")], 403),
            (
                [
                    ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"),
                    ("sec-fetch-dest", "iframe"),
                ], 403
            ),
            (
                [
                    ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"),
                    ("sec-fetch-dest", "document"),
                ], 200
            ),
            ([("origin", "http://localhost:8080"), ("sec-fetch-site", "same-origin")], 200),
            ([("sec-fetch-site", "none")], 200),
        ]
        for (headers, expected) in cases {
            let data = await server.respond(to: request(headers))
            XCTAssertEqual(data.status, expected, "\(headers)")
            let page = await server.respond(to: request("GET", "/social", headers))
            XCTAssertEqual(page.status, 200, "\(headers)")
        }
    }

    func testLargeBodiesAreRefused() async throws {
        let server = try server()
        let json = [(name: "content-type", value: "application/json")]
        let most = String(repeating: " ", count: RequestGuard.bodyLimit)
        let whole = await server.respond(to: request("PATCH", "/api/posts/p1", json, body: most))
        XCTAssertEqual(whole.status, 200)
        let more = await server.respond(to: request("PATCH", "/api/posts/p1", json, body: most + " "))
        XCTAssertEqual(more.status, 413)
    }

    func testDataRequiresTheToken() async throws {
        let server = try server(token: Self.token)
        let none = await server.respond(to: request())
        XCTAssertEqual(none.status, 401)
        XCTAssertEqual(none.headers.first { $0.name == "www-authenticate" }?.value, "Bearer")
        let right = await server.respond(to: request([("authorization", "Bearer " + Self.token)]))
        XCTAssertEqual(right.status, 200)
        for wrong in ["Bearer x", "Bearer \(Self.token)0", "Basic \(Self.token)", Self.token, "Bearer"] {
            let response = await server.respond(to: request([("authorization", wrong)]))
            XCTAssertEqual(response.status, 401, wrong)
        }
        // The app itself holds no data.
        let app = await server.respond(to: request("GET", "/app.js"))
        XCTAssertEqual(app.status, 200)
    }

    private func request(_ headers: [(name: String, value: String)]) -> ServerRequest {
        request("GET", "/api/social", headers)
    }

    func testTheFormBeginsASession() async throws {
        let server = try server(token: Self.token, publicOrigin: "https://compass.example.org")
        let form = [(name: "content-type", value: "application/x-www-form-urlencoded")]
        let wrong = await server.respond(to: request("POST", "/login", form, body: "token=x"))
        XCTAssertEqual(wrong.status, 401)
        let right = await server.respond(to: request("POST", "/login", form, body: "token=" + Self.token))
        XCTAssertEqual(right.status, 303)
        let cookie = try XCTUnwrap(right.headers.first { $0.name == "set-cookie" }?.value)
        for part in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/"] {
            XCTAssert(cookie.contains(part), part)
        }
        XCTAssertFalse(cookie.contains(Self.token))
        let pair = try XCTUnwrap(cookie.split(separator: ";").first)
        let asked = await server.respond(to: request([("cookie", "other=1; \(pair)")]))
        XCTAssertEqual(asked.status, 200)
        let second = await server.respond(to: request([("cookie", "compass-session=x; \(pair)")]))
        XCTAssertEqual(second.status, 200, "another program of this host has set one, too")
        let altered = await server.respond(to: request([("cookie", pair.dropLast() + "x")]))
        XCTAssertEqual(altered.status, 401)
        let foreign = await server.respond(
            to: request(
                "POST", "/login", form + [("origin", "http://evil.example")], body: "token=" + Self.token))
        XCTAssertEqual(foreign.status, 403)
    }

    func testTenWrongTokensAMinute() async throws {
        final class Time: @unchecked Sendable { var nanos: Int64 = 0 }
        let time = Time()
        let server = try server(token: Self.token, clock: { time.nanos })
        let right = [(name: "authorization", value: "Bearer " + Self.token)]
        let wrong = [(name: "authorization", value: "Bearer wrong")]
        for _ in 0..<AccessToken.attemptLimit {
            let response = await server.respond(to: request(wrong))
            XCTAssertEqual(response.status, 401)
        }
        let more = await server.respond(to: request(wrong))
        XCTAssertEqual(more.status, 429)
        XCTAssertEqual(more.headers.first { $0.name == "retry-after" }?.value, "61")
        let known = await server.respond(to: request(right))
        XCTAssertEqual(known.status, 200, "all clients of a proxy have this address")
        let other = await server.respond(to: request("GET", "/api/social", wrong, peer: "192.0.2.7"))
        XCTAssertEqual(other.status, 401, "another address is not locked out")
        time.nanos = 60_000_000_000
        let later = await server.respond(to: request(wrong))
        XCTAssertEqual(later.status, 401)
    }

    func testRightTokensAreNotCounted() async throws {
        let server = try server(token: Self.token)
        for number in 0..<3 * AccessToken.attemptLimit {
            let response = await server.respond(
                to: request([("authorization", "Bearer " + Self.token)]))
            XCTAssertEqual(response.status, 200, "\(number)")
        }
        let wrong = await server.respond(to: request([("authorization", "Bearer wrong")]))
        XCTAssertEqual(wrong.status, 401)
    }

    /// Any machine can choose the second half of its address.
    func testWrongTokensAreCountedByNetwork() async throws {
        let server = try server(token: Self.token)
        let wrong = [(name: "authorization", value: "Bearer wrong")]
        for number in 0..<AccessToken.attemptLimit {
            let response = await server.respond(
                to: request("GET", "/api/social", wrong, peer: "2001:db8:0:7::\(number)"))
            XCTAssertEqual(response.status, 401)
        }
        for (peer, status) in [("2001:db8:0:7:a:b:c:d", 429), ("2001:db8:0:8::1", 401)] {
            let response = await server.respond(to: request("GET", "/api/social", wrong, peer: peer))
            XCTAssertEqual(response.status, status, peer)
        }
    }

    func testABodyThatIsNotReadIsRefusedAfterTheHost() async throws {
        let server = try server()
        for (host, status) in [("127.0.0.1:8080", 413), ("evil.example", 421)] {
            var request = request("PATCH", "/api/posts/p1", host: host)
            request.isBodyTooLarge = true
            let response = await server.respond(to: request)
            XCTAssertEqual(response.status, status)
        }
    }

    func testExpectations() async throws {
        let server = try server()
        for (expected, status) in [("100-continue", 200), ("100-Continue", 200), ("200-ok", 417), ("", 417)] {
            let response = await server.respond(to: request([("expect", expected)]))
            XCTAssertEqual(response.status, status, expected)
        }
    }

    func testOtherMethodsOfPages() async throws {
        let server = try server()
        for (method, path, allowed) in [
            ("POST", "/", "GET, HEAD"), ("OPTIONS", "/app.js", "GET, HEAD"), ("OPTIONS", "*", "GET, HEAD"),
            ("DELETE", "/login", "GET, HEAD, POST"),
        ] {
            let response = await server.respond(to: request(method, path))
            XCTAssertEqual(response.status, 405, path)
            XCTAssertEqual(response.headers.first { $0.name == "allow" }?.value, allowed, path)
        }
    }

    func testAServerThatStartsIsGuardedAsWell() async throws {
        let late = LateResponder()
        let early = await late.respond(to: request())
        XCTAssertEqual(early.status, 503)
        XCTAssertEqual(early.headers.first { $0.name == "retry-after" }?.value, "1")
        XCTAssertEqual(early.headers.first { $0.name == "x-content-type-options" }?.value, "nosniff")
        XCTAssertEqual(
            early.headers.first { $0.name == "content-security-policy" }?.value, SecurityHeaders.pagePolicy)
        late.set(try server())
        let response = await late.respond(to: request())
        XCTAssertEqual(response.status, 200)
    }

    func testEveryResponseHasTheFieldsOfSecurity() async throws {
        let server = try server()
        for path in ["/", "/app.js", "/api/social", "/nowhere", "/nowhere.js", "/social/analytics"] {
            for host in ["127.0.0.1:8080", "evil.example"] {
                let response = await server.respond(to: request("GET", path, host: host))
                let fields = Dictionary(
                    response.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $0 + $1 })
                XCTAssertEqual(fields["x-content-type-options"], "nosniff", path)
                XCTAssertEqual(fields["referrer-policy"], "no-referrer", path)
                XCTAssertEqual(fields["cross-origin-opener-policy"], "same-origin", path)
                XCTAssertEqual(fields["cross-origin-resource-policy"], "same-origin", path)
                XCTAssertEqual(fields["content-security-policy"], SecurityHeaders.pagePolicy, path)
                XCTAssertNil(fields["access-control-allow-origin"], path)
            }
        }
    }

    func testPagesAndFiles() async throws {
        let server = try server()
        for path in WebFiles.pagePaths {
            let response = await server.respond(to: request("GET", path))
            XCTAssertEqual(response.status, 200, path)
        }
        for (path, status) in [
            ("/app.js", 200), ("/index.html", 404), ("/other.js", 404), ("/schools/s1", 404),
            ("//app.js", 404),
            ("/../app.js", 404), ("/%2e%2e/app.js", 404),
        ] {
            let response = await server.respond(to: request("GET", path))
            XCTAssertEqual(response.status, status, path)
        }
        let post = await server.respond(
            to: request("POST", "/", [("content-type", "application/json")], body: "{}"))
        XCTAssertEqual(post.status, 405)
    }

    func testAFileThatTheBrowserHasIsNotSentAgain() async throws {
        let server = try server()
        let first = await server.respond(to: request("GET", "/app.js"))
        let tag = try XCTUnwrap(first.headers.first { $0.name == "etag" }?.value)
        for known in [tag, "\"other\", \(tag)", "W/\(tag)", "*"] {
            let second = await server.respond(to: request("GET", "/app.js", [("if-none-match", known)]))
            XCTAssertEqual(second.status, 304, known)
            guard case .bytes(let bytes) = second.body else { return XCTFail("no bytes") }
            XCTAssert(bytes.isEmpty)
        }
        let other = await server.respond(to: request("GET", "/app.js", [("if-none-match", "\"other\"")]))
        XCTAssertEqual(other.status, 200)
    }

    func testOriginsOfAProxy() {
        for (text, authority) in [
            ("https://compass.example.org", "compass.example.org"), ("HTTP://a.b:80", "a.b"),
            ("https://a.b:8443", "a.b:8443"), ("http://[::1]:9000", "[::1]:9000"),
        ] { XCTAssertEqual(PublicOrigin(text)?.authority, authority, text) }
        for text in [
            "", "compass.example.org", "https://", "https://a/b", "ftp://a", "https://a b", "https://u@a",
        ] {
            XCTAssertNil(PublicOrigin(text), text)
        }
    }
}
