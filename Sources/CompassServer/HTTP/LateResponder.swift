import Synchronization

/// A server that is made only after its socket: its names have the socket's port, which the system may
/// choose.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class LateResponder: RequestResponding {
    private let responder = Mutex<(any RequestResponding)?>(nil)

    package init() {}

    /// Sets the server that responds from now on.
    package func set(_ responder: any RequestResponding) { self.responder.withLock { $0 = responder } }

    package func respond(to request: ServerRequest) async -> ServerResponse {
        if let responder = responder.withLock({ $0 }) { return await responder.respond(to: request) }
        var response = APIError(503, "The server is starting.", retryAfter: 1).response
        SecurityHeaders.apply(to: &response)
        return response
    }
}
