extension ActivityFeed {
    /// Returns the violated invariants of the feed; empty if it is consistent.
    ///
    /// - Complexity: O(n) for n events.
    func invariantViolations() -> [String] {
        var violations: [String] = []
        var seen = sources.map { Set(0..<$0.count) }
        var counts = ActivityOrder.Counts()
        var previous: ActivityEntry?
        if order.before.count != order.chunks.count + 1 { violations.append("chunks are not counted") }
        for (chunk, entries) in order.chunks.enumerated() {
            if entries.isEmpty || entries.count >= 2 * ActivityOrder.chunkSize {
                violations.append("chunk \(chunk) has \(entries.count) events")
            }
            if order.before[chunk] != counts { violations.append("wrong counts before chunk \(chunk)") }
            for entry in entries {
                if seen[entry.source].remove(entry.rank) == nil {
                    violations.append("the event \(entry) is there twice, or does not exist")
                }
                if let previous, !isInOrder(previous, entry) { violations.append("\(entry) is out of order") }
                counts[order.lane(of: entry)] += 1
                previous = entry
            }
        }
        if order.before.last != counts { violations.append("wrong counts of all events") }
        if seen.contains(where: { !$0.isEmpty }) { violations.append("events are missing") }
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
