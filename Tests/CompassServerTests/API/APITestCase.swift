import CompassFiles
import CompassKernel
import CompassProgram
import Foundation
import XCTest

@testable import CompassServer

/// A state that tests set, and that notes what it is asked for.
final class TestState: StateChanging, @unchecked Sendable {
    // Sendable: what is written is written with the lock held.
    private let lock = NSLock()
    private var current: ServerSnapshot
    private var notes: [String] = []
    let allowsChanges: Bool
    var source: ServerSource { .directory }

    init(_ snapshot: ServerSnapshot = ServerSnapshot(), allowsChanges: Bool = false) {
        current = snapshot
        self.allowsChanges = allowsChanges
    }

    var snapshot: ServerSnapshot {
        get { lock.withLock { current } }
        set { lock.withLock { current = newValue } }
    }

    /// What the state was asked for.
    var calls: [String] { lock.withLock { notes } }

    private func note(_ call: String) { lock.withLock { notes.append(call) } }

    func change(post id: String, to fields: PostFieldsChange) async throws(APIError) -> ChangeReceipt {
        let flag = fields.flaggedForReview.map { "\($0)" } ?? "-"
        let text = fields.notes.map { $0 ?? "null" } ?? "-"
        note("change \(id) \(flag) \(text)")
        return ChangeReceipt(generation: 7, undo: 3)
    }

    func delete(post id: String) async throws(APIError) -> ChangeReceipt {
        note("delete \(id)")
        if id == "unknown" { throw APIError(404, "There is no such post.") }
        return ChangeReceipt(generation: 8, undo: nil)
    }

    func undo(_ number: UInt64) async throws(APIError) -> ChangeReceipt {
        note("undo \(number)")
        return ChangeReceipt(generation: 9, undo: 4)
    }

    func sync() async throws(APIError) -> SyncReceipt {
        note("sync")
        return SyncReceipt(success: true, message: "3 new posts", newPostCount: 3)
    }

    func events(after generation: UInt64?) throws(APIError) -> AsyncStream<[UInt8]> {
        note("events \(generation.map { "\($0)" } ?? "-")")
        return AsyncStream { $0.finish() }
    }
}

/// Requests to the API over the tables of `Datasets`.
class APITestCase: XCTestCase {
    static let now = "2026-03-01T12:00:00Z"

    static let datasets = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Datasets").standardizedFileURL

    static let tiny = Result { try snapshot(of: "tiny") }

    /// Reads the tables of a dataset, or of a folder, as the command line does.
    static func snapshot(of dataset: String) throws -> ServerSnapshot {
        let path = dataset.hasPrefix("/") ? dataset : datasets.appendingPathComponent(dataset).path
        var tables = try PartialTables(path, threads: 1)
        let interactions = try tables.load(InteractionTable.self, .interactions)
        let changes = try tables.load(StatusChangeTable.self, .schoolStatusHistory)
        let documents = try tables.load(DocumentTable.self, .documents)
        let schools = try tables.loadSchools(isRequired: false)
        let coaches = try tables.load(CoachTable.self, .coaches)
        let metrics = try tables.load(MetricTable.self, .performanceMetrics)
        var snapshot = ServerSnapshot()
        snapshot.schools = .ready(schools ?? .empty)
        snapshot.activity = .ready(
            ServedActivity(
                interactions: interactions, statusChanges: changes, documents: documents,
                schools: schools ?? .empty,
                failures: tables.failures(of: [.interactions, .schoolStatusHistory, .documents])))
        snapshot.reports = .ready(
            Reports(
                schools: schools, coaches: coaches, interactions: interactions, metrics: metrics,
                failures: tables.failures(of: [.schools, .coaches, .interactions, .performanceMetrics])))
        let files = try DataDirectory(path)
        let options = LoadOptions(maxProblems: .max, threads: 1)
        func read<Table: LoadableTable>(_ type: Table.Type, _ file: DocumentFile) throws -> (
            Table, IngestReport
        ) {
            let (table, loading) = try TableLoading.measured(type, file, options)
            return (table, loading.report)
        }
        let (events, eventReport) = try read(EventTable.self, files.requiredFile(of: .events))
        let (items, itemReport) = try read(InteractionTable.self, files.requiredFile(of: .interactions))
        let (offers, offerReport) = try read(OfferTable.self, files.requiredFile(of: .offers))
        let (history, historyReport) = try read(
            StatusChangeTable.self, files.requiredFile(of: .schoolStatusHistory))
        snapshot.timeline = .ready(
            RecruitingTimeline(
                events: events, interactions: items, offers: offers, statusChanges: history,
                schools: schools ?? .empty,
                ingestReports: [eventReport, itemReport, offerReport, historyReport]))
        if let file = try files.file(of: .socialMediaPosts) {
            let posts = try read(PostTable.self, file).0
            snapshot.posts = .ready(posts.bound(to: schools ?? .empty, coaches: coaches ?? .empty))
        } else {
            snapshot.posts = .failed(reason: "social_media_posts: missing")
        }
        return snapshot
    }

