/// The intervals that meet a window: the stretch of those that start in it, and the few that began before.
///
/// Nothing is copied until it is asked for. The intervals that began before the window come first, those of
/// durations that are alike together, each stretch in the order by start, then id; then those that start in it.
public struct IntervalHits: Sendable {
    /// What was asked.
    public let index: IntervalIndex
    /// The window that the intervals meet.
    public let window: TimeWindow
    /// The kinds that were asked for.
    public let kinds: IntervalKinds
    /// How many there are.
    public let count: Int
    /// How many of them began before the window.
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

    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }

    /// Calls `body` with stretches of places, as ``IntervalIndex/id(atPlace:)`` takes them, which together are
    /// all intervals.
    ///
    /// - Complexity: O(r) for r stretches, and the bars that may have begun before the window and last.
    public func forEachRun(_ body: (Range<Int>) -> Void) {
        let low = index.part.starts.low
        forEachRowRun { body($0.lowerBound - low..<$0.upperBound - low) }
    }

    /// Calls `body` with stretches of rows, which together are all intervals.
    @inline(__always)
    func forEachRowRun(_ body: (Range<Int>) -> Void) {
        if spanningCount > 0 {
            index.forEachSpanningRun(
                before: starting.lowerBound, at: window.fromMicros, kinds, count: spanningCount, body)
        }
        if kinds == .all {
            if !starting.isEmpty { body(starting) }
        } else if count > spanningCount {
            index.forEachRun(of: starting, kinds, body)
        }
    }

    /// The ids of all of them, in the order that ``IntervalHits`` describes.
    ///
    /// - Complexity: O(h) for h of them, and the bars that may have begun before the window and last.
    public var ids: [UInt32] {
        [UInt32](unsafeUninitializedCapacity: count + 1) { memory, written in
            // SAFETY: there are `count` ids, and room for them and the one more that is written in passing.
            write(memory.baseAddress!)
            written = count
        }
    }

    /// Writes all ids to `target`, which has room for one more.
    @inline(__always)
    func write(_ target: UnsafeMutablePointer<UInt32>) {
        if kinds != .all { return writeRuns(target) }
        writeSpanningIds(target)
        index.writeIds(starting, target + spanningCount)
    }

    @inline(__always)
    func writeSpanningIds(_ target: UnsafeMutablePointer<UInt32>) {
        if spanningCount == 0 { return }
        index.writeSpanning(
            index.columns.idsOfBars, before: starting.lowerBound, at: window.fromMicros,
            count: spanningCount, target)
    }

    @inline(never)
    private func writeRuns(_ target: UnsafeMutablePointer<UInt32>) {
        var next = target
        forEachRowRun { run in
            index.writeIds(run, next)
            next += run.count
        }
        assert(next == target + count, "intervals were found that were not counted")
    }
}

extension IntervalHits: Sequence {
    /// The ids, in the order that ``IntervalHits`` describes.
    public func makeIterator() -> IndexingIterator<[UInt32]> { ids.makeIterator() }

    /// How many there are, which is known.
    public var underestimatedCount: Int { count }
}

extension IntervalIndex {
    /// The intervals that meet a window.
    ///
    /// - Complexity: O(log c) for c intervals in a cell of the directories, independent of the answer.
    public func hits(meeting window: TimeWindow, kinds: IntervalKinds = .all) -> IntervalHits {
        IntervalHits(self, window, kinds)
    }

    /// The intervals at an instant, as a finger on the screen finds them.
    ///
    /// - Parameters:
    ///   - instant: microseconds since 1970-01-01T00:00:00Z.
    ///   - kinds: the kinds that count.
    /// - Complexity: as ``hits(meeting:kinds:)``.
    public func hits(at instant: Int64, kinds: IntervalKinds = .all) -> IntervalHits {
        IntervalHits(self, TimeWindow(at: Timestamp(micros: instant)), kinds)
    }

    /// The ids of the intervals that meet a window, in the order that ``IntervalHits`` describes.
    ///
    /// - Complexity: O(h) for h of them, and the bars that may have begun before the window and last.
    public func ids(meeting window: TimeWindow, kinds: IntervalKinds = .all) -> [UInt32] {
        IntervalHits(self, window, kinds).ids
    }

    /// The ids of the intervals at an instant.
    ///
    /// - Parameters:
    ///   - instant: microseconds since 1970-01-01T00:00:00Z.
    ///   - kinds: the kinds that count.
    /// - Complexity: as ``ids(meeting:kinds:)``.
    public func ids(at instant: Int64, kinds: IntervalKinds = .all) -> [UInt32] {
        hits(at: instant, kinds: kinds).ids
    }

    /// Appends the ids of the intervals that meet a window to `ids`, whose memory is used again.
    ///
    /// - Complexity: as ``ids(meeting:kinds:)``.
    public func appendIds(
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
            hits.writeSpanningIds(spanning.baseAddress!)
            ids.append(contentsOf: spanning.prefix(hits.spanningCount))
        }
        if columns.ids.count == 0 {
            ids.append(contentsOf: hits.starting.lazy.map { UInt32(truncatingIfNeeded: $0) })
        } else {
            let start = columns.ids.base + hits.starting.lowerBound
            ids.append(contentsOf: UnsafeBufferPointer(start: start, count: hits.starting.count))
        }
    }
}
