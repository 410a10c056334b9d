import CompassKernel
import XCTest

@testable import CompassServer

final class LoadingTests: APITestCase {
    private static let pages = [
        "social", "social.csv", "feed", "feed.csv", "timeline", "timeline.csv", "timeline.svg",
        "timeline/levels",
        "activity", "activity.csv", "activity/widget", "report", "report.csv", "schools",
    ]

    func testPagesAnswer503WhileTheirTablesAreLoaded() async throws {
        let state = TestState()
        state.snapshot.loadingTable = "events"
        let api = try api(state)
        for page in Self.pages {
            let response = try await respond("/api/" + page, by: api)
            XCTAssertEqual(response.status, 503, page)
            XCTAssertEqual(response.headers.first { $0.name == "retry-after" }?.value, "1")
            XCTAssertEqual(response.headers.first { $0.name == "cache-control" }?.value, "no-store")
            let document = try await json(response)
            XCTAssertEqual(document["state"] as? String, "loading")
            XCTAssertEqual(document["table"] as? String, "events")
            XCTAssertEqual((document["error"] as? NSDictionary)?["status"] as? Int, 503)
        }
        for other in ["status", "texts", "openapi.json"] {
            let response = try await respond("/api/" + other, by: api)
            XCTAssertEqual(response.status, 200, other)
        }
        // A query is judged before there are tables.
        try await expectError(400, "/api/social?range=no", by: api)
    }

    func testAFailedPageNamesItsTablesAndTheOthersWork() async throws {
        let state = TestState(try Self.tiny.get())
        state.snapshot.posts = .failed(reason: "social_media_posts.json: not JSON\u{1b}")
        let api = try api(state)
        for page in Self.pages where page.hasPrefix("social") || page.hasPrefix("feed") {
            let response = try await respond("/api/" + page, by: api)
            XCTAssertNil(response.headers.first { $0.name == "retry-after" })
            try await expectError(503, "/api/" + page, by: api, containing: "social_media_posts.json")
        }
        for page in ["timeline", "activity", "report"] {
            let response = try await respond("/api/" + page, by: api)
            XCTAssertEqual(response.status, 200, page)
        }
    }

    func testStatus() async throws {
        let state = TestState(try Self.tiny.get(), allowsChanges: true)
        state.snapshot.generation = 12
        state.snapshot.activity = .loading
        state.snapshot.loadingTable = "documents"
        state.snapshot.timeline = .failed(reason: "events: missing")
        state.snapshot.tables = [
            .init(table: "social_media_posts", rows: 9, loaded: 7, skipped: 1, replaced: 1, warnings: 2),
            .init(table: "events", failure: "missing"),
        ]
        let status = try await json(try await respond("/api/status", by: try api(state)))
        XCTAssertEqual(status["state"] as? String, "loading")
        XCTAssertEqual(status["loadingTable"] as? String, "documents")
        XCTAssertEqual(status["generation"] as? Int, 12)
        XCTAssertEqual(status["version"] as? String, "1.2.3")
        XCTAssertEqual(status["allowsChanges"] as? Bool, true)
        XCTAssertEqual(status["source"] as? String, "directory")
        let tables = try XCTUnwrap(status["tables"] as? [NSDictionary])
        XCTAssertEqual(tables.map { $0["table"] as? String }, ["social_media_posts", "events"])
        XCTAssertEqual(tables[0]["loaded"] as? Int, 7)
        XCTAssertEqual(tables[1]["failure"] as? String, "missing")
        let pages = try XCTUnwrap(status["pages"] as? [NSDictionary])
        XCTAssertEqual(
            pages.map { $0["state"] as? String }, ["ready", "ready", "failed", "loading", "ready"])
        XCTAssertEqual(pages[2]["reason"] as? String, "events: missing")
    }
}
