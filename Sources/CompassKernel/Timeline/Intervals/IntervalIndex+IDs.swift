extension IntervalIndex {
    /// Returns the ids of the intervals that meet a window, in the order that ``IntervalHits`` describes.
    ///
    /// - Complexity: O(h) for h of them and those that may have begun before the window and last until it.
    public func ids(meeting window: TimeWindow, kinds: IntervalKinds = .all) -> [UInt32] {
        let ids: [UInt32]? =
            kinds != .all
            ? nil
            : withUncountedIDs(meeting: window) { spanning, spanningCount, starting in
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
        return ids ?? hits(meeting: window, kinds: kinds).ids
    }

    /// Appends the ids that ``ids(meeting:kinds:)`` returns to an array, whose memory successive windows can share.
    ///
    /// ```swift
    /// for window in windows {
    ///     ids.removeAll(keepingCapacity: true)
    ///     index.appendIDs(meeting: window, to: &ids)
    /// }
    /// ```
    ///
    /// - Complexity: as ``ids(meeting:kinds:)``; without memory if the array has room, all kinds are included, and not
    ///   thousands of intervals may span the window's left edge.
    public func appendIDs(meeting window: TimeWindow, kinds: IntervalKinds = .all, to ids: inout [UInt32]) {
        if kinds == .all, appendUncountedIDs(meeting: window, to: &ids) { return }
        ids += hits(meeting: window, kinds: kinds).ids
    }

    private func appendUncountedIDs(meeting window: TimeWindow, to ids: inout [UInt32]) -> Bool {
        withUncountedIDs(meeting: window) { spanning, spanningCount, starting in
            ids.append(contentsOf: UnsafeBufferPointer(start: spanning, count: spanningCount))
            if columns.ids.count > 0 {
                columns.ids.withBuffer(of: starting) { ids.append(contentsOf: $0) }
            } else {
                ids.append(contentsOf: UInt32(starting.lowerBound)..<UInt32(starting.upperBound))
            }
            return true
        } ?? false
    }

    /// The number of ids for which `withUnsafeTemporaryAllocation` uses the stack: those that span a window's left
    /// edge, or all of a small result.
    private static var stackCapacity: Int { 256 }

    /// Calls `body` with the ids of the intervals that span a window's left edge and the rows of those that start
    /// in it, without a search among the ends to count the former; returns nil if these may be many.
    ///
    /// The search would read memory at a random place three times, as much as the rest does for a few ids.
    ///
    /// - Parameter body: is passed memory for ``stackCapacity`` ids, and the number of those that are there.
    @inline(__always)
    private func withUncountedIDs<Result>(
        meeting window: TimeWindow,
        _ body: (UnsafeMutablePointer<UInt32>, _ spanningCount: Int, _ starting: Range<Int>) -> Result
    ) -> Result? {
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
            return body(spanning, spanningCount, starting)
        }
    }
}
