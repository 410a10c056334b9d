/// A stacker that assigns a page's drawn items to rows, lane by lane, with memory that all lanes share.
struct LaneStacking {
    /// The number of rows up to which all rows of a lane are scanned for each item. Derived: at most 24
    /// comparisons of under a nanosecond take as long as the sweep over both orders of edges, 18 ns per item
    /// (`timeline.stack`).
    private static let scannedRowCount = 24

    private var byLeft: [Int] = []
    private var bars: [Int] = []
    private var rowEnds: [Double] = []

    /// Assigns the placements of one lane to rows; returns the number of rows.
    ///
    /// - Parameter lane: the lane's placements, by start, then id.
    mutating func stack(_ placements: inout [TimelineLayout.Placement], _ lane: Range<Int>) -> Int {
        if lane.count == 1 { return 1 }
        sortByLeft(placements, lane)
        if let rowCount = scan(&placements, upTo: Self.scannedRowCount) { return rowCount }
        do throws(IntervalStackingError) {
            return try sweep(&placements)
        } catch {
            // If rounding ever puts edges out of order, scanning all rows still works without one.
            return scan(&placements, upTo: lane.count) ?? lane.count
        }
    }

    /// Sorts a lane's placements by left edge. Dots are already in this order, and so are bars; only merged
    /// they are not, as dots are centered on their dates.
    private mutating func sortByLeft(_ placements: [TimelineLayout.Placement], _ lane: Range<Int>) {
        byLeft.removeAll(keepingCapacity: true)
        bars.removeAll(keepingCapacity: true)
        for place in lane where placements[place].isBar { bars.append(place) }
        if bars.isEmpty || bars.count == lane.count {
            byLeft.append(contentsOf: lane)
        } else {
            var nextBar = 0
            for place in lane where !placements[place].isBar {
                while nextBar < bars.count, Self.isBefore(bars[nextBar], place, placements) {
                    byLeft.append(bars[nextBar])
                    nextBar += 1
                }
                byLeft.append(place)
            }
            byLeft.append(contentsOf: bars[nextBar...])
        }
        // Rounding of the last bit may have exchanged neighbors.
        for index in byLeft.indices.dropFirst() {
            var place = index
            while place > 0, Self.isBefore(byLeft[place], byLeft[place - 1], placements) {
                byLeft.swapAt(place, place - 1)
                place -= 1
            }
        }
    }

    /// Returns whether one placement is processed before another: by left edge, then in the lane's order.
    @inline(__always)
    private static func isBefore(_ a: Int, _ b: Int, _ placements: [TimelineLayout.Placement]) -> Bool {
        let (left, right) = (placements[a].left, placements[b].left)
        return left == right ? a < b : left < right
    }

    /// Scans all rows for each item; nil when there are too many rows.
    private mutating func scan(_ placements: inout [TimelineLayout.Placement], upTo rowLimit: Int) -> Int? {
        rowEnds.removeAll(keepingCapacity: true)
        for place in byLeft {
            let reach = placements[place].left + IntervalStacking.tolerance
            var row = 0
            while row < rowEnds.count, rowEnds[row] > reach { row += 1 }
            if row == rowEnds.count {
                if row == rowLimit { return nil }
                rowEnds.append(0)
            }
            rowEnds[row] = placements[place].right
            placements[place].row = row
        }
        return rowEnds.count
    }

    /// Assigns rows by a sweep over both orders of edges.
    private mutating func sweep(
        _ placements: inout [TimelineLayout.Placement]
    ) throws(IntervalStackingError) -> Int {
        let rights = byLeft.map { placements[$0].right }
        let stacking = try IntervalStacking(
            ascendingLefts: byLeft.map { placements[$0].left }, rights: rights,
            byRight: rightOrder(rights, placements))
        for (position, place) in byLeft.enumerated() { placements[place].row = Int(stacking.rows[position]) }
        return stacking.rowCount
    }

    /// Returns the positions by right edge. Dots have one width, so that only bars require sorting.
    private func rightOrder(_ rights: [Double], _ placements: [TimelineLayout.Placement]) -> [UInt32] {
        var (dots, bars): ([UInt32], [UInt32]) = ([], [])
        for (position, place) in byLeft.enumerated() {
            if placements[place].isBar {
                bars.append(UInt32(position))
            } else {
                dots.append(UInt32(position))
            }
        }
        bars.sort { rights[Int($0)] < rights[Int($1)] }
        if bars.isEmpty { return dots }
        var merged: [UInt32] = []
        merged.reserveCapacity(rights.count)
        var nextBar = 0
        for dot in dots {
            while nextBar < bars.count, rights[Int(bars[nextBar])] < rights[Int(dot)] {
                merged.append(bars[nextBar])
                nextBar += 1
            }
            merged.append(dot)
        }
        return merged + bars[nextBar...]
    }
}
