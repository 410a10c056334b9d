/// The part of a timeline that HTML shows, of bounded size however many items there are.
struct TimelineExcerpt {
    struct Lane {
        let name: String
        let itemCount: Int
        /// The number of rows that are drawn.
        let rowCount: Int
        /// The items that are drawn, those of the first rows.
        let items: [PlacedTimelineItem]
    }

    /// The maximum number of rows drawn for a lane.
    static let maximumRowCount = 6
    /// The maximum number of items drawn for a lane. In six rows of items that are 2% wide there are fewer.
    static let maximumItemCount = 300
    /// The maximum number of items drawn for all lanes together.
    static let maximumTotal = 1_500

    let range: TimelinePageRange
    let todayPosition: Double
    let months: [TimelineMonth]
    let state: TimelineState
    let lanes: [Lane]
    /// The number of lanes of all pages.
    let laneCount: Int
    let list: [TimelineItem]
    let listCount: Int
    let skipped: [TimelineSkip]

    init(_ page: TimelinePage, limit: Int) {
        (range, todayPosition, months) = (page.range, page.todayPosition, page.months)
        (state, laneCount, skipped) = (page.state, page.laneCount, page.skipped)
        list = Array(page.listItems.prefix(limit))
        listCount = page.listItems.count
        var room = Self.maximumTotal
        lanes = page.lanes.prefix(limit).map { lane in
            let drawn = lane.items.lazy.filter { (0..<Self.maximumRowCount).contains($0.row) }
            let items = Array(drawn.prefix(min(room, Self.maximumItemCount)))
            room -= items.count
            return Lane(
                name: lane.shownSchoolName, itemCount: lane.itemCount,
                rowCount: min(max(lane.rowCount, 1), Self.maximumRowCount), items: items)
        }
    }

    /// Creates the excerpt of a layout; only the items that it shows get their texts.
    init(_ layout: TimelineLayout, limit: Int) {
        (range, todayPosition, months) = (layout.range, layout.todayPosition, layout.months)
        (state, laneCount, skipped) = (layout.state, layout.laneCount, layout.skipped)
        list = layout.list.prefix(limit).map { $0 }
        listCount = layout.list.count
        var room = Self.maximumTotal
        lanes = layout.lanes.prefix(limit).map { lane in
            let drawn = lane.items.lazy.filter { $0.row < Self.maximumRowCount }
            let items = Array(
                drawn.prefix(min(room, Self.maximumItemCount)).map { placed in
                    PlacedTimelineItem(
                        item: placed.item, shape: placed.shape, left: placed.left, width: placed.width,
                        row: placed.row)
                })
            room -= items.count
            let name = lane.schoolName
            return Lane(
                name: VisibleText.isBlank(name) ? LaneDirectory.unknownName : name,
                itemCount: lane.itemCount, rowCount: min(max(lane.rowCount, 1), Self.maximumRowCount),
                items: items)
        }
    }
}
