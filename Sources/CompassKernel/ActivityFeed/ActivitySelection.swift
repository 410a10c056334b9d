/// Which events of the feed are asked for.
enum ActivitySelection {
    case all
    /// The events of one source.
    case source(Int)
    case matches(ActivityMatches)
}

extension ActivityOrder {
    /// Calls `body` with selected events, in order, until it answers false.
    ///
    /// - Parameters:
    ///   - first: how many selected events stand before the first one that is wanted.
    ///   - count: how many are wanted, all of which must exist.
    /// - Complexity: O(c + k) for c chunks and k wanted events. Where matches are selected, or a source into
    ///   whose chunks rows were inserted, plus the events of the chunks in which those stand that are wanted.
    func forEachEntry(
        _ selection: ActivitySelection, from first: Int, count: Int, _ body: (ActivityEntry) -> Bool
    ) {
        switch selection {
        case .all:
            forEachChunk(
                from: first, count, countBefore: { position(ofChunk: $0) },
                visit: { chunk, places in chunks[chunk][places].allSatisfy(body) })
        case .source(let source):
            forEachChunk(
                from: first, count, countBefore: { Int(before[$0][source] &+ before[$0][source + 4]) },
                visit: { chunk, places in
                    guard before[chunk].highHalf == before[chunk + 1].highHalf else {
                        return forEachEntry(of: chunk, places, where: { $0.source == source }, body)
                    }
                    // The rows of a source's table follow upon each other, however many others stand between
                    // them: of a few documents among a million interactions none needs to be looked for.
                    let firstRank = Int(before[chunk][source])
                    return places.allSatisfy { body(ActivityEntry(source: source, rank: firstRank + $0)) }
                })
        case .matches(let matches):
            forEachChunk(
                from: first, count, countBefore: { matches.countBefore(chunk: $0) },
                visit: { chunk, places in
                    forEachEntry(of: chunk, places, where: { matches.contains($0) }, body)
                })
        }
    }

    /// Calls `visit` with each chunk that has wanted events, and their places among the selected ones of the
    /// chunk, until it answers false.
    @inline(__always)
    private func forEachChunk(
        from first: Int, _ count: Int, countBefore: (Int) -> Int,
        visit: (_ chunk: Int, _ places: Range<Int>) -> Bool
    ) {
        guard count > 0 else { return }
        let end = first + count
        var chunk = (1..<before.count).partitioningIndex { countBefore($0) > first } - 1
        var (next, chunkStart) = (first, countBefore(chunk))
        while next < end, chunk < chunks.count {
            let chunkEnd = countBefore(chunk + 1)
            if next < chunkEnd {
                guard visit(chunk, next - chunkStart..<min(end, chunkEnd) - chunkStart) else { return }
                next = min(end, chunkEnd)
            }
            (chunk, chunkStart) = (chunk + 1, chunkEnd)
        }
    }

    /// Calls `body` with the selected events of a chunk that have the given places among them.
    @inline(__always)
    private func forEachEntry(
        of chunk: Int, _ places: Range<Int>, where isSelected: (ActivityEntry) -> Bool,
        _ body: (ActivityEntry) -> Bool
    ) -> Bool {
        var place = 0
        for entry in chunks[chunk] where isSelected(entry) {
            if place >= places.lowerBound, !body(entry) { return false }
            place += 1
            if place == places.upperBound { return true }
        }
        return true
    }
}
