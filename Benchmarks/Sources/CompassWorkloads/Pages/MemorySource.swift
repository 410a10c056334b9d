import CompassKernel
import CompassPages
import Foundation

/// A source of tables in memory, which answers at once; changes of posts wait until they are released.
final class MemorySource: CompassDataSource, @unchecked Sendable {
    // Sendable: all properties are read and written only with the lock held.
    private let lock = NSLock()
    private let now: @Sendable () -> Timestamp
    private let tables: [TableName: [UInt8]]
    private var postCount = 0
    private var changedRows: [UInt8] = Array("[]".utf8)
    private var rows: [String: PageRow] = [:]
    private var subscribers: [String: AsyncStream<ChangeEvent>.Continuation] = [:]
    private var pending: [CheckedContinuation<SourceError?, Never>] = []
    private var holdsChanges = false
    private var isRefusing = false
    private var tick: Int64 = 0
    private var runningCount = 0

    /// - Parameters:
    ///   - tables: JSON arrays.
    ///   - postCount: the number of posts.
    init(_ tables: [TableName: [UInt8]], postCount: Int, now: @escaping @Sendable () -> Timestamp) {
        self.tables = tables
        self.postCount = postCount
        self.now = now
    }

    // Script

    /// The calls that have no answer and are not held.
    var inFlightCount: Int { lock.withLock { runningCount - pending.count } }

    /// The changes that are held.
    var heldCount: Int { lock.withLock { pending.count } }

    /// Lets the posts that are changed later have these rows before.
    func setRows(_ rows: [PageRow]) {
        lock.withLock { for row in rows { self.rows[row.id] = row } }
    }

    /// Keeps changes and deletions until `release`.
    func hold() { lock.withLock { holdsChanges = true } }

    /// Answers what is kept.
    func release(refusing isRefusing: Bool = false) {
        let pending = lock.withLock {
            holdsChanges = false
            self.isRefusing = isRefusing
            defer { self.pending = [] }
            return self.pending
        }
        for continuation in pending {
            continuation.resume(returning: isRefusing ? .forbidden(message: "") : nil)
        }
    }

    /// Sets the rows that were added or changed since the posts were loaded.
    func setChangedRows(_ rows: [PageRow], newCount: Int) {
        let json = PageRow.json(rows)
        lock.withLock {
            changedRows = json
            postCount += newCount
        }
    }

    /// Adds a post and reports it.
    func insert(_ row: PageRow) {
        lock.withLock { postCount += 1 }
        report("INSERT", row.json, id: row.id)
    }

    /// Reports a payload of one row.
    func report(_ type: String, _ record: [UInt8], id: String, of table: TableName = .posts) {
        let text = String(decoding: record, as: UTF8.self)
        let payload =
            #"[{"type":"\#(type)","record":\#(text),"old_record":{"id":"\#(id)"},"#
            + #""commit_timestamp":"\#(now())"}]"#
        let channel = table == .posts ? ChangeChannel.posts.name : ChangeChannel.activityFeed.name
        let subscriber = lock.withLock { subscribers[channel] }
        subscriber?.yield(.payloads(table, Array(payload.utf8)))
    }

    private func outcome() async -> SourceError? {
        await withCheckedContinuation { continuation in
            let isHeld = lock.withLock {
                runningCount += 1
                if holdsChanges { pending.append(continuation) }
                return holdsChanges
            }
            if !isHeld { continuation.resume(returning: nil) }
        }
    }

    private func ended() { lock.withLock { runningCount -= 1 } }

    // Source

    func rows(of request: RowRequest) -> AsyncThrowingStream<RowPage, any Error> {
        let (continuation, stream) = {
            let (stream, continuation) = AsyncThrowingStream.makeStream(of: RowPage.self)
            return (continuation, stream)
        }()
        continuation.yield(page(of: request))
        continuation.finish()
        return stream
    }

    private func page(of request: RowRequest) -> RowPage {
        let time = now()
        return lock.withLock {
            let (json, total): ([UInt8], Int?) =
                switch request.rows {
                case .all, .newest: (tables[request.table] ?? Array("[]".utf8), nil)
                case .changedSince: (changedRows, nil)
                case .ids: (Array("[]".utf8), postCount)
                case .only(let ids): (PageRow.json(ids.compactMap { rows[$0] }), nil)
                }
            return RowPage(json: json, rowCount: json.count > 2 ? 1 : 0, total: total, serverTime: time)
        }
    }

    func change(post id: String, to fields: PostFields) async throws(SourceError) -> [UInt8] {
        let error = await outcome()
        defer { ended() }
        if let error { throw error }
        let row = lock.withLock { () -> PageRow? in
            guard var row = rows[id] else { return nil }
            tick += 1
            if let isFlagged = fields.isFlagged { row.flaggedForReview = isFlagged }
            switch fields.notes {
            case .text(let text): row.notes = text
            case .removed: row.notes = nil
            case nil: break
            }
            row.updatedAt = Timestamp(micros: now().micros + tick).description
            rows[id] = row
            return row
        }
        guard let row else { throw .notFound(message: "") }
        // As a server does, whose channel also reports one's own changes.
        report("UPDATE", row.json, id: id)
        return PageRow.json([row])
    }

    func delete(post id: String) async throws(SourceError) {
        let error = await outcome()
        defer { ended() }
        if let error { throw error }
        lock.withLock { postCount -= 1 }
        report("DELETE", Array("{}".utf8), id: id)
    }

    func sync() async throws(SourceError) -> SyncResult { SyncResult(success: true) }

    func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ChangeEvent.self)
        continuation.yield(.live)
        lock.withLock { subscribers[channel.name] = continuation }
        return stream
    }
}
