import Synchronization

/// Answers that are known only after the socket is: the names of the server have its port, which the system may choose.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class LateAnswers: RequestAnswering {
    private let answers = Mutex<(any RequestAnswering)?>(nil)

    package init() {}

    /// Sets the server that responds from now on.
    package func set(_ answers: any RequestAnswering) { self.answers.withLock { $0 = answers } }

    package func respond(to request: ServerRequest) async -> ServerResponse {
        if let answers = answers.withLock({ $0 }) { return await answers.respond(to: request) }
        return APIError(503, "The server is starting.", retryAfter: 1).response
    }
}
