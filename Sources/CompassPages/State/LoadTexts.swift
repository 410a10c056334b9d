/// The texts of a page whose load failed.
struct LoadTexts: Sendable {
    /// For failures without a text of their own.
    var load: String
    /// The server did not answer in time.
    var timedOut: String
    /// A fault of the server, status 500 to 599.
    var server: String

    /// Returns the text of an error.
    func text(of error: SourceError, _ common: CommonTexts) -> String {
        switch error {
        case .timedOut: timedOut
        case .server(let status, _) where (500...599).contains(status): server
        case .forbidden: common.forbidden
        case .rateLimited: common.tooManyRequests
        case .unreadable, .pageTooLarge, .refused: common.malformed
        case .offline, .connection, .signedOut, .notFound, .server, .incomplete, .cancelled: load
        }
    }
}
