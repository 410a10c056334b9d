import CompassKernel

/// A request that is not granted: its status, and a message for people that says what is accepted.
package struct APIError: Error, Hashable, Sendable {
    package var status: Int
    package var message: String
    /// Seconds until another try makes sense; nil for none.
    package var retryAfter: Int?
    /// The table that is being loaded, for 503.
    package var loading: String?
    /// The methods that are accepted, for 405.
    package var allowed: [String] = []

    package init(_ status: Int, _ message: String, retryAfter: Int? = nil, loading: String? = nil) {
        self.status = status
        self.message = message
        self.retryAfter = retryAfter
        self.loading = loading
    }

    /// Creates the error for a method that an address does not have.
    init(allowed: [String]) {
        self.init(405, "accepted here: \(allowed.joined(separator: ", ")).")
        self.allowed = allowed
    }
}
