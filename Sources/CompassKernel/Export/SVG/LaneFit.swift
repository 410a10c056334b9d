/// How lanes of many or few rows share a height: how high a row is, how many rows of each lane are drawn, and how
/// many lanes there are.
///
/// As long as all lanes are whole, rows become lower, until nothing can be written into them, then as low as dots can
/// be. Then lanes are cut to as many rows as all can have, and what is left is handed out row by row from the top.
/// Where not even two rows of each lane fit, lanes are whole from the top as long as there is room, but none takes
/// more than half of it.
struct LaneFit {
    private static let rowHeights = [15.0, 13, 11, 9.5, 8, 6.5, 5]
    private static let padding = 4.0
    /// Lanes are left out before all are cut to fewer rows than this.
    private static let leastRowCount = 2

    /// The height of a row of bars and dots.
    let rowHeight: Double
    /// The rows that are drawn of each lane that is drawn.
    let rowCounts: [Int]
    /// The lanes for which there is no room.
    let hiddenLaneCount: Int
    /// The height of the lanes that are drawn.
    let height: Double

    /// The roomiest fit of lanes into a height; at least one lane, however low that is.
    ///
    /// - Parameters:
    ///   - counts: the rows of each lane; less than one row counts as one.
    ///   - room: the height in points.
    init(rowCounts counts: [Int], into room: Double) {
        let counts = counts.map { max($0, 1) }
        let lowest = Self.rowHeights.last!
        let whole = Self.rowHeights.first { Self.height(counts, rowHeight: $0) <= room }
        rowHeight = whole ?? lowest
        rowCounts =
            whole != nil
            ? counts
            : Self.cut(counts, into: room, rowHeight: lowest)
                ?? Self.fromTheTop(counts, into: room - TimelineSheet.remarkHeight, rowHeight: lowest)
        hiddenLaneCount = counts.count - rowCounts.count
        height = Self.height(rowCounts, rowHeight: rowHeight)
    }

    /// All lanes, those of many rows cut to as many as there is room for; nil where there is too little.
    private static func cut(_ counts: [Int], into room: Double, rowHeight: Double) -> [Int]? {
        func height(limit: Int) -> Double {
            counts.reduce(0) { $0 + laneHeight(rowCount: min($1, limit), rowHeight) }
        }
        var limit = leastRowCount
        guard height(limit: limit) <= room else { return nil }
        // A lane of more rows is there, else all were whole: heights grow until there is no room.
        while height(limit: limit + 1) <= room { limit += 1 }
        var rest = room - height(limit: limit)
        return counts.map { count in
            guard count > limit else { return count }
            let growth = laneHeight(rowCount: limit + 1, rowHeight) - laneHeight(rowCount: limit, rowHeight)
            guard growth <= rest else { return limit }
            rest -= growth
            return limit + 1
        }
    }

    /// As many lanes as there is room for, the last of them cut where it would otherwise be left out.
    private static func fromTheTop(_ counts: [Int], into room: Double, rowHeight: Double) -> [Int] {
        func rowCount(in room: Double) -> Int { max(0, Int((room - padding) / rowHeight)) }
        var rest = room
        var shown: [Int] = []
        for count in counts {
            let fitting = min(count, max(leastRowCount, rowCount(in: room / 2)), rowCount(in: rest))
            let height = laneHeight(rowCount: fitting, rowHeight)
            if fitting < min(count, leastRowCount) || height > rest { break }
            shown.append(fitting)
            rest -= height
        }
        return shown.isEmpty ? counts.prefix(1).map { min($0, leastRowCount) } : shown
    }

    private static func height(_ counts: [Int], rowHeight: Double) -> Double {
        counts.reduce(0) { $0 + laneHeight(rowCount: $1, rowHeight) }
    }

    private static func laneHeight(rowCount: Int, _ rowHeight: Double) -> Double {
        max(Double(rowCount) * rowHeight + padding, nameSize(rowHeight) + 3)
    }

    /// The height of a lane of which so many rows are drawn.
    func laneHeight(rowCount: Int) -> Double { Self.laneHeight(rowCount: rowCount, rowHeight) }

    /// The size of the lanes' names.
    var nameSize: Double { Self.nameSize(rowHeight) }

    private static func nameSize(_ rowHeight: Double) -> Double { rowHeight >= 9 ? 8.5 : 7 }

    /// The size of texts in bars and beside dots; nil where rows are too low for them.
    var labelSize: Double? { rowHeight >= 9 ? min(7.5, rowHeight - 3) : nil }

    /// The top of a row, from the top of its lane.
    func rowTop(_ row: Int) -> Double { Self.padding / 2 + Double(row) * rowHeight }
}
