/// The values of posts that are not counted: ids, texts, creation and update times.
///
/// Immutable: a change appends a segment of new records, so snapshots share all other segments, and
/// everything built for a segment (its search index) stays valid for its lifetime.
final class PostRecords: Sendable {
    let ids: IdentifierColumn
    let postURLs: TextColumn
    let contents: TextColumn
    let handles: TextColumn
    let names: TextColumn
    let notes: TextColumn
    let createdAt: DayOrInstantColumn
    let updatedAt: DayOrInstantColumn
    let search = BuiltOnce<SearchIndex>()
    // Sendable: accessed by KeptValue only.
    private nonisolated(unsafe) var smallestHashes = KeptValue<[UInt64]>()
    /// The search index in the file that the records come from; nil if there is none.
    let storedSearch: StoredSearchIndex?
    /// The search indexes of the records that these are copies of; nil if there are none.
    let inherited: InheritedSearch?

    init(
        ids: IdentifierColumn, postURLs: TextColumn, contents: TextColumn, handles: TextColumn,
        names: TextColumn, notes: TextColumn, createdAt: DayOrInstantColumn, updatedAt: DayOrInstantColumn,
        inherited: InheritedSearch? = nil, storedSearch: StoredSearchIndex? = nil
    ) {
        self.ids = ids
        self.postURLs = postURLs
        self.contents = contents
        self.handles = handles
        self.names = names
        self.notes = notes
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.inherited = inherited
        self.storedSearch = storedSearch
    }

    /// The search index if it has been built, or is in a file; otherwise nil.
    ///
    /// - Complexity: O(1); the first time, O(n + v) for n records and v bytes of distinct words in a file.
    var availableSearch: SearchIndex? {
        search.built ?? storedSearch?.index
    }

    /// The smallest hashes of all ids and URLs, for ``RowGuard``; found on first access.
    var guardHashes: [UInt64] {
        KeptValue.get(self, \.smallestHashes) {
            var smallest = SmallestHashes()
            smallest.insert(ids)
            smallest.insert(urls: postURLs)
            return smallest.finish()
        }
    }

    /// The number of records.
    var count: Int { ids.count }

    /// The text columns, in the order in which ``PostRecordsBuilder`` fills them.
    var texts: [TextColumn] { [postURLs, contents, handles, names, notes] }

    var byteCount: Int {
        ids.byteCount + createdAt.byteCount + updatedAt.byteCount + texts.reduce(0) { $0 + $1.byteCount }
    }

    func checkInvariants() -> [String] {
        let columns = [
            ("post URLs", postURLs.count), ("contents", contents.count), ("handles", handles.count),
            ("names", names.count), ("notes", notes.count), ("creation times", createdAt.count),
            ("update times", updatedAt.count),
        ]
        let lengths = columns.filter { $1 != count }.map { "\($0) have \($1) rows of \(count)" }
        guard lengths.isEmpty else { return lengths }
        return texts.flatMap { $0.checkInvariants() } + ids.checkInvariants()
            + [createdAt, updatedAt].flatMap { $0.checkInvariants() }
    }
}
