/// When the search index of a table of posts is built.
///
/// Every choice finds the same posts. A search uses the index once it is built, whichever of a table's copies
/// has built it; ``PostTable/prepareForSearch(ignoringAccents:)`` builds it under any choice.
///
/// ```swift
/// let options = LoadOptions(searchIndexing: .background)
/// let (posts, _) = try PostTable.load(contentsOf: path, options: options)
/// ```
public enum SearchIndexing: String, CaseIterable, Hashable, Sendable {
    /// The first search builds the index and waits for it: about three seconds for a million posts, less
    /// if the table was read by several threads.
    case now
    /// A thread builds the index from loading on, and after changes from the next search on; searches read
    /// the texts meanwhile. The thread ends within milliseconds of the table's last copy.
    case background
    /// Searches read the texts: nothing is built and kept, but each search takes about a tenth of a second
    /// for a million posts.
    case never
}
