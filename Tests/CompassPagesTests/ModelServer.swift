import CompassKernel
import CompassPages
import Foundation

/// A server in memory, whose rows a test changes, and whose connection it cuts.
final class ModelServer: CompassDataSource, @unchecked Sendable {
    // Sendable: all properties are read and written only with the lock held.
    private struct Row {
        var notes: String
        var createdMicros: Int64
        var updatedMicros: Int64?
        /// Whether it lacks what every post has.
        var isUnloadable = false
    }

    private let lock = NSLock()
    private let pageSize: Int
    private var rows: [String: Row] = [:]
    /// Seconds since 2026-03-01T12:00:00Z.
    private var now: Int64 = 0
    private var subscribers = Subscribers()
    private var isConnected = true
    private var lastWell: Int64 = 0
    private var failures: [SourceError] = []
    private var requestList: [RowRequest] = []
    /// Called before each page, to change rows while they are read.
    private var betweenPages: @Sendable () -> Void = {}

    init(pageSize: Int = 3) { self.pageSize = pageSize }

    /// The requests so far.
    var requests: [RowRequest] { lock.withLock { requestList } }

    /// The number of streams of changes that are read.
    var subscriberCount: Int { lock.withLock { subscribers.count } }

    /// The notes of each row.
    var contents: [String: String] {
        lock.withLock { rows.filter { !$0.value.isUnloadable }.mapValues(\.notes) }
    }

    /// Lets the next requests fail.
    func fail(with errors: SourceError...) { lock.withLock { failures += errors } }

    /// Lets `body` run before each page.
    func beforeEachPage(_ body: @escaping @Sendable () -> Void) { lock.withLock { betweenPages = body } }

    // Changes

    /// Adds a row, or changes its notes. A change may be reported without the columns that did not change.
    func put(_ id: String, _ notes: String, isPartial: Bool = false) {
        lock.withLock {
            now += 1
            let isNew = rows[id] == nil
            rows[id] = Row(
                notes: notes, createdMicros: rows[id]?.createdMicros ?? micros,
                updatedMicros: isNew ? nil : micros)
            let record = isPartial && !isNew ? #"{"id":"\#(id)","notes":"\#(notes)"}"# : json(id)
            send(
                #"{"type":"\#(isNew ? "INSERT" : "UPDATE")","record":\#(record),"commit_timestamp":"\#(time)"}"#
            )
        }
    }

    /// Deletes a row.
    func remove(_ id: String) {
        lock.withLock {
            guard rows.removeValue(forKey: id) != nil else { return }
            now += 1
            send(#"{"type":"DELETE","record":{},"old_record":{"id":"\#(id)"},"commit_timestamp":"\#(time)"}"#)
        }
    }

    /// Adds a row that no table can have, a long time ago: it was not there before.
    func putUnloadable(_ id: String) {
        lock.withLock {
            rows[id] = Row(notes: "", createdMicros: micros - 86_400_000_000, isUnloadable: true)
            send(#"{"type":"INSERT","record":\#(json(id)),"commit_timestamp":"\#(time)"}"#)
        }
    }

    /// Adds a row whose transaction began long before it ended: its times are old. It is not reported.
    func putOld(_ id: String, _ notes: String) {
        lock.withLock { rows[id] = Row(notes: notes, createdMicros: micros - 3_600_000_000) }
    }

    /// The payload of a row as it is now.
    func payload(_ id: String) -> String {
        lock.withLock { #"{"type":"UPDATE","record":\#(json(id)),"commit_timestamp":"\#(time)"}"# }
    }

    /// Reports a payload, late.
    func report(_ payload: String) { lock.withLock { send(payload) } }

    /// Lets an hour pass.
    func passHour() { lock.withLock { now += 3_600 } }

    /// Tells that rows may have changed, as a source that asks at intervals does.
    func poll() {
        lock.withLock {
            yield(.interrupted(since: Timestamp(micros: micros - 60_000_000)))
            yield(.caughtUp)
        }
    }

    /// Changes a row whose payload is not reported whole.
    func putUnreported(_ id: String, _ notes: String) {
        lock.withLock {
            now += 1
            rows[id] = Row(
                notes: notes, createdMicros: rows[id]?.createdMicros ?? micros, updatedMicros: micros)
            if isConnected { yield(.refetch(.posts, [id])) }
        }
    }

    /// Cuts the connection: changes are not reported any more.
    func disconnect() {
        lock.withLock {
            guard isConnected else { return }
            isConnected = false
            lastWell = micros
            yield(.interrupted(since: Timestamp(micros: lastWell - 60_000_000)))
        }
    }

    /// Reports changes again.
    func connect() {
        lock.withLock {
            guard !isConnected else { return }
            isConnected = true
            yield(.live)
        }
    }

    private var micros: Int64 { 1_772_366_400_000_000 + now * 1_000_000 }
    private var time: String { Timestamp(micros: micros).description }

    private func send(_ payload: String) {
        if isConnected { yield(.payloads(.posts, Array("[\(payload)]".utf8))) }
    }

    private func yield(_ event: ChangeEvent) { subscribers.send(event) }

    private func json(_ id: String) -> String {
        let row = rows[id]
        if row?.isUnloadable ?? false { return #"{"id":"\#(id)","notes":""}"# }
        return #"{"id":"\#(id)","platform":"twitter","post_date":"2026-02-10T14:30:00Z","#
            + #""notes":"\#(row?.notes ?? "")"}"#
    }

    // Source

    func rows(of request: RowRequest) -> AsyncThrowingStream<RowPage, any Error> {
        lock.withLock { requestList.append(request) }
        let state = PageState()
        return AsyncThrowingStream {
            self.lock.withLock { self.betweenPages }()
            return try self.page(of: request, state)
        }
    }

    private final class PageState: @unchecked Sendable {
        // Sendable: used with the server's lock held.
        var last: String?
        var total: Int?
        var isFinished = false
    }

    private func page(of request: RowRequest, _ state: PageState) throws -> RowPage? {
        try lock.withLock {
            if state.isFinished { return nil }
            if !failures.isEmpty { throw failures.removeFirst() }
            let ids = rows.keys.sorted().filter { id in
                switch request.rows {
                case .all, .ids: true
                case .changedSince(let start):
                    rows[id].map { ($0.updatedMicros ?? $0.createdMicros) >= start.micros } ?? false
                case .only(let wanted): wanted.contains(id)
                case .newest: false
                }
            }
            let total = state.total ?? ids.count
            let page = ids.filter { id in state.last.map { id > $0 } ?? true }.prefix(pageSize)
            let isFirst = state.total == nil
            state.total = total
            state.last = page.last ?? state.last
            state.isFinished = page.isEmpty
            if page.isEmpty && !isFirst { return nil }
            let body = page.map { request.rows == .ids ? #"{"id":"\#($0)"}"# : json($0) }
            return RowPage(
                json: Array("[\(body.joined(separator: ","))]".utf8), rowCount: page.count, total: total)
        }
    }

    func change(post id: String, to fields: PostFields) async throws(SourceError) -> [UInt8] {
        throw .notFound(message: "")
    }

    func delete(post id: String) async throws(SourceError) {}

    func sync() async throws(SourceError) -> SyncResult { SyncResult(success: true) }

    func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent> {
        AsyncStream { continuation in
            lock.withLock {
                subscribers.add(channel, continuation)
                if isConnected { continuation.yield(.live) }
            }
        }
    }
}
