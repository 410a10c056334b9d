extension IntervalIndex {
    /// With more bars to look at, whole blocks of them are passed over where none or all match; below, looking
    /// at each is faster (`timeline.instant`).
    private static var longLookBack: Int { 1024 }

    /// The bars of a band that start before `row`, the first that does not start before `instant`, and may last
    /// until `instant`.
    @inline(__always)
    func candidates(_ band: IntervalBand, before row: Int, at instant: Int64) -> Range<Int> {
        let sinceMin = UInt64(bitPattern: instant &- Int64.min)
        let earliest = band.longest > sinceMin ? Int64.min : instant &- Int64(bitPattern: band.longest)
        let firstRow = firstRow(notBefore: earliest)
        if band.firstEntry < 0 {
            return columns.lines.rank(firstRow)..<columns.lines.rank(row)
        }
        return firstBar(band, notBefore: firstRow)..<firstBar(band, notBefore: row)
    }

    /// The first bar of a band whose row is not before `row`.
    @inline(__always)
    private func firstBar(_ band: IntervalBand, notBefore row: Int) -> Int {
        // SAFETY: rows up to the one behind the last have a cell and one behind it; bars stay in the band.
        let entry = Int(band.firstEntry) + row &>> Int(band.shift)
        var (first, end) = (Int(columns.cells[entry]), Int(columns.cells[entry + 1]))
        while end > first {
            let middle = (first + end) >> 1
            let isBefore = Int(columns.barRows[middle]) < row
            first = isBefore ? middle + 1 : first
            end = isBefore ? end : middle
        }
        return first
    }

    /// Writes the ids of the `count` bars that start before `row` and do not end before `instant`; answers how
    /// many it wrote. There is room for one more.
    @inline(__always)
    func writeSpanning(
        before row: Int, at instant: Int64, count: Int, _ target: UnsafeMutablePointer<UInt32>
    ) -> Int {
        var written = 0
        let (ends, rows) = (columns.barEnds.base, columns.barRows.base)
        for band in Int(part.firstBand)..<Int(part.endBand) where written < count {
            let bars = candidates(columns.bands[band], before: row, at: instant)
            if bars.count > IntervalIndex.longLookBack {
                written += writeLongSpanning(bars, at: instant, target + written)
                continue
            }
            // SAFETY: at most `count` bars match, and the one write too many has room.
            for bar in bars {
                target[written] = rows[bar]
                written &+= ends[bar] >= instant ? 1 : 0
            }
        }
        if columns.ids.count > 0 {
            let ids = columns.ids.base
            for place in 0..<written { target[place] = ids[Int(target[place])] }
        }
        return written
    }

    /// Writes the rows of those among `bars` that do not end before `instant`; answers how many.
    @inline(never)
    private func writeLongSpanning(
        _ bars: Range<Int>, at instant: Int64, _ target: UnsafeMutablePointer<UInt32>
    ) -> Int {
        var written = 0
        columns.blocks.forEachRun(of: bars, notEndingBefore: instant, columns.barEnds.base) { run in
            (target + written).update(from: columns.barRows.base + run.lowerBound, count: run.count)
            written += run.count
            return true
        }
        return written
    }

    /// Writes the ids of rows.
    @inline(__always)
    func writeIds(_ rows: Range<Int>, _ target: UnsafeMutablePointer<UInt32>) {
        if columns.ids.count > 0 {
            target.update(from: columns.ids.base + rows.lowerBound, count: rows.count)
        } else {
            for (place, row) in rows.enumerated() { target[place] = UInt32(truncatingIfNeeded: row) }
        }
    }

    /// Calls `body` with stretches of rows: the bars of the kinds, of which there are `count`, that start before
    /// `row` and do not end before `instant`.
    func forEachSpanningRun(
        before row: Int, at instant: Int64, _ kinds: IntervalKinds, count: Int, _ body: (Range<Int>) -> Void
    ) {
        var found = 0
        let (ends, rows) = (columns.barEnds.base, columns.barRows.base)
        for band in Int(part.firstBand)..<Int(part.endBand) where found < count {
            let bars = candidates(columns.bands[band], before: row, at: instant)
            if bars.count > IntervalIndex.longLookBack {
                found += forEachLongSpanningRun(bars, at: instant, kinds, body)
                continue
            }
            for bar in bars where ends[bar] >= instant {
                let row = Int(rows[bar])
                if kinds == .all || kinds.rawValue &>> columns.lines.kind(row) & 1 != 0 {
                    body(row..<row + 1)
                    found += 1
                }
            }
        }
    }

    /// As ``forEachSpanningRun(before:at:_:count:_:)`` for many bars of a band; answers how many match.
    private func forEachLongSpanningRun(
        _ bars: Range<Int>, at instant: Int64, _ kinds: IntervalKinds, _ body: (Range<Int>) -> Void
    ) -> Int {
        var found = 0
        var pending = 0..<0
        func flush(_ rows: Range<Int>) {
            if rows.isEmpty { return }
            if kinds == .all {
                body(rows)
                found += rows.count
            } else {
                forEachRun(of: rows, kinds) {
                    body($0)
                    found += $0.count
                }
            }
        }
        let rows = columns.barRows.base
        columns.blocks.forEachRun(of: bars, notEndingBefore: instant, columns.barEnds.base) { run in
            let (first, last) = (Int(rows[run.lowerBound]), Int(rows[run.upperBound - 1]))
            if last - first == run.count - 1 {
                if pending.upperBound == first {
                    pending = pending.lowerBound..<last + 1
                } else {
                    flush(pending)
                    pending = first..<last + 1
                }
            } else {
                flush(pending)
                for bar in run { flush(Int(rows[bar])..<Int(rows[bar]) + 1) }
                pending = 0..<0
            }
            return true
        }
        flush(pending)
        return found
    }

    /// Calls `body` with the stretches of `rows` whose kinds are among `kinds`.
    func forEachRun(of rows: Range<Int>, _ kinds: IntervalKinds, _ body: (Range<Int>) -> Void) {
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
                body(first + start..<first + end)
                bits = end == 64 ? 0 : bits & (~0 << UInt64(end))
            }
        }
    }
}
