/// The division of a height among lanes of many or few rows: the height of a row, the number of rows drawn
/// for each lane, and the number of lanes.
///
/// As long as all lanes are complete, the row height decreases, first until texts no longer fit, then to the
/// minimum height of dots. Then lanes are cut to the number of rows that all can have, and the remaining
/// height is assigned row by row from the top. Where not even two rows of each lane fit, lanes are complete
/// from the top as long as the height allows, but none takes more than half of it.
struct LaneFit {
    private static let rowHeights = [15.0, 13, 11, 9.5, 8, 6.5, 5]
    private static let padding = 4.0
    /// The minimum number of rows to which all lanes are cut before lanes are omitted.
    private static let minimumRowCount = 2

    /// The height of a row of bars and dots.
    let rowHeight: Double
    /// The number of rows drawn for each lane that is drawn.
    let rowCounts: [Int]
    /// The number of lanes that do not fit.
    let hiddenLaneCount: Int
    /// The total height of the lanes that are drawn.
    let height: Double

    /// Creates the fit with the greatest row height; at least one lane, however low that is.
    ///
    /// - Parameters:
    ///   - counts: the rows of each lane; less than one row counts as one.
    ///   - room: the available height in points.
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

    /// Returns all lanes, those of many rows cut to the number that fits; nil where the height is too small.
    private static func cut(_ counts: [Int], into room: Double, rowHeight: Double) -> [Int]? {
        func height(limit: Int) -> Double {
            counts.reduce(0) { $0 + laneHeight(rowCount: min($1, limit), rowHeight) }
        }
        var limit = minimumRowCount
        guard height(limit: limit) <= room else { return nil }
        // A lane with more rows exists, otherwise all would be complete: heights grow until none is left.
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

    /// Returns as many lanes as fit, the last of them cut where it would otherwise be omitted.
    private static func fromTheTop(_ counts: [Int], into room: Double, rowHeight: Double) -> [Int] {
        func rowCount(in room: Double) -> Int { max(0, Int((room - padding) / rowHeight)) }
        var rest = room
        var shown: [Int] = []
        for count in counts {
            let fitting = min(count, max(minimumRowCount, rowCount(in: room / 2)), rowCount(in: rest))
            let height = laneHeight(rowCount: fitting, rowHeight)
            if fitting < min(count, minimumRowCount) || height > rest { break }
            shown.append(fitting)
            rest -= height
        }
        return shown.isEmpty ? counts.prefix(1).map { min($0, minimumRowCount) } : shown
    }

    private static func height(_ counts: [Int], rowHeight: Double) -> Double {
        counts.reduce(0) { $0 + laneHeight(rowCount: $1, rowHeight) }
    }

    private static func laneHeight(rowCount: Int, _ rowHeight: Double) -> Double {
        max(Double(rowCount) * rowHeight + padding, nameSize(rowHeight) + 3)
    }

    /// Returns the height of a lane with this number of drawn rows.
    func laneHeight(rowCount: Int) -> Double { Self.laneHeight(rowCount: rowCount, rowHeight) }

    /// The font size of the lanes' names.
    var nameSize: Double { Self.nameSize(rowHeight) }

    private static func nameSize(_ rowHeight: Double) -> Double { rowHeight >= 9 ? 8.5 : 7 }

    /// The font size of texts in bars and beside dots; nil where rows are too low for them.
    var labelSize: Double? { rowHeight >= 9 ? min(7.5, rowHeight - 3) : nil }

    /// Returns the top of a row, from the top of its lane.
    func rowTop(_ row: Int) -> Double { Self.padding / 2 + Double(row) * rowHeight }
}
