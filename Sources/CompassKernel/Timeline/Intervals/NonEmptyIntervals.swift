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
        let intervalDurations = ColumnBuffer<UInt64>(count: count) { target in
            // SAFETY: as many bits of `nonEmpty` are set as there are entries in `nonEmptyEnds`.
            source.lines.forEachNonEmpty { row in
                target[interval] = UInt64(bitPattern: source.nonEmptyEnds[interval] &- starts[row])
                durations.add(target[interval])
                interval += 1
            }
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
                    let band = Int(bandOfWidth[64 - intervalDurations[found].leadingZeroBitCount])
                    let place = next[band]
                    next[band] += 1
                    rows[place] = UInt32(row)
                    ends[place] = source.nonEmptyEnds[found]
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

    /// - Complexity: O(b · d) for b non-empty intervals and d digits of the range that their ends cover.
    init(_ rows: IntervalRows) {
        let (count, rowLines) = (rows.nonEmptyEnds.count, rows.lines)
        var (order, sorted) = rows.nonEmptyEnds.withBuffer { IntervalSorting.sorted($0) }
        var kinds = [UInt8](repeating: 0, count: count)
        var interval = 0
        rowLines.forEachNonEmpty { row in
            kinds[interval] = UInt8(rowLines.kind(row))
            interval += 1
        }
        if rows.partEnds.count > 1 {
            order = IntervalSortedEnds.byPart(order, partEnds: rows.partEnds.map { rowLines.rank($0) })
            sorted = order.withBuffer { rows.nonEmptyEnds.gathered($0) }
        }
        ends = sorted
        lines = ColumnBuffer(count: count / 64 + 1) { target in
            // SAFETY: places are below the number of non-empty intervals, and kinds below 4.
            var before = SIMD4<UInt32>()
            for line in 0..<count / 64 + 1 {
                target[line] = IntervalEndLine(nonEmptyBefore: before)
                for place in line * 64..<min(line * 64 + 64, count) {
                    let (kind, bit) = (UInt64(kinds[Int(order[place])]), UInt64(place & 63))
                    target[line].kindLow |= (kind & 1) << bit
                    target[line].kindHigh |= (kind >> 1) << bit
                    before[Int(kind)] &+= 1
                }
            }
        }
        sums = ColumnBuffer(count: count / 4 + 1) { target in
            // SAFETY: the last of `count` ends that completes four writes entry `count / 4`.
            var sum = UInt64(0)
            target[0] = 0
            for place in 0..<count {
                sum &+= UInt64(bitPattern: sorted[place])
                if place & 3 == 3 { target[place >> 2 + 1] = sum }
            }
        }
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
