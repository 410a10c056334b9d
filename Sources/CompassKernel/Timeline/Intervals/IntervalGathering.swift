internal import CCompassScan

/// Loops over non-empty intervals that write the entries of those that last until an instant.
///
/// They are in C, for processors that compare and move sixteen intervals at once.
enum IntervalGathering {
    /// Writes the entries of those `nonEmpty` that do not end before `instant`, and perhaps one more; returns the
    /// number of matches.
    @inline(__always)
    static func gather(
        _ entries: UnsafePointer<UInt32>, _ nonEmpty: Range<Int>, _ ends: UnsafePointer<Int64>,
        notEndingBefore instant: Int64, _ target: UnsafeMutablePointer<UInt32>
    ) -> Int {
        var intervals = compasskernel_intervals(entries: entries, ends: ends)
        // SAFETY: the range is within the columns, and the capacity covers one entry after the last match.
        return compasskernel_intervals_lasting(
            &intervals, nonEmpty.lowerBound, nonEmpty.upperBound, instant, target)
    }

    /// Does the same without reading the intervals of blocks that have ended; returns nil if the matches may
    /// be more than `room` allows, which is not checked for each interval.
    ///
    /// - Parameters:
    ///   - latest: the latest end of each block, see ``IntervalEndBlocks``.
    ///   - room: the capacity of `target`, with less than two blocks nothing is found; `Int.max` when the caller knows
    ///     that it suffices.
    @inline(__always)
    static func gather(
        _ entries: UnsafePointer<UInt32>, _ nonEmpty: Range<Int>, _ ends: UnsafePointer<Int64>,
        latest: UnsafePointer<Int64>, notEndingBefore instant: Int64,
        _ target: UnsafeMutablePointer<UInt32>, room: Int
    ) -> Int? {
        assert(room >= 0, "a capacity below zero")
        var intervals = compasskernel_intervals(entries: entries, ends: ends)
        // SAFETY: as above, and each whole block has a latest end.
        let count = compasskernel_intervals_lasting_in_blocks(
            &intervals, nonEmpty.lowerBound, nonEmpty.upperBound, latest, instant, target, room)
        return count < 0 ? nil : count
    }
}
