/// A period of calendar days as what the times of rows are compared with.
struct PeriodBounds {
    /// Microseconds since 1970: from the start of the first day until that of the day after the last one.
    let micros: Range<Int64>
    /// Days since 1970.
    let days: Range<Int64>

    init(_ period: ReportPeriod, in zone: ZoneOffsets) {
        let end = period.to.adding(days: 1)
        micros = zone.startOfDay(period.from).micros..<zone.startOfDay(end).micros
        days = Int64(period.from.daysSinceEpoch)..<Int64(period.to.daysSinceEpoch) + 1
    }
}

extension DayOrInstantColumn {
    /// Calls `body` with each row of a column without null whose time lies in one of `periods`, and with the
    /// number of the period: days by their date, instants by the instants of the period's days.
    ///
    /// Rows are compared without a branch, 64 at a time, so that the cost does not depend on their order; the
    /// other columns of rows outside of all periods are not touched.
    ///
    /// - Complexity: O(n · p) for n rows and p periods.
    @inline(__always)
    func forEachRow(in periods: [PeriodBounds], _ body: (_ period: Int, _ row: Int) -> Void) {
        values.withBuffer { values in
            for word in 0..<(values.count + 63) / 64 {
                let firstRow = word * 64
                let rows = UnsafeBufferPointer(
                    rebasing: values[firstRow..<min(firstRow + 64, values.count)])
                let daysOfWord = days.word(word)
                for period in periods.indices {
                    var bits = periods[period].bits(of: rows, days: daysOfWord)
                    while bits != 0 {
                        body(period, firstRow + bits.trailingZeroBitCount)
                        bits &= bits - 1
                    }
                }
            }
        }
    }
}

extension PeriodBounds {
    /// Which of up to 64 values lie in the period; those at the places of `days` are days.
    @inline(__always)
    fileprivate func bits(of values: UnsafeBufferPointer<Int64>, days: UInt64) -> UInt64 {
        if days == 0 { return PeriodBounds.bits(of: values, in: micros) }
        let bits = PeriodBounds.bits(of: values, in: self.days) & days
        return days == ~0 ? bits : bits | PeriodBounds.bits(of: values, in: micros) & ~days
    }

    @inline(__always)
    private static func bits(of values: UnsafeBufferPointer<Int64>, in range: Range<Int64>) -> UInt64 {
        let length = UInt64(bitPattern: range.upperBound &- range.lowerBound)
        var bits: UInt64 = 0
        for place in 0..<values.count {
            // Values below the range wrap around to large ones, so that one comparison does for both ends.
            let distance = UInt64(bitPattern: values[place] &- range.lowerBound)
            bits |= (distance < length ? 1 : 0) &<< UInt64(place)
        }
        return bits
    }
}

extension RowSet {
    /// The bits of the rows from 64 · `word` on; those behind the last row may be set.
    @inline(__always)
    fileprivate func word(_ word: Int) -> UInt64 {
        switch self {
        case .none: 0
        case .all: ~0
        // SAFETY: the set has a bit for each row of its column, of which the word's first is one.
        case .some(let bits): bits.words[word]
        }
    }
}
