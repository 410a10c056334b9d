extension PostTable {
    /// The smallest hashes of the ids of the posts, for ``RowGuard``.
    ///
    /// - Complexity: O(n) for n posts the first time, and after every change; otherwise O(1).
    var guardHashes: [UInt64] {
        // Records of a table that was not changed are its posts.
        if delta == nil, records.slotCount == rowCount, records.segments.count == 1 {
            return records.segments[0].guardHashes
        }
        var smallest = SmallestHashes()
        func insert(_ place: PostPlace) {
            let (records, index) = record(of: place)
            smallest.insert(records.ids.hash(index, seed: RowGuard.seed))
        }
        if let delta {
            var places = PlacesInOrder(of: delta, records)
            while let place = places.next() { insert(place) }
        } else {
            for row in 0..<rowCount { insert(PostPlace(row)) }
        }
        return smallest.finish()
    }
}
