/// The non-empty intervals of an interval index while they are distributed into bands.
struct NonEmptyIntervals {
    let rows: ColumnBuffer<UInt32>
    let ends: ColumnBuffer<Int64>
    /// One past the last non-empty interval of each part.
    let partEnds: [Int]
    /// One past the last non-empty interval of each band, and the band's longest duration.
    private var bandEnds: [(end: Int, longest: UInt64)] = []
    /// The bands of a part are `bandsBefore[part] ..< bandsBefore[part + 1]`.
    private var bandsBefore: [Int] = [0]
    private let isInBands: Bool

    init() { (rows, ends, partEnds, isInBands) = (ColumnBuffer(), ColumnBuffer(), [], false) }

    /// Divides the non-empty intervals of an index with one part into bands of similar durations.
    ///
    /// - Complexity: O(b) for b non-empty intervals.
    init(inBands source: IntervalRows) {
        isInBands = true
        let (starts, count) = (source.starts, source.nonEmptyEnds.count)
        var durations = IntervalDurations()
        var interval = 0
        // SAFETY: as many bits of `nonEmpty` are set as there are entries in `nonEmptyEnds`.
        source.lines.forEachNonEmpty { row in
            durations.add(UInt64(bitPattern: source.nonEmptyEnds[interval] &- starts[row]))
            interval += 1
        }
        let span = starts.count == 0 ? 0 : UInt64(bitPattern: starts[starts.count - 1] &- starts[0])
        let (bandOfWidth, bandCount) = durations.bands(span: span)
        bandEnds = Array(repeating: (0, 0), count: bandCount)
        for width in 1...64 where durations.counts[width] > 0 {
            bandEnds[Int(bandOfWidth[width])].end += durations.counts[width]
            bandEnds[Int(bandOfWidth[width])].longest = durations.longest[width]
        }
        var next: [Int] = []
        var running = 0
        for band in 0..<bandCount {
            next.append(running)
            running += bandEnds[band].end
            bandEnds[band].end = running
        }
        var (placed, found) = (ColumnBuffer<UInt32>(count: count) { _ in }, 0)
        ends = ColumnBuffer(count: count) { ends in
            // SAFETY: the counts of the bands sum to the number of non-empty intervals.
            placed.update { rows in
                source.lines.forEachNonEmpty { row in
                    let end = source.nonEmptyEnds[found]
                    let duration = UInt64(bitPattern: end &- starts[row])
                    let band = Int(bandOfWidth[64 - duration.leadingZeroBitCount])
                    let place = next[band]
                    next[band] += 1
                    rows[place] = UInt32(row)
                    ends[place] = end
                    found += 1
                }
            }
        }
        rows = placed
        partEnds = [count]
        bandsBefore.append(bandCount)
    }

    /// Divides the non-empty intervals of many parts into one band for each part that has any.
    ///
    /// - Complexity: O(b) for b non-empty intervals.
    init(byPart source: IntervalRows) {
        isInBands = false
        let (starts, lines) = (source.starts, source.lines)
        ends = source.nonEmptyEnds
        rows = ColumnBuffer(count: source.nonEmptyEnds.count) { target in
            // SAFETY: as many bits of `nonEmpty` are set as there are entries in `nonEmptyEnds`.
            var interval = 0
            lines.forEachNonEmpty { row in
                target[interval] = UInt32(row)
                interval += 1
            }
        }
        partEnds = source.partEnds.map { lines.rank($0) }
        var interval = 0
        for end in partEnds {
            var longest: UInt64 = 0
            let isEmpty = interval == end
            while interval < end {
                longest = max(longest, UInt64(bitPattern: ends[interval] &- starts[Int(rows[interval])]))
                interval += 1
            }
            if !isEmpty { bandEnds.append((end, longest)) }
            bandsBefore.append(bandEnds.count)
        }
    }

    /// Returns the bands of a part.
    func partBands(_ part: Int) -> Range<Int> { bandsBefore[part]..<bandsBefore[part + 1] }

    /// Returns the bands; where a part has several, with the cells that find a row's non-empty intervals.
    func bands(appendingTo cells: inout GrowableColumn<UInt32>, rowCount: Int) -> ColumnBuffer<IntervalBand> {
        let hasCells = isInBands && bandEnds.count > 1
        return ColumnBuffer(count: bandEnds.count) { target in
            // SAFETY: bands end in ascending order, the last one after the last non-empty interval.
            var first = 0
            for (band, (end, longest)) in bandEnds.enumerated() {
                var shift: UInt8 = 0
                let firstEntry = hasCells ? cells.count : -1
                if hasCells {
                    while rowCount >> Int(shift) > (end - first) / IntervalBand.intervalsPerCell + 1 {
                        shift += 1
                    }
                    var interval = first
                    for cell in 0...rowCount >> Int(shift) + 1 {
                        while interval < end, Int(rows[interval]) < cell << Int(shift) { interval += 1 }
                        cells.append(UInt32(interval))
                    }
                }
                target[band] = IntervalBand(
                    firstNonEmpty: UInt32(first), endNonEmpty: UInt32(end), firstEntry: Int32(firstEntry),
                    shift: shift, longest: longest)
                first = end
            }
        }
    }
}

