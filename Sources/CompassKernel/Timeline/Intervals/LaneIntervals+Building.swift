extension LaneIntervals {
    /// Numbers intervals and indexes them.
    ///
    /// - Parameters:
    ///   - starts: the first instants, in any order.
    ///   - ends: the last instant of each, not before its start.
    ///   - kinds: the kind of each, 0 to 3; empty when all are of kind 0.
    ///   - lanes: the lane of each, below `laneCount`; not all lanes need to have intervals.
    ///   - isBefore: whether the first of two rows of one lane with equal starts comes first. Where this is
    ///     false both ways, rows keep their order.
    /// - Returns: the intervals, and the row of each number.
    /// - Complexity: O(n + l) for n intervals in l lanes, and the sorting of equal starts.
    static func numbered(
        starts: [Int64], ends: [Int64], kinds: [UInt8], lanes: [UInt32], laneCount: Int,
        ties isBefore: (Int, Int) -> Bool
    ) -> (intervals: LaneIntervals, order: [UInt32]) {
        precondition(ends.count == starts.count && lanes.count == starts.count, "columns differ in length")
        precondition(kinds.isEmpty || kinds.count == starts.count, "columns differ in length")
        assert(kinds.allSatisfy { $0 < 4 }, "a kind that an index cannot hold")
        return starts.withUnsafeBufferPointer { starts in
            ends.withUnsafeBufferPointer { ends in
                kinds.withUnsafeBufferPointer { kinds in
                    lanes.withUnsafeBufferPointer { lanes in
                        numbered(starts, ends, kinds, lanes, laneCount: laneCount, ties: isBefore)
                    }
                }
            }
        }
    }

    private static func numbered(
        _ starts: UnsafeBufferPointer<Int64>, _ ends: UnsafeBufferPointer<Int64>,
        _ kinds: UnsafeBufferPointer<UInt8>, _ lanes: UnsafeBufferPointer<UInt32>, laneCount: Int,
        ties isBefore: (Int, Int) -> Bool
    ) -> (intervals: LaneIntervals, order: [UInt32]) {
        let (byStart, sortedStarts) = IntervalSorting.sorted(starts)
        let laneEnds = lastNumbers(ofLanes: lanes, laneCount: laneCount)
        var order = byLane(byStart, lanes, laneEnds: laneEnds)
        sortTies(&order, starts, lanes, isBefore)
        let startsByLane = ColumnBuffer<Int64>(count: order.count) { target in
            // SAFETY: entries of the order are rows of the columns.
            for place in 0..<order.count { target[place] = starts[Int(order[place])] }
        }
        var rows = IntervalRows(order, starts: startsByLane, ends: ends, kinds: kinds, partEnds: laneEnds)
        rows.ids = ColumnBuffer()
        let columns = IntervalColumns(rows)

        let numbers = ColumnBuffer<UInt32>(count: order.count) { target in
            // SAFETY: the order holds each row once, so that each has its number.
            for number in 0..<order.count { target[Int(order[number])] = UInt32(number) }
        }
        let (numbersByStart, rowsByStart) = allByStart(byStart, numbers, order, starts)
        var allRows = IntervalRows(
            rowsByStart, starts: sortedStarts, ends: ends, kinds: kinds, partEnds: [order.count])
        allRows.ids = numbersByStart
        return (LaneIntervals(all: IntervalIndex(allRows), columns: columns), order.withBuffer { Array($0) })
    }

    private static func lastNumbers(ofLanes lanes: UnsafeBufferPointer<UInt32>, laneCount: Int) -> [Int] {
        var ends = [Int](repeating: 0, count: laneCount)
        for lane in lanes { ends[Int(lane)] += 1 }
        var running = 0
        for lane in 0..<laneCount {
            running += ends[lane]
            ends[lane] = running
        }
        return ends
    }

    /// Returns rows by lane, those of one lane in the order of `rows`.
    static func byLane(
        _ rows: ColumnBuffer<UInt32>, _ lanes: UnsafeBufferPointer<UInt32>, laneEnds: [Int]
    ) -> ColumnBuffer<UInt32> {
        var next = [0] + laneEnds.dropLast()
        return ColumnBuffer(count: rows.count) { target in
            next.withUnsafeMutableBufferPointer { next in
                // SAFETY: lanes are below their count, and each receives as many rows as were counted.
                for place in 0..<rows.count {
                    let lane = Int(lanes[Int(rows[place])])
                    target[next[lane]] = rows[place]
                    next[lane] += 1
                }
            }
        }
    }

    /// Sorts rows of one lane with equal starts by `isBefore`.
    private static func sortTies(
        _ order: inout ColumnBuffer<UInt32>, _ starts: UnsafeBufferPointer<Int64>,
        _ lanes: UnsafeBufferPointer<UInt32>, _ isBefore: (Int, Int) -> Bool
    ) {
        let count = order.count
        order.update { order in
            func rowIsBefore(_ left: UInt32, _ right: UInt32) -> Bool { isBefore(Int(left), Int(right)) }
            (0..<count).forEachRun { left, right in
                let (left, right) = (Int(order[left]), Int(order[right]))
                return starts[left] == starts[right] && lanes[left] == lanes[right]
            } body: { run in
                // SAFETY: runs are within the order, and no two of them overlap.
                var rows = UnsafeMutableBufferPointer(start: order + run.lowerBound, count: run.count)
                if run.count == 2 {
                    if rowIsBefore(rows[1], rows[0]) { rows.swapAt(0, 1) }
                } else {
                    rows.sort { rowIsBefore($0, $1) }
                }
            }
        }
    }

    /// Returns the numbers and rows by start, then number.
    private static func allByStart(
        _ byStart: ColumnBuffer<UInt32>, _ numbers: ColumnBuffer<UInt32>, _ order: ColumnBuffer<UInt32>,
        _ starts: UnsafeBufferPointer<Int64>
    ) -> (numbers: ColumnBuffer<UInt32>, rows: ColumnBuffer<UInt32>) {
        var (ids, rows) = (byStart.withBuffer { numbers.gathered($0) }, byStart)
        ids.update { ids in
            rows.update { rows in
                (0..<byStart.count).forEachRun {
                    starts[Int(rows[$0])] == starts[Int(rows[$1])]
                } body: { run in
                    // SAFETY: runs are within the ids; numbers and each order's row are below the count.
                    var numbers = UnsafeMutableBufferPointer(start: ids + run.lowerBound, count: run.count)
                    numbers.sort()
                    for place in run { rows[place] = order[Int(ids[place])] }
                }
            }
        }
        return (ids, rows)
    }
}
