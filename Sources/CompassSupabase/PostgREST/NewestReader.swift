import CompassPages

/// Reads the newest rows of a table, newest first.
///
/// Rows that are added meanwhile repeat some at the start of the next page, which a loader replaces.
struct NewestReader: PageReader {
    private let client: SupabaseClient
    private let requests: PostgRESTRequests
    private let table: TableName
    private let limit: Int
    private var receivedCount = 0
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
                table, offset: receivedCount,
                limit: min(limit - receivedCount, client.configuration.pageSize)))
        receivedCount += rows.rowCount
        isFinished = rows.rowCount == 0
        return isFinished && receivedCount > 0 ? nil : RowPage(rows, response)
    }
}
