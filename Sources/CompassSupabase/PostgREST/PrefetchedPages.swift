import CompassPages

/// Requests the next page while the caller reads one with rows.
actor PrefetchedPages<Reader: PageReader> {
    private var reader: Reader?
    private var pending: Task<(Reader, RowPage?), any Error>?

    init(_ reader: Reader) { self.reader = reader }

    deinit { pending?.cancel() }

    /// The pages, each read once; whoever stops reading them cancels the request under way.
    static func stream(_ reader: Reader) -> AsyncThrowingStream<RowPage, any Error> {
        let pages = PrefetchedPages(reader)
        return AsyncThrowingStream { try await pages.next() }
    }

    private func next() async throws -> RowPage? {
        guard let task = pending ?? reader.map(Self.request) else { return nil }
        reader = nil
        pending = nil
        let (reader, page) = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        if let page, page.rowCount > 0 {
            pending = Self.request(reader)
        } else if page != nil {
            // The caller may only want the count.
            self.reader = reader
        }
        return page
    }

    private static func request(_ reader: Reader) -> Task<(Reader, RowPage?), any Error> {
        Task {
            var reader = reader
            let page = try await reader.next()
            return (reader, page)
        }
    }
}
