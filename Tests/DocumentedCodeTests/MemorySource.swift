import CompassPages
import Foundation

/// Rows in memory in place of a server: for previews and tests.
struct MemorySource: CompassDataSource {
    /// The rows of each table as JSON; nil for a server that does not answer.
    var rows: [TableName: [String]]?

    func rows(of request: RowRequest) -> AsyncThrowingStream<RowPage, any Error> {
        AsyncThrowingStream { continuation in
            guard let rows else { return }
            let list = rows[request.table] ?? []
            let json = "[" + list.joined(separator: ",") + "]"
            continuation.yield(RowPage(json: Array(json.utf8), rowCount: list.count))
            continuation.finish()
        }
    }

    func change(post id: String, to fields: PostFields) async throws(SourceError) -> [UInt8] {
        throw .forbidden(message: "")
    }

    func delete(post id: String) async throws(SourceError) { throw .forbidden(message: "") }

    func sync() async throws(SourceError) -> SyncResult { SyncResult(success: true, newPostCount: 0) }

    func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent> { AsyncStream { $0.finish() } }
}
