import CompassKernel
import CompassPages

/// Sends requests with the session's token, repeats them if that may help, and translates errors.
struct SupabaseClient: Sendable {
    let configuration: SupabaseConfiguration
    let transport: any HTTPTransport
    let tokens: SessionTokens
    let retries: RetryPolicy
    let clock: any Clock<Duration>
    let now: @Sendable () -> Timestamp
    /// Returns a random number of at least 0 and below 1.
    let random: @Sendable () -> Double
    private let serverClock = ServerClock()

    init(
        configuration: SupabaseConfiguration, transport: any HTTPTransport, session: any SessionProvider,
        retries: RetryPolicy, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double
    ) {
        self.configuration = configuration
        self.transport = transport
        tokens = SessionTokens(session, now: now)
        self.retries = retries
        self.clock = clock
        self.now = now
        self.random = random
    }

    /// Returns the server's time at an instant of the device's clock; nil before its first response.
    func serverTime(at instant: Timestamp) -> Timestamp? { serverClock.time(at: instant) }

    /// What became of one attempt.
    private enum Outcome {
        case response(HTTPResponse)
        /// The server does not accept the token.
        case refused
        case failure(SourceError)
        /// A failure that may pass, and the delay that the server asks for.
        case passingFailure(SourceError, serverDelay: Duration?)
    }

    /// Sends a request; returns the response if its status is 200 to 299, or `accepted`.
    ///
    /// - Parameter isRepeated: whether it is repeated after a failure that may pass.
    func send(
        _ request: HTTPRequest, accepting accepted: Int? = nil, isRepeated: Bool = true
    ) async throws(SourceError) -> HTTPResponse {
        var attempt = 1
        var hasRenewed = false
        var token = try await tokens.token()
        while true {
            switch await outcome(of: authorized(request, token), accepting: accepted) {
            case .response(let response): return response
            case .failure(let error): throw error
            case .refused:
                guard let refused = token, !hasRenewed, let next = try await tokens.token(after: refused)
                else { throw .signedOut }
                hasRenewed = true
                token = next
            case .passingFailure(let error, let serverDelay):
                guard isRepeated, attempt < retries.maximumAttempts else { throw error }
                let delay = retries.delay(after: attempt, serverDelay: serverDelay, random: random())
                do { try await clock.sleep(for: delay) } catch { throw .cancelled }
                attempt += 1
            }
        }
    }

    /// Supabase wants a bearer even if nobody is logged in: its public key.
    private func authorized(_ request: HTTPRequest, _ token: SessionToken?) -> HTTPRequest {
        guard let bearer = token?.text ?? configuration.apiKey else { return request }
        var request = request
        request.headers.append(HTTPHeader("Authorization", "Bearer \(bearer)"))
        return request
    }

    private func outcome(of request: HTTPRequest, accepting accepted: Int?) async -> Outcome {
        do throws(HTTPTransportError) {
            let response = try await transport.send(
                request, maximumByteCount: configuration.maximumPageByteCount)
            serverClock.note(response, now: now())
            if (200...299).contains(response.status) || response.status == accepted {
                return .response(response)
            }
            if response.status == 401 { return .refused }
            let serverDelay = RetryPolicy.serverDelay(response.header("Retry-After"), now: now())
            let error = SourceError(response, serverDelay: serverDelay)
            return RetryPolicy.isPassing(status: response.status)
                ? .passingFailure(error, serverDelay: serverDelay) : .failure(error)
        } catch {
            switch error {
            case .offline: return .failure(.offline)
            case .cancelled: return .failure(.cancelled)
            case .bodyTooLarge:
                return .failure(.pageTooLarge(maximumByteCount: configuration.maximumPageByteCount))
            case .timedOut: return .passingFailure(.timedOut, serverDelay: nil)
            case .connection(let reason):
                return .passingFailure(.connection(reason: reason), serverDelay: nil)
            }
        }
    }
}
