import CompassKernel
import CompassPages
import CompassTestSupport
import Foundation

@testable import CompassSupabase

/// Returns responses in the order of a script, and keeps the requests.
final class ScriptedTransport: HTTPTransport, @unchecked Sendable {
    // Sendable: all properties are read and written only with the lock held.
    typealias Step = @Sendable (HTTPRequest) throws(HTTPTransportError) -> HTTPResponse

    private let lock = NSLock()
    private var steps: [Step]
    private var sent: [HTTPRequest] = []

    init(_ steps: [Step]) { self.steps = steps }

    /// The requests so far.
    var requests: [HTTPRequest] { lock.withLock { sent } }

    /// The requests so far, as `GET table?query`.
    var lines: [String] {
        requests.map {
            "\($0.method.rawValue) \($0.url.replacingOccurrences(of: "http://host/rest/v1/", with: ""))"
        }
    }

    func send(
        _ request: HTTPRequest, maximumByteCount: Int
    ) async throws(HTTPTransportError) -> HTTPResponse {
        let step = lock.withLock {
            sent.append(request)
            return steps.isEmpty ? nil : steps.removeFirst()
        }
        guard let step else { throw .connection(reason: "the script has ended: \(request.url)") }
        return try step(request)
    }
}

/// A step that returns a response.
func reply(_ status: Int = 200, _ body: String = "[]", _ headers: [String: String] = [:])
    -> ScriptedTransport.Step
{
    { _ in
        HTTPResponse(
            status: status, headers: headers.map { HTTPHeader($0.key, $0.value) }, body: Array(body.utf8))
    }
}

/// A step that returns rows with these ids, and the server's count, if any.
func rows(_ ids: [String], count: Int? = nil) -> ScriptedTransport.Step {
    let body = "[" + ids.map { "{\"id\":\"\($0)\"}" }.joined(separator: ",\n ") + "]"
    let range = ids.isEmpty ? "*" : "0-\(ids.count - 1)"
    return reply(
        count.map { $0 > ids.count ? 206 : 200 } ?? 200, body,
        [
            "Content-Range": "\(range)/\(count.map { "\($0)" } ?? "*")",
            "Date": "Sun, 01 Mar 2026 12:00:00 GMT",
        ])
}

/// A step that returns a count alone.
func count(_ count: Int) -> ScriptedTransport.Step { reply(200, "", ["content-range": "*/\(count)"]) }

/// A step that fails without a response.
func failure(_ error: HTTPTransportError) -> ScriptedTransport.Step {
    { _ throws(HTTPTransportError) in throw error }
}

/// The time for which a device has slept.
final class DeviceSleep: @unchecked Sendable {
    // Sendable: the time is read and written only with the lock held.
    private let lock = NSLock()
    private var total: Int64 = 0

    var micros: Int64 { lock.withLock { total } }

    func add(micros: Int64) { lock.withLock { total += micros } }
}

/// A source that speaks to a script, and what a test needs to look at it.
struct ScriptedSource {
    let transport: ScriptedTransport
    let clock: ManualClock
    /// The time that passes without the clock, if time moves.
    let sleep = DeviceSleep()
    let source: SupabaseSource

    init(
        _ steps: [ScriptedTransport.Step], session: any SessionProvider = FixedSession(nil),
        webSockets: (any WebSocketTransport)? = nil, random: Double = 0.5,
        isTimeMoving: Bool = false, configure: (inout SupabaseConfiguration) -> Void = { _ in }
    ) {
        transport = ScriptedTransport(steps)
        let clock = ManualClock()
        self.clock = clock
        let sleep = sleep
        var configuration = SupabaseConfiguration(
            project: "http://host/", apiKey: "key", appURL: "http://app/")
        configuration.pageSize = 3
        configure(&configuration)
        source = SupabaseSource(
            configuration, session: session, transport: transport, webSockets: webSockets,
            pollingInterval: .seconds(30), retries: RetryPolicy(), clock: clock,
            now: {
                let seconds = isTimeMoving ? clock.now.elapsed.components.seconds : 0
                return Timestamp(micros: 1_772_366_400_000_000 + seconds * 1_000_000 + sleep.micros)
            }, random: { random })
    }

    /// The pages of a request.
    func pages(_ table: TableName, _ selection: RowSelection = .all) async throws -> [RowPage] {
        var pages: [RowPage] = []
        for try await page in source.rows(of: RowRequest(table, selection)) { pages.append(page) }
        return pages
    }

    /// Runs `body` while every sleep ends as soon as it begins.
    func withoutWaiting<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        let waker = Task { while !Task.isCancelled { await clock.advanceToNextSleeper() } }
        defer { waker.cancel() }
        return try await body()
    }
}

/// The error that `body` throws.
func sourceError(_ body: () async throws -> Void) async -> SourceError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? SourceError
    }
}
