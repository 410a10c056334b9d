import CompassKernel

/// The reason why a source could not read or change rows.
public enum SourceError: Error, Hashable, Sendable {
    /// The device has no network.
    case offline
    /// The server did not answer in time.
    case timedOut
    /// The connection could not be made, or broke; `reason` is the system's message.
    case connection(reason: String)
    /// The session is over: the user must log in.
    case signedOut
    /// The server refuses this request to this user; `message` is its own.
    case forbidden(message: String)
    /// There is no such row or table; `message` is the server's, empty if it has none.
    case notFound(message: String)
    /// Too many requests; nil if the server does not tell when to try again.
    case rateLimited(retryAfter: Duration?)
    /// Any other refusal or fault of the server.
    case server(status: Int, message: String)
    /// The number of rows received is not the number that the server counted.
    case incomplete(received: Int, expected: ClosedRange<Int>)
    /// What the server returned is not an array of rows.
    case unreadable(LoadError)
    /// A page exceeds the limit, in bytes.
    case pageTooLarge(maximumByteCount: Int)
    /// Rows could not be merged into a table.
    case refused(PostChangeError)
    /// The request was cancelled.
    case cancelled

    /// Translates any error that reading or merging rows throws.
    init(_ error: any Error) {
        switch error {
        case let error as SourceError: self = error
        case let error as LoadError: self = .unreadable(error)
        case let error as PostChangeError: self = .refused(error)
        case is CancellationError: self = .cancelled
        default: self = .connection(reason: "\(error)")
        }
    }
}

extension SourceError: CustomStringConvertible {
    /// A description of the error, without any secret.
    public var description: String {
        switch self {
        case .offline: "no network connection"
        case .timedOut: "the server did not answer in time"
        case .connection(let reason): "the connection failed: \(reason)"
        case .signedOut: "the session is over, or the key is not accepted; log in again"
        case .forbidden(let message): "access is refused: \(message)"
        case .notFound(let message): message.isEmpty ? "not found" : "not found: \(message)"
        case .rateLimited(let wait):
            wait.map { "too many requests; try again in \($0.components.seconds) s" } ?? "too many requests"
        case .server(let status, let message): "the server reports status \(status): \(message)"
        case .incomplete(let received, let expected):
            "rows are missing: \(received) received, but the server counted "
                + (expected.lowerBound == expected.upperBound
                    ? "\(expected.lowerBound)" : "\(expected.lowerBound) to \(expected.upperBound)")
        case .unreadable(let error): "the server's response is not an array of rows: \(error)"
        case .pageTooLarge(let maximum): "a page exceeds \(maximum) bytes"
        case .refused(let error): "rows could not be merged: \(error)"
        case .cancelled: "cancelled"
        }
    }
}
