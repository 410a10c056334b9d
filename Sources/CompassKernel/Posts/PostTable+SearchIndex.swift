/// The search index: when it is built, how far it is, and its memory.
extension PostTable {
    /// When the search index is built; by default the first search does it.
    ///
    /// Copies of a table share the index, but each has its own choice, which can be changed at any time: the
    /// next search follows it. To set ``SearchIndexing/background`` starts the build; a build that has begun
    /// is completed under any choice, as long as a copy of the table exists.
    public var searchIndexing: SearchIndexing {
        get { searching.indexing }
        set {
            parts.searching.indexing = newValue
            parts.searching.prepare(records.segments)
        }
    }

    /// Builds the search indexes, which the first search does otherwise: about three seconds for a million
    /// posts, less if the table was read by several threads (``LoadOptions/threads``).
    ///
    /// Copies of a table share the indexes, whichever of them has built them: a background task may prepare
    /// its snapshot while the front end continues, as long as the front end does not search, which would
    /// wait; with ``SearchIndexing/background`` the table does that by itself, and searches do not wait.
    /// Posts added later are only folded and scanned until there are many; compaction keeps the indexes.
    ///
    /// - Parameter ignoringAccents: makes no difference: the same indexes serve searches that ignore accents.
    /// - Complexity: O(b) for b bytes of contents, names and handles; O(1) if the indexes exist.
    public func prepareForSearch(ignoringAccents: Bool = false) {
        for segment in records.segments where segment.availableSearch == nil && segment.inherited == nil {
            _ = segment.searchIndex(threads: searching.threads)
        }
    }

    /// The memory that the search indexes occupy, in bytes, including the folded copy of all texts.
    public var searchIndexByteCount: Int { records.segments.reduce(0) { $0 + $1.searchIndexByteCount } }

    /// The share of the texts whose index is built, 0 to 1, while ``SearchIndexing/background`` builds it.
    public var searchIndexProgress: Double {
        let byteCounts = records.segments.map { Double($0.searchedByteCount) }
        let all = byteCounts.reduce(0, +)
        if all == 0 { return 1 }
        return zip(records.segments, byteCounts).reduce(0) { sum, segment in
            let isDone = segment.0.inherited != nil || segment.0.availableSearch != nil
            return sum + (isDone ? 1 : segment.0.search.progress) * segment.1
        } / all
    }

    /// Returns the table with the choices of `options` about searches.
    consuming func searching(as options: LoadOptions) -> PostTable {
        parts.searching.threads = Swift.max(1, Swift.min(options.threads, LoadOptions.maximumThreads))
        searchIndexing = options.searchIndexing
        return self
    }
}
