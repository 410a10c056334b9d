import CompassFiles

/// Compression of responses for clients that accept it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package enum ServerCompression {
    /// Smaller bodies are sent as they are: a packet holds them anyway.
    private static let minimumByteCount = 1_024

    /// Compresses the body of a response if that is worth it.
    static func apply(to response: inout ServerResponse, for request: ServerRequest) async {
        addVary(to: &response)
        if !compresses(response, for: request) { return }
        // The thread of a connection has others to serve, too.
        response = await withTaskExecutorPreference(globalConcurrentExecutor) { [response] in
            compressed(response)
        }
    }

    /// Returns a response with its body compressed; as it is, if memory is exhausted.
    private static func compressed(_ response: ServerResponse) -> ServerResponse {
        guard case .bytes(let bytes) = response.body, let packed = Gzip.pack(bytes) else { return response }
        var response = response
        response.body = .bytes(packed)
        response.headers.append(("content-encoding", "gzip"))
        // A strong tag names bytes: these are other ones.
        for index in response.headers.indices where response.headers[index].name == "etag" {
            response.headers[index].value = ETag.compressed(response.headers[index].value)
        }
        return response
    }

    /// Tells caches that other requests get other bytes, also with bytes that are not compressed: otherwise
    /// they would send them to everybody.
    static func addVary(to response: inout ServerResponse) {
        if isCompressible(response), !response.headers.contains(where: { $0.name == "vary" }) {
            response.headers.append(("vary", "accept-encoding"))
        }
    }

    /// Returns whether a response to a request is sent compressed.
    ///
    /// A client on the same machine gets the bytes as they are: copying them is faster than compressing.
    /// It does not depend on the size of the compressed bytes, so that a 304 has the tag of the 200 without
    /// making them.
    static func compresses(_ response: ServerResponse, for request: ServerRequest) -> Bool {
        guard case .bytes(let bytes) = response.body, bytes.count >= minimumByteCount else { return false }
        return accepts(request) && !isLoopback(request.peer) && isCompressible(response)
    }

    /// Returns whether other requests could get the content compressed.
    private static func isCompressible(_ response: ServerResponse) -> Bool {
        guard case .bytes = response.body,
            let type = response.headers.first(where: { $0.name == "content-type" }), isText(type.value)
        else { return false }
        return !response.headers.contains { $0.name == "content-encoding" }
    }

    /// Returns the size of bytes when compressed; nil when memory is exhausted.
    package static func packedByteCount(of bytes: [UInt8]) -> Int? { Gzip.pack(bytes)?.count }

    static func accepts(_ request: ServerRequest) -> Bool {
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
