internal import CCompassScan

/// The events of the intervals of an index, in the order of their instants: all starts, and the ends of the non-empty
/// intervals.
///
/// The number of intervals that start before an instant, that last at it, and the time that they took until then are
/// those of a place in this order, so that a sweep over pixels reads one block, one sum and one id at each edge.
///
/// Layout: blocks of 16 events of 64 bytes (`compasskernel_event_block`), with the events' kinds, what precedes the
/// block by kind, and 16 bits of each instant; every 32 blocks, what precedes them in full. For `[1,9] [3,3] [4,6]`:
/// ```
/// events   1 3 4 6 9     is_non_empty 0b00101     is_end 0b11000
/// sums     0 1 5 −1 −10  of the starts of non-empty intervals, minus their ends
/// ```
/// A directory of the first events of the blocks has two cells for each. An event takes 4.6 bytes, and the start and
/// the end of a non-empty interval 8 more. Method: rank by blocks with absolute and relative counts, as Jacobson's
/// *Space-efficient static trees and graphs* (1989).
struct IntervalEvents: Sendable {
    typealias Block = compasskernel_event_block
    typealias Group = compasskernel_event_group
    /// Numbers at an instant.
    typealias Edge = compasskernel_event_edge

    /// Derived: with the numbers of what precedes them, 16 keys of 16 bits and their kinds are as long as a cache line.
    static let eventsPerBlock = Int(compasskernel_events_per_block)
    /// Derived: the groups of 1,000,000 intervals take 140 KB, and stay in a second-level cache.
    static let blocksPerGroup = Int(compasskernel_event_blocks_per_group)
    /// With one cell for each block, every other edge would be in a cell in which a block begins (`timeline.levels`).
    private static let cellsPerBlock = 2

    fileprivate static var offsetOfRows: Int { Int(compasskernel_offset_of_edge_rows) }
    fileprivate static var offsetOfLasting: Int { Int(compasskernel_offset_of_edge_lasting) }

    let blocks: ColumnBuffer<Block>
    let groups: ColumnBuffer<Group>
    /// Modulo 2^64; the sum over the starts and ends of non-empty intervals before each of them, in all parts.
    let sums: ColumnBuffer<UInt64>
    let cells: ColumnBuffer<UInt32>
    let parts: ColumnBuffer<Part>

    /// Where a part of the index has its blocks and groups.
    struct Part: BitwiseCopyable, Equatable, Sendable {
        /// The directory of the first events of the part's blocks; its range is that of the blocks.
        let directory: IntervalDirectory
        let firstGroup: Int
    }

    /// Creates the events of an index without parts.
    init() {
        (blocks, groups, sums) = (ColumnBuffer(), ColumnBuffer(), ColumnBuffer())
        (cells, parts) = (ColumnBuffer(), ColumnBuffer())
    }

    /// Creates the events of rows, whose lines are counted.
    ///
    /// - Parameters:
    ///   - ends: the non-empty intervals by part and end.
    ///   - nonEmptyPartEnds: one past the last non-empty interval of each part.
    /// - Complexity: O(n) for n rows.
    init(_ rows: IntervalRows, _ ends: IntervalSortedEnds, nonEmptyPartEnds: [Int]) {
        let partCount = rows.partEnds.count
        var (blockEnds, groupEnds) = ([Int](), [Int]())
        var (blockCount, groupCount, firstRow, firstNonEmpty) = (0, 0, 0, 0)
        for part in 0..<partCount {
            let eventCount = rows.partEnds[part] - firstRow + nonEmptyPartEnds[part] - firstNonEmpty
            let blocks = (eventCount + Self.eventsPerBlock - 1) / Self.eventsPerBlock
            blockCount += blocks
            groupCount += (blocks + Self.blocksPerGroup - 1) / Self.blocksPerGroup
            blockEnds.append(blockCount)
            groupEnds.append(groupCount)
            (firstRow, firstNonEmpty) = (rows.partEnds[part], nonEmptyPartEnds[part])
        }
        let (blocks, blockTarget) = ColumnBuffer<Block>.allocate(count: blockCount)
        let (groups, groupTarget) = ColumnBuffer<Group>.allocate(count: groupCount)
        let (firsts, firstTarget) = ColumnBuffer<Int64>.allocate(count: blockCount)
        let (sums, sumTarget) = ColumnBuffer<UInt64>.allocate(count: 2 * ends.ends.count + 1)
        withExtendedLifetime((blocks, groups, firsts, sums)) {
            var merge = IntervalEventMerge(rows, ends, blockTarget, groupTarget, firstTarget, sumTarget)
            for part in 0..<partCount {
                merge.append(upToRow: rows.partEnds[part], upToEnd: nonEmptyPartEnds[part])
            }
        }
        var cells = GrowableColumn<UInt32>(capacity: Self.cellsPerBlock * blockCount)
        parts = ColumnBuffer(count: partCount) { target in
            // SAFETY: parts are below their count.
            for part in 0..<partCount {
                let (low, high) = (part == 0 ? 0 : blockEnds[part - 1], blockEnds[part])
                target[part] = Part(
                    directory: IntervalDirectory(
                        firsts, low: low, high: high, cellCount: Self.cellsPerBlock * (high - low),
                        appendingTo: &cells),
                    firstGroup: part == 0 ? 0 : groupEnds[part - 1])
            }
        }
        (self.blocks, self.groups, self.sums) = (blocks, groups, sums)
        self.cells = cells.finish()
    }

