/// The bounds of a period of calendar days, for comparison with the times of rows.
struct PeriodBounds {
    /// Microseconds since 1970: from the start of the first day to the start of the day after the last one.
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
    /// Calls `body` with the number of the period and the row for each row of a column without null whose
    /// time is in one of `periods`: dates are compared as days, instants with the instants of the period's
    /// days.
    ///
    /// Rows are compared without branches, 64 at a time, so that the cost does not depend on their order; the
    /// other columns of rows outside all periods are not accessed.
    ///
    /// - Complexity: O(n · p) for n rows and p periods.
    @inline(__always)
    func forEachRow(in periods: [PeriodBounds], _ body: (_ period: Int, _ row: Int) -> Void) {
        forEachRow(0..<count, in: periods, periods.indices, body)
    }

    /// Calls `body` like ``forEachRow(in:_:)``, but for blocks of which all rows are in a period `whole` with
    /// the blocks instead.
    ///
    /// - Parameter blocks: the times of blocks; nil to read all rows.
    @inline(__always)
    func forEachRow(
        in periods: [PeriodBounds], blocks: BlockTimes?,
        whole: (_ period: Int, _ blocks: Range<Int>) -> Void, row body: (_ period: Int, _ row: Int) -> Void
    ) {
        guard let blocks else { return forEachRow(in: periods, body) }
        for period in periods.indices {
            blocks.forEachRun(in: periods[period]) { run, isWithin in
                if isWithin {
                    whole(period, run)
                } else {
                    forEachRow(blocks.rows(run), in: periods, period..<period + 1, body)
                }
            }
        }
    }

    /// - Parameters:
    ///   - rows: the rows to read, from a multiple of 64 on.
    ///   - chosen: which of `periods` to compare them with.
    @inline(__always)
    private func forEachRow(
        _ rows: Range<Int>, in periods: [PeriodBounds], _ chosen: Range<Int>,
        _ body: (_ period: Int, _ row: Int) -> Void
    ) {
        values.withBuffer { values in
            for firstRow in stride(from: rows.lowerBound, to: rows.upperBound, by: 64) {
                let rowsOfWord = UnsafeBufferPointer(
                    rebasing: values[firstRow..<min(firstRow + 64, rows.upperBound)])
                let daysOfWord = days.word(firstRow / 64)
                for period in chosen {
                    let bits = periods[period].bits(of: rowsOfWord, days: daysOfWord)
                    bits.forEachSetBit { body(period, firstRow + $0) }
                }
            }
        }
    }
}

extension PeriodBounds {
    /// Returns which of up to 64 values are in the period; the bits of `days` mark the values that are days.
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
            // Values below the range wrap around to large ones, so that one comparison checks both ends.
            let distance = UInt64(bitPattern: values[place] &- range.lowerBound)
            bits |= (distance < length ? 1 : 0) &<< UInt64(place)
        }
        return bits
    }
}
