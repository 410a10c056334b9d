import CompassKernel
import CompassPages
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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
        do { present = try await provider.token() } catch { throw Self.failure(error) }
        guard let token = newest(present) else { return nil }
        guard let end = token.expiresAt, end.micros < now().micros &+ Self.renewalLead else { return token }
        // A token that cannot be renewed is used to its end.
        if let next = try? await renew(token) { return next }
        return token
    }

    /// Returns a token in place of one that the server did not accept; nil if the session is over.
    ///
    /// - Throws: the reason why it could not be renewed, such as ``SourceError/offline``: the session goes on then.
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
        let result = await task.result
        let next = try? result.get()
        if renewal == task {
            renewal = nil
            if let next { renewed = (token, next) }
        }
        if case .failure(let error) = result { throw Self.failure(error) }
        return next
    }

    /// Translates an error of the provider, whose own text could contain a secret.
    private static func failure(_ error: any Error) -> SourceError {
        switch error {
        case let error as SourceError: return error
        case let error as HTTPTransportError:
            switch error {
            case .offline: return .offline
            case .timedOut: return .timedOut
            case .cancelled: return .cancelled
            case .connection(let reason): return .connection(reason: reason)
            case .bodyTooLarge: break
            }
        case let error as URLError:
            switch error.code {
            case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: return .offline
            case .timedOut: return .timedOut
            case .cancelled: return .cancelled
            default: break
            }
        case is CancellationError: return .cancelled
        default: break
        }
        let text = (error as? any LocalizedError)?.errorDescription ?? "\(type(of: error))"
        return .connection(reason: "the login service failed: \(text)")
    }
}
