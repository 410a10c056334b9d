import CompassKernel
import CompassPages

/// Reads all rows that a request asks for, ids ascending, and makes sure that none is missing.
///
/// A server may cut a response at a limit of its own (`db-max-rows`), so a short page says nothing: the last page is
/// the empty one. Pages start after the last id rather than at an offset, so that rows that others add or delete
/// meanwhile shift nothing. The number of rows received must lie between the server's counts before and after;
/// otherwise everything is read once more.
struct KeysetReader: PageReader {
    private let client: SupabaseClient
    private let requests: PostgRESTRequests
    private let table: TableName
    private let selection: RowSelection

    private var lastID: String?
    private var countBefore: Int?
    private var receivedCount = 0
    private var attempt = 1
    private var isFinished = false

    /// Creates a reader of all rows, of their ids, or of those that were changed.
    init(_ client: SupabaseClient, _ table: TableName, _ selection: RowSelection) {
        self.client = client
        self.requests = PostgRESTRequests(configuration: client.configuration)
        self.table = table
        self.selection = selection
    }

    mutating func next() async throws(SourceError) -> RowPage? {
        if isFinished { return nil }
        let isFirst = countBefore == nil
        if isFirst && selection == .ids {
            // Ids are often read only if their number differs from what the caller has.
            let response = try await client.send(requests.count(of: table, selection), accepting: 416)
            countBefore = try Self.count(response)
            return RowPage(
                json: Array("[]".utf8), rowCount: 0, total: countBefore, serverTime: response.serverTime,
                attempt: attempt)
        }
        let (rows, response) = try await client.page(
            requests.page(of: table, selection, after: lastID, isCounted: isFirst))
        if isFirst { countBefore = try Self.count(response) }
        if rows.rowCount == 0 {
            if try await isComplete() {
                isFinished = true
                // Even a table without rows has a page, which tells the server's time.
                return receivedCount == 0 ? page(rows, response) : nil
            }
            (lastID, countBefore, receivedCount, attempt) = (nil, nil, 0, 2)
            return try await next()
        }
        guard rows.lastID != lastID else {
            throw .server(status: response.status, message: "the same rows were returned again")
        }
        lastID = rows.lastID
        receivedCount += rows.rowCount
        return page(rows, response)
    }

    private func page(_ rows: PageRows, _ response: HTTPResponse) -> RowPage {
        RowPage(rows, response, total: countBefore, attempt: attempt)
    }

    /// Returns whether the number of rows is plausible, false if everything is to be read once more.
    private func isComplete() async throws(SourceError) -> Bool {
        let countAfter = try Self.count(
            await client.send(requests.count(of: table, selection), accepting: 416))
        let countBefore = countBefore ?? countAfter
        let expected = min(countBefore, countAfter)...max(countBefore, countAfter)
        if expected.contains(receivedCount) { return true }
        guard attempt == 1 else { throw .incomplete(received: receivedCount, expected: expected) }
        return false
    }

    /// Returns the number of rows that a response counts.
    static func count(_ response: HTTPResponse) throws(SourceError) -> Int {
        guard let range = response.header("Content-Range").flatMap(ContentRange.init), let total = range.total
        else { throw .server(status: response.status, message: "the server does not count rows") }
        return total
    }
}
