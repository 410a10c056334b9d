import CompassKernel
import CompassPages

/// Reads the newest rows of a table, newest first; those without a time of creation come last.
///
/// Pages start after the last row rather than at an offset, so that rows that others add or delete meanwhile shift
/// nothing.
struct NewestReader: PageReader {
    private let client: SupabaseClient
    private let requests: PostgRESTRequests
    private let table: TableName
    private let limit: Int
    private var receivedCount = 0
    private var last: PostgRESTRequests.Place?
    private var isFinished = false

    /// Creates a reader of at most `limit` rows.
    init(_ client: SupabaseClient, _ table: TableName, limit: Int) {
        self.client = client
        self.requests = PostgRESTRequests(configuration: client.configuration)
        self.table = table
        self.limit = limit
    }

    mutating func next() async throws(SourceError) -> RowPage? {
        if isFinished || receivedCount >= limit { return nil }
        let (rows, response) = try await client.page(
            requests.newest(
                table, after: last,
                limit: min(limit - receivedCount, client.configuration.pageSize)))
        receivedCount += rows.rowCount
        if let id = rows.lastID {
            let place = PostgRESTRequests.Place(id: id, creation: creation(ofLastRowIn: response.body))
            guard place != last else {
                throw .server(status: response.status, message: "the same rows were returned again")
            }
            last = place
        }
        isFinished = rows.rowCount == 0
        return isFinished && receivedCount > 0 ? nil : RowPage(rows, response)
    }

    /// Returns the text of the creation column; nil for null.
    private func creation(ofLastRowIn json: [UInt8]) -> String? {
        let rows = JSONElements(of: json)
        guard let last = rows.reduce(nil, { $1 }) as ArraySlice<UInt8>? else { return nil }
        let row = JSONMembers(["created_at", "changed_at"], of: Array(last))
        switch table.creationColumn {
        case "created_at": return row?[0]?.text
        case "changed_at": return row?[1]?.text
        default: return nil
        }
    }
}
