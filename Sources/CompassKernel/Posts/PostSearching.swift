/// How a table searches its posts.
struct PostSearching: Sendable {
    var indexing = SearchIndexing.now
    /// The maximum number of threads of a search without an index, and of a build that is waited for.
    var threads = 1
    /// Segments with less text are folded for their index as quickly as they are scanned, so that no thread
    /// is started for them. Derived: some 0.1 ms; tests lower it.
    var minimumBackgroundByteCount = 1 << 16
    /// The texts that are worth a thread of a search. Derived: they are scanned in some 2 ms, fifty times as
    /// long as starting a thread takes; tests lower it.
    var minimumThreadByteCount = 1 << 21
    /// The thread that builds indexes; shared by copies.
    var background: BackgroundIndexing?

    /// Sees to it that the indexes of `segments` are built in the background.
    mutating func prepare(_ segments: [PostRecords]) {
        guard indexing == .background else { return }
        background = background ?? BackgroundIndexing()
        for segment in segments where segment.inherited == nil { _ = index(of: segment) }
    }

    /// Returns the indexes that a segment has inherited; nil if it has its own.
    func inherited(of segment: PostRecords) -> InheritedSearch? {
        segment.availableSearch == nil ? segment.inherited : nil
    }

    /// Returns the index of a segment; nil if its texts are to be scanned.
    func index(of segment: PostRecords) -> SearchIndex? {
        if indexing == .now { return segment.searchIndex(threads: threads) }
        if let index = segment.availableSearch { return index }
        if indexing == .background {
            if segment.searchedByteCount < minimumBackgroundByteCount {
                return segment.searchIndex(threads: 1)
            }
            background?.build(segment)
        }
        return nil
    }
}
