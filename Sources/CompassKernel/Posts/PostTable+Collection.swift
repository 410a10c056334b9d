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

/// The posts, newest first; equal times are in the order of their ids.
extension PostTable: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// The number of posts.
    public var endIndex: Int { delta?.postCount ?? rowCount }

    /// Returns the post at an index from 0 to ``endIndex`` - 1; any other index stops the program.
    ///
    /// - Complexity: O(1) plus copying its texts; O(log² n) after changes of n posts until they are
    ///   compacted.
    public subscript(position: Int) -> Post {
        precondition(position >= 0 && position < endIndex, "no such post")
        guard let delta else { return post(at: PostPlace(position)) }
        for level in 0..<delta.levelCount {
            let table = delta.table(level)
            // The last row that as many posts precede: those before it that were removed have the same rank.
            let row =
                (0..<table.rowCount).partitioningIndex {
                    delta.rank(of: PostPlace(level: level, row: $0), records) > position
                } - 1
            if row < 0 { continue }
            let place = PostPlace(level: level, row: row)
            if delta.rank(of: place, records) == position, !delta.isRemoved(place) { return post(at: place) }
        }
        preconditionFailure("a table has as many posts as it counts")
    }

    /// The posts in order, each at the cost of copying its texts.
    public struct Iterator: IteratorProtocol {
        private let table: PostTable
        private var nextRow = 0
        private var places: PlacesInOrder?

        init(_ table: PostTable) {
            self.table = table
            places = table.delta.map { PlacesInOrder(of: $0, table.records) }
        }

        /// Returns the next post; nil after the last one.
        public mutating func next() -> Post? {
            if places != nil { return places?.next().map { table.post(at: $0) } }
            guard nextRow < table.rowCount else { return nil }
            nextRow += 1
            return table.post(at: PostPlace(nextRow - 1))
        }
    }

    /// Returns an iterator over all posts.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// The places of all posts, in order.
    var places: [PostPlace] {
        guard let delta else { return (0..<rowCount).map { PostPlace($0) } }
        var places = PlacesInOrder(of: delta, records)
        return places.next(delta.postCount)
    }
}

extension PostDelta {
    /// Returns the number of posts before a place.
    ///
    /// - Complexity: O(l · log n) for l levels of n rows.
    fileprivate func rank(of place: PostPlace, _ records: PostRecordList) -> Int {
        let own = table(place.level)
        let time = own.timestamps[place.row]
        let (segment, index) = records.locate(own.slots.slot(ofRow: place.row))
        return segment.ids.withUTF8(index) { id in
            var rank = 0
            for level in 0..<levelCount {
                let row =
                    level == place.level
                    ? place.row : table(level).firstRow(after: time, id: id, records: records)
                rank += row
                for later in levels.dropFirst(level) {
                    let rows = later.removed[level].rows
                    rank -= (0..<rows.count).partitioningIndex { Int(rows[$0]) >= row }
                }
            }
            return rank
        }
    }
}
