/// Where the parts of a printed timeline stand, in points from the top left corner of the paper.
struct TimelineSheet {
    static let margin = 28.0
    static let headHeight = 42.0
    static let axisHeight = 34.0
    static let legendHeight = 20.0
    static let remarkHeight = 11.0
    static let listHeadHeight = 24.0
    static let listRowHeight = 11.0
    static let listColumnCount = 2
    /// What the list keeps however many rows the lanes have.
    static let listReserve = 12 * listRowHeight
    static let gap = 8.0
    static let nameColumnWidth = 128.0

    let page: TimelinePage
    let width: Double
    let height: Double
    /// How the lanes share the room above the list.
    let fit: LaneFit

    init(page: TimelinePage, paper: PaperSize) {
        self.page = page
        width = paper.longSide
        height = paper.shortSide
        let listRows = (page.listItems.count + Self.listColumnCount - 1) / Self.listColumnCount
        let room =
            height - 2 * Self.margin - Self.headHeight - Self.axisHeight - Self.legendHeight - Self.gap
            - Self.listHeadHeight - Self.footHeight(page)
        let reserve = min(Double(listRows) * Self.listRowHeight, Self.listReserve)
        fit = LaneFit(page.lanes, into: room - reserve)
    }

    private static func footHeight(_ page: TimelinePage) -> Double {
        page.lanesPages > 1 || !page.skipped.isEmpty ? 8 : 0
    }

    // MARK: Edges

    var left: Double { Self.margin }
    var right: Double { width - Self.margin }
    var top: Double { Self.margin }
    var contentWidth: Double { right - left }
    var contentTop: Double { top + Self.headHeight }
    var contentBottom: Double { height - Self.margin - Self.footHeight(page) }

    var chartLeft: Double { left + Self.nameColumnWidth }
    var chartRight: Double { right - 6 }
    var lanesTop: Double { contentTop + Self.axisHeight }
    var lanesBottom: Double { lanesTop + fit.height }
    var legendTop: Double { lanesBottom + (fit.hiddenLaneCount > 0 ? Self.remarkHeight : 0) }
    var listTop: Double { legendTop + Self.legendHeight + Self.gap }

    /// The point at a position in percent of the range; those outside are moved to its edges.
    func x(_ percent: Double) -> Double {
        chartLeft + (chartRight - chartLeft) * min(max(percent, 0), 100) / 100
    }

    /// A number and its noun.
    func counted(_ count: Int, _ one: String, _ many: String) -> String {
        count == 1 ? "1 \(one)" : "\(grouped(count)) \(many)"
    }

    /// A number with commas between thousands.
    func grouped(_ number: Int) -> String {
        var rest = Substring(String(number))
        var groups: [Substring] = []
        while rest.count > 3 {
            groups.append(rest.suffix(3))
            rest = rest.dropLast(3)
        }
        return ([rest] + groups.reversed()).joined(separator: ",")
    }
}

/// How lanes of many or few rows share a height: how high a row is, how many rows a lane has at most, and how
/// many lanes there are.
struct LaneFit {
    /// Rows become lower until nothing can be written into them, then as low as dots can be.
    private static let rowHeights = [15.0, 13, 11, 9.5, 8, 6.5, 5]
    private static let rowLimits = [60, 40, 30, 20, 15, 12, 10, 8, 6, 5, 4, 3, 2]
    private static let padding = 4.0

    /// The height of a row of bars and dots.
    let rowHeight: Double
    /// The rows of a lane that are drawn at most.
    let rowLimit: Int
    /// The height of each lane that is drawn.
    let laneHeights: [Double]
    /// The lanes for which there is no room.
    let hiddenLaneCount: Int
    /// The height of the lanes that are drawn.
    let height: Double

    /// The roomiest fit of lanes into a height; at least one lane, however low that is.
    init(_ lanes: [TimelineLane], into room: Double) {
        let candidates =
            Self.rowHeights.map { ($0, Int.max) } + Self.rowLimits.map { (Self.rowHeights.last!, $0) }
        let whole = candidates.first { rowHeight, rowLimit in
            Self.drawnCount(lanes, into: room, rowHeight, rowLimit) == lanes.count
        }
        (rowHeight, rowLimit) = whole ?? candidates.last!
        let (rowHeight, rowLimit) = (rowHeight, rowLimit)
        let drawnCount =
            whole == nil
            ? Self.drawnCount(lanes, into: room - TimelineSheet.remarkHeight, rowHeight, rowLimit)
            : lanes.count
        laneHeights = lanes.prefix(max(1, drawnCount)).map {
            Self.laneHeight(rowCount: $0.rowCount, rowHeight, rowLimit)
        }
        hiddenLaneCount = lanes.count - laneHeights.count
        height = laneHeights.reduce(0, +)
    }

    /// How many lanes from the top fit.
    private static func drawnCount(
        _ lanes: [TimelineLane], into room: Double, _ rowHeight: Double, _ rowLimit: Int
    ) -> Int {
        var height = 0.0
        for (index, lane) in lanes.enumerated() {
            height += laneHeight(rowCount: lane.rowCount, rowHeight, rowLimit)
            if height > room { return index }
        }
        return lanes.count
    }

    private static func laneHeight(rowCount: Int, _ rowHeight: Double, _ rowLimit: Int) -> Double {
        let rows = Double(min(max(rowCount, 1), rowLimit)) * rowHeight + padding
        return max(rows, nameSize(rowHeight) + 3)
    }

    /// The size of the lanes' names.
    var nameSize: Double { Self.nameSize(rowHeight) }

    private static func nameSize(_ rowHeight: Double) -> Double { rowHeight >= 9 ? 8.5 : 7 }

    /// The size of texts in bars and beside dots; nil where rows are too low for them.
    var labelSize: Double? { rowHeight >= 9 ? min(7.5, rowHeight - 3) : nil }

    /// The top of a row, from the top of its lane.
    func rowTop(_ row: Int) -> Double { Self.padding / 2 + Double(row) * rowHeight }
}
