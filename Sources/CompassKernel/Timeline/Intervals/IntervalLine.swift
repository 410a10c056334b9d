/// 64 rows of an interval index, in the order of their starts, and what came before them.
///
/// Layout: 64 bytes. Bit `i` of each word is row `64 · line + i`; the running numbers are those of all rows of
/// the index before the line, so that one cache line answers "how many of each kind, and how many bars of each
/// kind, are before this row". For rows of the kinds 0, 2, 2, 1 of which the second and the last are bars:
/// ```
/// kindLow  0b1000      kindHigh 0b0110      bars 0b1010
/// ```
/// and before row 3 are rows `1 0 2 0` and bars `0 0 1 0`.
struct IntervalLine: BitwiseCopyable, Equatable, Sendable {
    static let rowCount = 64

    /// The lower bit of each row's kind.
    var kindLow: UInt64 = 0
    /// The higher bit of each row's kind.
    var kindHigh: UInt64 = 0
    /// Set for the rows that end after they start.
    var bars: UInt64 = 0
    /// The sum of the starts of all bars before the line, modulo 2^64.
    var sumOfBarStarts: UInt64 = 0
    /// The rows before the line, by kind.
    var rowsBefore = SIMD4<UInt32>()
    /// The bars before the line, by kind.
    var barsBefore = SIMD4<UInt32>()

    /// The rows of each kind before `row`, which is in the line or the one behind its last.
    @inline(__always)
    func rowsBefore(_ row: Int) -> SIMD4<UInt32> {
        rowsBefore &+ IntervalLine.kindCounts(low: kindLow, high: kindHigh, among: IntervalLine.below(row))
    }

    /// The bars of each kind before `row`, which is in the line or the one behind its last.
    @inline(__always)
    func barsBefore(_ row: Int) -> SIMD4<UInt32> {
        let below = bars & IntervalLine.below(row)
        return barsBefore &+ IntervalLine.kindCounts(low: kindLow, high: kindHigh, among: below)
    }

    /// The numbers of each kind among the rows that `bits` selects, from the bits of all rows' kinds.
    ///
    /// Two words at a time, which the compiler turns into vectors: `timeline.levels` took a third longer with
    /// words alone.
    @inline(__always)
    static func kindCounts(low: UInt64, high: UInt64, among bits: UInt64) -> SIMD4<UInt32> {
        let highs = SIMD2(~high, high) & SIMD2(repeating: bits)
        let lows = SIMD2(repeating: low)
        // In the order of memory the kinds 0, 1, 2 and 3.
        let counts = bitCounts(highs & ~lows) | bitCounts(highs & lows) &<< SIMD2(repeating: 32)
        return unsafeBitCast(counts, to: SIMD4<UInt32>.self)
    }

    @inline(__always)
    private static func bitCounts(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
        SIMD2(
            UInt64(truncatingIfNeeded: words[0].nonzeroBitCount),
            UInt64(truncatingIfNeeded: words[1].nonzeroBitCount))
    }

    /// The bits of the rows before `row` in its line.
    @inline(__always)
    static func below(_ row: Int) -> UInt64 { 1 &<< UInt64(row & 63) &- 1 }
}

/// 64 bars of an interval index, in the order of their ends, and what came before them.
///
/// Layout: 64 bytes, as ``IntervalLine``; here every row is a bar. The running sums of ends stand before every
/// 16th bar, as it would take too long to add up 63 ends for each pixel.
struct IntervalEndLine: BitwiseCopyable, Equatable, Sendable {
    var kindLow: UInt64 = 0
    var kindHigh: UInt64 = 0
    /// The bars before the line, by kind.
    var barsBefore = SIMD4<UInt32>()
    /// The sums of all ends before the line's bars 0, 16, 32 and 48, modulo 2^64.
    var sumsOfEnds = SIMD4<UInt64>()

    /// The bars of each kind before `place`, which is in the line or the one behind its last.
    @inline(__always)
    func barsBefore(_ place: Int) -> SIMD4<UInt32> {
        barsBefore &+ IntervalLine.kindCounts(low: kindLow, high: kindHigh, among: IntervalLine.below(place))
    }
}
