import Foundation

/// The subscribers whose streams have ended, with a lock of its own.
///
/// A stream ends while the runtime holds a lock of its reader's task, which sending an event to it takes, too. A server
/// that sent events with the lock held that the end of a stream takes would wait forever.
final class EndedSubscribers: @unchecked Sendable {
    // Sendable: the ids are read and written only with the lock held.
    private let lock = NSLock()
    private var ids: Set<UUID> = []

    func insert(_ id: UUID) { lock.withLock { _ = ids.insert(id) } }

    func contains(_ id: UUID) -> Bool { lock.withLock { ids.contains(id) } }
}
