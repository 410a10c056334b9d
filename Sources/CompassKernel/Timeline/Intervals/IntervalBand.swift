/// Non-empty intervals of an interval index with similar durations, by start.
///
/// A non-empty interval that began before an instant and has not ended yet began at most the band's longest
/// duration before it. A few bands, each of durations up to 16 times as long as its shortest, therefore keep
/// the number of intervals to examine small, even when some are a thousand times as long as most.
struct IntervalBand: BitwiseCopyable, Equatable, Sendable {
    /// The first of the band's intervals in the columns of non-empty intervals.
    let firstNonEmpty: UInt32
    let endNonEmpty: UInt32
    /// The first of the band's entries among the cells: entry `c` is the first non-empty interval whose row,
    /// counted from the part's first, is at least `c · 2^shift`; −1 where there are none.
    let firstEntry: Int32
    let shift: UInt8
    /// The longest duration in microseconds.
    let longest: UInt64

    /// The average number of non-empty intervals per cell of rows. Derived: the intervals of a cell are one
    /// cache line of row numbers, found in up to five steps, and cells add a quarter byte per interval.
    static let intervalsPerCell = 16

    /// Returns the earliest start that an interval can have which does not end before `instant`.
    @inline(__always)
    func earliestStart(lastingUntil instant: Int64) -> Int64 {
        let sinceMin = UInt64(bitPattern: instant &- Int64.min)
        return longest > sinceMin ? Int64.min : instant &- Int64(bitPattern: longest)
    }
}

/// The number of non-empty intervals by the bit width of their durations.
struct IntervalDurations {
    private(set) var counts = [Int](repeating: 0, count: 65)
    private(set) var longest = [UInt64](repeating: 0, count: 65)

    mutating func add(_ duration: UInt64) {
        let width = 64 - duration.leadingZeroBitCount
        counts[width] += 1
        longest[width] = max(longest[width], duration)
    }

    /// The number of bits that a band spans, for durations up to 16 times as long as its shortest; a band
    /// spans more as long as this adds only a few intervals to examine. Derived: 64 bits of durations are
    /// at most 16 bands, each of which costs a query one search; fewer intervals share a band, see below.
    private static let bitsPerBand = 4
    /// The number of futile intervals that cost as much as searching a separate band. Derived: of many
    /// intervals, of which a search reads others than the last one, most are skipped in 32 blocks of 16, in the
    /// time of examining 64; of few it finds all in the cache (`timeline.instant`, `timeline.viewport`).
    private static let separateBandThreshold = (few: 64.0, many: 512.0)
    /// The number from which intervals are many: their ends take half of a second-level cache of 1 MiB.
    private static let manyIntervals = 1 << 16

    /// Returns the band of each bit width, bands ascending by duration, and the number of bands, for
    /// intervals that start within `span` microseconds.
    func bands(span: UInt64) -> (bandOfWidth: [UInt8], count: Int) {
        var bandOfWidth = [UInt8](repeating: 0, count: 65)
        var (band, firstWidth, nonEmpty, longestSoFar) = (-1, 0, 0, UInt64(0))
        let areMany = counts.reduce(0, +) >= IntervalDurations.manyIntervals
        let threshold =
            areMany
            ? IntervalDurations.separateBandThreshold.many : IntervalDurations.separateBandThreshold.few
        for width in 1...64 where counts[width] > 0 {
            let longer = Double(min(longest[width], span) - min(longestSoFar, span))
            let futileCount = span == 0 ? 0 : Double(nonEmpty) * longer / Double(span)
            let isAlike = width - firstWidth < IntervalDurations.bitsPerBand
            if band < 0 || !(isAlike || futileCount <= threshold) {
                (band, firstWidth, nonEmpty) = (band + 1, width, 0)
            }
            nonEmpty += counts[width]
            longestSoFar = longest[width]
            bandOfWidth[width] = UInt8(band)
        }
        return (bandOfWidth, band + 1)
    }
}
