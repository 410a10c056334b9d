import CompassKernel

/// The posts as they were loaded.
struct LoadedPosts: Sendable {
    /// The posts, prepared for changes.
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
        do throws(SourceError) { return try await read(source, log) } catch {
            if error != .cancelled { log(.failure(.posts, error)) }
            throw error
        }
    }

    private static func read(
        _ source: any CompassDataSource, _ log: (PageLogEntry) -> Void
    ) async throws(SourceError) -> LoadedPosts {
        var pages = RowPages(source, RowRequest(.posts))
        var loader = PostTable.makeLoader(options: LoadOptions())
        var attempt = 1
        var time: Timestamp?
        while let page = try await pages.next() {
            if page.attempt > attempt {
                loader = PostTable.makeLoader(options: LoadOptions())
                (attempt, time) = (page.attempt, nil)
            }
            time = time ?? page.serverTime
            do { try loader.append(json: page.json) } catch { throw .unreadable(error) }
        }
        var (posts, report) = loader.finish()
        for problem in report.problems { log(.problem(.posts, problem)) }
        posts.prepareForChanges()
        return LoadedPosts(posts: posts, serverTime: time)
    }
}
