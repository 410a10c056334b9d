import CompassKernel
import CompassPages

/// The tables of a data directory.
///
/// Files are read whenever a page loads them, and never written: changes of posts are kept in memory, until the program
/// ends.
package struct DirectorySource: CompassDataSource {
    /// Returns the file of a table; nil if there is none.
    package typealias Reader = @Sendable (TableName) throws(SourceError) -> TableDocument?

    private let read: Reader
    private let edits = Edits()

    /// - Parameter read: reads the file of a table; `SourceError.unreadable` for one that is malformed.
    package init(read: @escaping Reader) { self.read = read }

    package func rows(of request: RowRequest) -> AsyncThrowingStream<RowPage, any Error> {
        let (read, edits) = (read, edits)
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: RowPage.self)
        let task = Task {
            do throws(SourceError) {
                continuation.yield(try await Self.page(request, read, edits.value))
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    package func change(post id: String, to fields: PostFields) async throws(SourceError) -> [UInt8] {
        let unchanged = try await Self.page(RowRequest(.posts, .only([id])), read, edits.value)
        guard unchanged.rowCount > 0 else { throw .notFound(message: "") }
        await edits.change(id, to: fields)
        return try await Self.page(RowRequest(.posts, .only([id])), read, edits.value).json
    }

    package func delete(post id: String) async throws(SourceError) { await edits.delete(id) }

    /// There is no server that could fetch new posts.
    package func sync() async throws(SourceError) -> SyncResult {
        SyncResult(success: true, newPostCount: 0)
    }

    /// Nobody else changes the tables.
    package func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent> {
        AsyncStream { continuation in continuation.yield(.live) }
    }

    /// The changes, for one task at a time.
    private actor Edits {
        private(set) var value = MemoryEdits()

        func change(_ id: String, to fields: PostFields) { value.change(id, to: fields) }
        func delete(_ id: String) { value.delete(id) }
    }

    // MARK: Rows

    /// Returns all rows of a request in one page: they are in memory in any case.
    @concurrent
    private static func page(
        _ request: RowRequest, _ read: Reader, _ edits: MemoryEdits
    ) async throws(SourceError) -> RowPage {
        guard let document = try read(request.table) else {
            throw .notFound(message: "there is no file of the table \(request.table.rawValue)")
        }
        let json = document.json
        do throws(LoadError) {
            let edits = request.table == .posts ? edits : MemoryEdits()
            if request.rows == .all, edits.isEmpty {
                return RowPage(json: json, rowCount: try PageRows(json: json).rowCount)
            }
            let rows = try selected(request, of: json, edits)
            return RowPage(json: TableDocument.array(of: rows), rowCount: rows.count, total: rows.count)
        } catch {
            throw .unreadable(error)
        }
    }

    private static func selected(
        _ request: RowRequest, of json: [UInt8], _ edits: MemoryEdits
    ) throws(LoadError) -> [[UInt8]] {
        switch request.rows {
        case .all, .changedSince:
            return try TableDocument.rows(of: json) { id, row in edits.applied(to: row, id: id) }
        case .only(let ids):
            let ids = Set(ids)
            return try TableDocument.rows(of: json) { id, row in
                id.map(ids.contains) == true ? edits.applied(to: row, id: id) : nil
            }
        case .ids:
            return try TableDocument.rows(of: json) { id, row in
                guard edits.applied(to: row, id: id) != nil else { return nil }
                let value = JSONMembers(["id"], of: row)?[0]?.json
                return value.map { Array("{\"id\":".utf8) + $0 + Array("}".utf8) }
            }
        case .newest(let count):
            let column = creationColumn(of: request.table)
            let rows = try TableDocument.rows(of: json) { id, row -> (time: Int64, row: [UInt8])? in
                guard let row = edits.applied(to: row, id: id) else { return nil }
                let text = column.flatMap { JSONMembers([$0], of: row)?[0]?.text }
                let time = text.flatMap { try? Timestamp(parsing: $0) }
                // What has no time is shown after the rest, or reported.
                return (time?.micros ?? .min, row)
            }
            // The sort is stable, so that a file always gives the same rows.
            return rows.sorted { $0.time > $1.time }.prefix(max(0, count)).map(\.row)
        }
    }

    /// The column by which rows are the newest.
    private static func creationColumn(of table: TableName) -> StaticString? {
        switch table {
        case .statusChanges: "changed_at"
        case .posts, .interactions, .offers, .documents, .metrics: "created_at"
        case .schools, .coaches, .events: nil
        }
    }
}
