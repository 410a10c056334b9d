import CompassKernel
import Foundation

/// The server's clock, as far as its responses tell: how much it is ahead of the device's.
final class ServerClock: @unchecked Sendable {
    // Sendable: the difference is read and written only with the lock held.
    private let lock = NSLock()
    private var leadMicros: Int64?

    /// Notes the time of a response, which has whole seconds: the server's clock is at least there.
    func note(_ response: HTTPResponse, now: Timestamp) {
        guard let time = response.serverTime else { return }
        lock.withLock { leadMicros = time.micros &- now.micros }
    }

    /// Returns the server's time at an instant of the device's clock; nil before its first response.
    func time(at instant: Timestamp) -> Timestamp? {
        lock.withLock { leadMicros.map { Timestamp(micros: instant.micros &+ $0) } }
    }
}
