/// A function from a request to its response: guards, routes and state, without a socket.
package protocol RequestResponding: Sendable {
    /// Returns the response to a request; every failure is a response, too.
    func respond(to request: ServerRequest) async -> ServerResponse
}
