import CompassKernel
import CompassPages
import Foundation

/// A scripted server in memory: it answers at once unless a test holds its answers or lets it fail.
///
/// Rows are those of the instant at which a request arrives, though its answer may be held. No channel is live
/// until a test calls `live()`, so that by default nothing is followed.
final class PageServer: CompassDataSource, @unchecked Sendable {
    // Sendable: all properties are read and written only with the lock held.

    /// What can be asked of the server.
    enum Endpoint: Hashable, Sendable {
        case rows(TableName)
        case change, delete, sync

        static let posts = Endpoint.rows(.posts)
        static let schools = Endpoint.rows(.schools)
    }

    /// A change of a post that was asked for.
    struct Change: Hashable, Sendable {
        var id: String
        var fields: PostFields
    }

    private struct HeldCall {
        let number: Int
        let endpoint: Endpoint
        let ignoresCancellation: Bool
        let continuation: CheckedContinuation<SourceError?, Never>
    }

    private struct Hold {
        var ignoresCancellation: Bool
    }

    let lock = NSLock()
    private let now: @Sendable () -> Timestamp
    var tables: [TableName: [String: ServerRow]] = [:]
    private var holds: [Endpoint: Hold] = [:]
    private var held: [HeldCall] = []
    private var cancelledCalls: Set<Int> = []
    private var callCount = 0
    private var runningCount = 0
    private var scripts: [Endpoint: [SourceError?]] = [:]
    private var failures: [Endpoint: SourceError] = [:]
    private var malformed: Set<Endpoint> = []
    private var carriesOut = false
    private var reportsOwn = false
    private var requestList: [RowRequest] = []
    private var changeList: [Change] = []
    private var deletionList: [String] = []
    private var syncs = 0
    private var syncAnswer = SyncResult(success: true)
    private var syncedRows: [ServerRow] = []
    var subscribers = Subscribers()
    private var subscriptions = 0
    var startsLive = false
    /// Makes each change later than the one before, though the clock stands still.
    private var tick: Int64 = 0

    /// Creates a server.
    ///
    /// - Parameter now: returns the server's time.
    init(now: @escaping @Sendable () -> Timestamp, rows: [ServerRow] = []) {
        self.now = now
        for row in rows { tables[row.table, default: [:]][row.id] = row }
    }

    // What was asked

    /// The requests for rows so far.
    var requests: [RowRequest] { lock.withLock { requestList } }
    /// The changes that were asked for so far.
    var changes: [Change] { lock.withLock { changeList } }
    /// The deletions that were asked for so far.
    var deletions: [String] { lock.withLock { deletionList } }
    /// How often new posts were asked for.
    var syncCount: Int { lock.withLock { syncs } }
    /// The number of calls that have no answer yet, also of those that are held.
    var inFlightCount: Int { lock.withLock { runningCount } }
    /// The number of calls that are held.
    var heldCount: Int { lock.withLock { held.count } }
    /// The number of streams of changes that are read.
    var subscriberCount: Int { lock.withLock { subscribers.count } }
    /// How often a channel was subscribed to.
    var subscriptionCount: Int { lock.withLock { subscriptions } }

    /// Returns the number of requests for a table.
    func requestCount(_ table: TableName) -> Int { requests.count { $0.table == table } }

    /// Returns the number of held calls.
    func heldCount(_ endpoint: Endpoint) -> Int { lock.withLock { held.count { $0.endpoint == endpoint } } }

    /// A number that grows with each call, answer and subscription.
    var activity: Int {
        lock.withLock { callCount * 2 - runningCount + subscriptions + requestList.count - subscribers.count }
    }

    // Rows

    /// Adds or replaces rows, without a report to subscribers.
    func put(_ rows: ServerRow...) { put(rows) }

    /// Adds or replaces rows, without a report to subscribers.
    func put(_ rows: [ServerRow]) {
        lock.withLock { for row in rows { tables[row.table, default: [:]][row.id] = row } }
    }

    /// Removes a row, without a report to subscribers.
    func remove(_ id: String, from table: TableName = .posts) {
        lock.withLock { _ = tables[table]?.removeValue(forKey: id) }
    }

    /// Removes all rows.
    func removeAll() { lock.withLock { tables = [:] } }

    /// Returns a row as it is now.
    func row(_ id: String, of table: TableName = .posts) -> ServerRow? {
        lock.withLock { tables[table]?[id] }
    }

    /// Returns the rows of a table as they are now.
    func rows(of table: TableName) -> [ServerRow] { lock.withLock { Array((tables[table] ?? [:]).values) } }

    /// Changes fields of a row as another client does, without a report to subscribers.
    func set(_ id: String, of table: TableName = .posts, _ fields: [String: ServerRow.Value]) {
        lock.withLock { update(id, table, fields) }
    }