    /// Returns an edge of a part that is not complete, and begins to fetch its block.
    @inline(__always)
    func edge(at instant: Int64, _ part: Part) -> Edge {
        let (first, end) = part.directory.cell(of: instant, cells)
        // The first event of the block before these is before the cell.
        let low = part.directory.low
        let firstBlock = first &- IntervalDirectory.asNumber(first > low)
        let lastBlock = end &- IntervalDirectory.asNumber(end > low)
        blocks.fetch(firstBlock)
        return Edge(
            instant: instant, first_block: UInt32(truncatingIfNeeded: firstBlock),
            last_block: UInt32(truncatingIfNeeded: lastBlock), rows: (0, 0, 0, 0), lasting: (0, 0, 0, 0),
            row: 0, summed: 0, elapsed: 0)
    }

    /// Completes edges of a part.
    ///
    /// - Complexity: O(1) for each edge in a cell where few blocks begin, otherwise O(log c) for c of them.
    @inline(__always)
    func complete(
        _ edges: UnsafeMutablePointer<Edge>, count: Int, _ part: Part, _ columns: IntervalColumns
    ) {
        withEvents(part, columns) { compasskernel_events_before($0, edges, count) }
    }

    /// Calls `body` with the events of a part.
    @inline(__always)
    func withEvents<Result>(
        _ part: Part, _ columns: IntervalColumns, _ body: (UnsafePointer<compasskernel_events>) -> Result
    ) -> Result {
        // SAFETY: the columns have all rows and ends of the events.
        blocks.withBuffer { blocks in
            groups.withBuffer { groups in
                sums.withBuffer { sums in
                    columns.starts.withBuffer { starts in
                        columns.sortedEnds.withBuffer { ends in
                            columns.ids.withBuffer { ids in
                                var events = compasskernel_events(
                                    blocks: blocks.baseAddress, groups: groups.baseAddress,
                                    first_block: part.directory.low, first_group: part.firstGroup,
                                    starts: starts.baseAddress, ends: ends.baseAddress,
                                    sums: sums.baseAddress, ids: ids.baseAddress)
                                return body(&events)
                            }
                        }
                    }
                }
            }
        }
    }

    var byteCount: Int {
        blocks.byteCount + groups.byteCount + sums.byteCount + cells.byteCount + parts.byteCount
    }
}

extension UnsafePointer<IntervalEvents.Edge> {
    /// The rows that start before the instant, by kind.
    ///
    /// Read by address: of a copy of the edge, which is written in other pieces than it is read in, the processor would
    /// wait for the writes (`timeline.levels`).
    @inline(__always)
    var rowsByKind: SIMD4<UInt32> { numbers(at: IntervalEvents.offsetOfRows) }

    /// The non-empty intervals that start before the instant and do not end before it, by kind.
    @inline(__always)
    var lastingByKind: SIMD4<UInt32> { numbers(at: IntervalEvents.offsetOfLasting) }

    /// The non-empty intervals that end before the instant. Of all starts and ends of non-empty intervals before it,
    /// these are half of those that do not last.
    var ended: Int { Int(pointee.summed &- lastingByKind.wrappedSum()) / 2 }

    @inline(__always)
    private func numbers(at offset: Int) -> SIMD4<UInt32> {
        // SAFETY: the offsets are those of four numbers.
        UnsafeRawPointer(self).loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
    }
}
