import CompassPages
import Foundation

/// The body of an error that PostgREST, or Supabase's gateway in front of it, returns.
struct ServerMessage: Decodable {
    let code: String?
    let message: String?
    let details: String?
    let hint: String?

    /// Reads a body; without any member if it is something else.
    init(_ body: [UInt8]) {
        self =
            (try? JSONDecoder().decode(ServerMessage.self, from: Data(body)))
            ?? ServerMessage(code: nil, message: nil, details: nil, hint: nil)
    }

    private init(code: String?, message: String?, details: String?, hint: String?) {
        (self.code, self.message, self.details, self.hint) = (code, message, details, hint)
    }

    /// The message with its details and hint.
    var text: String {
        [message, details, hint].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "; ")
    }
}

extension SourceError {
    /// PostgreSQL's code for a lack of privileges.
    private static let insufficientPrivilege = "42501"

    /// Translates a response that reports an error other than 401.
    init(_ response: HTTPResponse, serverDelay: Duration?) {
        let error = ServerMessage(response.body)
        switch response.status {
        case 403: self = .forbidden(message: error.text)
        case 404: self = .notFound(message: error.text)
        case 429: self = .rateLimited(retryAfter: serverDelay)
        case _ where error.code == Self.insufficientPrivilege: self = .forbidden(message: error.text)
        default:
            self = .server(
                status: response.status, message: error.text.isEmpty ? "no explanation" : error.text)
        }
    }
}
