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

    /// The rows of each kind among those that `bits` selects.
    @inline(__always)
    func kindCounts(_ bits: UInt64) -> SIMD4<UInt32> {
        IntervalLine.kindCounts(low: kindLow & bits, high: kindHigh & bits, count: bits.nonzeroBitCount)
    }

    /// The numbers of each kind among `count` rows, from the bits of their kinds.
    @inline(__always)
    static func kindCounts(low: UInt64, high: UInt64, count: Int) -> SIMD4<UInt32> {
        let (lows, highs) = (UInt32(low.nonzeroBitCount), UInt32(high.nonzeroBitCount))
        let both = UInt32((low & high).nonzeroBitCount)
        return SIMD4(UInt32(count) &+ both &- lows &- highs, lows &- both, highs &- both, both)
    }

    /// The bits of the rows before `row` in its line.
    @inline(__always)
    static func below(_ row: Int) -> UInt64 { 1 << UInt64(row & 63) &- 1 }
}

/// 64 bars of an interval index, in the order of their ends, and what came before them.
///
/// Layout: 48 bytes, as ``IntervalLine``; here every row is a bar.
struct IntervalEndLine: BitwiseCopyable, Equatable, Sendable {
    var kindLow: UInt64 = 0
    var kindHigh: UInt64 = 0
    /// The sum of all ends before the line, modulo 2^64.
    var sumOfEnds: UInt64 = 0
    /// The bars before the line, by kind.
    var barsBefore = SIMD4<UInt32>()
}
