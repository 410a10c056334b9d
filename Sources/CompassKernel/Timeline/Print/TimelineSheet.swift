/// The layout of a printed timeline, in points from the top left corner of the paper.
struct TimelineSheet {
    static let margin = 28.0
    static let headHeight = 42.0
    static let axisHeight = 34.0
    static let legendHeight = 20.0
    static let remarkHeight = 11.0
    static let listHeadHeight = 24.0
    static let listRowHeight = 11.0
    static let listColumnCount = 2
    /// The height that is reserved for the list, however many rows the lanes have.
    static let listReserve = 12 * listRowHeight
    static let gap = 8.0
    static let nameColumnWidth = 128.0

    let page: TimelinePage
    let width: Double
    let height: Double
    /// The division of the height above the list among the lanes.
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
        fit = LaneFit(rowCounts: page.lanes.map(\.rowCount), into: room - reserve)
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

    /// Returns the point at a position in percent of the range; positions outside are moved to its edges.
    func x(_ percent: Double) -> Double {
        chartLeft + (chartRight - chartLeft) * min(max(percent, 0), 100) / 100
    }

    /// Returns a number and its noun.
    func counted(_ count: Int, _ one: String, _ many: String) -> String {
        count == 1 ? "1 \(one)" : "\(NumberText.grouped(count)) \(many)"
    }
}
