import CompassPages
import Foundation

/// The readers of a server's changes, for a server that uses them with its lock held.
///
/// A stream ends while the runtime holds a lock of its reader's task, which sending an event to that task takes, too.
/// If the end took the server's lock, both could wait for each other. So it only notes the stream, with a lock under
/// which nothing else happens, and each reader is sent everything in the order of the server's lock.
struct Subscribers {
    private struct Subscriber {
        let channel: ChangeChannel
        let continuation: AsyncStream<ChangeEvent>.Continuation
    }

    private final class EndedStreams: @unchecked Sendable {
        // Sendable: the ids are read and written only with the lock held.
        private let lock = NSLock()
        private var ids: Set<UUID> = []

        func insert(_ id: UUID) { lock.withLock { _ = ids.insert(id) } }

        func contains(_ id: UUID) -> Bool { lock.withLock { ids.contains(id) } }
    }

    private var all: [UUID: Subscriber] = [:]
    private let ended = EndedStreams()

    /// The number of streams that are read.
    var count: Int { all.keys.count { !ended.contains($0) } }

    /// Adds a stream that has just begun, until it ends.
    mutating func add(_ channel: ChangeChannel, _ continuation: AsyncStream<ChangeEvent>.Continuation) {
        all = all.filter { !ended.contains($0.key) }
        let id = UUID()
        all[id] = Subscriber(channel: channel, continuation: continuation)
        continuation.onTermination = { [ended] _ in ended.insert(id) }
    }

    /// Sends an event to all readers, or to those of a table.
    func send(_ event: ChangeEvent, of table: TableName? = nil) {
        for subscriber in all.values
        where table == nil || subscriber.channel.subscriptions.contains(where: { $0.table == table }) {
            subscriber.continuation.yield(event)
        }
    }
}
