import CompassKernel

/// A user's access token.
public struct SessionToken: Hashable, Sendable {
    /// The token, which is sent as `Authorization: Bearer`.
    public var text: String
    /// When it ends; nil if that is not known.
    public var expiresAt: Timestamp?

    /// Creates a token.
    public init(_ text: String, expiresAt: Timestamp? = nil) {
        self.text = text
        self.expiresAt = expiresAt
    }
}

extension SessionToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A text without the token, which must not appear in logs.
    public var description: String { "SessionToken" }
    /// A text without the token, which must not appear in logs.
    public var debugDescription: String { description }
    /// A mirror without members, so that `dump` does not show the token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where access tokens come from: the app's login.
public protocol SessionProvider: Sendable {
    /// Returns the present token; nil if nobody is logged in and requests are sent with the public key alone.
    func token() async throws -> SessionToken?

    /// Returns a new token in place of one that the server no longer accepts, or that ends soon; nil if the session
    /// is over.
    func refresh(after token: SessionToken) async throws -> SessionToken?
}

/// A session with one token that cannot be renewed.
public struct FixedSession: SessionProvider {
    private let fixedToken: SessionToken?

    /// Creates a session with a token; nil for the public key alone.
    public init(_ token: SessionToken?) { fixedToken = token }

    /// Returns the token.
    public func token() -> SessionToken? { fixedToken }

    /// Returns nil.
    public func refresh(after token: SessionToken) -> SessionToken? { nil }
}
