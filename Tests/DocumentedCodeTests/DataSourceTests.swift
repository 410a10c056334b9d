import CompassKernel
import CompassPages
import CompassSupabase
import Foundation
import XCTest

/// The code of the articles on data sources, run with a service that returns fixed rows.
final class DataSourceTests: XCTestCase {
    private let rows =
        #"[{"id":"p","platform":"twitter","post_date":"2026-02-10T14:30:00Z","flagged_for_review":true}]"#

    /// Returns the same rows to every first request, and none to those for more.
    private struct FixedRows: HTTPTransport {
        let rows: String

        func send(
            _ request: HTTPRequest, maximumByteCount: Int
        ) async throws(HTTPTransportError) -> HTTPResponse {
            let body = request.url.contains("gt.") ? "[]" : rows
            return HTTPResponse(
                status: 200, headers: [HTTPHeader("Content-Range", "0-0/1")], body: Array(body.utf8))
        }
    }

    func testPostsAreLoadedAndChanged() async throws {
        let (publicKey, id) = ("key", "p")
        let rows = rows
        /// The article's source sends requests to the network.
        func SupabaseSource(
            _ configuration: SupabaseConfiguration, session: any SessionProvider
        ) -> CompassSupabase.SupabaseSource {
            CompassSupabase.SupabaseSource(configuration, session: session, transport: FixedRows(rows: rows))
        }
        let login = FixedSession(nil)

        let configuration = SupabaseConfiguration(
            project: "https://project.supabase.co", apiKey: publicKey, appURL: "https://app.example")
        let source = SupabaseSource(configuration, session: login)
        var (posts, report) = try await source.load(PostTable.self, RowRequest(.posts))

        XCTAssertEqual(posts.count, 1)
        XCTAssertEqual(report.loaded, 1)

        let row = try await source.change(post: id, to: .flag(true))
        try posts.merge(json: row)

        XCTAssertEqual(posts.first?.flaggedForReview, true)
    }

    func testPostsAreFollowed() async throws {
        let source = SupabaseSource(
            SupabaseConfiguration(rest: "http://host"), transport: FixedRows(rows: rows), webSockets: nil)
        let shown = Shown()
        @Sendable func show(_ posts: PostTable?, _ status: PostFollower.Status) {
            shown.withLock { $0.append((posts, status)) }
        }
        @Sendable func follow() async {
            for await update in PostFollower(source).updates() {
                show(update.posts, update.status)
            }
        }
        let task = Task { await follow() }
        while shown.withLock({ $0.last?.0 == nil }) { await Task.yield() }
        task.cancel()
        await task.value
        let last = shown.withLock { $0.last }
        XCTAssertEqual(last?.0?.count, 1)
        XCTAssertEqual(last?.1, .polling)
    }

    func testChangesOfOtherTablesAreRows() async throws {
        struct Source {
            let json: [UInt8]
            func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent> {
                AsyncStream { continuation in
                    continuation.yield(.live)
                    continuation.yield(.payloads(.interactions, json))
                    continuation.finish()
                }
            }
        }
        let source = Source(
            json: Array(
                #"[{"type":"INSERT","record":{"id":"i","type":"email","occurred_at":"2026-02-10T14:30:00Z"}}]"#
                    .utf8))
        var feed = ActivityFeed(
            interactions: .empty, statusChanges: .empty, documents: .empty, schools: .empty)

        for await event in source.changes(.activityFeed) {
            guard case .payloads(.interactions, let json) = event else { continue }
            for case .put(let row) in try RecordChange<Interaction>.read(json, of: .interactions) {
                feed.put(row)
            }
        }

        XCTAssertEqual(feed.count, 1)
    }
}

/// What a front end was told.
private final class Shown: @unchecked Sendable {
    // Sendable: the list is read and written only with the lock held.
    private let lock = NSLock()
    private var list: [(PostTable?, PostFollower.Status)] = []

    func withLock<Value>(_ body: (inout [(PostTable?, PostFollower.Status)]) -> Value) -> Value {
        lock.withLock { body(&list) }
    }
}
