import Foundation

/// A clock that stands still until a test moves it.
final class HandClock: Clock, @unchecked Sendable {
    // Sendable: the time is read and written only with the lock held.
    struct Instant: InstantProtocol {
        var elapsed = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
        func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
        static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    private let lock = NSLock()
    private var time = Instant()

    var now: Instant { lock.withLock { time } }
    var minimumResolution: Duration { .zero }

    func advance(by duration: Duration) { lock.withLock { time = time.advanced(by: duration) } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        while now < deadline {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