    func update(_ id: String, _ table: TableName, _ fields: [String: ServerRow.Value]) {
        guard var row = tables[table]?[id] else { return }
        row.fields.merge(fields) { $1 }
        if table.recordsUpdates { row.fields["updated_at"] = .text(nextTime().description) }
        tables[table]?[id] = row
    }

    func nextTime() -> Timestamp {
        tick += 1
        return Timestamp(micros: now().micros + tick)
    }

    // Scripts

    /// Keeps calls until `release`, `answerFirst` or `fail`.
    ///
    /// - Parameter ignoresCancellation: whether a call that is cancelled is answered all the same, later.
    func hold(_ endpoints: Endpoint..., ignoringCancellation ignoresCancellation: Bool = false) {
        lock.withLock {
            for endpoint in endpoints { holds[endpoint] = Hold(ignoresCancellation: ignoresCancellation) }
        }
    }

    /// Lets calls hang: cancellation is all that they are answered.
    func hang(_ endpoint: Endpoint) { hold(endpoint) }

    /// Answers the calls that are held, and holds no further ones.
    func release(_ endpoint: Endpoint) {
        end(endpoint, with: nil, maximumCount: .max) { self.holds[endpoint] = nil }
    }

    /// Answers all calls that are held, and holds no further ones.
    func release() {
        for endpoint in lock.withLock({ Set(holds.keys).union(held.map(\.endpoint)) }) { release(endpoint) }
    }

    /// Answers the oldest call that is held; further ones stay held.
    func answerFirst(_ endpoint: Endpoint) { end(endpoint, with: nil, maximumCount: 1) {} }

    /// Answers the newest call that is held; further ones stay held.
    func answerLast(_ endpoint: Endpoint) {
        let call = lock.withLock { () -> HeldCall? in
            held.lastIndex { $0.endpoint == endpoint }.map { held.remove(at: $0) }
        }
        call?.continuation.resume(returning: nil)
    }

    /// Lets the calls that are held fail; further ones are held.
    func fail(_ endpoint: Endpoint, with error: SourceError) {
        end(endpoint, with: error, maximumCount: .max) {}
    }

    /// Lets the oldest call that is held fail; further ones are held.
    func failFirst(_ endpoint: Endpoint, with error: SourceError) {
        end(endpoint, with: error, maximumCount: 1) {}
    }

    /// Lets the next calls have these outcomes, one each; nil is a success. They are not held.
    func script(_ endpoint: Endpoint, _ outcomes: SourceError?...) {
        lock.withLock { scripts[endpoint, default: []] += outcomes }
    }

    /// Forgets the outcomes that were scripted.
    func clearScripts() { lock.withLock { scripts = [:] } }

    /// Lets all calls fail until it is called with nil.
    func setFailure(_ error: SourceError?, of endpoints: Endpoint...) {
        lock.withLock { for endpoint in endpoints { failures[endpoint] = error } }
    }

    /// Lets all calls be answered with bytes that are not JSON, or well again.
    func setMalformed(_ isMalformed: Bool, _ endpoint: Endpoint) {
        lock.withLock {
            if isMalformed { malformed.insert(endpoint) } else { malformed.remove(endpoint) }
        }
    }

    /// Whether the changes and deletions of this client are reported to it, too, while subscribers that come are told
    /// at once that changes are reported.
    var reportsOwnChanges: Bool {
        get { lock.withLock { reportsOwn } }
        set { lock.withLock { reportsOwn = newValue } }
    }

    /// Whether changes and deletions that fail have happened all the same.
    var carriesOutFailures: Bool {
        get { lock.withLock { carriesOut } }
        set { lock.withLock { carriesOut = newValue } }
    }

    /// Sets the answer to a sync, and the posts that it adds.
    func setSync(_ result: SyncResult, adding rows: ServerRow...) {
        lock.withLock { (syncAnswer, syncedRows) = (result, rows) }
    }

    private func end(
        _ endpoint: Endpoint, with error: SourceError?, maximumCount: Int, _ body: () -> Void
    ) {
        let ended = lock.withLock {
            body()
            let ended = held.filter { $0.endpoint == endpoint }.prefix(maximumCount)
            held.removeAll { call in ended.contains { $0.number == call.number } }
            return ended
        }
        for call in ended { call.continuation.resume(returning: error) }
    }

