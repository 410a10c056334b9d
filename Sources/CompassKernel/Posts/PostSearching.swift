/// How a table searches its posts.
struct PostSearching: Sendable {
    var indexing = SearchIndexing.now
    /// The maximum number of threads of a search without an index.
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
        for segment in segments where segment.inherited == nil {
            _ = index(of: segment, ignoringAccents: false)
        }
    }

    /// Returns the indexes that a segment has inherited; nil if it has its own, or if a search would have to
    /// build a part of them that is not to be waited for.
    func inherited(of segment: PostRecords, ignoringAccents: Bool) -> InheritedSearch? {
        guard let inherited = segment.inherited, segment.search.built == nil else { return nil }
        return indexing == .now || inherited.isBuilt(ignoringAccents: ignoringAccents) ? inherited : nil
    }

    /// Returns the index of a segment; nil if its texts are to be scanned.
    func index(of segment: PostRecords, ignoringAccents: Bool) -> SearchIndex? {
        if indexing == .now { return segment.searchIndex }
        if let index = segment.search.built {
            return index.isBuilt(ignoringAccents: ignoringAccents) ? index : nil
        }
        if indexing == .background {
            if segment.searchedByteCount < minimumBackgroundByteCount { return segment.searchIndex }
            background?.build(segment)
        }
        return nil
    }
}
