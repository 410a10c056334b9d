import CompassKernel
import CompassPages
import Foundation

/// The events that a subscriber has not read yet.
///
/// Payloads of one table that wait together become one array, because a batch of changes costs a table as much as a
/// single one. Above a limit all waiting payloads are dropped, which is an interruption.
final class ChangeQueue: @unchecked Sendable {
    // Sendable: all properties are read and written only with the lock held.

    private struct Waiting {
        let event: ChangeEvent
        let payloadCount: Int
    }

    private let maximumPayloadCount: Int
    private let lock = NSLock()
    private var events: [Waiting] = []
    private var payloadCount = 0
    /// The payloads after the last event, as an array whose bracket is not closed yet.
    private var batch: (table: TableName, json: [UInt8], count: Int)?
    private var isFinished = false
    private var reader: CheckedContinuation<ChangeEvent?, Never>?

    init(maximumPayloadCount: Int = 4_096) { self.maximumPayloadCount = maximumPayloadCount }

    /// Appends an event, after the payloads that wait.
    func append(_ event: ChangeEvent) {
        change {
            closeBatch()
            events.append(Waiting(event: event, payloadCount: 0))
        }
    }

    /// Appends an interruption that is over; one that the subscriber has not read yet is extended.
    func appendGap(since start: Timestamp?) {
        change {
            closeBatch()
            if events.last?.event == .live, case .interrupted(let other)? = events.dropLast().last?.event {
                events.removeLast(2)
                events.append(
                    Waiting(event: .interrupted(since: Self.earlier(start, other)), payloadCount: 0))
            } else {
                events.append(Waiting(event: .interrupted(since: start), payloadCount: 0))
            }
            events.append(Waiting(event: .live, payloadCount: 0))
        }
    }

    /// Returns the start of two gaps together, where nil is the beginning.
    private static func earlier(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
        guard let left, let right else { return nil }
        return min(left, right)
    }

    /// Appends a row that is to be read by its id, to those that wait.
    ///
    /// - Returns: false if too many wait, so that this and all others were dropped.
    func append(_ table: TableName, refetching id: String) -> Bool {
        var hasRoom = false
        change {
            hasRoom = reserve()
            guard hasRoom else { return }
            closeBatch()
            var ids = [id]
            var count = 1
            if let last = events.last, case .refetch(table, let waiting) = last.event {
                events.removeLast()
                ids = waiting.contains(id) ? waiting : waiting + ids
                count += last.payloadCount
            }
            events.append(Waiting(event: .refetch(table, ids), payloadCount: count))
        }
        return hasRoom
    }

    /// Counts one more payload; drops all of them instead if too many wait.
    private func reserve() -> Bool {
        if payloadCount == maximumPayloadCount {
            batch = nil
            payloadCount = 0
            events.removeAll { $0.payloadCount > 0 }
            return false
        }
        payloadCount += 1
        return true
    }

    /// Appends a payload, which waits for others until ``closeBatches()``.
    ///
    /// - Returns: false if too many wait, so that this and all others were dropped.
    func append(_ table: TableName, _ payload: [UInt8]) -> Bool {
        lock.withLock {
            guard reserve() else { return false }
            if batch?.table != table { closeBatch() }
            if batch == nil {
                batch = (table, [UInt8(ascii: "[")], 0)
            } else {
                batch?.json.append(UInt8(ascii: ","))
            }
            batch?.json += payload
            batch?.count += 1
            return true
        }
    }

    /// Lets the subscriber read the payloads so far.
    func closeBatches() { change { closeBatch() } }

    /// Ends the stream after the events that wait.
    func finish() {
        change {
            closeBatch()
            isFinished = true
        }
    }

    /// Returns the next event as soon as there is one; nil at the end, or if the task is cancelled.
    func next() async -> ChangeEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                lock.lock()
                reader = continuation
                let resume = resumption()
                lock.unlock()
                resume?()
            }
        } onCancel: {
            finish()
        }
    }

    /// Changes the queue, and lets the reader go on if there is something for it.
    private func change(_ body: () -> Void) {
        lock.lock()
        body()
        let resume = resumption()
        lock.unlock()
        resume?()
    }

    private func closeBatch() {
        guard let (table, json, count) = batch else { return }
        batch = nil
        events.append(Waiting(event: .payloads(table, json + [UInt8(ascii: "]")]), payloadCount: count))
    }

    /// Returns what lets the waiting reader go on, to be called without the lock; nil if it must wait on.
    private func resumption() -> (() -> Void)? {
        guard let reader, isFinished || !events.isEmpty else { return nil }
        self.reader = nil
        let first = events.isEmpty ? nil : events.removeFirst()
        payloadCount -= first?.payloadCount ?? 0
        return { reader.resume(returning: first?.event) }
    }
}
