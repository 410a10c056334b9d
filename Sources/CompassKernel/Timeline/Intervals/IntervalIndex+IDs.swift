extension IntervalIndex {
    /// Returns the ids of the intervals that meet a window, in the order that ``IntervalHits`` describes.
    ///
    /// - Complexity: O(h) for h of them and those that may have begun before the window and last until it.
    public func ids(meeting window: TimeWindow, kinds: IntervalKinds = .all) -> [UInt32] {
        if kinds == .all, let ids = uncountedIDs(meeting: window) { return ids }
        return hits(meeting: window, kinds: kinds).ids
    }

    /// The number of ids for which `withUnsafeTemporaryAllocation` uses the stack: those that span a window's left
    /// edge, or all of a small result.
    private static var stackCapacity: Int { 256 }

    /// Returns the ids of the intervals that meet a window, without a search among the ends to count those
    /// that began before it; nil if these may be many.
    ///
    /// The search would read memory at a random place three times, as much as the rest does for a few ids.
    private func uncountedIDs(meeting window: TimeWindow) -> [UInt32]? {
        let starting = rows(startingIn: window)
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.stackCapacity) { memory in
            // SAFETY: `gather` returns nil rather than write past the room that it is given.
            let spanning = memory.baseAddress!
            var spanningCount = 0
            for band in Int(part.firstBand)..<Int(part.endBand) {
                let nonEmpty = nearCandidates(
                    columns.bands[band], before: starting.lowerBound, at: window.fromMicros)
                if nonEmpty.count > Self.longLookBack { return nil }
                let found = gatherSkippingBlocks(
                    columns.idsOfNonEmpty, nonEmpty, notEndingBefore: window.fromMicros,
                    spanning + spanningCount, room: Self.stackCapacity - spanningCount)
                guard let found else { return nil }
                spanningCount += found
            }
            let count = spanningCount + starting.count
            if count <= Self.stackCapacity {
                // SAFETY: there is room for all. An array made of a buffer takes less time than one whose
                // uninitialized memory is written: for that one the standard library looks up the type of its
                // memory in a table (`timeline.viewport`, one day).
                writeIDs(starting, spanning + spanningCount)
                return Array(UnsafeBufferPointer(start: spanning, count: count))
            }
            return [UInt32](unsafeUninitializedCapacity: count) { target, written in
                // SAFETY: the capacity covers the ids that were gathered and one for each row.
                target.baseAddress!.update(from: spanning, count: spanningCount)
                writeIDs(starting, target.baseAddress! + spanningCount)
                written = count
            }
        }
    }
}