    /// Returns the API over the tables of `tiny`, or over a state.
    func api(_ state: TestState? = nil) throws -> CompassAPI {
        CompassAPI(
            state: try state ?? TestState(Self.tiny.get()),
            defaults: APIDefaults(zone: .utc, now: try Timestamp(parsing: Self.now), version: "1.2.3"))
    }

    /// Returns the response to a request, which has the type of JSON if it is not a GET.
    ///
    /// Its status must be a documented one of the request's route.
    func respond(
        _ target: String, method: String = "GET", headers: [(name: String, value: String)] = [],
        body: String = "", by api: (any RequestResponding)? = nil
    ) async throws -> ServerResponse {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let request = ServerRequest(
            method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "",
            headers: headers + (method == "GET" ? [] : [("content-type", "application/json")]),
            body: Array(body.utf8))
        let responder: any RequestResponding = try api ?? self.api()
        let response = await responder.respond(to: request)
        if case .route(let route, _) = RouteTable.all.match(method: method, path: request.path) {
            XCTAssert(
                [200, 304].contains(response.status) || route.refusals.contains(response.status),
                "\(method) \(route.pattern): \(response.status) is not documented")
        }
        return response
    }

    /// Returns the whole body of a response.
    func bytes(_ response: ServerResponse) async throws -> [UInt8] {
        switch response.body {
        case .bytes(let bytes): return bytes
        case .chunks(let write):
            let collected = Collected()
            try await write { await collected.append($0) }
            return await collected.bytes
        case .events: return []
        }
    }

    private actor Collected {
        var bytes: [UInt8] = []
        func append(_ chunk: [UInt8]) { bytes += chunk }
    }

    func text(_ response: ServerResponse) async throws -> String {
        String(decoding: try await bytes(response), as: UTF8.self)
    }

    func json(_ response: ServerResponse) async throws -> NSDictionary {
        let bytes = try await bytes(response)
        return try XCTUnwrap(JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
    }

    /// Expects a refusal, and returns its message.
    @discardableResult
    func expectError(
        _ status: Int, _ target: String, method: String = "GET", body: String = "",
        by api: (any RequestResponding)? = nil, containing words: String = "", line: UInt = #line
    ) async throws -> String {
        let response = try await respond(target, method: method, body: body, by: api)
        XCTAssertEqual(response.status, status, target, line: line)
        let error = try await json(response)["error"] as? NSDictionary
        XCTAssertEqual(error?["status"] as? Int, status, target, line: line)
        let message = try XCTUnwrap(error?["message"] as? String, target, line: line)
        XCTAssert(words.isEmpty || message.contains(words), "\(target): \(message)", line: line)
        XCTAssertNil(message.unicodeScalars.first { $0.value < 0x20 }, target, line: line)
        return message
    }

    /// Returns arguments of the command line as a query.
    static func query(_ arguments: [String]) -> String {
        var parts: [String] = []
        for argument in arguments {
            if argument.hasPrefix("--") {
                parts.append(String(argument.dropFirst(2)))
            } else if !parts.isEmpty {
                parts[parts.count - 1] += "=" + encoded(argument)
            }
        }
        return parts.joined(separator: "&")
    }

    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
