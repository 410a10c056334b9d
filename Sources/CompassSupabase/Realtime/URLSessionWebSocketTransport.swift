#if canImport(Darwin)
    import Foundation

    /// Opens connections to a server of WebSockets with `URLSession`.
    public struct URLSessionWebSocketTransport: WebSocketTransport {
        /// Creates a transport.
        public init() {}

        /// Opens a connection; an error that the server reports comes from the first message.
        public func connect(to url: String) async throws(WebSocketError) -> any WebSocketConnection {
            guard let address = URL(string: url) else {
                throw WebSocketError(reason: "the address is not a URL")
            }
            let task = URLSession.shared.webSocketTask(with: address)
            task.maximumMessageSize = 16 << 20
            task.resume()
            return URLSessionWebSocketConnection(task)
        }
    }

    private final class URLSessionWebSocketConnection: WebSocketConnection {
        private let task: URLSessionWebSocketTask

        init(_ task: URLSessionWebSocketTask) { self.task = task }

        deinit { close() }

        func send(_ text: String) async throws(WebSocketError) {
            do { try await task.send(.string(text)) } catch {
                throw WebSocketError(reason: error.localizedDescription)
            }
        }

        func receive() async throws(WebSocketError) -> [UInt8]? {
            do {
                switch try await task.receive() {
                case .string(let text): return Array(text.utf8)
                case .data(let data): return Array(data)
                @unknown default: return []
                }
            } catch {
                if task.closeCode != .invalid { return nil }
                throw WebSocketError(reason: error.localizedDescription)
            }
        }

        func close() { task.cancel(with: .goingAway, reason: nil) }
    }
#endif
