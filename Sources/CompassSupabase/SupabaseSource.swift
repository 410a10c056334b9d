import CompassKernel
import CompassPages
import Foundation

/// The tables of a Supabase project, or of a PostgREST service alone.
///
/// ```swift
/// let source = SupabaseSource(
///     SupabaseConfiguration(project: "https://project.supabase.co", apiKey: key), session: login)
/// let (posts, report) = try await source.load(PostTable.self, RowRequest(.posts))
/// ```
///
/// Without a transport for WebSockets, ``changes(_:)`` tells at intervals that rows may have changed. On Linux, where
/// the system has none, `NIOWebSocketTransport` of `CompassSupabaseNIO` is one, with the package's trait `NIO`.
public struct SupabaseSource: CompassDataSource {
    let client: SupabaseClient
    private let webSockets: (any WebSocketTransport)?
    private let pollingInterval: Duration

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - configuration: where the project is found.
    ///   - session: where access tokens come from.
    ///   - transport: what sends requests.
    ///   - webSockets: what opens connections for live changes; nil to ask for changes at intervals.
    ///   - pollingInterval: the interval.
    ///   - retries: how requests are repeated.
    ///   - clock: the clock of delays.
    ///   - now: the present time.
    public init(
        _ configuration: SupabaseConfiguration, session: any SessionProvider = FixedSession(nil),
        transport: any HTTPTransport = URLSessionTransport(),
        webSockets: (any WebSocketTransport)? = SupabaseSource.systemWebSockets,
        pollingInterval: Duration = .seconds(30), retries: RetryPolicy = RetryPolicy(),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Timestamp = SupabaseSource.machineTime
    ) {
        self.init(
            configuration, session: session, transport: transport, webSockets: webSockets,
            pollingInterval: pollingInterval, retries: retries, clock: clock, now: now,
            random: { .random(in: 0..<1) })
    }

    init(
        _ configuration: SupabaseConfiguration, session: any SessionProvider, transport: any HTTPTransport,
        webSockets: (any WebSocketTransport)?, pollingInterval: Duration, retries: RetryPolicy,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double
    ) {
        client = SupabaseClient(
            configuration: configuration, transport: transport, session: session, retries: retries,
            clock: clock,
            now: now, random: random)
        self.webSockets = webSockets
        self.pollingInterval = pollingInterval
    }

    /// What the system itself offers for WebSockets: `URLSession` on Apple's platforms, nil elsewhere.
    public static var systemWebSockets: (any WebSocketTransport)? {
        #if canImport(Darwin)
            URLSessionWebSocketTransport()
        #else
            nil
        #endif
    }

    /// Returns the machine's time.
    public static let machineTime: @Sendable () -> Timestamp = {
        Timestamp(micros: Int64((Date().timeIntervalSince1970 * 1e6).rounded()))
    }

    private var requests: PostgRESTRequests { PostgRESTRequests(configuration: client.configuration) }

    /// Reads rows, page by page: all that the request asks for, or an error.
    public func rows(of request: RowRequest) -> AsyncThrowingStream<RowPage, any Error> {
        switch request.rows {
        case .all, .changedSince, .ids:
            PrefetchedPages.stream(KeysetReader(client, request.table, request.rows))
        case .newest(let limit): PrefetchedPages.stream(NewestReader(client, request.table, limit: limit))
        case .only(let ids): PrefetchedPages.stream(IDReader(client, request.table, ids: ids))
        }
    }

    /// Changes fields of a post.
    public func change(post id: String, to fields: PostFields) async throws(SourceError) -> [UInt8] {
        let (rows, response) = try await client.page(requests.change(post: id, to: fields))
        if rows.rowCount == 0 { throw .notFound(message: "no post has the id \(id)") }
        return response.body
    }

    /// Deletes a post; it is no error if there is none.
    public func delete(post id: String) async throws(SourceError) {
        _ = try await client.send(requests.delete(post: id))
    }

    /// Asks the app's server to fetch new posts.
    ///
    /// - Throws: `SourceError.server` also if the server reports no success.
    public func sync() async throws(SourceError) -> SyncResult {
        guard let url = client.configuration.appURL else {
            throw .server(status: 0, message: "the configuration names no server of the app")
        }
        let request = HTTPRequest(
            .post, url + "/api/social/sync", headers: [HTTPHeader("Accept", "application/json")],
            timeout: client.configuration.syncTimeout)
        let response = try await client.send(request, isRepeated: false)
        guard let result = try? JSONDecoder().decode(SyncResult.self, from: Data(response.body)) else {
            throw .server(status: response.status, message: "the response is not the result of a sync")
        }
        guard result.success else {
            throw .server(status: response.status, message: result.message ?? "the sync failed")
        }
        return result
    }

    /// Reports changes, from now on to the end of the stream or of its reader.
    public func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent> {
        let queue = ChangeQueue()
        let task: Task<Void, Never>
        if let webSockets, let url = client.realtimeURL {
            let driver = ChannelDriver(
                client: client, transport: webSockets, channel: channel, url: url, queue: queue)
            task = Task { await driver.run() }
        } else {
            task = Task { await poll(queue) }
        }
        let lifetime = TaskLifetime(task)
        return AsyncStream { await lifetime.keep { await queue.next() } }
    }

    /// Tells at intervals that rows may have changed since the time before.
    private func poll(_ queue: ChangeQueue) async {
        queue.append(.caughtUp)
        while !Task.isCancelled {
            let start = client.now()
            do { try await client.clock.sleep(for: pollingInterval) } catch { break }
            queue.append(.interrupted(since: client.catchUpStart(start)))
            queue.append(.caughtUp)
        }
        queue.finish()
    }
}

/// Cancels a task when nobody refers to it any more.
private final class TaskLifetime: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    deinit { task.cancel() }

    /// Returns what `body` returns, while the task goes on.
    func keep<Value>(_ body: () async -> Value) async -> Value { await body() }
}
