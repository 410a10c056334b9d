/// Intervals that belong to lanes, queried by the windows they meet: all together, or those of one lane.
///
/// Layout: intervals are *numbered* lane after lane, in a lane by start and then by a rule of the caller, so
/// that a lane is a range of numbers. The lanes' indexes share one ``IntervalColumns`` whose rows are the
/// numbers, without ids; the index over everything has its own columns, with the numbers as ids. For
/// `[3,3] [1,9]` in lane 0 and `[4,6]` in lane 1:
/// ```
/// number  0 1 2      start 1 3 4      end 9 3 6      lanes end before 2 3
/// all     by start   ids 0 1 2
/// ```
/// For 1,000,000 intervals, a tenth of them non-empty, both take 27.7 bytes per interval.
struct LaneIntervals: Sendable {
    /// The index over all lanes, whose ids are numbers.
    var all: IntervalIndex
    var columns: IntervalColumns

    /// The number of intervals.
    var count: Int { columns.starts.count }

    /// The number of lanes, including those without intervals.
    var laneCount: Int { columns.parts.count }

    /// Returns the numbers of a lane's intervals.
    func numbers(ofLane lane: Int) -> Range<Int> {
        let starts = columns.parts[lane].starts
        return starts.low..<starts.high
    }

    /// Returns the index of one lane, whose ids are numbers as those of ``all``.
    func lane(_ lane: Int) -> IntervalIndex { IntervalIndex(columns, columns.parts[lane]) }

    /// Returns the start of an interval, in microseconds since 1970-01-01T00:00:00Z.
    @inline(__always)
    func start(_ number: Int) -> Int64 { columns.starts[number] }

    /// Returns whether an interval ends later than it starts.
    @inline(__always)
    func isNonEmpty(_ number: Int) -> Bool { columns.isNonEmpty(number) }

    /// Returns the end of an interval, in microseconds since 1970-01-01T00:00:00Z.
    @inline(__always)
    func end(_ number: Int) -> Int64 { columns.end(number) }

    /// Returns the kind of an interval, 0 to 3.
    @inline(__always)
    func kind(_ number: Int) -> Int { Int(columns.lines.kind(number)) }

    /// Returns the lane of an interval in O(log l) for l lanes.
    func lane(of number: Int) -> Int {
        (0..<laneCount).partitioningIndex { columns.parts[$0].starts.high > number }
    }

    /// The memory of the indexes, in bytes.
    var byteCount: Int { columns.byteCount + all.columns.byteCount }
}
