internal import CCompassScan

/// Merges the starts and the sorted ends of intervals, part after part, into blocks of events.
struct IntervalEventMerge {
    typealias Block = IntervalEvents.Block
    typealias Group = IntervalEvents.Group

    private let starts: ColumnBuffer<Int64>
    private let rowLines: ColumnBuffer<IntervalLine>
    private let ends: ColumnBuffer<Int64>
    private let endLines: ColumnBuffer<IntervalEndLine>
    private let blocks: UnsafeMutablePointer<Block>
    private let groups: UnsafeMutablePointer<Group>
    private let firsts: UnsafeMutablePointer<Int64>
    private let sums: UnsafeMutablePointer<UInt64>

    private var row = 0
    private var ended = 0
    private var nextBlock = 0
    private var nextGroup = 0
    private var summed = 0
    private var sum: UInt64 = 0
    private var rowsBefore = SIMD4<UInt32>()
    private var lastingBefore = SIMD4<UInt32>()

    init(
        _ rows: IntervalRows, _ sorted: IntervalSortedEnds, _ blocks: UnsafeMutablePointer<Block>,
        _ groups: UnsafeMutablePointer<Group>, _ firsts: UnsafeMutablePointer<Int64>,
        _ sums: UnsafeMutablePointer<UInt64>
    ) {
        (starts, rowLines) = (rows.starts, rows.lines)
        // An end is read beside each start, also where there are none.
        (ends, endLines) = (sorted.ends.count == 0 ? ColumnBuffer([0]) : sorted.ends, sorted.lines)
        (self.blocks, self.groups, self.firsts, self.sums) = (blocks, groups, firsts, sums)
        sums[0] = 0
    }

    /// The intervals of each kind since a group began, 16 bits each, which one group's 512 events cannot exceed.
    private struct KindSums {
        var rows: UInt64 = 0
        var nonEmpty: UInt64 = 0
        var ended: UInt64 = 0

        var rowsByKind: SIMD4<Int16> { unsafeBitCast(rows, to: SIMD4<Int16>.self) }
        var lastingByKind: SIMD4<Int16> {
            unsafeBitCast(nonEmpty, to: SIMD4<Int16>.self) &- unsafeBitCast(ended, to: SIMD4<Int16>.self)
        }
    }

