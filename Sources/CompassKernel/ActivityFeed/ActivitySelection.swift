/// Which events of the feed are asked for.
enum ActivitySelection {
    case all
    /// The events of one source.
    case source(Int)
    case matches(ActivityMatches)
}

extension ActivityOrder {
    /// Calls `body` with selected events, in order.
    ///
    /// - Parameters:
    ///   - first: how many selected events stand before the first one that is wanted.
    ///   - count: how many are wanted, all of which must exist.
    /// - Complexity: O(log c) for c chunks, plus the events of the chunks in which those stand that are
    ///   wanted.
    func forEachEntry(
        _ selection: ActivitySelection, from first: Int, count: Int, _ body: (ActivityEntry) -> Void
    ) {
        switch selection {
        case .all:
            forEachEntry(
                from: first, count, countBefore: { self.position(ofChunk: $0) }, where: { _ in true }, body)
        case .source(let source):
            forEachEntry(
                from: first, count,
                countBefore: { Int(self.before[$0][source] &+ self.before[$0][source + 4]) },
                where: { $0.source == source }, body)
        case .matches(let matches):
            forEachEntry(
                from: first, count, countBefore: { matches.countBefore(chunk: $0) },
                where: { matches.contains($0) }, body)
        }
    }

    @inline(__always)
    private func forEachEntry(
        from first: Int, _ count: Int, countBefore: (Int) -> Int, where isSelected: (ActivityEntry) -> Bool,
        _ body: (ActivityEntry) -> Void
    ) {
        guard count > 0 else { return }
        let start = Self.lastIndex(in: 0...chunks.count) { countBefore($0) <= first }
        var skipped = first - countBefore(start)
        var remaining = count
        for chunk in chunks[start...] {
            for entry in chunk where isSelected(entry) {
                guard skipped == 0 else {
                    skipped -= 1
                    continue
                }
                body(entry)
                remaining -= 1
                if remaining == 0 { return }
            }
        }
    }
}
