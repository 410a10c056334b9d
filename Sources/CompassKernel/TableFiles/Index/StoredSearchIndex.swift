/// The search index of a segment in a table file, which is verified when it is first used: opening a file
/// takes no time for it.
final class StoredSearchIndex: Sendable {
    private let reader: TableFileReader
    private let prefix: String
    private let rowCount: Int
    private let verified = BuiltOnce<SearchIndex?>()

    /// Refers to the index of a segment of `rowCount` posts; nil if there is none.
    init?(_ prefix: String, rowCount: Int, in reader: TableFileReader) {
        guard SearchIndex.isStored(prefix, in: reader) else { return nil }
        self.reader = reader
        self.prefix = prefix
        self.rowCount = rowCount
    }

    /// The index; nil if it is damaged, or one of another version or of other foldings, so that it is to be
    /// built.
    ///
    /// - Complexity: O(1); the first time, O(n + v) for n rows and v bytes of distinct strings.
    var index: SearchIndex? {
        verified.get { try? SearchIndex.read(prefix, rowCount: rowCount, from: reader) }
    }
}
