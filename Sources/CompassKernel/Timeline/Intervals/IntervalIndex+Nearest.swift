extension IntervalIndex {
    /// Returns the id of the interval that ends last of those that end before an instant; nil if none does.
    ///
    /// Of several with that end, it is the first in the order by start, then id.
    ///
    /// - Parameters:
    ///   - instant: microseconds since 1970-01-01T00:00:00Z.
    ///   - kinds: the kinds to include.
    /// - Complexity: O(log n) for n intervals, and the non-empty intervals that may last until the end that
    ///   was found; where those have several kinds, also those of kinds that are not included.
    public func nearest(endingBeforeMicros instant: Int64, kinds: IntervalKinds = .all) -> Int? {
        let point = lastPoint(before: firstRow(notBefore: instant), kinds)
        let endPlace = lastEnd(before: endedCount(before: instant), kinds)
        if let endPlace, let row = firstNonEmptyRow(endingAt: columns.sortedEnds[endPlace], kinds) {
            // A non-empty interval that ends at the point's instant began before it.
            if point.map({ columns.starts[$0] <= columns.sortedEnds[endPlace] }) ?? true {
                return Int(id(ofRow: row))
            }
        }
        return point.map { Int(id(ofRow: $0)) }
    }

    /// Returns the id of the interval that starts first of those that start after an instant, if any.
    ///
    /// Of several with that start, it is the one with the lowest id.
    ///
    /// - Parameters:
    ///   - instant: microseconds since 1970-01-01T00:00:00Z.
    ///   - kinds: the kinds to include.
    /// - Complexity: O(log n) for n intervals.
    public func nearest(startingAfterMicros instant: Int64, kinds: IntervalKinds = .all) -> Int? {
        firstRow(from: firstRow(after: instant), below: part.starts.high, kinds).map { Int(id(ofRow: $0)) }
    }

    /// Returns the first row of the kinds in `row ..< end`.
    func firstRow(from row: Int, below end: Int, _ kinds: IntervalKinds) -> Int? {
        if kinds == .all { return row < end ? row : nil }
        return IntervalIndex.first(from: row, below: end) {
            rowRank($0, kinds)
        } bits: {
            kinds.matching(low: columns.lines[$0].kindLow, high: columns.lines[$0].kindHigh)
        }
    }

    /// Returns the first point of the kinds among those that start together with the last one before `row`.
    private func lastPoint(before row: Int, _ kinds: IntervalKinds) -> Int? {
        let rank = { rowRank($0, kinds) - nonEmptyRank($0, kinds) }
        let bits = { (line: Int) -> UInt64 in
            let line = columns.lines[line]
            return kinds.matching(low: line.kindLow, high: line.kindHigh) & ~line.nonEmpty
        }
        let last = IntervalIndex.last(from: part.starts.low, below: row, rank: rank, bits: bits)
        guard let last else { return nil }
        let firstOfStart = firstRow(notBefore: columns.starts[last])
        return IntervalIndex.first(from: firstOfStart, below: last + 1, rank: rank, bits: bits)
    }

    /// Returns the place of the last end of the kinds before `place`, in the order of ends.
    private func lastEnd(before place: Int, _ kinds: IntervalKinds) -> Int? {
        IntervalIndex.last(from: part.ends.low, below: place) {
            endRank($0, kinds)
        } bits: {
            kinds.matching(low: columns.endLines[$0].kindLow, high: columns.endLines[$0].kindHigh)
        }
    }

    /// Returns the first row among the non-empty intervals of the kinds that end at `instant`.
    private func firstNonEmptyRow(endingAt instant: Int64, _ kinds: IntervalKinds) -> Int? {
        let row = firstRow(notBefore: instant)
        var first: Int?
        for band in Int(part.firstBand)..<Int(part.endBand) {
            let nonEmpty = candidates(columns.bands[band], before: row, at: instant)
            columns.blocks.forEachNonEmpty(of: nonEmpty, endingAt: instant, columns.nonEmptyEnds) {
                interval in
                let row = Int(columns.nonEmptyRows[interval])
                guard kinds.rawValue &>> columns.lines.kind(row) & 1 != 0 else { return true }
                first = min(first ?? row, row)
                return false
            }
        }
        return first
    }

    /// Returns the first place in `start ..< end` whose bit is set; `rank` counts those before a place.
    private static func first(
        from start: Int, below end: Int, rank: (Int) -> Int, bits: (Int) -> UInt64
    ) -> Int? {
        guard start < end else { return nil }
        let before = rank(start)
        guard rank(end) > before else { return nil }
        // Two loops, here and below: a closure in a closure cost `timeline.viewport` 88 instructions.
        var (line, lastLine) = (start >> 6, (end - 1) >> 6)
        while line < lastLine {
            let middle = (line + lastLine) >> 1
            if rank((middle + 1) << 6) > before { lastLine = middle } else { line = middle + 1 }
        }
        let found = bits(line) & (line == start >> 6 ? ~IntervalLine.below(start) : ~0)
        return line << 6 + found.trailingZeroBitCount
    }

    /// Returns the last place in `start ..< end` whose bit is set; `rank` counts those before a place.
    private static func last(
        from start: Int, below end: Int, rank: (Int) -> Int, bits: (Int) -> UInt64
    ) -> Int? {
        guard start < end else { return nil }
        let upToEnd = rank(end)
        guard rank(start) < upToEnd else { return nil }
        var (line, lastLine) = (start >> 6, (end - 1) >> 6)
        while line < lastLine {
            let middle = (line + lastLine + 1) >> 1
            if rank(middle << 6) < upToEnd { line = middle } else { lastLine = middle - 1 }
        }
        let found = bits(line) & (end >> 6 == line ? IntervalLine.below(end) : ~0)
        return line << 6 + 63 - found.leadingZeroBitCount
    }
}
