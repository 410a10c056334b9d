/// The positions of everything on the timeline page, without texts.
///
/// Its parts are numbers; texts are created when they are read. It retains the tables, ``page`` does not.
///
/// ```swift
/// for lane in layout.lanes {
///     draw(lane.schoolName, height: lane.rowCount * 8)
///     for placed in lane.items { draw(placed.left, placed.width, placed.row, placed.shape) }
/// }
/// ```
public struct TimelineLayout: Sendable {
    /// The displayed range of time.
    public let range: TimelinePageRange
    /// The start of the day of "now", in percent. Below 0 where the range begins later than that.
    public let todayPosition: Double
    /// The months that meet the range, in order.
    public let months: [TimelineMonth]
    /// The number of lanes on all pages together.
    public let laneCount: Int
    /// The number of this page of lanes, from 1.
    public let lanesPage: Int
    /// The number of pages of lanes, at least 1.
    public let lanesPages: Int
    /// Whether there are items to show, or the reason why there are none.
    public let state: TimelineState
    /// The items, of which the layout shows some.
    public let items: TimelineItems
    let lanePlacements: [LanePlacement]
    /// The items of the lanes on this page, lane after lane, in each by start, then id.
    let placements: [Placement]
    /// All items that meet the range, by number.
    let shownNumbers: [UInt32]
    /// The same items, newest first; equal starts by id.
    let listNumbers: [UInt32]

    /// The drawn position of one item.
    struct Placement: BitwiseCopyable {
        var left: Double
        var width: Double
        var number: UInt32
        /// The row, with the highest bit set for a bar.
        private var rowAndShape: UInt32

        private static let barBit: UInt32 = 1 << 31

        @inline(__always)
        init(_ extent: TimelineScale.DrawnExtent, number: UInt32, isBar: Bool) {
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

    /// A lane: its position among the timeline's lanes, its placements, and its rows.
    struct LanePlacement {
        var lane: Int
        var placements: Range<Int>
        var rowCount: Int
    }

    /// The lanes on this page, in name order; only schools with an item in the range have one.
    public var lanes: Lanes { Lanes(layout: self) }

    /// All items in the range whatever the page of lanes, newest first; equal times by id.
    public var list: List { List(layout: self) }

    /// The rows that the timeline omits, by table and row.
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
                    schoolID: lane.schoolID, schoolName: lane.schoolName, rowCount: lane.rowCount,
                    items: lane.items.map { placed in
                        PlacedTimelineItem(
                            item: shown[shownPlace(of: placed.number)], shape: placed.shape,
                            left: placed.left, width: placed.width, row: placed.row)
                    })
            },
            laneCount: laneCount, lanesPage: lanesPage, lanesPages: lanesPages,
            listItems: listNumbers.map { shown[shownPlace(of: Int($0))] }, skipped: skipped, state: state)
    }

    /// Returns the position of a shown item among those shown.
    private func shownPlace(of number: Int) -> Int {
        (0..<shownNumbers.count).partitioningIndex { Int(shownNumbers[$0]) >= number }
    }
}
