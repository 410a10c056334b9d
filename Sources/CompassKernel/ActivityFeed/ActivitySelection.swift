/// Which events of the feed are asked for, and how many of them stand before each chunk.
protocol ActivitySelection {
    /// The number of selected events before a chunk, or of all behind the last one.
    func countBefore(chunk: Int) -> Int
    /// Whether an event is selected.
    func contains(_ entry: ActivityEntry) -> Bool
}

/// All events.
struct AllActivity: ActivitySelection {
    let order: ActivityOrder

    @inline(__always)
    func countBefore(chunk: Int) -> Int { order.position(ofChunk: chunk) }

    @inline(__always)
    func contains(_ entry: ActivityEntry) -> Bool { true }
}

/// The events of one source.
struct ActivityOfSource: ActivitySelection {
    let order: ActivityOrder
    let source: Int

    @inline(__always)
    func countBefore(chunk: Int) -> Int {
        Int(order.before[chunk][source] &+ order.before[chunk][source + 4])
    }

    @inline(__always)
    func contains(_ entry: ActivityEntry) -> Bool { entry.source == source }
}

extension ActivityOrder {
    /// The number of selected events among those before a position.
    ///
    /// - Complexity: O(log c) for c chunks, plus a chunk's events.
    func count(_ selection: some ActivitySelection, before position: Int) -> Int {
        let (chunk, offset) = place(of: position)
        let whole = selection.countBefore(chunk: chunk)
        guard offset > 0 else { return whole }
        return chunks[chunk][..<offset].reduce(whole) { $0 + (selection.contains($1) ? 1 : 0) }
    }

    /// Selected events.
    ///
    /// - Parameters:
    ///   - first: how many selected events stand before the first one that is wanted.
    ///   - count: how many are wanted, all of which must exist.
    /// - Complexity: O(log c) for c chunks, plus the events of the chunks in which those stand that are wanted.
    func entries(_ selection: some ActivitySelection, from first: Int, count: Int) -> [ActivityEntry] {
        var entries: [ActivityEntry] = []
        guard count > 0 else { return entries }
        entries.reserveCapacity(count)
        var chunk = Self.lastIndex(in: 0...chunks.count) { selection.countBefore(chunk: $0) <= first }
        var skipped = first - selection.countBefore(chunk: chunk)
        while chunk < chunks.count {
            for entry in chunks[chunk] where selection.contains(entry) {
                guard skipped == 0 else {
                    skipped -= 1
                    continue
                }
                entries.append(entry)
                if entries.count == count { return entries }
            }
            chunk += 1
        }
        return entries
    }
}
