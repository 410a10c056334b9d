import CompassKernel
import CompassPages

/// What subscribers are told.
extension PageServer {
    /// Whether subscribers are told at once that changes are reported.
    var isLiveFromStart: Bool {
        get { lock.withLock { startsLive } }
        set { lock.withLock { startsLive = newValue } }
    }

    /// Tells all subscribers that changes are reported from here on.
    func live() { lock.withLock { subscribers.send(.live) } }

    /// Tells all subscribers that changes may be missing.
    ///
    /// - Parameter start: since when; nil for all.
    func interrupt(since start: Timestamp? = nil) {
        lock.withLock { subscribers.send(.interrupted(since: start)) }
    }

    /// Tells all subscribers that changes can be read now but are not reported.
    func caughtUp() { lock.withLock { subscribers.send(.caughtUp) } }

    /// Tells all subscribers of a table that rows changed whose payload was incomplete.
    func refetch(_ ids: String..., of table: TableName = .posts) {
        lock.withLock { subscribers.send(.refetch(table, ids), of: table) }
    }

    /// Adds a row and reports it.
    func insertLive(_ row: ServerRow) {
        lock.withLock {
            let time = nextTime()
            tables[row.table, default: [:]][row.id] = row
            send(#""type":"INSERT","record":\#(row.json)"#, row.table, time)
        }
    }

    /// Changes fields of a row as another client does, and reports it.
    func changeLive(_ id: String, of table: TableName = .posts, _ fields: [String: ServerRow.Value]) {
        lock.withLock {
            update(id, table, fields)
            sendUpdate(id, table)
        }
    }

    /// Reports a row as it is now; called with the lock held.
    func sendUpdate(_ id: String, _ table: TableName) {
        guard let row = tables[table]?[id] else { return }
        send(#""type":"UPDATE","record":\#(row.json),"old_record":{"id":"\#(id)"}"#, table, nextTime())
    }

    /// Reports that a row is gone; called with the lock held.
    func sendRemoval(_ id: String, _ table: TableName) {
        send(#""type":"DELETE","record":{},"old_record":{"id":"\#(id)"}"#, table, nextTime())
    }

    /// Removes a row and reports it.
    func deleteLive(_ id: String, from table: TableName = .posts) {
        lock.withLock {
            tables[table]?[id] = nil
            sendRemoval(id, table)
        }
    }

    /// Reports a row as it is now.
    func report(_ id: String, of table: TableName = .posts) {
        lock.withLock { sendUpdate(id, table) }
    }

    private func send(_ members: String, _ table: TableName, _ time: Timestamp) {
        let payload = "[{\(members),\"commit_timestamp\":\"\(time)\"}]"
        subscribers.send(.payloads(table, Array(payload.utf8)), of: table)
    }
}
