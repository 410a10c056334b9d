/// Loops over non-empty intervals that write the entries of those that last until an instant.
///
/// Whether an interval lasts is unpredictable, so each entry is written, and the place of the next one
/// advances only after an interval that lasts. The loops are separate functions because, inlined, the first
/// got a branch that was mispredicted for every third interval: `timeline.instant` took 1.2 µs instead of
/// 0.45.
enum IntervalGathering {
    /// Writes the entries of those `nonEmpty` that do not end before `instant`, and one more; returns the
    /// number of matches.
    @inline(never)
    static func gather(
        _ entries: UnsafePointer<UInt32>, _ nonEmpty: Range<Int>, _ ends: UnsafePointer<Int64>,
        notEndingBefore instant: Int64, _ target: UnsafeMutablePointer<UInt32>
    ) -> Int {
        var written = 0
        append(entries, nonEmpty, ends, notEndingBefore: instant, target, &written)
        return written
    }

    /// Does the same without reading the intervals of blocks that have ended; returns nil if the matches may
    /// be more than `room` allows, which is not checked for each interval.
    ///
    /// - Parameters:
    ///   - latest: the latest end of each block, see ``IntervalEndBlocks``.
    ///   - room: the capacity of `target`; `Int.max` when the caller knows that it suffices.
    @inline(never)
    static func gather(
        _ entries: UnsafePointer<UInt32>, _ nonEmpty: Range<Int>, _ ends: UnsafePointer<Int64>,
        latest: UnsafePointer<Int64>, notEndingBefore instant: Int64,
        _ target: UnsafeMutablePointer<UInt32>, room: Int
    ) -> Int? {
        let (size, bits) = (IntervalEndBlocks.fanOut, IntervalEndBlocks.fanOutBits)
        var written = 0
        let firstBlock = (nonEmpty.lowerBound &+ size &- 1) &>> bits
        let endBlock = max(nonEmpty.upperBound &>> bits, firstBlock)
        let (low, high) = (min(firstBlock &* size, nonEmpty.upperBound), endBlock &* size)
        if 2 * size > room { return nil }
        append(entries, nonEmpty.lowerBound..<low, ends, notEndingBefore: instant, target, &written)
        var first = firstBlock
        while first < endBlock {
            let end = min(endBlock, first &+ 64)
            var (lasting, block) = (UInt64(0), end)
            while block > first {
                block &-= 1
                let lasts = IntervalDirectory.asNumber(latest[block] >= instant)
                lasting = lasting &+ lasting | UInt64(truncatingIfNeeded: lasts)
            }
            // When this many blocks match, most of their intervals do (`timeline.viewport`, 180 days): it is
            // soon known that there is too little room.
            if lasting.nonzeroBitCount &* 12 > room { return nil }
            while lasting != 0 {
                if written &+ size >= room { return nil }
                let interval = (first &+ lasting.trailingZeroBitCount) &* size
                append(
                    entries, interval..<interval &+ size, ends, notEndingBefore: instant, target, &written)
                lasting &= lasting &- 1
            }
            first = end
        }
        if written &+ size >= room { return nil }
        if high < nonEmpty.upperBound {
            append(entries, high..<nonEmpty.upperBound, ends, notEndingBefore: instant, target, &written)
        }
        return written
    }

    @inline(__always)
    private static func append(
        _ entries: UnsafePointer<UInt32>, _ nonEmpty: Range<Int>, _ ends: UnsafePointer<Int64>,
        notEndingBefore instant: Int64, _ target: UnsafeMutablePointer<UInt32>, _ written: inout Int
    ) {
        var interval = nonEmpty.lowerBound
        // SAFETY: the range is within the columns, and the capacity covers one entry after the last match.
        while interval < nonEmpty.upperBound {
            target[written] = entries[interval]
            written &+= IntervalDirectory.asNumber(ends[interval] >= instant)
            interval &+= 1
        }
    }
}
