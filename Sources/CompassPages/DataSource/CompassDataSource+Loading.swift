import CompassKernel

extension CompassDataSource {
    /// Reads the rows of a request into a table.
    ///
    /// ```swift
    /// let (posts, report) = try await source.load(PostTable.self, RowRequest(.posts))
    /// ```
    ///
    /// - Parameters:
    ///   - type: the type of the table, such as `PostTable` for ``TableName/posts``.
    ///   - request: the rows.
    ///   - options: how they are read.
    /// - Returns: the table, and the report of all pages together.
    /// - Throws: ``SourceError``.
    public func load<Table: LoadableTable>(
        _ type: Table.Type, _ request: RowRequest, options: LoadOptions = LoadOptions()
    ) async throws(SourceError) -> (table: Table, report: IngestReport) {
        let loaded = try await read(type, request, options: options)
        return (loaded.table, loaded.report)
    }

    /// Reads the rows of a request into a table, as ``load(_:_:options:)`` does, with the server's time.
    func read<Table: LoadableTable>(
        _ type: Table.Type, _ request: RowRequest, options: LoadOptions = LoadOptions()
    ) async throws(SourceError) -> LoadedTable<Table> {
        if let source = self as? any WholeTableSource,
            let whole = try await source.table(type, of: request)
        {
            return LoadedTable(table: whole.table, report: whole.report, serverTime: nil)
        }
        var loader = Table.makeLoader(options: options)
        var attempt = 1
        var time: Timestamp?
        var pages = RowPages(self, request)
        while let page = try await pages.next() {
            if page.attempt > attempt {
                loader = Table.makeLoader(options: options)
                (attempt, time) = (page.attempt, nil)
            }
            time = time ?? page.serverTime
            do { try loader.append(json: page.json) } catch { throw .unreadable(error) }
        }
        let (table, report) = loader.finish()
        return LoadedTable(table: table, report: report, serverTime: time)
    }
}

/// A table as it was loaded.
struct LoadedTable<Table: LoadableTable>: Sendable {
    var table: Table
    let report: IngestReport
    /// The server's time before the rows were read; nil if it did not tell.
    let serverTime: Timestamp?
}

extension LoadedTable {
    /// Reads the rows of a request; the problems of rows and a failure go to the log.
    @concurrent
    static func load(
        _ request: RowRequest, from source: any CompassDataSource, log: @Sendable (PageLogEntry) -> Void
    ) async throws(SourceError) -> LoadedTable {
        do throws(SourceError) {
            let loaded = try await source.read(Table.self, request)
            for problem in loaded.report.problems { log(.problem(request.table, problem)) }
            return loaded
        } catch {
            if error != .cancelled { log(.failure(request.table, error)) }
            throw error
        }
    }
}

/// The pages of a request, read one by one.
struct RowPages {
    private var iterator: AsyncThrowingStream<RowPage, any Error>.AsyncIterator

    init(_ source: any CompassDataSource, _ request: RowRequest) {
        iterator = source.rows(of: request).makeAsyncIterator()
    }

    /// Returns the next page; nil after the last one.
    mutating func next() async throws(SourceError) -> RowPage? {
        do { return try await iterator.next() } catch { throw SourceError(error) }
    }
}
