/// A line of 64 rows of an interval index, in the order of their starts, with the counts before them.
///
/// Layout: 64 bytes. Bit `i` of each word is row `64 · line + i`; the running counts cover all rows of the
/// index before the line, so that one cache line is enough to count the rows of each kind, and the non-empty
/// intervals of each kind, before a row. The sum of starts covers the line's first 32 rows, too. For rows of the
/// kinds 0, 2, 2, 1, of which the second and the last are non-empty intervals:
/// ```
/// kindLow  0b1000      kindHigh 0b0110      nonEmpty 0b1010
/// ```
/// and before row 3 are the rows `1 0 2 0` and the non-empty intervals `0 0 1 0`.
struct IntervalLine: BitwiseCopyable, Equatable, Sendable {
    /// The lower bit of each row's kind.
    var kindLow: UInt64 = 0
    /// The higher bit of each row's kind.
    var kindHigh: UInt64 = 0
    /// Set for the rows that end later than they start, the non-empty intervals.
    var nonEmpty: UInt64 = 0
    /// The sum of the starts of all non-empty intervals before row 32 of the line, modulo 2^64. Up to another row
    /// of it, at most 32 starts are added or subtracted; from the line's first row on, it would be up to 63.
    var sumOfStartsBeforeMiddle: UInt64 = 0
    /// The number of rows before the line, by kind.
    var rowsBefore = SIMD4<UInt32>()
    /// The number of non-empty intervals before the line, by kind.
    var nonEmptyBefore = SIMD4<UInt32>()

    /// Returns the number of rows of each kind before `row`, which is in the line or the one after its last.
    @inline(__always)
    func rowsBefore(_ row: Int) -> SIMD4<UInt32> {
        rowsBefore &+ IntervalLine.kindCounts(low: kindLow, high: kindHigh, among: IntervalLine.below(row))
    }

    /// Returns the number of non-empty intervals of each kind before `row`, as ``rowsBefore(_:)`` does.
    @inline(__always)
    func nonEmptyBefore(_ row: Int) -> SIMD4<UInt32> {
        let below = nonEmpty & IntervalLine.below(row)
        return nonEmptyBefore &+ IntervalLine.kindCounts(low: kindLow, high: kindHigh, among: below)
    }

    /// Returns the number of rows of each kind among those that `bits` selects.
    ///
    /// It counts two words at a time, as vectors: with single words, `timeline.levels` took a quarter longer.
    @inline(__always)
    static func kindCounts(low: UInt64, high: UInt64, among bits: UInt64) -> SIMD4<UInt32> {
        let highs = SIMD2(~high, high) & SIMD2(repeating: bits)
        let lows = SIMD2(repeating: low)
        // In memory order: the kinds 0, 1, 2 and 3.
        let counts = bitCounts(highs & ~lows) | bitCounts(highs & lows) &<< SIMD2(repeating: 32)
        return unsafeBitCast(counts, to: SIMD4<UInt32>.self)
    }

    /// Returns the number of rows of each kind before `row` in its line, and of the non-empty intervals among
    /// them, when only non-empty intervals of one kind matter: two vectors of counts instead of four.
    @inline(__always)
    func kindAndNonEmptyCounts(before row: Int) -> (rows: SIMD4<UInt32>, nonEmpty: UInt32) {
        let below = IntervalLine.below(row)
        let (low, high) = (kindLow & below, kindHigh & below)
        let counts = IntervalLine.bitCounts(SIMD2(low & ~high, high & ~low))
        let others = IntervalLine.bitCounts(SIMD2(low & high, nonEmpty & below))
        let (one, two) = (UInt32(truncatingIfNeeded: counts[0]), UInt32(truncatingIfNeeded: counts[1]))
        let three = UInt32(truncatingIfNeeded: others[0])
        let zero = UInt32(truncatingIfNeeded: row & 63) &- one &- two &- three
        return (SIMD4(zero, one, two, three), UInt32(truncatingIfNeeded: others[1]))
    }

    @inline(__always)
    private static func bitCounts(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
        SIMD2(
            UInt64(truncatingIfNeeded: words[0].nonzeroBitCount),
            UInt64(truncatingIfNeeded: words[1].nonzeroBitCount))
    }

    /// The bits of the rows before the middle of a line.
    static let beforeMiddle: UInt64 = 0xffff_ffff

    /// Returns the bits of the rows before `row` in its line.
    @inline(__always)
    static func below(_ row: Int) -> UInt64 { 1 &<< UInt64(row & 63) &- 1 }

    /// Returns the bits of a line's first `count` rows, at most 64.
    @inline(__always)
    static func first(_ count: Int) -> UInt64 { 1 << UInt64(count) &- 1 }
}

/// A line of 64 non-empty intervals of an interval index, by end, with the counts before them.
///
/// Layout: 32 bytes, as ``IntervalLine``; here every row is a non-empty interval.
struct IntervalEndLine: BitwiseCopyable, Equatable, Sendable {
    var kindLow: UInt64 = 0
    var kindHigh: UInt64 = 0
    /// The number of non-empty intervals before the line, by kind.
    var nonEmptyBefore = SIMD4<UInt32>()

    /// Returns the number of non-empty intervals of each kind before `place`, which is in the line or
    /// directly after it.
    @inline(__always)
    func nonEmptyBefore(_ place: Int) -> SIMD4<UInt32> {
        nonEmptyBefore
            &+ IntervalLine.kindCounts(low: kindLow, high: kindHigh, among: IntervalLine.below(place))
    }
}
