import CompassKernel
import CompassPages
import CompassProgram

/// Turns what a service refuses, or fails to do, into a message with the next step and an exit code.
struct SourceFailure {
    /// The address of the service.
    let url: String
    let hasKey: Bool
    let hasToken: Bool

    /// Returns the failure to read a table.
    func failure(_ error: SourceError, reading table: TableName) -> Failure {
        let (status, reason, advice) = explanation(of: error, table)
        return Failure(status, "\(url): \(table.rawValue): \(reason); \(advice)")
    }

    private func explanation(
        of error: SourceError, _ table: TableName
    ) -> (status: Failure.Status, reason: String, advice: String) {
        switch error {
        case .offline: (.unavailable, "\(error)", "try again once there is one")
        case .timedOut:
            (.unavailable, "\(error)", "try again, or check that the address is that of the service")
        case .connection:
            (.unavailable, "\(error)", "check the address, and whether the service runs")
        case .rateLimited: (.unavailable, "\(error)", "the rows so far were not kept")
        case .signedOut: (.noPermission, signedOutReason, signedOutAdvice)
        case .forbidden:
            (.noPermission, "\(error)", "the key or the token must have the right to read this table")
        case .notFound(let message) where message.isEmpty: (.unavailable, "not found", Self.addressAdvice)
        case .notFound:
            (
                .noInput, "\(error)",
                "'--tables' names the tables to read, '--schema' the schema; " + Self.addressAdvice
            )
        case .server(let status, _) where (300...399).contains(status):
            (.unavailable, "\(error)", "give the address that it redirects to")
        case .server(let status, _) where status >= 500:
            (.unavailable, "\(error)", "try again later")
        case .server:
            (
                .malformedData, "\(error)",
                "the table must have its columns, and the address be that of PostgREST"
            )
        case .incomplete:
            (
                .malformedData, "\(error)",
                "rows were read twice; check what lies between here and the database"
            )
        case .unreadable: (.malformedData, "\(error)", Self.addressAdvice)
        case .pageTooLarge:
            (.malformedData, "\(error)", "the rows of this table are larger than is accepted")
        case .refused, .cancelled: (.software, "\(error)", "this is a fault of compass")
        }
    }

    private var signedOutReason: String {
        hasKey || hasToken
            ? "the service does not accept the \(hasToken ? "token, or the key" : "key")"
            : "the service requires a key or a token"
    }

    private var signedOutAdvice: String {
        let ways =
            "'--api-key-file' or \(Secrets.keyVariable) has the project's public key, '--token-file' or "
            + "\(Secrets.tokenVariable) the user's access token"
        return hasToken ? ways + ", which ends after some time" : ways
    }

    private static let addressAdvice =
        "is this the address of a PostgREST service? /rest/v1 is appended to a URL without a path, nothing with "
        + "'--rest-path /'"
}
