import CompassKernel
import CompassPages

/// The tokens of a session, renewed once for all requests that wait for a new one.
actor SessionTokens {
    /// A token is renewed this long before it ends.
    static let renewalLead: Int64 = 60_000_000

    private let provider: any SessionProvider
    private let now: @Sendable () -> Timestamp
    /// The last renewal.
    private var renewed: (old: SessionToken, new: SessionToken)?
    private var renewal: Task<SessionToken?, any Error>?

    init(_ provider: any SessionProvider, now: @escaping @Sendable () -> Timestamp) {
        self.provider = provider
        self.now = now
    }

    /// Returns the token for a request; nil for none.
    func token() async throws(SourceError) -> SessionToken? {
        let present: SessionToken?
        do { present = try await provider.token() } catch { throw .signedOut }
        guard let token = newest(present) else { return nil }
        guard let end = token.expiresAt, end.micros - now().micros < Self.renewalLead else { return token }
        // A token that cannot be renewed is used to its end.
        if let next = try? await renew(token) { return next }
        return token
    }

    /// Returns a token in place of one that the server did not accept; nil if the session is over.
    func token(after refused: SessionToken) async throws(SourceError) -> SessionToken? {
        if let present = try? await provider.token(), let token = newest(present), token != refused {
            return token
        }
        return try await renew(refused)
    }

    /// Returns what has replaced a token, if the provider still returns the old one.
    private func newest(_ token: SessionToken?) -> SessionToken? {
        guard let renewed, token == renewed.old else { return token }
        return renewed.new
    }

    private func renew(_ token: SessionToken) async throws(SourceError) -> SessionToken? {
        let task =
            renewal
            ?? Task { [provider] in
                let next = try await provider.refresh(after: token)
                return next
            }
        renewal = task
        let next: SessionToken?
        do { next = try await task.value } catch { next = nil }
        if renewal == task {
            renewal = nil
            if let next { renewed = (token, next) }
        }
        return next
    }
}
