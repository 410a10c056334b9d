import XCTest

@testable import CompassServer

final class ChangeRoutesTests: APITestCase {
    private let state = TestState(allowsChanges: true)

    func testChanges() async throws {
        let api = try api(state)
        let changed = try await respond(
            "/api/posts/a%2Fb+c", method: "PATCH",
            body: #" {"flaggedForReview" : true, "notes":"caf\u00e9 \ud83c\udfc8\n"} "#, by: api)
        let changedText = try await text(changed)
        XCTAssertEqual(changedText, #"{"schemaVersion":1,"generation":7,"undo":3}"# + "\n")
        XCTAssertEqual(changed.headers.first { $0.name == "cache-control" }?.value, "no-store")
        for body in [#"{"notes":null}"#, #"{"flaggedForReview":false}"#, #"{"notes":""}"#] {
            let response = try await respond("/api/posts/1", method: "PATCH", body: body, by: api)
            XCTAssertEqual(response.status, 200)
        }
        let deleted = try await respond("/api/posts/1", method: "DELETE", by: api)
        let deletedText = try await text(deleted)
        XCTAssertEqual(deletedText, #"{"schemaVersion":1,"generation":8,"undo":null}"# + "\n")
        try await expectError(404, "/api/posts/unknown", method: "DELETE", by: api)
        let undone = try await respond("/api/undo/18446744073709551615", method: "POST", by: api)
        XCTAssertEqual(undone.status, 200)
        let synced = try await json(try await respond("/api/social/sync", method: "POST", by: api))
        XCTAssertEqual(synced["newPostCount"] as? Int, 3)
        XCTAssertEqual(
            state.calls,
            [
                "change a/b+c true café 🏈\n", "change 1 - null", "change 1 false -", "change 1 - ",
                "delete 1",
                "delete unknown", "undo 18446744073709551615", "sync",
            ])
    }

    func testBodiesThatAreNotAccepted() async throws {
        let api = try api(state)
        for body in [
            "", "{", "{}", "[]", "null", "1", "{\"notes\":1}", "{\"notes\":true}",
            "{\"flaggedForReview\":null}",
            "{\"flaggedForReview\":\"true\"}", "{\"flagged\":true}", "{\"notes\":\"a\",\"notes\":\"b\"}",
            "{\"notes\":\"a\"}x", "{\"notes\":\"a\",}", "{'notes':1}", "{\"notes\":\"\\ud800\"}",
            "{\"notes\":\"\n\"}",
            "{\"notes\":\"\\x\"}", "{\"notes\"}", "{\"notes\":01}", "{\"notes\":nul}", "{\"notes\":",
            String(repeating: "[", count: 60_000), "{\"\u{1b}\":1}", "\u{feff}{\"notes\":null}",
        ] {
            try await expectError(400, "/api/posts/1", method: "PATCH", body: body, by: api)
        }
        XCTAssertEqual(state.calls, [])
        for number in ["x", "-1", "+1", "18446744073709551616", "1.5"] {
            try await expectError(404, "/api/undo/\(number)", method: "POST", by: api)
        }
    }

    /// Forms of other sites can send the other types without asking.
    func testTypesOfBodies() async throws {
        let api = try api(state)
        func status(_ method: String, _ path: String, _ type: String?, body: String = "{}") async -> Int {
            let headers = type.map { [(name: "content-type", value: $0)] } ?? []
            let request = ServerRequest(method: method, path: path, headers: headers, body: Array(body.utf8))
            return await api.respond(to: request).status
        }
        let changes = [
            ("PATCH", "/api/posts/1"), ("DELETE", "/api/posts/1"), ("POST", "/api/undo/1"),
            ("POST", "/api/social/sync"),
        ]
        for (method, path) in changes {
            for type in [nil, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonx"] {
                let found = await status(method, path, type)
                XCTAssertEqual(found, 415, "\(method) \(path) \(type ?? "-")")
            }
        }
        XCTAssertEqual(state.calls, [])
        for type in ["application/json", "Application/JSON ;charset=UTF-8"] {
            let found = await status("POST", "/api/undo/1", type)
            XCTAssertEqual(found, 200, type)
        }
        let bare = await status("DELETE", "/api/posts/1", nil, body: "")
        XCTAssertEqual(bare, 200, "without a body there is no type")
    }

    func testWithoutPermissionNothingIsAsked() async throws {
        let state = TestState()
        let api = try api(state)
        try await expectError(403, "/api/posts/1", method: "PATCH", body: "{}", by: api)
        try await expectError(403, "/api/posts/1", method: "DELETE", by: api)
        try await expectError(403, "/api/undo/1", method: "POST", by: api)
        XCTAssertEqual(state.calls, [])
    }

    func testEvents() async throws {
        let api = try api(state)
        for (field, _) in [("5", 0), ("x", 0)] {
            let response = try await respond("/api/events", headers: [("last-event-id", field)], by: api)
            XCTAssertEqual(response.status, 200)
            guard case .events = response.body else { return XCTFail("no events") }
            XCTAssertEqual(
                response.headers.first { $0.name == "content-type" }?.value,
                "text/event-stream; charset=utf-8")
            XCTAssertNil(response.headers.first { $0.name == "etag" })
        }
        _ = try await respond("/api/events", method: "HEAD", by: api)
        XCTAssertEqual(state.calls, ["events 5", "events -"])
    }
}
