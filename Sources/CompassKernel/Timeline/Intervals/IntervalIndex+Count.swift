extension IntervalIndex {
    /// Returns the number of intervals that meet a window.
    ///
    /// These are the intervals that start at or before its right edge, minus those that end before its left
    /// edge; each of the two numbers is a place in a sorted order.
    ///
    /// - Complexity: O(log c) for c intervals in a cell of the directories, independent of the result.
    public func count(meeting window: TimeWindow, kinds: IntervalKinds = .all) -> Int {
        let rows = rows(startingIn: window)
        return rowCount(rows, kinds) + spanningCount(before: rows.lowerBound, at: window.fromMicros, kinds)
    }

    /// Returns whether any interval meets a window.
    ///
    /// - Complexity: as ``count(meeting:kinds:)``.
    public func contains(meeting window: TimeWindow, kinds: IntervalKinds = .all) -> Bool {
        count(meeting: window, kinds: kinds) > 0
    }

    /// Returns the first row that does not start before `instant`.
    @inline(__always)
    func firstRow(notBefore instant: Int64) -> Int {
        part.starts.firstPlace(notBefore: instant, columns.starts, columns.cells)
    }

    /// Returns the first row that starts after `instant`.
    @inline(__always)
    func firstRow(after instant: Int64) -> Int {
        instant == Int64.max ? part.starts.high : firstRow(notBefore: instant + 1)
    }

    /// Returns the rows that start in the window.
    @inline(__always)
    func rows(startingIn window: TimeWindow) -> Range<Int> {
        let first = firstRow(notBefore: window.fromMicros)
        return first..<firstRow(after: window.toMicros)
    }

    /// Returns the place after the non-empty intervals that end before `instant`, in all parts.
    @inline(__always)
    func endedCount(before instant: Int64) -> Int {
        part.ends.firstPlace(notBefore: instant, columns.sortedEnds, columns.cells)
    }

    /// Returns the number of rows in `rows` with one of the kinds.
    @inline(__always)
    func rowCount(_ rows: Range<Int>, _ kinds: IntervalKinds) -> Int {
        kinds == .all ? rows.count : rowRank(rows.upperBound, kinds) - rowRank(rows.lowerBound, kinds)
    }

    /// Returns the number of rows before `row` with one of the kinds.
    @inline(__always)
    func rowRank(_ row: Int, _ kinds: IntervalKinds) -> Int {
        let line = columns.lines[row >> 6]
        let bits = kinds.matching(low: line.kindLow, high: line.kindHigh) & IntervalLine.below(row)
        return Int((line.rowsBefore & kinds.elementMask).wrappedSum()) + bits.nonzeroBitCount
    }

    /// Returns the number of non-empty intervals before `row` with one of the kinds.
    @inline(__always)
    func nonEmptyRank(_ row: Int, _ kinds: IntervalKinds) -> Int {
        let line = columns.lines[row >> 6]
        let bits =
            kinds.matching(low: line.kindLow, high: line.kindHigh) & line.nonEmpty & IntervalLine.below(row)
        return Int((line.nonEmptyBefore & kinds.elementMask).wrappedSum()) + bits.nonzeroBitCount
    }

    /// Returns the number of non-empty intervals of the kinds before `place`, in the order of their ends.
    @inline(__always)
    func endRank(_ place: Int, _ kinds: IntervalKinds) -> Int {
        let line = columns.endLines[place >> 6]
        let bits = kinds.matching(low: line.kindLow, high: line.kindHigh) & IntervalLine.below(place)
        return Int((line.nonEmptyBefore & kinds.elementMask).wrappedSum()) + bits.nonzeroBitCount
    }

    /// Returns the number of non-empty intervals that start before `row`, the first that does not start
    /// before `instant`, and do not end before `instant`.
    @inline(__always)
    func spanningCount(before row: Int, at instant: Int64, _ kinds: IntervalKinds) -> Int {
        if part.ends.low == part.ends.high { return 0 }
        let ended = endedCount(before: instant)
        return kinds == .all
            ? columns.lines.rank(row) - ended : nonEmptyRank(row, kinds) - endRank(ended, kinds)
    }
}
