/// The reason why a connection cannot be made, or has ended.
public struct WebSocketError: Error, Hashable, Sendable {
    /// The system's message.
    public var reason: String

    /// Creates an error.
    public init(reason: String) { self.reason = reason }
}

/// Opens connections to a server of WebSockets.
public protocol WebSocketTransport: Sendable {
    /// Opens a connection.
    ///
    /// - Parameter url: the address, `wss:` or `ws:`.
    func connect(to url: String) async throws(WebSocketError) -> any WebSocketConnection
}

/// A connection over which messages go in both directions.
public protocol WebSocketConnection: Sendable {
    /// Sends a text message.
    func send(_ text: String) async throws(WebSocketError)

    /// Returns the next text message; nil if the server has closed the connection.
    ///
    /// Only one task receives. If it is cancelled, the connection ends.
    func receive() async throws(WebSocketError) -> [UInt8]?

    /// Closes the connection, at once and without waiting for the server.
    func close()
}
