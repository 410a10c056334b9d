extension PostTable {
    /// The smallest hashes of the ids and URLs of the posts, for ``RowGuard``.
    ///
    /// - Complexity: O(n) for n posts the first time, and after every change; otherwise O(1).
    var guardHashes: [UInt64] {
        // Records of a table that was not changed are its posts.
        if delta == nil, records.slotCount == rowCount, records.segments.count == 1 {
            return records.segments[0].guardHashes
        }
        var smallest = SmallestHashes()
        forEachKeyHash { smallest.insert($0) }
        return smallest.finish()
    }

    /// Calls `body` with a hash of the id of each post, and of its URL if it has one.
    ///
    /// They are those of ``RowGuard``, the same in every process.
    ///
    /// - Complexity: O(n) for n posts.
    package func forEachKeyHash(_ body: (UInt64) -> Void) {
        func visit(_ place: PostPlace) {
            let (records, index) = record(of: place)
            body(records.ids.hash(index, seed: RowGuard.seed))
            records.postURLs.withUTF8(index) { url in
                if let url { body(RowGuard.hash(ofURL: url)) }
            }
        }
        if let delta {
            var places = PlacesInOrder(of: delta, records)
            while let place = places.next() { visit(place) }
        } else {
            for row in 0..<rowCount { visit(PostPlace(row)) }
        }
    }
}
