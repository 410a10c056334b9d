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
    init(_ index: IntervalIndex, _ window: TimeWindow, _ kinds: IntervalKinds) {
        self.index = index
        self.window = window
        self.kinds = kinds
        starting = index.rows(startingIn: window)
        spanningCount = index.spanningCount(before: starting.lowerBound, at: window.fromMicros, kinds)
        count = spanningCount + index.rowCount(starting, kinds)
    }

    /// Whether there are no intervals.
    public var isEmpty: Bool { count == 0 }

    /// The range of places, as ``IntervalIndex/id(atPlace:)`` takes them, of the intervals of all kinds that
    /// start in the window.
    ///
    /// - Complexity: O(1).
    public var startingPlaces: Range<Int> {
        let low = index.part.starts.low
        return starting.lowerBound - low..<starting.upperBound - low
    }

    /// Calls `body` with the ids of the intervals that began before the window. The list is short unless
    /// thousands of intervals are nested; ``forEachRun(_:)`` then visits runs of them.
    ///
    /// - Complexity: O(s) for s of them, and the intervals that may have begun before the window and last
    ///   until it.
    /// - Returns: the result of `body`; the ids are valid during the call only.
    public func withSpanningIDs<Result>(
        _ body: (UnsafeBufferPointer<UInt32>) throws -> Result
    ) rethrows -> Result {
        try withUnsafeTemporaryAllocation(of: UInt32.self, capacity: spanningCount + 1) { memory in
            // SAFETY: the capacity covers all of them and the one extra temporary write.
            if kinds == .all {
                writeSpanningIDs(memory.baseAddress!)
            } else {
                writeSpanningRuns(memory.baseAddress!)
            }
            return try body(UnsafeBufferPointer(start: memory.baseAddress, count: spanningCount))
        }
    }

    @inline(never)
    private func writeSpanningRuns(_ target: UnsafeMutablePointer<UInt32>) {
        if spanningCount == 0 { return }
        var next = target
        index.forEachSpanningRun(
            before: starting.lowerBound, at: window.fromMicros, kinds, count: spanningCount
        ) { run in
            index.writeIDs(run, next)
            next += run.count
        }
    }

    /// Calls `body` with the runs of places, as ``IntervalIndex/id(atPlace:)`` takes them, that together are
    /// all intervals.
    ///
    /// - Complexity: O(r) for r runs, and the intervals that may have begun before the window and last until
    ///   it.
    /// - Throws: the error of `body`, which is then not called again.
    public func forEachRun(_ body: (Range<Int>) throws -> Void) rethrows {
        let low = index.part.starts.low
        try forEachRowRun { try body($0.lowerBound - low..<$0.upperBound - low) }
    }

    /// Calls `body` with the runs of rows that together are all intervals.
    @inline(__always)
    func forEachRowRun(_ body: (Range<Int>) throws -> Void) rethrows {
        if spanningCount > 0 {
            try index.forEachSpanningRun(
                before: starting.lowerBound, at: window.fromMicros, kinds, count: spanningCount, body)
        }
        if kinds == .all {
            if !starting.isEmpty { try body(starting) }
        } else if count > spanningCount {
            try index.forEachRun(of: starting, kinds, body)
        }
    }

    /// The ids of all intervals, in the order that ``IntervalHits`` describes.
    ///
    /// - Complexity: O(h) for h of them, and the intervals that may have begun before the window and last
    ///   until it.
    public var ids: [UInt32] {
        [UInt32](unsafeUninitializedCapacity: count + 1) { memory, written in
            // SAFETY: the capacity covers the `count` ids and the one extra temporary write.
            write(memory.baseAddress!)
            written = count
        }
    }

    /// Writes all ids to `target`, which has a capacity of one more.
    @inline(__always)
    func write(_ target: UnsafeMutablePointer<UInt32>) {
        if kinds != .all { return writeRuns(target) }
        writeSpanningIDs(target)
        index.writeIDs(starting, target + spanningCount)
    }

    @inline(__always)
    func writeSpanningIDs(_ target: UnsafeMutablePointer<UInt32>) {
        if spanningCount == 0 { return }
        index.writeSpanning(
            index.columns.idsOfNonEmpty, before: starting.lowerBound, at: window.fromMicros,
            count: spanningCount, target)
    }

    @inline(never)
    private func writeRuns(_ target: UnsafeMutablePointer<UInt32>) {
        var next = target
        // SAFETY: the total length of the runs is the count, which the capacity covers.
        forEachRowRun { run in
            index.writeIDs(run, next)
            next += run.count
        }
        assert(next == target + count, "intervals were found that were not counted")
    }
}

