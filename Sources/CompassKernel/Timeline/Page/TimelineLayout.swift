/// Where everything is drawn on the page of the timeline, without texts.
///
/// Its parts are arrays of numbers; names and labels are made when they are read. The value keeps the tables
/// alive; ``page`` does not.
///
/// ```swift
/// for lane in layout.lanes {
///     draw(lane.schoolName, height: lane.rowCount * 8)
///     for placed in lane.items { draw(placed.left, placed.width, placed.row, placed.shape) }
/// }
/// ```
public struct TimelineLayout: Sendable {
    /// The stretch of time that is shown.
    public let range: TimelinePageRange
    /// Where the day of "now" begins, in percent. Below 0 where the range begins later than that.
    public let todayPosition: Double
    /// The months that meet the range, in order.
    public let months: [TimelineMonth]
    /// The lanes that there are, on all pages together.
    public let laneCount: Int
    /// The number of this page of lanes, from 1.
    public let lanesPage: Int
    /// The number of pages of lanes, at least 1.
    public let lanesPages: Int
    /// Whether there is something to show, and if not, why.
    public let state: TimelineState
    /// The items that the layout shows some of.
    public let items: TimelineItems
    let lanePlacements: [LanePlacement]
    /// The items of the answered lanes, lane after lane, in each by start, then id.
    let placements: [Placement]
    /// All items that meet the range, by number.
    let shownNumbers: [UInt32]
    /// The same items, newest first; equal starts by id.
    let listNumbers: [UInt32]

    /// What is drawn of one item.
    struct Placement: BitwiseCopyable {
        var left: Double
        var width: Double
        var number: UInt32
        /// The row, and in the highest bit whether it is a bar.
        private var rowAndShape: UInt32

        private static let barBit: UInt32 = 1 << 31

        @inline(__always)
        init(_ extent: DrawnExtent, number: UInt32, isBar: Bool) {
            (left, width) = (extent.left, extent.width)
            self.number = number
            rowAndShape = isBar ? Self.barBit : 0
        }

        var right: Double { left + width }
        var isBar: Bool { rowAndShape & Self.barBit != 0 }

        var row: Int {
            get { Int(rowAndShape & ~Self.barBit) }
            set { rowAndShape = rowAndShape & Self.barBit | UInt32(truncatingIfNeeded: newValue) }
        }
    }

    /// A lane: its place among the timeline's lanes, the placements that are its own, and its rows.
    struct LanePlacement {
        var lane: Int
        var placements: Range<Int>
        var rowCount: Int
    }

    /// The lanes that are answered, in name order; only schools with an item in the range have one.
    public var lanes: Lanes { Lanes(layout: self) }

    /// All items in the range whatever the page of lanes, newest first; equal times by id.
    public var list: List { List(layout: self) }

    /// Rows that the timeline leaves out, by table and row.
    public var skipped: [TimelineSkip] { items.skipped }

    /// The page, with all texts.
    ///
    /// - Complexity: O(b + h log h) for h shown items with texts of b bytes.
    public var page: TimelinePage {
        let shown = shownNumbers.map { items[Int($0)] }
        return TimelinePage(
            range: range, todayPosition: todayPosition, months: months,
            lanes: lanes.map { lane in
                TimelineLane(
                    schoolId: lane.schoolId, schoolName: lane.schoolName, rowCount: lane.rowCount,
                    items: lane.items.map { placed in
                        PlacedTimelineItem(
                            item: shown[shownPlace(of: placed.number)], shape: placed.shape,
                            left: placed.left, width: placed.width, row: placed.row)
                    })
            },
            laneCount: laneCount, lanesPage: lanesPage, lanesPages: lanesPages,
            listItems: listNumbers.map { shown[shownPlace(of: Int($0))] }, skipped: skipped, state: state)
    }

    /// The place of a shown item among those shown.
    private func shownPlace(of number: Int) -> Int {
        var (first, end) = (0, shownNumbers.count)
        while end > first {
            let middle = (first + end) >> 1
            if Int(shownNumbers[middle]) < number { first = middle + 1 } else { end = middle }
        }
        return first
    }
}
