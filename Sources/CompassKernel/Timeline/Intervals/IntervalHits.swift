/// The intervals that meet a window: the range of those that start in it, and the few that began before.
///
/// Nothing is copied until it is requested. The intervals that began before the window come first, those of
/// similar durations together, each group in the order by start, then id; then those that start in the
/// window.
public struct IntervalHits: Sendable {
    /// The queried index.
    public let index: IntervalIndex
    /// The window that the intervals meet.
    public let window: TimeWindow
    /// The kinds that the query includes.
    public let kinds: IntervalKinds
    /// The number of intervals.
    public let count: Int
    /// The number of intervals that began before the window.
    public let spanningCount: Int
    let starting: Range<Int>

    @inline(__always)
    fileprivate init(_ index: IntervalIndex, _ window: TimeWindow, _ kinds: IntervalKinds) {
        self.index = index
        self.window = window
        self.kinds = kinds
        starting = index.rows(startingIn: window)
        spanningCount = index.spanningCount(before: starting.lowerBound, at: window.fromMicros, kinds)
        count = spanningCount + index.rowCount(starting, kinds)
    }

    /// Whether there are no intervals.
    public var isEmpty: Bool { count == 0 }

    /// The range of places (see ``IntervalIndex/id(atPlace:)``) of all intervals that start in the window.
    public var startingPlaces: Range<Int> {
        let low = index.part.starts.low
        return starting.lowerBound - low..<starting.upperBound - low
    }

    /// Calls `body` with the ids of the intervals that began before the window. The list is short unless
    /// thousands of intervals are nested; ``forEachRun(_:)`` then visits runs of them.
    ///
    /// - Complexity: O(s) for s of them and those that may have begun before the window and last until it.
    /// - Parameter body: is passed the ids, which are valid during the call only.
    /// - Returns: the result of `body`.
    /// - Throws: what `body` throws.
    @inlinable
    public func withSpanningIDs<Result, Failure>(
        _ body: (UnsafeBufferPointer<UInt32>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Inlined, the type of the outcome is known: a generic function looks it up in a table of the runtime, which
        // took a quarter of `timeline.viewport`, ranges, at 10,000 intervals.
        var outcome: Swift.Result<Result, Failure>?
        passSpanningIDs { ids in
            do throws(Failure) { outcome = .success(try body(ids)) } catch { outcome = .failure(error) }
        }
        guard let outcome else { preconditionFailure("the ids were not passed") }
        return try outcome.get()
    }

    /// Calls `body` once with the ids of the intervals that began before the window.
    @usableFromInline
    func passSpanningIDs(to body: (UnsafeBufferPointer<UInt32>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: spanningCount + 1) { memory in
            // SAFETY: the capacity covers all of them and the one extra temporary write.
            if kinds == .all {
                writeSpanningIDs(memory.baseAddress!)
            } else {
                writeRuns(memory.baseAddress!, isSpanningOnly: true)
            }
            body(UnsafeBufferPointer(start: memory.baseAddress, count: spanningCount))
        }
    }

    /// Calls `body` with the runs of places, see ``IntervalIndex/id(atPlace:)``, that together are all intervals.
    ///
    /// - Complexity: O(r) for r runs and those that may have begun before the window and last until it.
    public func forEachRun(_ body: (Range<Int>) throws -> Void) rethrows {
        let low = index.part.starts.low
        try forEachRowRun { try body($0.lowerBound - low..<$0.upperBound - low) }
    }

    /// Calls `body` with the runs of rows of all intervals, or those that began before the window.
    @inline(__always)
    private func forEachRowRun(isSpanningOnly: Bool = false, _ body: (Range<Int>) throws -> Void) rethrows {
        if spanningCount > 0 {
            try index.forEachSpanningRun(
                before: starting.lowerBound, at: window.fromMicros, kinds, count: spanningCount, body)
        }
        if isSpanningOnly { return }
        if kinds == .all {
            if !starting.isEmpty { try body(starting) }
        } else if count > spanningCount {
            try index.forEachRun(of: starting, kinds, body)
        }
    }

    /// The ids of all intervals, in the order that ``IntervalHits`` describes.
    ///
    /// - Complexity: O(h) for h of them and those that may have begun before the window and last until it.
    public var ids: [UInt32] {
        [UInt32](unsafeUninitializedCapacity: count + 1) { memory, written in
            // SAFETY: the capacity covers the `count` ids and the one extra temporary write.
            let target = memory.baseAddress!
            if kinds == .all {
                writeSpanningIDs(target)
                index.writeIDs(starting, target + spanningCount)
            } else {
                writeRuns(target)
            }
            written = count
        }
    }

    @inline(__always)
    private func writeSpanningIDs(_ target: UnsafeMutablePointer<UInt32>) {
        if spanningCount == 0 { return }
        index.writeSpanning(
            index.columns.idsOfNonEmpty, before: starting.lowerBound, at: window.fromMicros,
            count: spanningCount, target)
    }

    @inline(never)
    private func writeRuns(_ target: UnsafeMutablePointer<UInt32>, isSpanningOnly: Bool = false) {
        var next = target
        // SAFETY: the total length of the runs is the count, which the capacity covers.
        forEachRowRun(isSpanningOnly: isSpanningOnly) { run in
            index.writeIDs(run, next)
            next += run.count
        }
        assert(
            next == target + (isSpanningOnly ? spanningCount : count),
            "intervals were found that were not counted")
    }
}

extension IntervalIndex {
    /// Returns the intervals that meet a window.
    ///
    /// - Complexity: O(log c) for c intervals in a cell of the directories, however many hits there are.
    public func hits(meeting window: TimeWindow, kinds: IntervalKinds = .all) -> IntervalHits {
        IntervalHits(self, window, kinds)
    }
}