    /// Waits until a call is to be answered; returns its error.
    private func outcome(of endpoint: Endpoint) async -> SourceError? {
        let number = lock.withLock {
            callCount += 1
            runningCount += 1
            return callCount
        }
        defer { lock.withLock { runningCount -= 1 } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: SourceError?? = lock.withLock {
                    immediateOutcome(number, endpoint, continuation)
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            let call = lock.withLock { () -> HeldCall? in
                guard let index = held.firstIndex(where: { $0.number == number }) else {
                    cancelledCalls.insert(number)
                    return nil
                }
                return held[index].ignoresCancellation ? nil : held.remove(at: index)
            }
            call?.continuation.resume(returning: .cancelled)
        }
    }

    private func immediateOutcome(
        _ number: Int, _ endpoint: Endpoint, _ continuation: CheckedContinuation<SourceError?, Never>
    ) -> SourceError?? {
        if let outcome = scripts[endpoint]?.first {
            scripts[endpoint]?.removeFirst()
            return .some(outcome)
        }
        guard let hold = holds[endpoint] else { return .some(failures[endpoint]) }
        if cancelledCalls.remove(number) != nil, !hold.ignoresCancellation { return .some(.cancelled) }
        held.append(
            HeldCall(
                number: number, endpoint: endpoint, ignoresCancellation: hold.ignoresCancellation,
                continuation: continuation))
        return .none
    }

    // Source

    func rows(of request: RowRequest) -> AsyncThrowingStream<RowPage, any Error> {
        let page = lock.withLock {
            requestList.append(request)
            return self.page(of: request)
        }
        let isRead = Once()
        return AsyncThrowingStream {
            guard isRead.isFirst() else { return nil }
            if let error = await self.outcome(of: .rows(request.table)) { throw error }
            return page
        }
    }

    private func page(of request: RowRequest) -> RowPage {
        let isMalformed = malformed.contains(.rows(request.table))
        let rows = selected(request)
        let body = rows.map { request.rows == .ids ? "{\"id\":\($0.fields["id"]?.json ?? "null")}" : $0.json }
        let json = isMalformed ? "<html>" : "[" + body.joined(separator: ",") + "]"
        let seconds = now().micros / 1_000_000 * 1_000_000
        return RowPage(
            json: Array(json.utf8), rowCount: rows.count, total: rows.count,
            serverTime: Timestamp(micros: seconds))
    }

    private func selected(_ request: RowRequest) -> [ServerRow] {
        let rows = (tables[request.table] ?? [:]).values.sorted { $0.id < $1.id }
        switch request.rows {
        case .all, .ids: return rows
        case .only(let ids): return rows.filter { ids.contains($0.id) }
        case .changedSince(let start):
            if !request.table.recordsUpdates { return rows }
            return rows.filter { row in
                [row.fields["created_at"], row.fields["updated_at"]].contains { time in
                    guard let text = time?.text, let time = try? Timestamp(parsing: text) else {
                        return false
                    }
                    return time >= start
                }
            }
        case .newest(let count):
            let column = request.table.creationColumn ?? "id"
            func time(_ row: ServerRow) -> String { row.fields[column]?.text ?? "" }
            return Array(rows.sorted { (time($0), $0.id) > (time($1), $1.id) }.prefix(count))
        }
    }

    func change(post id: String, to fields: PostFields) async throws(SourceError) -> [UInt8] {
        lock.withLock { changeList.append(Change(id: id, fields: fields)) }
        let error = await outcome(of: .change)
        let row = lock.withLock {
            if error == nil || carriesOut {
                update(id, .posts, fields.values)
                if reportsOwn, startsLive { sendUpdate(id, .posts) }
            }
            return tables[.posts]?[id]
        }
        if let error { throw error }
        guard let row else { throw .notFound(message: "") }
        if lock.withLock({ malformed.contains(.change) }) { return Array("<html>".utf8) }
        return Array("[\(row.json)]".utf8)
    }

    func delete(post id: String) async throws(SourceError) {
        lock.withLock { deletionList.append(id) }
        let error = await outcome(of: .delete)
        lock.withLock {
            guard error == nil || carriesOut, tables[.posts]?.removeValue(forKey: id) != nil else { return }
            if reportsOwn, startsLive { sendRemoval(id, .posts) }
        }
        if let error { throw error }
    }

    func sync() async throws(SourceError) -> SyncResult {
        lock.withLock { syncs += 1 }
        if let error = await outcome(of: .sync) { throw error }
        return lock.withLock {
            for row in syncedRows {
                tables[row.table, default: [:]][row.id] =
                    row.with(["created_at": .text(nextTime().description)])
            }
            syncedRows = []
            return syncAnswer
        }
    }

    func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent> {
        AsyncStream { continuation in
            lock.withLock {
                subscriptions += 1
                subscribers.add(channel, continuation)
                if startsLive { continuation.yield(.live) }
            }
        }
    }
}

extension PostFields {
    fileprivate var values: [String: ServerRow.Value] {
        var values: [String: ServerRow.Value] = [:]
        if let isFlagged { values["flagged_for_review"] = .flag(isFlagged) }
        switch notes {
        case .removed: values["notes"] = .null
        case .text(let text): values["notes"] = .text(text)
        case nil: break
        }
        return values
    }
}

/// Tells the first call from all others.
private final class Once: @unchecked Sendable {
    // Sendable: the flag is read and written only with the lock held.
    private let lock = NSLock()
    private var wasCalled = false

    func isFirst() -> Bool {
        lock.withLock {
            defer { wasCalled = true }
            return !wasCalled
        }
    }
}