/// The non-empty intervals of an interval index by part and end.
struct IntervalSortedEnds {
    let ends: ColumnBuffer<Int64>
    let lines: ColumnBuffer<IntervalEndLine>
    /// The sum of all ends before every fourth one, modulo 2^64.
    let sums: ColumnBuffer<UInt64>

    init() { (ends, lines, sums) = (ColumnBuffer(), ColumnBuffer(), ColumnBuffer()) }

    /// - Parameter rows: rows whose lines are counted.
    /// - Complexity: O(b · d) for b non-empty intervals and d digits of the range that their ends cover.
    init(_ rows: IntervalRows) {
        if let kind = rows.kindOfNonEmpty, rows.partEnds.count == 1 {
            ends = rows.nonEmptyEnds.withBuffer { IntervalSorting.sortedInstants($0) }
            lines = IntervalSortedEnds.lines(count: ends.count) { places in
                let all = IntervalLine.first(places.count)
                return (kind & 1 == 0 ? 0 : all, kind & 2 == 0 ? 0 : all)
            }
        } else {
            let (order, sorted) = IntervalSortedEnds.sorted(rows)
            ends = sorted
            lines = IntervalSortedEnds.lines(order, of: rows.lines)
        }
        sums = IntervalSortedEnds.sums(ends)
    }

    /// Returns the lines of the non-empty intervals `order[0]`, `order[1]`, … of rows.
    private static func lines(
        _ order: ColumnBuffer<UInt32>, of rowLines: ColumnBuffer<IntervalLine>
    ) -> ColumnBuffer<IntervalEndLine> {
        var kinds = [UInt8](repeating: 0, count: order.count)
        var interval = 0
        rowLines.forEachNonEmpty { row in
            kinds[interval] = UInt8(rowLines.kind(row))
            interval += 1
        }
        return lines(count: order.count) { places in
            var (low, high) = (UInt64(0), UInt64(0))
            // SAFETY: places are below the number of non-empty intervals.
            for place in places {
                let (kind, bit) = (UInt64(kinds[Int(order[place])]), UInt64(place & 63))
                low |= (kind & 1) << bit
                high |= (kind >> 1) << bit
            }
            return (low, high)
        }
    }

    /// Returns the lines of `count` non-empty intervals; `kinds` returns the bits of the kinds at up to 64 places.
    @inline(__always)
    private static func lines(
        count: Int, kinds: (_ places: Range<Int>) -> (low: UInt64, high: UInt64)
    ) -> ColumnBuffer<IntervalEndLine> {
        ColumnBuffer(count: count / 64 + 1) { target in
            // SAFETY: lines are below their count.
            var before = SIMD4<UInt32>()
            for line in 0..<count / 64 + 1 {
                let places = line * 64..<min(line * 64 + 64, count)
                let (low, high) = kinds(places)
                target[line] = IntervalEndLine(kindLow: low, kindHigh: high, nonEmptyBefore: before)
                before &+= IntervalLine.kindCounts(
                    low: low, high: high, among: IntervalLine.first(places.count))
            }
        }
    }

    /// Returns the sum of all ends before every fourth one.
    private static func sums(_ ends: ColumnBuffer<Int64>) -> ColumnBuffer<UInt64> {
        ColumnBuffer(count: ends.count / 4 + 1) { target in
            // SAFETY: entries are 0 to `count / 4`; all but the last one precede four places.
            var sum = UInt64(0)
            for group in 0..<ends.count / 4 {
                target[group] = sum
                for place in group * 4..<group * 4 + 4 { sum &+= UInt64(bitPattern: ends[place]) }
            }
            target[ends.count / 4] = sum
        }
    }

    /// Returns the non-empty intervals by part and end, and their ends.
    private static func sorted(
        _ rows: IntervalRows
    ) -> (order: ColumnBuffer<UInt32>, ends: ColumnBuffer<Int64>) {
        let (order, sorted) = rows.nonEmptyEnds.withBuffer { IntervalSorting.sorted($0) }
        if rows.partEnds.count == 1 { return (order, sorted) }
        let byPart = IntervalSortedEnds.byPart(order, partEnds: rows.partEnds.map { rows.lines.rank($0) })
        return (byPart, byPart.withBuffer { rows.nonEmptyEnds.gathered($0) })
    }

    /// Returns `order` with the non-empty intervals of each part next to each other, parts ascending.
    private static func byPart(_ order: ColumnBuffer<UInt32>, partEnds: [Int]) -> ColumnBuffer<UInt32> {
        var parts: [UInt32] = []
        parts.reserveCapacity(order.count)
        for (part, end) in partEnds.enumerated() {
            while parts.count < end { parts.append(UInt32(part)) }
        }
        return parts.withUnsafeBufferPointer { LaneIntervals.byLane(order, $0, laneEnds: partEnds) }
    }
}
