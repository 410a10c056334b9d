import CompassKernel

/// The posts as they were loaded.
struct LoadedPosts: Sendable {
    /// The posts, prepared for changes; their search index is built in the background.
    var posts: PostTable
    /// The server's time before they were read; nil if it did not tell.
    var serverTime: Timestamp?
}

extension LoadedPosts {
    /// Reads all posts of a source; the problems of rows go to the log.
    @concurrent
    static func load(
        from source: any CompassDataSource, log: @Sendable (PageLogEntry) -> Void
    ) async throws(SourceError) -> LoadedPosts {
        var loaded = try await LoadedTable<PostTable>.load(RowRequest(.posts), from: source, log: log)
        loaded.table.prepareForChanges()
        // Nobody waits for the index: searches read the texts until it is built.
        loaded.table.searchIndexing = .background
        return LoadedPosts(posts: loaded.table, serverTime: loaded.serverTime)
    }
}
