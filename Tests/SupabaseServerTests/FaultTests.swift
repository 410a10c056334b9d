import CompassKernel
import CompassPages
import CompassSupabase
import SupabaseTestSupport
import XCTest

/// Faults of the service and of the connection: repeated, or reported.
final class FaultTests: XCTestCase {
    private var server: StandInServer!

    override func setUp() async throws {
        server = try StandInServer.running()
        try await server.reset()
        try await server.insert(.schools, Self.rows(1...2_500))
    }

    private static func rows(_ range: ClosedRange<Int>) -> [UInt8] {
        Array("[\(range.map { #"{"id":"\#($0)","name":"School \#($0)"}"# }.joined(separator: ","))]".utf8)
    }

    private static func loadedCount(_ source: SupabaseSource) async throws -> Int {
        try await load(SchoolDirectory.self, RowRequest(.schools), from: source).report.loaded
    }

    private static func loading(_ source: SupabaseSource) -> Task<Int, any Error> {
        Task { try await loadedCount(source) }
    }

    private func error(_ source: SupabaseSource) async -> SourceError? {
        do {
            _ = try await Self.loadedCount(source)
            return nil
        } catch {
            return error as? SourceError
        }
    }

    func testPassingFaultsLoseNothing() async throws {
        let faults = [
            #"{"kind":"status","status":503,"times":2}"#,
            #"{"kind":"status","status":429,"retry_after":"0"}"#,
            #"{"kind":"status","status":502}"#, #"{"kind":"drop","times":3}"#, #"{"kind":"cut","bytes":100}"#,
            #"{"kind":"cut","bytes":0}"#, #"{"kind":"silence","seconds":3}"#,
        ]
        // One count is wrong, so everything is read once more. Pages after the first are not counted.
        let counts = [#"{"kind":"count","offset":5}"#, #"{"kind":"count","offset":-5,"method":"HEAD"}"#]
        let later = faults.map { String($0.dropLast()) + #","path":"gt."}"# }
        for fault in faults + later + counts {
            try await server.order("faults", "[\(fault)]")
            // Requests that a busy machine lets time out would be faults, too.
            let isSilent = fault.contains("silence")
            let source = try await server.source { if isSilent { $0.timeout = .seconds(1) } }
            let count = try await Self.loadedCount(source)
            XCTAssertEqual(count, 2_500, fault)
            try await expectNoFaults(after: fault)
        }
    }

    /// A fault that no request has met would prove nothing.
    private func expectNoFaults(after fault: String, line: UInt = #line) async throws {
        let rest = try await server.remainingFaults()
        XCTAssertEqual(rest, "[]", fault, line: line)
    }

    func testLastingFaultsAreReported() async throws {
        let cases: [(String, SourceError)] = [
            (#"{"kind":"status","status":503,"times":4}"#, .server(status: 503, message: "ordered")),
            (#"{"kind":"status","status":500}"#, .server(status: 500, message: "ordered")),
            (#"{"kind":"status","status":403,"code":"42501"}"#, .forbidden(message: "ordered")),
            (#"{"kind":"silence","seconds":3,"times":4}"#, .timedOut),
            (
                #"{"kind":"count","offset":5,"times":4}"#,
                .incomplete(received: 2_500, expected: 2_505...2_505)
            ),
        ]
        for (fault, expected) in cases {
            try await server.order("faults", "[\(fault)]")
            // A request that a busy machine lets time out would meet the next fault.
            let isSilent = expected == .timedOut
            let source = try await server.source { if isSilent { $0.timeout = .seconds(1) } }
            let found = await error(source)
            XCTAssertEqual(found, expected, fault)
            try await expectNoFaults(after: fault)
        }
        try await server.order("faults", #"[{"kind":"drop","times":4}]"#)
        guard case .connection = await error(try await server.source()) else { return XCTFail("no error") }
    }

    /// Bytes that keep coming are no silence, however long the whole takes.
    func testASlowResponseIsWaitedFor() async throws {
        try await server.sql("delete from schools where id::int > 2; select 'done'")
        try await server.order("faults", #"[{"kind":"slow","seconds":0.06}]"#)
        // Long enough for a machine that lets the server wait.
        let source = try await server.source { $0.timeout = .seconds(4) }
        let start = ContinuousClock.now
        let count = try await Self.loadedCount(source)
        XCTAssertEqual(count, 2)
        XCTAssertGreaterThan(ContinuousClock.now - start, .seconds(4), "the response was not slow enough")
    }

    func testAPageAboveTheLimitIsReported() async throws {
        let source = try await server.source { $0.maximumPageByteCount = 10_000 }
        let found = await error(source)
        XCTAssertEqual(found, .pageTooLarge(maximumByteCount: 10_000))
    }

    func testAWrongAddressIsReported() async throws {
        let absent = SupabaseSource(SupabaseConfiguration(rest: "http://127.0.0.1:1", apiKey: server.key))
        guard case .connection = await error(absent) else { return XCTFail("no error") }
        let session = FixedSession(try await server.token())
        let path = SupabaseSource(
            SupabaseConfiguration(rest: server.url + "/other", apiKey: server.key), session: session)
        let found = await error(path)
        XCTAssertEqual(found, .notFound(message: "Invalid path specified in request URL"))
    }

    func testTokensAndRights() async throws {
        // An expired token is renewed once.
        let ended = try await server.token(secondsToLive: -1)
        let session = RenewableSession([ended, try await server.token()])
        let count = try await Self.loadedCount(try await server.source(session: session))
        XCTAssertEqual(count, 2_500)
        let renewals = await session.renewalCount
        XCTAssertEqual(renewals, 1)
        let over = await error(try await server.source(session: FixedSession(ended)))
        XCTAssertEqual(over, .signedOut)
        let wrongKey = await error(try await server.source { $0.apiKey = "wrong" })
        XCTAssertEqual(wrongKey, .signedOut)
        // Anonymous users may read schools, but not posts.
        let anonymous = try await server.source(session: FixedSession(nil))
        let schools = try await Self.loadedCount(anonymous)
        XCTAssertEqual(schools, 2_500)
        do {
            _ = try await load(PostTable.self, RowRequest(.posts), from: anonymous)
            XCTFail("no error")
        } catch {
            XCTAssertEqual(error as? SourceError, .signedOut)
        }
    }

    func testChangesReachTheDatabaseAndOnlyOwnRows() async throws {
        let post = #"{"id":"ID","platform":"twitter","post_date":"2026-02-10T14:30:00Z"}"#
        try await server.insert(.posts, Array("[\(post.replacingOccurrences(of: "ID", with: "a b"))]".utf8))
        try await server.sql(
            "insert into social_media_posts (id, platform, post_date, family) values ('theirs', 'twitter', now(), 'x');"
                + "select 'done'")
        let source = try await server.source()
        let row = try await source.change(
            post: "a b", to: PostFields(isFlagged: true, notes: .text("\"😀\\\n")))
        let (table, _) = try PostTable.load(json: row)
        XCTAssertEqual(table.first?.notes, "\"😀\\\n")
        XCTAssertEqual(table.first?.flaggedForReview, true)
        let stored = try await server.sql("select notes from social_media_posts where id = 'a b'")
        XCTAssertEqual(stored, "\"😀\\\n")
        for id in ["absent", "theirs"] {
            do {
                _ = try await source.change(post: id, to: .notes(nil))
                XCTFail("no error")
            } catch {
                XCTAssertEqual(error, .notFound(message: "no post has the id \(id)"))
            }
            try await source.delete(post: id)
        }
        try await source.delete(post: "a b")
        let rest = try await server.sql("select string_agg(id, ',') from social_media_posts")
        XCTAssertEqual(rest, "theirs")
    }

    func testACancelledLoadLeavesNoConnection() async throws {
        try await server.order("options", #"{"max_rows":10}"#)
        try await server.order("faults", #"[{"kind":"silence","seconds":30,"path":"gt."}]"#)
        let source = try await server.source()
        // Idle connections of earlier tests would end at any time.
        try await server.order("connections", "close")
        while try await server.connectionCount() > 0 { try await Task.sleep(for: .milliseconds(20)) }
        let task = Self.loading(source)
        while try await server.connectionCount() == 0 { try await Task.sleep(for: .milliseconds(20)) }
        try await Task.sleep(for: .milliseconds(300))
        task.cancel()
        let result = await task.result
        XCTAssertThrowsError(try result.get()) { XCTAssertEqual($0 as? SourceError, .cancelled) }
        let end = ContinuousClock.now + .seconds(25)
        while try await server.connectionCount() > 0, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(20))
        }
        let rest = try await server.connectionCount()
        XCTAssertEqual(rest, 0)
    }
}

/// A session with a list of tokens.
private actor RenewableSession: SessionProvider {
    private var tokens: [SessionToken]
    private(set) var renewalCount = 0

    init(_ tokens: [SessionToken]) { self.tokens = tokens }

    func token() -> SessionToken? { tokens.first }

    func refresh(after token: SessionToken) -> SessionToken? {
        renewalCount += 1
        tokens.removeFirst()
        return tokens.first
    }
}
