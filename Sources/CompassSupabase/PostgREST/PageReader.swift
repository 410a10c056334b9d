import CompassKernel
import CompassPages

/// Reads the pages of a request, one after the other.
protocol PageReader: Sendable {
    /// Returns the next page; nil after the last one.
    mutating func next() async throws(SourceError) -> RowPage?
}

extension SupabaseClient {
    /// Sends a request for rows; returns them and the header that tells how many there are.
    func page(_ request: HTTPRequest) async throws(SourceError) -> (rows: PageRows, response: HTTPResponse) {
        // A page after the last row may be reported as unsatisfiable.
        var response = try await send(request, accepting: 416)
        if response.status == 416 { response.body = Array("[]".utf8) }
        let rows: PageRows
        do { rows = try PageRows(json: response.body) } catch { throw .unreadable(error) }
        if rows.rowCount > 0 && rows.lastID == nil {
            throw .server(status: response.status, message: "a row has no id")
        }
        return (rows, response)
    }
}

extension RowPage {
    /// Creates a page of a response.
    init(_ rows: PageRows, _ response: HTTPResponse, total: Int? = nil, attempt: Int = 1) {
        self.init(
            json: response.body, rowCount: rows.rowCount, total: total, serverTime: response.serverTime,
            attempt: attempt)
    }
}

extension HTTPResponse {
    /// The server's time; nil if it does not tell.
    var serverTime: Timestamp? { header("Date").flatMap(HTTPDate.timestamp) }
}
