/// Bars of an interval index whose durations are alike, by start.
///
/// A bar that began before an instant and has not ended yet began within the band's longest duration before it.
/// So a few bands, each of durations up to 16 times as long as its shortest, keep the bars to look at few, also
/// when some are a thousand times as long as most.
struct IntervalBand: BitwiseCopyable, Equatable, Sendable {
    /// The band's bars in the columns of bars.
    let firstBar: UInt32
    let endBar: UInt32
    /// Where the band's entries begin among the cells: entry `c` is the first bar whose row, counted from the
    /// part's first, is at least `c · 2^shift`; −1 where there are none.
    let firstEntry: Int32
    let shift: UInt8
    /// The longest duration in microseconds.
    let longest: UInt64

    /// So many bars fall into a cell of rows on average.
    static let barsPerCell = 16
}

/// How many bars there are of durations of each number of bits.
struct IntervalDurations {
    private(set) var counts = [Int](repeating: 0, count: 65)
    private(set) var longest = [UInt64](repeating: 0, count: 65)

    @inline(__always)
    mutating func add(_ duration: UInt64) {
        let width = 64 - duration.leadingZeroBitCount
        counts[width] += 1
        longest[width] = max(longest[width], duration)
    }

    /// A band spans this many bits, and more as long as that lets it look at few bars more.
    private static let bitsPerBand = 4
    /// So many bars looked at in vain cost as much as the searches of a band of its own (`timeline.instant`).
    private static let fewBars = 64.0

    /// The band of each number of bits, bands ascending with durations, and their number, for intervals that
    /// start within `span` microseconds.
    ///
    /// - Complexity: O(1).
    func bands(span: UInt64) -> (bandOfWidth: [UInt8], count: Int) {
        var bandOfWidth = [UInt8](repeating: 0, count: 65)
        var (band, firstWidth, bars, longestSoFar) = (-1, 0, 0, UInt64(0))
        for width in 1...64 where counts[width] > 0 {
            let longer = Double(min(longest[width], span) - min(longestSoFar, span))
            let barsInVain = span == 0 ? 0 : Double(bars) * longer / Double(span)
            let isAlike = width - firstWidth < IntervalDurations.bitsPerBand
            if band < 0 || !(isAlike || barsInVain <= IntervalDurations.fewBars) {
                (band, firstWidth, bars) = (band + 1, width, 0)
            }
            bars += counts[width]
            longestSoFar = longest[width]
            bandOfWidth[width] = UInt8(band)
        }
        return (bandOfWidth, band + 1)
    }
}
