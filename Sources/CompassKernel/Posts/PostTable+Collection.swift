extension PostTable {
    /// An empty table.
    public static let empty = Loader().finish().table

    /// Creates a table of the given posts.
    ///
    /// As when rows are loaded, the last of several posts with the same id or the same URL is kept.
    ///
    /// - Throws: ``PostChangeError`` if a post has an empty id, or the posts exceed the limits of a table.
    /// - Complexity: O(n log n) for n posts.
    public init(_ posts: some Sequence<Post>) throws(PostChangeError) {
        self = .empty
        try apply(.all(posts.map { .put($0) }))
    }
}

/// The posts that are not deleted, newest first; equal times are in the order of their ids.
extension PostTable: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of posts.
    public var endIndex: Int { live?.total ?? rowCount }

    /// Returns the post at an index from 0 to ``endIndex`` - 1; any other index stops the program.
    ///
    /// - Complexity: O(1) plus copying its texts; O(log n) while the table still holds deleted rows.
    public subscript(position: Int) -> Post {
        precondition(position >= 0 && position < endIndex, "no such post")
        guard let live else { return post(atRow: position) }
        return post(atRow: (0..<rowCount).partitioningIndex { live.count(in: 0..<$0 + 1) > position })
    }
}
