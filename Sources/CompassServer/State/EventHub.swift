import Synchronization

/// Sends events to all listeners, each of which has a bounded queue of its own.
///
/// A listener that reads too slowly loses its queue and finds a `reset` in its place. The last events are
/// kept for listeners that come back; one that missed more gets a `reset`, too.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class EventHub: Sendable {
    /// The numbers that bound the memory of a hub.
    package struct Limits: Sendable {
        /// Listeners at a time.
        package var listeners = 64
        /// Events that wait for one listener.
        package var queuedEvents = 256
        /// Events that are kept for listeners that come back.
        package var recentEvents = 1_000
        /// Bytes of those events.
        package var recentBytes = 4 << 20

        package init() {}
    }

    /// The time between comments, which keep the connection of a listener open.
    package static let commentInterval = Duration.seconds(15)
    private static let comment = Array(":\n\n".utf8)

    private struct Listener {
        var queue: [[UInt8]] = []
        var reader: CheckedContinuation<[UInt8]?, Never>?
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var lastNumber = 0
        var generation: UInt64
        /// The last events, without gaps: the newest is of ``generation``.
        var recent: [[UInt8]] = []
        var recentBytes = 0
        var isTicking = false
        var isFinished = false
    }

    private let limits: Limits
    private let clock: any Clock<Duration>
    private let state: Mutex<State>

    /// - Parameter generation: the generation before the first event.
    package init(
        generation: UInt64 = 0, limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.limits = limits
        self.clock = clock
        state = Mutex(State(generation: generation))
    }

    /// The number of listeners.
    package var listenerCount: Int { state.withLock { $0.listeners.count } }

    // MARK: Sending

    /// Sends an event to all listeners.
    ///
    /// - Parameter generation: the number after that of the last event.
    package func send(_ event: ServerEvent, generation: UInt64) {
        let lines = event.lines(generation: generation)
        let woken = state.withLock { state in
            state.generation = generation
            state.recent.append(lines)
            state.recentBytes += lines.count
            while state.recent.count > limits.recentEvents || state.recentBytes > limits.recentBytes {
                state.recentBytes -= state.recent.removeFirst().count
            }
            return deliver(lines, to: &state)
        }
        for reader in woken { reader.resume(returning: lines) }
    }

    /// Returns the readers that wait for the next event, and queues it for the others.
    private func deliver(
        _ lines: [UInt8], to state: inout State
    ) -> [CheckedContinuation<[UInt8]?, Never>] {
        var woken: [CheckedContinuation<[UInt8]?, Never>] = []
        for number in Array(state.listeners.keys) {
            guard var listener = state.listeners[number] else { continue }
            if let reader = listener.reader {
                listener.reader = nil
                woken.append(reader)
            } else if listener.queue.count < limits.queuedEvents {
                listener.queue.append(lines)
            } else {
                listener.queue = [ServerEvent.reset.lines(generation: state.generation)]
            }
            state.listeners[number] = listener
        }
        return woken
    }

    /// Ends all streams, and refuses new ones.
    package func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            let readers = state.listeners.values.compactMap(\.reader)
            state.listeners = [:]
            return readers
        }
        for reader in readers { reader.resume(returning: nil) }
    }

    // MARK: Listening

    /// Returns the events from now on, or after the one with a number; the stream begins with a comment, and
    /// ends with its reader.
    ///
    /// - Throws: 503 when there are too many listeners, or the server ends.
    package func events(after generation: UInt64?) throws(APIError) -> AsyncStream<[UInt8]> {
        let (number, starts) = try state.withLock { state throws(APIError) in
            if state.isFinished { throw APIError(503, "the server ends") }
            guard state.listeners.count < limits.listeners else {
                throw APIError(
                    503, "there are \(limits.listeners) listeners already; close another page",
                    retryAfter: 15)
            }
            state.lastNumber += 1
            state.listeners[state.lastNumber] = Listener(queue: [greeting(after: generation, in: state)])
            let starts = !state.isTicking
            state.isTicking = true
            return (state.lastNumber, starts)
        }
        if starts { startTicking() }
        let listening = Listening(self, number)
        return AsyncStream {
            await listening.next()
        } onCancel: {
            listening.end()
        }
    }

    /// Returns the first bytes of a stream: what was missed, or the number of the last event, which the
    /// listener gives when it comes back.
    private func greeting(after generation: UInt64?, in state: State) -> [UInt8] {
        let greeting = Array(":\nid: \(state.generation)\n\n".utf8)
        guard let generation, generation != state.generation else { return greeting }
        guard generation < state.generation, state.generation - generation <= UInt64(state.recent.count)
        else { return greeting + ServerEvent.reset.lines(generation: state.generation) }
        return Self.comment + state.recent.suffix(Int(state.generation - generation)).joined()
    }

    /// One listener; its place is free once nobody can read its stream any more.
    private final class Listening: Sendable {
        private let hub: EventHub
        private let number: Int

        init(_ hub: EventHub, _ number: Int) {
            self.hub = hub
            self.number = number
        }

        deinit { hub.remove(number) }

        func next() async -> [UInt8]? { await hub.next(number) }
        func end() { hub.remove(number) }
    }

    private func next(_ number: Int) async -> [UInt8]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (event, other) = state.withLock { state in self.take(number, &state, continuation) }
                other?.resume(returning: nil)
                if case .some(let event) = event { continuation.resume(returning: event) }
            }
        } onCancel: {
            remove(number)
        }
    }

    /// Returns the next event of a listener, nil inside for the end; or notes that it waits, and returns the
    /// reader that waited before, of which there is none unless two tasks read one stream.
    private func take(
        _ number: Int, _ state: inout State, _ continuation: CheckedContinuation<[UInt8]?, Never>
    ) -> (event: [UInt8]??, other: CheckedContinuation<[UInt8]?, Never>?) {
        guard var listener = state.listeners[number] else { return (.some(nil), nil) }
        if !listener.queue.isEmpty {
            let event = listener.queue.removeFirst()
            state.listeners[number] = listener
            return (event, nil)
        }
        let other = listener.reader
        listener.reader = continuation
        state.listeners[number] = listener
        return (nil, other)
    }

    private func remove(_ number: Int) {
        let reader = state.withLock { $0.listeners.removeValue(forKey: number)?.reader }
        reader?.resume(returning: nil)
    }

    // MARK: Comments

    private func startTicking() {
        Task { [weak self, clock] in
            while true {
                do { try await clock.sleep(for: Self.commentInterval) } catch { return }
                guard self?.tick() == true else { return }
            }
        }
    }

    /// Sends a comment to listeners for whom nothing else waits; returns whether there are listeners.
    private func tick() -> Bool {
        let (readers, continues) = state.withLock { state in
            var readers: [CheckedContinuation<[UInt8]?, Never>] = []
            for number in Array(state.listeners.keys) {
                if let reader = state.listeners[number]?.reader {
                    state.listeners[number]?.reader = nil
                    readers.append(reader)
                } else if state.listeners[number]?.queue.isEmpty == true {
                    // The reader is still busy with what it got last.
                    state.listeners[number]?.queue = [Self.comment]
                }
            }
            state.isTicking = !state.listeners.isEmpty
            return (readers, state.isTicking)
        }
        for reader in readers { reader.resume(returning: Self.comment) }
        return continues
    }
}
