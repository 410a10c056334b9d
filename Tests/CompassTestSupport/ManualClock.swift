import Foundation

/// A clock that a test moves by hand. Sleepers wake in the order of their instants.
public final class ManualClock: Clock, @unchecked Sendable {
    // Sendable: time and sleepers are read and written only with the lock held.

    /// An instant, counted from the clock's creation.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public var elapsed: Duration

        /// Returns the instant after a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
        /// Returns the duration to another instant.
        public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
        /// Whether an instant is before another one.
        public static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    private struct Sleeper {
        let id: Int
        let end: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let lock = NSLock()
    private var time = Instant(elapsed: .zero)
    private var sleepers: [Sleeper] = []
    private var cancelled: Set<Int> = []
    private var nextID = 0
    private var recordedDelays: [Duration] = []

    /// Creates a clock that stands still at zero.
    public init() {}

    /// The present instant.
    public var now: Instant { lock.withLock { time } }
    /// The clock is exact.
    public var minimumResolution: Duration { .zero }

    /// The number of tasks that sleep.
    public var sleeperCount: Int { lock.withLock { sleepers.count } }

    /// The durations of all sleeps so far.
    public var delays: [Duration] { lock.withLock { recordedDelays } }

    /// Sleeps until a test has moved the clock to the deadline.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = lock.withLock {
            nextID += 1
            recordedDelays.append(time.duration(to: deadline))
            return nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let failure: (any Error)?? = lock.withLock {
                    if cancelled.remove(id) != nil { return .some(CancellationError()) }
                    if deadline <= time { return .some(nil) }
                    sleepers.append(Sleeper(id: id, end: deadline, continuation: continuation))
                    return .none
                }
                switch failure {
                case .none: break
                case .some(nil): continuation.resume()
                case .some(.some(let error)): continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            let sleeper = lock.withLock { () -> Sleeper? in
                guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
                    cancelled.insert(id)
                    return nil
                }
                return sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock; wakes those whose time has come.
    public func advance(by duration: Duration) {
        let woken = lock.withLock {
            time = time.advanced(by: duration)
            let woken = sleepers.filter { $0.end <= time }.sorted { $0.end < $1.end }
            sleepers.removeAll { $0.end <= time }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Moves the clock to the end of the shortest sleep, as soon as a task sleeps, or the caller is cancelled.
    public func advanceToNextSleeper(file: StaticString = #fileID, line: UInt = #line) async {
        var shortest: Duration?
        await waitUntil(file: file, line: line) {
            shortest = lock.withLock { sleepers.map(\.end).min().map { time.duration(to: $0) } }
            return shortest != nil
        }
        if let shortest { advance(by: shortest) }
    }

    /// Moves the clock by a duration, as soon as a task sleeps for just so long.
    public func advance(
        toSleepOf duration: Duration, file: StaticString = #fileID, line: UInt = #line
    ) async {
        await waitUntil(file: file, line: line) {
            lock.withLock { sleepers.contains { time.duration(to: $0.end) == duration } }
        }
        if !Task.isCancelled { advance(by: duration) }
    }
}