    /// Appends the blocks of a part, which has the next rows and non-empty intervals.
    mutating func append(upToRow endRow: Int, upToEnd endOfEnds: Int) {
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: IntervalEvents.eventsPerBlock) { instants in
            // SAFETY: the buffer has an element for each event of a block; the targets have blocks and groups for all
            // events of all parts, and a sum for each start and end of a non-empty interval and one more.
            let instants = instants.baseAddress!
            var kindSums = KindSums()
            var blocksOfPart = 0
            while row < endRow || ended < endOfEnds {
                if blocksOfPart % IntervalEvents.blocksPerGroup == 0 {
                    beginGroup(kindSums, at: nextInstant(endRow, endOfEnds))
                    kindSums = KindSums()
                }
                blocksOfPart += 1
                appendBlock(&kindSums, endRow, endOfEnds, instants)
            }
            add(kindSums)
        }
    }

    private func nextInstant(_ endRow: Int, _ endOfEnds: Int) -> Int64 {
        isEndNext(endRow, endOfEnds) ? ends[ended] : starts[row]
    }

    /// Whether the next event is an end; of a start and an end at one instant, the start comes first.
    @inline(__always)
    private func isEndNext(_ endRow: Int, _ endOfEnds: Int) -> Bool {
        ended < endOfEnds && (row == endRow || ends[ended] < starts[row])
    }

    private mutating func add(_ kindSums: KindSums) {
        rowsBefore &+= SIMD4<UInt32>(truncatingIfNeeded: kindSums.rowsByKind)
        lastingBefore &+= SIMD4<UInt32>(
            truncatingIfNeeded: SIMD4<Int32>(truncatingIfNeeded: kindSums.lastingByKind))
    }

    private mutating func beginGroup(_ kindSums: KindSums, at instant: Int64) {
        add(kindSums)
        groups[nextGroup] = Group(
            rows: (rowsBefore[0], rowsBefore[1], rowsBefore[2], rowsBefore[3]),
            lasting: (lastingBefore[0], lastingBefore[1], lastingBefore[2], lastingBefore[3]),
            instant: instant, summed: UInt32(truncatingIfNeeded: summed), padding: (0, 0, 0, 0, 0))
        nextGroup += 1
    }

    @inline(__always)
    private mutating func appendBlock(
        _ kindSums: inout KindSums, _ endRow: Int, _ endOfEnds: Int, _ instants: UnsafeMutablePointer<Int64>
    ) {
        let (rowsByKind, lastingByKind) = (kindSums.rowsByKind, kindSums.lastingByKind)
        let group = groups + (nextGroup - 1)
        let summedBefore = UInt32(truncatingIfNeeded: summed) &- group.pointee.summed
        var masks = EventMasks()
        var count = IntervalEvents.eventsPerBlock
        if row + count <= endRow, ended + count <= endOfEnds {
            // Which of the two comes first cannot be predicted (`timeline.build`).
            for event in 0..<count {
                let isEnd = IntervalDirectory.asNumber(ends[ended] < starts[row])
                take(event, UInt64(truncatingIfNeeded: isEnd), row, ended, instants, &masks, &kindSums)
            }
        } else {
            count = min(count, endRow - row + endOfEnds - ended)
            for event in 0..<count {
                let isEnd = IntervalDirectory.asNumber(isEndNext(endRow, endOfEnds))
                // Where rows or ends are exhausted, the last one is read and not taken.
                let (readableRow, readableEnd) = (min(row, starts.count - 1), min(ended, ends.count - 1))
                take(
                    event, UInt64(truncatingIfNeeded: isEnd), readableRow, readableEnd, instants, &masks,
                    &kindSums)
            }
        }
        let block = blocks + nextBlock
        block.pointee.rows = (rowsByKind[0], rowsByKind[1], rowsByKind[2], rowsByKind[3])
        block.pointee.lasting = (lastingByKind[0], lastingByKind[1], lastingByKind[2], lastingByKind[3])
        block.pointee.summed = UInt16(truncatingIfNeeded: summedBefore)
        block.pointee.count = UInt8(truncatingIfNeeded: count)
        block.pointee.kind_low = UInt16(truncatingIfNeeded: masks.kindLow)
        block.pointee.kind_high = UInt16(truncatingIfNeeded: masks.kindHigh)
        block.pointee.is_non_empty = UInt16(truncatingIfNeeded: masks.nonEmpty)
        block.pointee.is_end = UInt16(truncatingIfNeeded: masks.end)
        setKeys(of: block, instants, count: count, from: group.pointee.instant)
        firsts[nextBlock] = instants[0]
        nextBlock += 1
    }

    /// Sets a block's unit and base, and the keys of its instants.
    @inline(__always)
    private func setKeys(
        of block: UnsafeMutablePointer<Block>, _ instants: UnsafePointer<Int64>, count: Int,
        from groupInstant: Int64
    ) {
        let distance = UInt64(bitPattern: instants[0] &- groupInstant)
        let range = UInt64(bitPattern: instants[count &- 1] &- instants[0])
        // A range of 15 bits in units: with the base rounded down, keys stay below the greatest of 16 bits.
        let shift = max(0, 64 - range.leadingZeroBitCount - 15, 64 - distance.leadingZeroBitCount - 32)
        let unit = UInt64(truncatingIfNeeded: shift)
        let base = distance &>> unit
        block.pointee.base = UInt32(truncatingIfNeeded: base)
        block.pointee.shift = UInt8(truncatingIfNeeded: shift)
        let keys = UnsafeMutableRawPointer(block).advanced(by: Int(compasskernel_offset_of_block_keys))
            .assumingMemoryBound(to: UInt16.self)
        let bias = UInt16(compasskernel_event_key_bias)
        for event in 0..<count {
            let distance = UInt64(bitPattern: instants[event] &- groupInstant) &>> unit
            keys[event] = UInt16(truncatingIfNeeded: distance &- base) ^ bias
        }
        for event in count..<IntervalEvents.eventsPerBlock { keys[event] = .max ^ bias }
    }

    private struct EventMasks {
        var kindLow: UInt64 = 0
        var kindHigh: UInt64 = 0
        var nonEmpty: UInt64 = 0
        var end: UInt64 = 0
    }

    /// Takes the end at place `end` if `isEnd` is 1, or the start of `row` if it is 0, without a branch.
    @inline(__always)
    private mutating func take(
        _ event: Int, _ isEnd: UInt64, _ row: Int, _ end: Int, _ instants: UnsafeMutablePointer<Int64>,
        _ masks: inout EventMasks, _ kindSums: inout KindSums
    ) {
        let all = 0 &- isEnd
        let (rowLine, endLine) = (rowLines[row >> 6], endLines[end >> 6])
        let (rowBit, endBit, bit) = (UInt64(row & 63), UInt64(end & 63), UInt64(event))
        let kindLow = ((rowLine.kindLow &>> rowBit) & ~all | (endLine.kindLow &>> endBit) & all) & 1
        let kindHigh = ((rowLine.kindHigh &>> rowBit) & ~all | (endLine.kindHigh &>> endBit) & all) & 1
        let nonEmpty = (rowLine.nonEmpty &>> rowBit) & ~all & 1
        let instant = UInt64(bitPattern: starts[row]) & ~all | UInt64(bitPattern: ends[end]) & all
        instants[event] = Int64(bitPattern: instant)
        masks.kindLow |= kindLow &<< bit
        masks.kindHigh |= kindHigh &<< bit
        masks.nonEmpty |= nonEmpty &<< bit
        masks.end |= isEnd &<< bit
        let kind = (kindLow | kindHigh &<< 1) &* 16
        kindSums.rows &+= (1 &- isEnd) &<< kind
        kindSums.nonEmpty &+= nonEmpty &<< kind
        kindSums.ended &+= isEnd &<< kind
        sum &+= (instant & (0 &- nonEmpty)) &- (instant & all)
        summed &+= Int(truncatingIfNeeded: nonEmpty | isEnd)
        sums[summed] = sum
        self.row &+= Int(truncatingIfNeeded: 1 &- isEnd)
        ended &+= Int(truncatingIfNeeded: isEnd)
    }
}
