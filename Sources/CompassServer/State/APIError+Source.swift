import CompassPages

extension APIError {
    /// Creates the error for what a service refuses, or could not answer.
    init(_ error: SourceError) {
        switch error {
        case .notFound: self.init(404, "The service has no such row: \(error)")
        case .forbidden: self.init(403, "The service refuses this: \(error)")
        case .rateLimited(let wait):
            self.init(
                429, "The service refuses this for now: \(error)",
                retryAfter: wait.map { max(1, Int($0.components.seconds)) })
        case .offline, .timedOut, .connection: self.init(504, "The service cannot be reached: \(error)")
        case .cancelled: self.init(503, "The server ends.")
        case .signedOut, .server, .incomplete, .unreadable, .pageTooLarge, .refused:
            self.init(502, "The service failed: \(error)")
        }
    }
}
