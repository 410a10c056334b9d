/// The search of contents, authors' names and handles.
extension PostRecords {
    /// The columns that are searched.
    var searchedTexts: [TextColumn] { [contents, names, handles] }

    /// Returns the search index, which the first call builds on up to `threads` threads.
    func searchIndex(threads: Int) -> SearchIndex {
        availableSearch ?? search.get { SearchIndex(fields: searchedTexts, threads: threads) }
    }

    /// The memory that the search index occupies, in bytes; 0 before it is built.
    var searchIndexByteCount: Int { availableSearch?.byteCount ?? inherited?.byteCount ?? 0 }

    /// The size of the searched texts, in bytes.
    var searchedByteCount: Int { searchedTexts.reduce(0) { $0 + $1.textByteCount } }
}
