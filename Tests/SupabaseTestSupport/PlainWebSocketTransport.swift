import CompassSupabase
import Foundation

/// Opens WebSockets (RFC 6455) over plain TCP with the system's sockets, for servers on this machine: what tests need
/// on systems without another transport.
public struct PlainWebSocketTransport: WebSocketTransport {
    /// Creates a transport.
    public init() {}

    /// Opens a connection to an address that begins with `ws:` and an IPv4 address.
    public func connect(to url: String) async throws(WebSocketError) -> any WebSocketConnection {
        guard let parts = URLComponents(string: url), parts.scheme == "ws", let host = parts.host,
            let port = parts.port
        else { throw WebSocketError(reason: "the address does not begin with ws:") }
        let target = parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
        let socket = try TCPSocket(host: host, port: UInt16(port))
        do throws(WebSocketError) {
            try Self.upgrade(socket, host: "\(host):\(port)", target: target)
        } catch {
            socket.close()
            throw error
        }
        return PlainWebSocketConnection(socket)
    }

    private static func upgrade(
        _ socket: TCPSocket, host: String, target: String
    ) throws(WebSocketError) {
        let key = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
        let head =
            "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: 13\r\n\r\n"
        try socket.write(Array(head.utf8))
        var answer: [UInt8] = []
        while !answer.suffix(4).elementsEqual("\r\n\r\n".utf8) { answer += try socket.read(1) }
        guard answer.starts(with: "HTTP/1.1 101 ".utf8) else {
            throw WebSocketError(reason: String(decoding: answer.prefix(64), as: UTF8.self))
        }
    }
}

/// A connection whose messages a thread of its own reads.
private final class PlainWebSocketConnection: WebSocketConnection {
    private enum Opcode: UInt8 {
        case continuation, text, binary
        case close = 8
        case ping, pong
    }

    private let socket: TCPSocket
    private let messages: AsyncStream<[UInt8]>

    init(_ socket: TCPSocket) {
        let (messages, continuation) = AsyncStream<[UInt8]>.makeStream()
        (self.socket, self.messages) = (socket, messages)
        let thread = Thread {
            while let message = try? Self.message(socket) { continuation.yield(message) }
            continuation.finish()
            socket.close()
        }
        thread.start()
    }

    deinit { close() }

    func send(_ text: String) async throws(WebSocketError) {
        try Self.write(.text, Array(text.utf8), to: socket)
    }

    func receive() async throws(WebSocketError) -> [UInt8]? {
        var iterator = messages.makeAsyncIterator()
        return await iterator.next()
    }

    func close() { socket.shutDown() }

    /// Returns the next message, after all of its frames.
    private static func message(_ socket: TCPSocket) throws(WebSocketError) -> [UInt8]? {
        var message: [UInt8] = []
        while true {
            let head = try socket.read(2)
            let isLast = head[0] & 0x80 != 0
            var count = Int(head[1] & 0x7f)
            if count > 125 {
                count = try socket.read(count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
            }
            let payload = try socket.read(count)
            switch Opcode(rawValue: head[0] & 0x0f) {
            case .continuation, .text, .binary: message += payload
            case .ping:
                try write(.pong, payload, to: socket)
                continue
            case .pong: continue
            case .close, nil: return nil
            }
            if isLast { return message }
        }
    }

    private static func write(
        _ opcode: Opcode, _ payload: [UInt8], to socket: TCPSocket
    ) throws(WebSocketError) {
        var frame = [0x80 | opcode.rawValue]
        switch payload.count {
        case ...125: frame.append(0x80 | UInt8(payload.count))
        case ...0xffff: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
        default:
            frame.append(0x80 | 127)
            frame += (0..<8).reversed().map { UInt8(payload.count >> (8 * $0) & 0xff) }
        }
        let mask = (0..<4).map { _ in UInt8.random(in: .min ... .max) }
        frame += mask
        frame += payload.indices.map { payload[$0] ^ mask[$0 & 3] }
        try socket.write(frame)
    }
}

/// A TCP connection that blocks while it reads or writes.
private final class TCPSocket: @unchecked Sendable {
    // Sendable: the descriptor changes only with the lock held, and one thread reads.
    private let lock = NSLock()
    private let writing = NSLock()
    private var descriptor: Int32

    init(host: String, port: UInt16) throws(WebSocketError) {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        let isConnected =
            inet_pton(AF_INET, host, &address.sin_addr) == 1
            && withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        if !isConnected {
            close()
            throw WebSocketError(reason: "no connection to \(host):\(port)")
        }
    }

    deinit { close() }

    /// Reads just so many bytes.
    func read(_ count: Int) throws(WebSocketError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        let descriptor = lock.withLock { self.descriptor }
        while filled < count {
            let read = bytes.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress! + filled, count - filled, 0)
            }
            if read <= 0 { throw WebSocketError(reason: "the connection has ended") }
            filled += read
        }
        return bytes
    }

    func write(_ bytes: [UInt8]) throws(WebSocketError) {
        writing.lock()
        defer { writing.unlock() }
        let descriptor = lock.withLock { self.descriptor }
        var sent = 0
        while sent < bytes.count {
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            let count = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress! + sent, bytes.count - sent, flags)
            }
            if count <= 0 { throw WebSocketError(reason: "the connection has ended") }
            sent += count
        }
    }

    /// Ends the connection in both directions, so that nobody waits for it any more.
    func shutDown() { lock.withLock { if descriptor >= 0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } } }

    func close() {
        lock.withLock {
            guard descriptor >= 0 else { return }
            #if canImport(Darwin)
                _ = Darwin.close(descriptor)
            #else
                _ = Glibc.close(descriptor)
            #endif
            descriptor = -1
        }
    }
}
