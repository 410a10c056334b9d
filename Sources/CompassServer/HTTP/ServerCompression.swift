import CompassFiles

/// Compression of responses for clients that accept it.
package enum ServerCompression {
    /// Smaller bodies are sent as they are: a packet holds them anyway.
    private static let minimumByteCount = 1_024

    /// Compresses the body of a response if that is worth it.
    ///
    /// A client on the same machine gets the bytes as they are: copying them is faster than compressing.
    package static func apply(to response: inout ServerResponse, for request: ServerRequest) {
        guard case .bytes(let bytes) = response.body, bytes.count >= minimumByteCount, accepts(request),
            let type = response.headers.first(where: { $0.name == "content-type" }),
            isText(type.value), !response.headers.contains(where: { $0.name == "content-encoding" })
        else { return }
        guard let packed = Gzip.pack(bytes), packed.count < bytes.count else { return }
        response.body = .bytes(packed)
        response.headers.append(("content-encoding", "gzip"))
        response.headers.append(("vary", "accept-encoding"))
        // A strong tag names bytes: these are other ones.
        for index in response.headers.indices where response.headers[index].name == "etag" {
            response.headers[index].value = ETag.compressed(response.headers[index].value)
        }
    }

    /// Returns the size of bytes when compressed; nil when memory is exhausted.
    package static func packedByteCount(of bytes: [UInt8]) -> Int? { Gzip.pack(bytes)?.count }

    /// Returns a response with its body compressed if that is worth it.
    package static func applied(to response: ServerResponse, for request: ServerRequest) -> ServerResponse {
        var response = response
        apply(to: &response, for: request)
        return response
    }

    /// Whether a request accepts compressed bodies, and comes from where they pay.
    package static func accepts(_ request: ServerRequest) -> Bool {
        if isLoopback(request.peer) { return false }
        for field in request.values(of: "accept-encoding") {
            for choice in field.split(separator: ",") {
                let parts = choice.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
                guard parts.first == "gzip" else { continue }
                return !parts.dropFirst().contains {
                    $0 == "q=0" || $0 == "q=0.0" || $0 == "q=0.00" || $0 == "q=0.000"
                }
            }
        }
        return false
    }

    static func isLoopback(_ peer: String) -> Bool { peer.hasPrefix("127.") || peer == "::1" || peer.isEmpty }

    private static func isText(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.hasPrefix("application/json") || type.hasPrefix("image/svg+xml")
    }
}