extension IntervalHits: Sequence {
    /// Returns an iterator over the ids, in the order that ``IntervalHits`` describes.
    public func makeIterator() -> IndexingIterator<[UInt32]> { ids.makeIterator() }

    /// The exact number of intervals.
    public var underestimatedCount: Int { count }
}

extension IntervalIndex {
    /// Returns the intervals that meet a window.
    ///
    /// - Complexity: O(log c) for c intervals in a cell of the directories, independent of the number of
    ///   hits.
    public func hits(meeting window: TimeWindow, kinds: IntervalKinds = .all) -> IntervalHits {
        IntervalHits(self, window, kinds)
    }

    /// Returns the intervals at an instant, for example at the position of a finger on the screen.
    ///
    /// - Parameters:
    ///   - instant: microseconds since 1970-01-01T00:00:00Z.
    ///   - kinds: the kinds to include.
    /// - Complexity: as ``hits(meeting:kinds:)``.
    public func hits(atMicros instant: Int64, kinds: IntervalKinds = .all) -> IntervalHits {
        IntervalHits(self, TimeWindow(at: Timestamp(micros: instant)), kinds)
    }

    /// Returns the ids of the intervals that meet a window, in the order that ``IntervalHits`` describes.
    ///
    /// - Complexity: O(h) for h of them, and the intervals that may have begun before the window and last
    ///   until it.
    public func ids(meeting window: TimeWindow, kinds: IntervalKinds = .all) -> [UInt32] {
        IntervalHits(self, window, kinds).ids
    }

    /// Returns the ids of the intervals at an instant.
    ///
    /// - Parameters:
    ///   - instant: microseconds since 1970-01-01T00:00:00Z.
    ///   - kinds: the kinds to include.
    /// - Complexity: as ``ids(meeting:kinds:)``.
    public func ids(atMicros instant: Int64, kinds: IntervalKinds = .all) -> [UInt32] {
        hits(atMicros: instant, kinds: kinds).ids
    }

    /// Appends the ids of the intervals that meet a window to `ids`, whose memory is reused.
    ///
    /// - Complexity: as ``ids(meeting:kinds:)``.
    public func appendIDs(
        meeting window: TimeWindow, kinds: IntervalKinds = .all, to ids: inout [UInt32]
    ) {
        let hits = IntervalHits(self, window, kinds)
        if ids.isEmpty, ids.capacity <= hits.count {
            ids = hits.ids
            return
        }
        if kinds != .all {
            ids.append(contentsOf: hits.ids)
            return
        }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: hits.spanningCount + 1) { spanning in
            // SAFETY: the capacity covers the counted ids and the one extra temporary write.
            hits.writeSpanningIDs(spanning.baseAddress!)
            ids.append(contentsOf: spanning.prefix(hits.spanningCount))
        }
        if columns.ids.count == 0 {
            ids.append(contentsOf: hits.starting.lazy.map { UInt32(truncatingIfNeeded: $0) })
        } else {
            // SAFETY: where there are ids, each row has one.
            columns.ids.withBuffer(of: hits.starting) { ids.append(contentsOf: $0) }
        }
    }
}
