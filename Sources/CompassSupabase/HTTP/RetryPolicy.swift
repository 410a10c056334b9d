import CompassKernel

/// How requests are repeated that failed for a passing reason.
///
/// Delays grow exponentially and are drawn at random between zero and their maximum ("full jitter"), so that many
/// clients do not come back at the same time. Source: M. Brooker, *Exponential Backoff and Jitter*, 2015.
public struct RetryPolicy: Hashable, Sendable {
    /// The number of times a request is sent, at least 1.
    public var maximumAttempts = 4
    /// The maximum delay before the second attempt; it doubles with each further one.
    public var firstDelay: Duration = .milliseconds(500)
    /// The limit of that maximum.
    public var maximumDelay: Duration = .seconds(20)
    /// The limit of a delay that the server asks for.
    public var maximumServerDelay: Duration = .seconds(60)

    /// Creates the usual policy: four attempts within a few seconds.
    public init() {}

    /// Returns the time to wait after a failed attempt.
    ///
    /// - Parameters:
    ///   - attempt: the number of the attempt that failed, from 1.
    ///   - serverDelay: the delay that the server asks for, if any.
    ///   - random: a random number of at least 0 and below 1.
    func delay(after attempt: Int, serverDelay: Duration?, random: Double) -> Duration {
        if let serverDelay { return min(max(serverDelay, .zero), maximumServerDelay) }
        let maximum = min(firstDelay * (1 << min(attempt - 1, 20)), maximumDelay)
        return maximum * random
    }

    /// Whether a status is passing: the server is overloaded or restarts.
    static func isPassing(status: Int) -> Bool { [429, 502, 503, 504].contains(status) }

    /// Returns the delay of a header `Retry-After`, which is in seconds or a date; nil if it is neither.
    static func serverDelay(_ text: String?, now: Timestamp) -> Duration? {
        guard let text else { return nil }
        if let seconds = Int(text) { return .seconds(min(max(seconds, 0), 1 << 30)) }
        return HTTPDate.timestamp(text).map { date in
            let (micros, overflows) = date.micros.subtractingReportingOverflow(now.micros)
            return .microseconds(overflows ? (date < now ? .min : .max) : micros)
        }
    }
}
