import CompassKernel

extension APIError {
    /// The response of every request that is not granted.
    package var response: ServerResponse {
        var response = ServerResponse(status: status, json: ErrorDocument(error: self).json())
        response.headers.append(("cache-control", "no-store"))
        if let retryAfter { response.headers.append(("retry-after", String(retryAfter))) }
        if !allowed.isEmpty { response.headers.append(("allow", allowed.joined(separator: ", "))) }
        if status == 401 { response.headers.append(("www-authenticate", "Bearer")) }
        return response
    }
}

/// The JSON of an error.
private struct ErrorDocument: KeyedValue {
    let error: APIError

    static func writeMembers(of document: ErrorDocument?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("error", document.map { ErrorMembers(error: $0.error) })
        if let table = document?.error.loading {
            writer.member("state", "loading" as String?)
            writer.member("table", table)
        }
    }
}

private struct ErrorMembers: KeyedValue {
    let error: APIError

    static func writeMembers(of members: ErrorMembers?, to writer: inout some MemberWriter & ~Copyable) {
        writer.member("status", members?.error.status)
        writer.member("message", members?.error.message)
    }
}
