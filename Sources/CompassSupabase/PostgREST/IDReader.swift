import CompassPages

/// Reads the rows with some ids, a limited number in each request.
struct IDReader: PageReader {
    private let client: SupabaseClient
    private let requests: PostgRESTRequests
    private let table: TableName
    private var remaining: ArraySlice<String>
    /// The last id that was received of those that the present requests name.
    private var lastID: String?
    private var receivedCount = 0

    init(_ client: SupabaseClient, _ table: TableName, ids: [String]) {
        self.client = client
        self.requests = PostgRESTRequests(configuration: client.configuration)
        self.table = table
        // An id that is named twice has one row.
        var known = Set<String>()
        remaining = ids.filter { known.insert($0).inserted }[...]
    }

    mutating func next() async throws(SourceError) -> RowPage? {
        while !remaining.isEmpty {
            let ids = PostgRESTRequests.firstIDs(of: remaining)
            let (rows, response) = try await client.page(requests.rows(of: table, ids: ids, after: lastID))
            receivedCount += rows.rowCount
            if rows.rowCount == 0 || receivedCount == ids.count {
                remaining = remaining.dropFirst(ids.count)
                (lastID, receivedCount) = (nil, 0)
            } else {
                guard rows.lastID != lastID else {
                    throw .server(status: response.status, message: "the same rows were returned again")
                }
                lastID = rows.lastID
            }
            if rows.rowCount > 0 { return RowPage(rows, response) }
        }
        return nil
    }
}
