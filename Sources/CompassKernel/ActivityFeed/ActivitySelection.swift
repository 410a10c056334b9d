/// The selected events of the feed.
enum ActivitySelection {
    case all
    /// The events of one source.
    case source(Int)
    case matches(ActivityMatches)
}

extension ActivityOrder {
    /// Calls `body` with selected events, in order, until it returns false.
    ///
    /// - Parameters:
    ///   - first: the number of selected events to skip.
    ///   - count: the number of events to visit, all of which must exist.
    /// - Complexity: O(c + k) for c chunks and k visited events. If matches are selected, or a source in
    ///   changed chunks, plus the events of the chunks that contain the visited ones.
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
                    guard isUnchanged(chunk) else {
                        return forEachEntry(of: chunk, places, where: { $0.source == source }, body)
                    }
                    // A source's table rows in a chunk have consecutive ranks, however many events of other
                    // sources are between them: finding a few documents among a million interactions requires
                    // no scan.
                    let firstRank = Int(before[chunk][source])
                    return places.allSatisfy { body(ActivityEntry(source: source, rank: firstRank + $0)) }
                })
        case .matches(let matches):
            forEachChunk(
                from: first, count, countBefore: { matches.before[$0] },
                visit: { chunk, places in
                    forEachEntry(of: chunk, places, where: { matches.contains($0) }, body)
                })
        }
    }

    /// Calls `visit` with each chunk that contains events to visit, and with their positions among the
    /// chunk's selected events, until it returns false.
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

    /// Calls `body` with the selected events of a chunk whose positions among these are in `places`.
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
