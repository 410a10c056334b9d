/// A clock on which every delay is shorter by a factor, so that tests wait for heartbeats and retries.
public struct ScaledClock: Clock {
    /// An instant of the continuous clock.
    public typealias Instant = ContinuousClock.Instant

    private let factor: Int
    private let clock = ContinuousClock()

    /// Creates a clock; a sleep of `factor` seconds takes one.
    public init(factor: Int) { self.factor = factor }

    /// The present instant.
    public var now: Instant { clock.now }
    /// The resolution of the continuous clock.
    public var minimumResolution: Duration { clock.minimumResolution }

    /// Sleeps for a part of the time to the deadline.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let now = clock.now
        try await clock.sleep(until: now + (deadline - now) / factor, tolerance: nil)
    }
}
