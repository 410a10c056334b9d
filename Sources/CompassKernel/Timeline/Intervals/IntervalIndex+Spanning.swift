extension IntervalIndex {
    /// The number of intervals above which runs are found in the tree of blocks where most match. Derived: at
    /// 0.8 ns per interval (`timeline.instant`: 0.3 µs for 383), examining each takes less than a microsecond
    /// up to this number.
    private static var longDenseLookBack: Int { 1024 }
    /// The same where few match: to skip a block takes as long as to examine an interval, and up to this number
    /// there are 256 blocks.
    static var longLookBack: Int { 4096 }

    /// Returns the non-empty intervals of a band that start before `row`, the first that does not start
    /// before `instant`, and may last until `instant`.
    @inline(__always)
    func candidates(_ band: IntervalBand, before row: Int, at instant: Int64) -> Range<Int> {
        let firstRow = firstRow(notBefore: band.earliestStart(lastingUntil: instant))
        if band.firstEntry < 0 { return columns.lines.rank(firstRow)..<columns.lines.rank(row) }
        return firstNonEmpty(band, notBefore: firstRow)..<firstNonEmpty(band, notBefore: row)
    }

    /// Returns the first non-empty interval of a band whose row is not before `row`.
    @inline(__always)
    private func firstNonEmpty(_ band: IntervalBand, notBefore row: Int) -> Int {
        // SAFETY: rows up to the one after the last have a cell and one after it; the result is in the band.
        let entry = Int(band.firstEntry) + row &>> Int(band.shift)
        var (first, end) = (Int(columns.cells[entry]), Int(columns.cells[entry + 1]))
        while end > first {
            let middle = (first + end) >> 1
            let isBefore = Int(columns.nonEmptyRows[middle]) < row
            first = isBefore ? middle + 1 : first
            end = isBefore ? end : middle
        }
        return first
    }

    /// Returns non-empty intervals of a band that include all of ``candidates(_:before:at:)``, and a few before
    /// them, as a rule from the first of a block on.
    ///
    /// This spares the search for the first of them, among starts that no other query has read.
    @inline(__always)
    func nearCandidates(_ band: IntervalBand, before row: Int, at instant: Int64) -> Range<Int> {
        let firstRow = part.starts.placeUpToFirst(
            notBefore: band.earliestStart(lastingUntil: instant), columns.starts, columns.cells)
        let (first, end): (Int, Int)
        if band.firstEntry < 0 {
            (first, end) = (columns.lines.rank(firstRow), columns.lines.rank(row))
        } else {
            // SAFETY: rows up to the one after the last have a cell.
            first = Int(columns.cells[Int(band.firstEntry) + firstRow &>> Int(band.shift)])
            end = firstNonEmpty(band, notBefore: row)
        }
        return max(first & ~(IntervalEndBlocks.fanOut - 1), Int(band.firstNonEmpty))..<end
    }

    /// Writes the entries of those `nonEmpty` that do not end before `instant`, and one more; returns the number
    /// of matches.
    @inline(__always)
    private func gather(
        _ entries: ColumnBuffer<UInt32>, _ nonEmpty: Range<Int>, notEndingBefore instant: Int64,
        _ target: UnsafeMutablePointer<UInt32>
    ) -> Int {
        entries.withBuffer { entries in
            columns.nonEmptyEnds.withBuffer { ends in
                IntervalGathering.gather(
                    entries.baseAddress!, nonEmpty, ends.baseAddress!, notEndingBefore: instant, target)
            }
        }
    }

    /// Does the same without reading the intervals of blocks that have ended; returns nil if there may be too
    /// little room.
    @inline(__always)
    func gatherSkippingBlocks(
        _ entries: ColumnBuffer<UInt32>, _ nonEmpty: Range<Int>, notEndingBefore instant: Int64,
        _ target: UnsafeMutablePointer<UInt32>, room: Int
    ) -> Int? {
        entries.withBuffer { entries in
            columns.nonEmptyEnds.withBuffer { ends in
                columns.blocks.latest.withBuffer { latest in
                    IntervalGathering.gather(
                        entries.baseAddress!, nonEmpty, ends.baseAddress!, latest: latest.baseAddress!,
                        notEndingBefore: instant, target, room: room)
                }
            }
        }
    }

    /// Writes the `entries` of the `count` non-empty intervals that start before `row` and do not
    /// end before `instant`; the capacity is one more.
    @inline(__always)
    func writeSpanning(
        _ entries: ColumnBuffer<UInt32>, before row: Int, at instant: Int64, count: Int,
        _ target: UnsafeMutablePointer<UInt32>
    ) {
        var written = 0
        let ends = columns.nonEmptyEnds
        for band in Int(part.firstBand)..<Int(part.endBand) where written < count {
            let nonEmpty = nearCandidates(columns.bands[band], before: row, at: instant)
            let isSparse = nonEmpty.count >= 4 * (count - written)
            if nonEmpty.count > (isSparse ? Self.longLookBack : Self.longDenseLookBack) {
                columns.blocks.forEachRun(of: nonEmpty, notEndingBefore: instant, ends) { run in
                    entries.copy(run, to: target + written)
                    written += run.count
                    return true
                }
                continue
            }
            // SAFETY: at most `count` intervals match, and the capacity covers the one extra write.
            let found =
                isSparse
                ? gatherSkippingBlocks(
                    entries, nonEmpty, notEndingBefore: instant, target + written, room: .max)
                : gather(entries, nonEmpty, notEndingBefore: instant, target + written)
            written += found ?? 0
        }
        assert(written == count, "intervals were found that were not counted")
    }

    /// Returns the first row, and its end, among the non-empty intervals of the kinds that start before `row`
    /// and do not end before `instant`.
    ///
    /// - Complexity: O(log b) for b non-empty intervals of one kind; with several kinds, also those before it
    ///   that last until the instant.
    func firstSpanning(
        before row: Int, at instant: Int64, _ kinds: IntervalKinds
    ) -> (row: Int, end: Int64)? {
        var first: (row: Int, end: Int64)?
        for band in Int(part.firstBand)..<Int(part.endBand) {
            let nonEmpty = candidates(columns.bands[band], before: row, at: instant)
            columns.blocks.forEachRun(of: nonEmpty, notEndingBefore: instant, columns.nonEmptyEnds) { run in
                for interval in run {
                    let row = Int(columns.nonEmptyRows[interval])
                    if let found = first, found.row < row { return false }
                    guard kinds.rawValue &>> columns.lines.kind(row) & 1 != 0 else { continue }
                    first = (row, columns.nonEmptyEnds[interval])
                    return false
                }
                return true
            }
        }
        return first
    }

    /// Writes the ids of rows.
    @inline(__always)
    func writeIDs(_ rows: Range<Int>, _ target: UnsafeMutablePointer<UInt32>) {
        if columns.ids.count > 0 {
            columns.ids.copy(rows, to: target)
        } else {
            for (place, row) in rows.enumerated() { target[place] = UInt32(truncatingIfNeeded: row) }
        }
    }

    /// Calls `body` with runs of rows: the `count` non-empty intervals of the kinds that start before `row`
    /// and do not end before `instant`.
    func forEachSpanningRun(
        before row: Int, at instant: Int64, _ kinds: IntervalKinds, count: Int,
        _ body: (Range<Int>) throws -> Void
    ) rethrows {
        var found = 0
        for band in Int(part.firstBand)..<Int(part.endBand) where found < count {
            let nonEmpty = nearCandidates(columns.bands[band], before: row, at: instant)
            found +=
                nonEmpty.count > Self.longDenseLookBack
                ? try forEachLongSpanningRun(nonEmpty, at: instant, kinds, body)
                : try forEachShortSpanningRun(nonEmpty, at: instant, kinds, body)
        }
    }

    /// Visits the runs of a few intervals of a band; returns the number of matches.
    @inline(__always)
    private func forEachShortSpanningRun(
        _ nonEmpty: Range<Int>, at instant: Int64, _ kinds: IntervalKinds, _ body: (Range<Int>) throws -> Void
    ) rethrows -> Int {
        // Whether an interval lasts is unpredictable: matches are gathered without a branch before the calls,
        // as many at a time as the stack buffer holds.
        let room = 15 * IntervalEndBlocks.fanOut
        return try withUnsafeTemporaryAllocation(of: UInt32.self, capacity: room + 1) { matches in
            let matches = matches.baseAddress!
            var (first, found) = (nonEmpty.lowerBound, 0)
            while first < nonEmpty.upperBound {
                let end = min(first + room, nonEmpty.upperBound)
                // SAFETY: no more intervals are examined than the buffer's capacity.
                let matchCount = gatherSkippingBlocks(
                    columns.nonEmptyRows, first..<end, notEndingBefore: instant, matches, room: .max)
                for place in 0..<(matchCount ?? 0) {
                    let row = Int(matches[place])
                    if kinds == .all || kinds.rawValue &>> columns.lines.kind(row) & 1 != 0 {
                        try body(row..<row + 1)
                        found += 1
                    }
                }
                first = end
            }
            return found
        }
    }

    /// Visits the runs of many intervals of a band; returns the number of matches.
    private func forEachLongSpanningRun(
        _ nonEmpty: Range<Int>, at instant: Int64, _ kinds: IntervalKinds, _ body: (Range<Int>) throws -> Void
    ) rethrows -> Int {
        var found = 0
        var pending = 0..<0
        func flush(_ rows: Range<Int>, _ body: (Range<Int>) throws -> Void) rethrows {
            if rows.isEmpty { return }
            if kinds == .all {
                try body(rows)
                found += rows.count
            } else {
                try forEachRun(of: rows, kinds) {
                    try body($0)
                    found += $0.count
                }
            }
        }
        let rows = columns.nonEmptyRows
        try columns.blocks.forEachRun(of: nonEmpty, notEndingBefore: instant, columns.nonEmptyEnds) { run in
            let (first, last) = (Int(rows[run.lowerBound]), Int(rows[run.upperBound - 1]))
            if last - first == run.count - 1 {
                if pending.upperBound == first {
                    pending = pending.lowerBound..<last + 1
                } else {
                    try flush(pending, body)
                    pending = first..<last + 1
                }
            } else {
                try flush(pending, body)
                for interval in run { try flush(Int(rows[interval])..<Int(rows[interval]) + 1, body) }
                pending = 0..<0
            }
            return true
        }
        try flush(pending, body)
        return found
    }

    /// Calls `body` with the runs of `rows` whose kinds are among `kinds`.
    func forEachRun(
        of rows: Range<Int>, _ kinds: IntervalKinds, _ body: (Range<Int>) throws -> Void
    ) rethrows {
        var row = rows.lowerBound
        // SAFETY: a row below the end has a line.
        while row < rows.upperBound {
            let line = columns.lines[row >> 6]
            var bits = kinds.matching(low: line.kindLow, high: line.kindHigh) & ~IntervalLine.below(row)
            let first = row & ~63
            row = min(first + 64, rows.upperBound)
            if row - first < 64 { bits &= IntervalLine.below(row) }
            while bits != 0 {
                let start = bits.trailingZeroBitCount
                let length = (~(bits &>> UInt64(start))).trailingZeroBitCount
                let end = min(start + length, 64)
                try body(first + start..<first + end)
                bits = end == 64 ? 0 : bits & (~0 << UInt64(end))
            }
        }
    }
}
