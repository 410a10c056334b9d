/// A header of a request or response.
public struct HTTPHeader: Hashable, Sendable {
    /// The name, whose case does not matter.
    public var name: String
    /// The value.
    public var value: String

    /// Creates a header.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension HTTPHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The header as it is sent; without the value if that is a secret, which must not appear in logs.
    public var description: String {
        let isSecret = ["authorization", "apikey", "cookie", "set-cookie"].contains(name.lowercased())
        return isSecret ? "\(name): (hidden)" : "\(name): \(value)"
    }
    /// The header without a secret.
    public var debugDescription: String { description }
    /// A mirror without members, so that `dump` shows no secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A request, its address complete and percent-encoded.
public struct HTTPRequest: Hashable, Sendable {
    /// A method.
    public enum Method: String, Hashable, Sendable {
        /// Reads.
        case get = "GET"
        /// Reads headers alone.
        case head = "HEAD"
        /// Changes.
        case patch = "PATCH"
        /// Calls a function.
        case post = "POST"
        /// Deletes.
        case delete = "DELETE"
    }

    /// The method.
    public var method: Method
    /// The address.
    public var url: String
    /// The headers, in their order.
    public var headers: [HTTPHeader]
    /// The body; empty for none.
    public var body: [UInt8]
    /// The time without a byte from the server after which it is given up, in whole seconds.
    public var timeout: Duration

    /// Creates a request.
    public init(
        _ method: Method, _ url: String, headers: [HTTPHeader] = [], body: [UInt8] = [],
        timeout: Duration = .seconds(15)
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}

/// A response with its whole body.
public struct HTTPResponse: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// The headers.
    public var headers: [HTTPHeader]
    /// The body, decompressed.
    public var body: [UInt8]

    /// Creates a response.
    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns the value of the first header with a name, in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// The reason why there is no response.
public enum HTTPTransportError: Error, Hashable, Sendable {
    /// The device has no network.
    case offline
    /// No byte came within the request's timeout.
    case timedOut
    /// The connection could not be made, or broke before the end; `reason` is the system's message.
    case connection(reason: String)
    /// The body exceeds the limit.
    case bodyTooLarge
    /// The task was cancelled.
    case cancelled
}

/// Sends requests over HTTP.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns the response when its body is complete.
    ///
    /// It follows no redirect to another host, since headers contain secrets. If the task is cancelled, the
    /// connection ends.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - maximumByteCount: the limit of the body, decompressed.
    func send(
        _ request: HTTPRequest, maximumByteCount: Int
    ) async throws(HTTPTransportError) -> HTTPResponse
}
