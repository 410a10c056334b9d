import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests with `URLSession`.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let delegate: ResponseCollector

    /// Creates a transport with a session of its own, which keeps neither cookies nor responses.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // The whole of a response may take as long as bytes keep coming.
        configuration.timeoutIntervalForResource = 24 * 60 * 60
        delegate = ResponseCollector()
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// Sends a request and returns the response when its body is complete.
    public func send(
        _ request: HTTPRequest, maximumByteCount: Int
    ) async throws(HTTPTransportError) -> HTTPResponse {
        guard let url = URL(string: request.url) else {
            throw .connection(reason: "\(request.url) is not a URL")
        }
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method.rawValue
        for header in request.headers { urlRequest.addValue(header.value, forHTTPHeaderField: header.name) }
        if !request.body.isEmpty { urlRequest.httpBody = Data(request.body) }
        // On Linux a fraction of a second counts as none.
        urlRequest.timeoutInterval = max(1, request.timeout.seconds.rounded(.up))
        let task = session.dataTask(with: urlRequest)
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    delegate.expect(task, maximumByteCount: maximumByteCount) {
                        continuation.resume(with: $0)
                    }
                    task.resume()
                    // A task that was cancelled before it was resumed would never report its end.
                    if Task.isCancelled { task.cancel() }
                }
            } onCancel: {
                task.cancel()
            }
        } catch let error as HTTPTransportError {
            throw error
        } catch {
            throw Task.isCancelled ? .cancelled : HTTPTransportError(error)
        }
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension HTTPTransportError {
    /// Translates an error of `URLSession`.
    init(_ error: any Error) {
        switch (error as? URLError)?.code {
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: self = .offline
        default: self = .connection(reason: error.localizedDescription)
        }
    }
}

/// Collects the chunks of each task's response.
private final class ResponseCollector: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Sendable: pending responses are read and written only with the lock held.
    typealias Completion = @Sendable (Result<HTTPResponse, any Error>) -> Void

    private struct Pending {
        let maximumByteCount: Int
        let completion: Completion
        var body: [UInt8] = []
        var isTooLarge = false
    }

    private let lock = NSLock()
    private var pending: [Int: Pending] = [:]

    func expect(_ task: URLSessionTask, maximumByteCount: Int, _ completion: @escaping Completion) {
        lock.withLock {
            pending[task.taskIdentifier] = Pending(
                maximumByteCount: maximumByteCount, completion: completion)
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = lock.withLock {
            guard var response = pending.removeValue(forKey: dataTask.taskIdentifier) else { return false }
            response.isTooLarge =
                response.isTooLarge || response.body.count + data.count > response.maximumByteCount
            if !response.isTooLarge { response.body.append(contentsOf: data) }
            let isTooLarge = response.isTooLarge
            pending[dataTask.taskIdentifier] = response
            return isTooLarge
        }
        if isTooLarge { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let response = lock.withLock({ pending.removeValue(forKey: task.taskIdentifier) }) else {
            return
        }
        if response.isTooLarge { return response.completion(.failure(HTTPTransportError.bodyTooLarge)) }
        if let error { return response.completion(.failure(HTTPTransportError(error))) }
        guard let head = task.response as? HTTPURLResponse else {
            return response.completion(
                .failure(HTTPTransportError.connection(reason: "the response is not HTTP")))
        }
        let headers = head.allHeaderFields.compactMap { name, value -> HTTPHeader? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return HTTPHeader(name, value)
        }
        response.completion(
            .success(HTTPResponse(status: head.statusCode, headers: headers, body: response.body)))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let original = task.originalRequest?.url
        let isSameHost =
            original?.host == request.url?.host && original?.scheme == request.url?.scheme
            && original?.port == request.url?.port
        completionHandler(isSameHost ? request : nil)
    }
}
