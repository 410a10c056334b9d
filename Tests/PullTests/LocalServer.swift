import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server of HTTP on the loopback interface, which returns what a test wants.
final class LocalServer: @unchecked Sendable {
    // Sendable: requests are read and written only with the lock held, everything else is constant.
    struct Request {
        /// The method and the path, such as `GET /rest/v1/schools?select=id`.
        let line: String
        /// The headers, their names in lower case.
        let headers: [String: String]

        var path: String { String(line.split(separator: " ")[1].prefix { $0 != "?" }) }
    }

    struct Response {
        var status = 200
        var headers = ["Content-Type": "application/json", "Date": "Sun, 01 Mar 2026 12:00:00 GMT"]
        var body = "[]"
    }

    let port: UInt16
    private let descriptor: Int32
    private let respond: @Sendable (Request) -> Response
    private let lock = NSLock()
    private var received: [Request] = []

    var url: String { "http://127.0.0.1:\(port)" }

    /// The requests so far.
    var requests: [Request] { lock.withLock { received } }

    struct CallFailure: Error {}

    init(_ respond: @escaping @Sendable (Request) -> Response) throws {
        self.respond = respond
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, size) = (descriptor, length)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard descriptor >= 0, isBound else { throw CallFailure() }
        port = UInt16(bigEndian: address.sin_port)
        // The thread must not keep the server: its end is the server's end.
        let serve: @Sendable (Int32) -> Void = { [weak self] client in
            self?.serve(client) ?? { _ = close(client) }()
        }
        Thread.detachNewThread {
            while true {
                let client = accept(descriptor, nil, nil)
                if client < 0 { break }
                Thread.detachNewThread { serve(client) }
            }
        }
    }

    func stop() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        _ = close(descriptor)
    }

    private func serve(_ client: Int32) {
        defer { _ = close(client) }
        while let request = Self.read(client) {
            lock.withLock { received.append(request) }
            let response = respond(request)
            var head = "HTTP/1.1 \(response.status) X\r\n"
            for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
            let body = request.line.hasPrefix("HEAD") ? "" : response.body
            head += "Content-Length: \(body.utf8.count)\r\n\r\n"
            let bytes = Array((head + body).utf8)
            guard send(client, bytes, bytes.count, 0) == bytes.count else { return }
        }
    }

    /// Returns the next request of a connection, none of which have a body; nil at its end.
    private static func read(_ client: Int32) -> Request? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard recv(client, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
        }
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() where line.contains(": ") {
            let parts = line.components(separatedBy: ": ")
            headers[parts[0].lowercased()] = parts.dropFirst().joined(separator: ": ")
        }
        return Request(line: lines[0], headers: headers)
    }
}

extension LocalServer {
    /// A service of PostgREST with one page for each table; `rows` returns the rows of a table.
    static func service(_ rows: @escaping @Sendable (_ table: String) -> [String]) throws -> LocalServer {
        try LocalServer { request in
            let all = rows(String(request.path.split(separator: "/").last ?? ""))
            // Requests after the last id have no rows.
            let isFirst = !request.line.contains("id=gt.")
            var response = Response()
            response.body = "[" + (isFirst ? all : []).joined(separator: ", \n ") + "]"
            response.headers["Content-Range"] = all.isEmpty ? "*/0" : "0-\(all.count - 1)/\(all.count)"
            return response
        }
    }
}
