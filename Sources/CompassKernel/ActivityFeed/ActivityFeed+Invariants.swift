extension ActivityFeed {
    /// Returns the violated invariants of the feed; empty if it is consistent.
    ///
    /// - Complexity: O(n) for n events.
    func checkInvariants() -> [String] {
        var violations: [String] = []
        var seen = sources.map { _ in Set<Int>() }
        var previous: ActivityEntry?
        if order.before.count != order.chunks.count + 1 { violations.append("chunks are not counted") }
        for (chunk, entries) in order.chunks.enumerated() {
            if entries.isEmpty || entries.count >= 2 * ActivityOrder.chunkSize {
                violations.append("chunk \(chunk) has \(entries.count) events")
            }
            let (from, to) = (order.before[chunk], order.before[chunk + 1])
            var next = from
            for entry in entries {
                let (source, rank) = (entry.source, UInt32(entry.rank))
                if !seen[source].insert(entry.rank).inserted { violations.append("\(entry) is there twice") }
                if let previous, !isInOrder(previous, entry) { violations.append("\(entry) is out of order") }
                if rank >= order.loadedCounts[source] {
                    next[source + 4] &+= 1
                } else if order.isUnchanged(chunk) ? rank != next[source] : rank < next[source] {
                    violations.append("\(entry) is in a wrong chunk")
                } else {
                    next[source + 4] &-= rank - next[source]
                    next[source] = rank + 1
                }
                previous = entry
            }
            for source in sources.indices {
                // Rows that were removed after the last one in the chunk.
                next[source + 4] &-= to[source] &- next[source]
                if next[source + 4] != to[source + 4] { violations.append("wrong counts of chunk \(chunk)") }
            }
        }
        for (number, source) in sources.enumerated() {
            let added = seen[number].filter { $0 >= source.loaded.count }
            if added != Set(source.addedRanks.values.map(Int.init)) {
                violations.append("inserted events are missing")
            }
            if order.before.last?[number] != UInt32(source.loaded.count) {
                violations.append("wrong count of source \(number)")
            }
        }
        if order.before.contains(where: { $0[3] &+ $0[7] != 0 }) { violations.append("wrong sums") }
        return violations
    }

    private func isInOrder(_ first: ActivityEntry, _ second: ActivityEntry) -> Bool {
        let (earlier, later) = (micros(first), micros(second))
        if earlier != later { return earlier > later }
        if first.source != second.source { return first.source < second.source }
        var id = sources[second.source].row(second.rank).id
        return id.withUTF8 { sources[first.source].compareIDs(first.rank, with: $0) } < 0
    }
}
