import CompassKernel
import CompassPages

/// The tables of a table file, which are opened when a page first shows them.
///
/// The file is never written: changes of posts are kept in memory, until the program ends.
package struct TableFileSource: WholeTableSource {
    private let file: StoredTables
    private let posts: EditedPosts

    /// - Parameter prepare: returns posts with the changes that are kept beside the file.
    package init(_ file: StoredTables, prepare: @escaping @Sendable (PostTable) -> PostTable = { $0 }) {
        self.file = file
        posts = EditedPosts(file, prepare: prepare)
    }

    // MARK: Tables

    package func table<Table: LoadableTable>(
        _ type: Table.Type, of request: RowRequest
    ) async throws(SourceError) -> (table: Table, report: IngestReport)? {
        switch request.rows {
        // Single posts, which the caller merges.
        case .only, .ids: return nil
        case .all, .newest, .changedSince: break
        }
        let table: (any StoredTable)? =
            if request.table == .posts {
                try await posts.value()
            } else if let type = type as? any StoredTable.Type {
                try Self.opened(type, request.table, in: file)
            } else {
                nil
            }
        guard let table else { return nil }
        let report = file.report(of: request.table.rawValue, rowCount: table.storedRowCount)
        guard case .newest(let count) = request.rows else { return (table as? Table).map { ($0, report) } }
        return (Self.newest(count, of: table) as? Table).map { ($0, report) }
    }

    /// Opens a table.
    fileprivate static func opened<Table: StoredTable>(
        _ type: Table.Type, _ table: TableName, in file: StoredTables
    ) throws(SourceError) -> Table {
        let opened: Table?
        do throws(TableFileError) {
            opened = try type.read(from: file, options: LoadOptions())
        } catch {
            throw .connection(reason: error.description)
        }
        if let opened { return opened }
        // Schools give names alone; without them, they are unknown.
        if table == .schools { return type.makeLoader(options: LoadOptions()).finish().table }
        throw .notFound(message: "the file has no table \(table.rawValue)")
    }

    /// Returns the newest rows of a table, newest first; all if its rows have no time.
    private static func newest(_ count: Int, of table: any StoredTable) -> any StoredTable {
        switch table {
        case let table as InteractionTable: newest(count, of: table) { $0.time }
        case let table as StatusChangeTable: newest(count, of: table) { $0.time }
        case let table as DocumentTable: newest(count, of: table) { $0.time }
        default: table
        }
    }

    private static func newest<Record>(
        _ count: Int, of table: RecordTable<Record>, time: (Record) -> Timestamp
    ) -> RecordTable<Record> {
        if table.count <= count { return table }
        let times = table.map(time)
        // The sort is stable, so that a file always gives the same rows.
        let rows = times.indices.sorted { times[$0] > times[$1] }.prefix(max(0, count))
        return RecordTable(rows.map { table[$0] })
    }

    // MARK: Posts

    /// Reads rows of posts; those of other tables are only read as whole tables.
    package func rows(of request: RowRequest) -> AsyncThrowingStream<RowPage, any Error> {
        let posts = posts
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: RowPage.self)
        let task = Task {
            do throws(SourceError) {
                guard request.table == .posts else {
                    throw .notFound(message: "the rows of \(request.table.rawValue) are in a table file")
                }
                continuation.yield(Self.page(request.rows, of: try await posts.value()))
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private static func page(_ rows: RowSelection, of posts: PostTable) -> RowPage {
        let rows: [[UInt8]] =
            switch rows {
            case .only(let ids): Set(ids).compactMap { posts.post(id: $0) }.map { PostRow.json($0) }
            case .ids: posts.map { PostRow.idJSON($0.id) }
            case .all, .newest, .changedSince: posts.map { PostRow.json($0) }
            }
        return RowPage(json: TableDocument.array(of: rows), rowCount: rows.count, total: rows.count)
    }

    package func change(post id: String, to fields: PostFields) async throws(SourceError) -> [UInt8] {
        TableDocument.array(of: [PostRow.json(try await posts.change(id, to: fields))])
    }

    package func delete(post id: String) async throws(SourceError) { try await posts.delete(id) }

    /// There is no server that could fetch new posts.
    package func sync() async throws(SourceError) -> SyncResult {
        SyncResult(success: true, newPostCount: 0)
    }

    /// Nobody else changes the tables.
    package func changes(_ channel: ChangeChannel) -> AsyncStream<ChangeEvent> {
        AsyncStream { continuation in continuation.yield(.live) }
    }

    /// The posts with their changes, for one task at a time.
    private actor EditedPosts {
        private let file: StoredTables
        private let prepare: @Sendable (PostTable) -> PostTable
        private var posts: PostTable?

        init(_ file: StoredTables, prepare: @escaping @Sendable (PostTable) -> PostTable) {
            self.file = file
            self.prepare = prepare
        }

        func value() throws(SourceError) -> PostTable {
            if let posts { return posts }
            let opened = prepare(try TableFileSource.opened(PostTable.self, .posts, in: file))
            posts = opened
            return opened
        }

        func change(_ id: String, to fields: PostFields) throws(SourceError) -> Post {
            _ = try value()
            do throws(PostChangeError) {
                if let isFlagged = fields.isFlagged { _ = try posts?.setFlag(isFlagged, ofPost: id) }
                switch fields.notes {
                case .removed: _ = try posts?.setNotes(nil, ofPost: id)
                case .text(let text): _ = try posts?.setNotes(text, ofPost: id)
                case nil: break
                }
            } catch {
                if case .unknownPost = error { throw .notFound(message: "") }
                throw .refused(error)
            }
            guard let post = posts?.post(id: id) else { throw .notFound(message: "") }
            return post
        }

        func delete(_ id: String) throws(SourceError) {
            guard try value().post(id: id) != nil else { return }
            do throws(PostChangeError) {
                _ = try posts?.remove(id: id)
            } catch {
                throw .refused(error)
            }
        }
    }
}
