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
        var loader = Table.makeLoader(options: options)
        var attempt = 1
        var pages = RowPages(self, request)
        while let page = try await pages.next() {
            if page.attempt > attempt {
                loader = Table.makeLoader(options: options)
                attempt = page.attempt
            }
            do { try loader.append(json: page.json) } catch { throw .unreadable(error) }
        }
        return loader.finish()
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
