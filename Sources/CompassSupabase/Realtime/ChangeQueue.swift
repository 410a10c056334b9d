import CompassKernel
import CompassPages
import Foundation

/// The events that a subscriber has not read yet.
///
/// Payloads of one table that wait together become one array, because a batch of changes costs a table as much as a
/// single one. Above a limit all waiting payloads are dropped, which is an interruption since the oldest of them. An
/// interruption that follows one which nobody has read yet extends it.
final class ChangeQueue: @unchecked Sendable {
    // Sendable: all properties are read and written only with the lock held.

    private struct Waiting {
        let event: ChangeEvent
        var payloadCount = 0
        /// The device's time when the first of the payloads was received.
        var oldest: Timestamp?
    }

    private let maximumPayloadCount: Int
    private let lock = NSLock()
    private var events: [Waiting] = []
    private var payloadCount = 0
    /// The payloads after the last event, as an array whose bracket is not closed yet.
    private var batch: (table: TableName, json: [UInt8], count: Int, oldest: Timestamp)?
    private var isFinished = false
    private var reader: CheckedContinuation<ChangeEvent?, Never>?

    init(maximumPayloadCount: Int = 4_096) { self.maximumPayloadCount = maximumPayloadCount }

    /// Appends an event, after the payloads that wait.
    func append(_ event: ChangeEvent) {
        change {
            closeBatch()
            push(event)
        }
    }

    /// Appends an interruption that is over.
    func appendGap(since start: Timestamp?) {
        change {
            closeBatch()
            push(.interrupted(since: start))
            push(.live)
        }
    }

    /// Appends an event without payloads.
    private func push(_ event: ChangeEvent) {
        var event = event
        if case .interrupted(let start) = event {
            let isOver = events.last?.event == .live || events.last?.event == .caughtUp
            if case .interrupted(let other)? = events.dropLast(isOver ? 1 : 0).last?.event {
                events.removeLast(isOver ? 2 : 1)
                event = .interrupted(since: Self.earlier(start, other))
            }
        }
        events.append(Waiting(event: event))
    }

    /// Returns the start of two gaps together, where nil is the beginning.
    private static func earlier(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
        guard let left, let right else { return nil }
        return min(left, right)
    }

    /// Appends a row that is to be read by its id, to those that wait.
    ///
    /// - Parameter time: the device's time when it was received.
    /// - Returns: nil; if too many wait, so that this and all others were dropped, the time of the oldest one.
    func append(_ table: TableName, refetching id: String, at time: Timestamp) -> Timestamp? {
        var dropped: Timestamp?
        change {
            dropped = reserve(time)
            if dropped != nil { return }
            closeBatch()
            var new = Waiting(event: .refetch(table, [id]), payloadCount: 1, oldest: time)
            if let last = events.last, case .refetch(table, let waiting) = last.event {
                events.removeLast()
                let ids = waiting.contains(id) ? waiting : waiting + [id]
                new = Waiting(
                    event: .refetch(table, ids), payloadCount: last.payloadCount + 1,
                    oldest: min(last.oldest ?? time, time))
            }
            events.append(new)
        }
        return dropped
    }

    /// Counts one more payload; drops all of them instead if too many wait, and returns the time of the oldest one.
    private func reserve(_ time: Timestamp) -> Timestamp? {
        if payloadCount < maximumPayloadCount {
            payloadCount += 1
            return nil
        }
        let oldest = events.compactMap(\.oldest).reduce(min(batch?.oldest ?? time, time), min)
        batch = nil
        payloadCount = 0
        let rest = events.filter { $0.payloadCount == 0 }
        events = []
        for waiting in rest { push(waiting.event) }
        return oldest
    }

    /// Appends a payload, which waits for others until ``closeBatches()``.
    ///
    /// - Parameter time: the device's time when it was received.
    /// - Returns: nil; if too many wait, so that this and all others were dropped, the time of the oldest one.
    func append(_ table: TableName, _ payload: [UInt8], at time: Timestamp) -> Timestamp? {
        lock.withLock {
            if let oldest = reserve(time) { return oldest }
            if batch?.table != table { closeBatch() }
            if batch == nil {
                batch = (table, [UInt8(ascii: "[")], 0, time)
            } else {
                batch?.json.append(UInt8(ascii: ","))
            }
            batch?.json += payload
            batch?.count += 1
            return nil
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
        guard let (table, json, count, oldest) = batch else { return }
        batch = nil
        events.append(
            Waiting(
                event: .payloads(table, json + [UInt8(ascii: "]")]), payloadCount: count, oldest: oldest))
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
