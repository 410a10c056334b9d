import CompassPages
import XCTest

@testable import CompassSupabase

/// Changes of posts, and the sync of the app's server.
final class WritingTests: XCTestCase {
    private let columns =
        "select=id,coach_id,school_id,platform,post_url,post_content,post_date,author_handle,author_name,"
        + "is_recruiting_related,flagged_for_review,sentiment,notes,created_at,updated_at"

    func testAChangeSendsTheFieldsThatAreSet() async throws {
        let cases: [(PostFields, String)] = [
            (.flag(true), #"{"flagged_for_review":true}"#),
            (.notes(nil), #"{"notes":null}"#),
            (.notes("a \"b\"\\ \n\u{1} 😀"), #"{"notes":"a \"b\"\\ \n\u0001 😀"}"#),
            (PostFields(isFlagged: false, notes: .text("")), #"{"flagged_for_review":false,"notes":""}"#),
        ]
        for (fields, body) in cases {
            let test = ScriptedSource([rows(["p 1"])])
            let row = try await test.source.change(post: "p 1", to: fields)
            XCTAssertEqual(String(decoding: row, as: UTF8.self), #"[{"id":"p 1"}]"#)
            let request = test.transport.requests[0]
            XCTAssertEqual(test.transport.lines, ["PATCH social_media_posts?id=eq.p%201&" + columns])
            XCTAssertEqual(String(decoding: request.body, as: UTF8.self), body)
            XCTAssertTrue(request.headers.contains(HTTPHeader("Prefer", "return=representation")))
            XCTAssertTrue(request.headers.contains(HTTPHeader("Content-Type", "application/json")))
        }
    }

    func testAChangeOfAnUnknownPostIsNotFound() async throws {
        let test = ScriptedSource([rows([])])
        let error = await sourceError { _ = try await test.source.change(post: "p", to: .flag(true)) }
        XCTAssertEqual(error, .notFound(message: "no post has the id p"))
    }

    func testDeletingAnUnknownPostSucceeds() async throws {
        let test = ScriptedSource([rows([])])
        try await test.source.delete(post: "p")
        XCTAssertEqual(test.transport.lines, ["DELETE social_media_posts?id=eq.p&" + columns])
    }

    func testSync() async throws {
        let test = ScriptedSource([
            reply(200, #"{"success":true,"message":"Synced 15 new posts","newPostCount":15}"#)
        ])
        let result = try await test.source.sync()
        XCTAssertEqual(
            result, SyncResult(success: true, message: "Synced 15 new posts", newPostCount: 15))
        let request = test.transport.requests[0]
        XCTAssertEqual(request.url, "http://app/api/social/sync")
        XCTAssertEqual(request.method, .post)
        XCTAssertEqual(request.body, [])
        XCTAssertEqual(request.timeout, .seconds(60))
        // The project's key is none of the app's server's business.
        XCTAssertFalse(request.headers.contains { $0.name == "apikey" })
    }

    func testSyncIsNeverRepeatedAndReportsWhatTheServerSays() async throws {
        let cases: [(ScriptedTransport.Step, SourceError)] = [
            (
                reply(200, #"{"success":false,"message":"Twitter is away"}"#),
                .server(status: 200, message: "Twitter is away")
            ),
            (reply(200, #"{"success":false}"#), .server(status: 200, message: "the sync failed")),
            (reply(200, "[]"), .server(status: 200, message: "the response is not the result of a sync")),
            (reply(429, "", ["Retry-After": "7"]), .rateLimited(retryAfter: .seconds(7))),
            (reply(503, "down"), .server(status: 503, message: "no explanation")),
            (failure(.timedOut), .timedOut),
        ]
        for (step, expected) in cases {
            let test = ScriptedSource([step])
            let error = await sourceError { _ = try await test.source.sync() }
            XCTAssertEqual(error, expected)
            XCTAssertEqual(test.transport.lines.count, 1)
        }
    }
}
