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
        var shown: ShownItems?
        let listItems = [TimelineItem](filling: shownNumbers.count) { list, count in
            shown = ShownItems(of: self, alsoInto: list, at: listPlaces)
            count = shownNumbers.count
        }
        return TimelinePage(
            range: range, todayPosition: todayPosition, months: months, lanes: shown?.lanes(of: self) ?? [],
            laneCount: laneCount, lanesPage: lanesPage, lanesPages: lanesPages, listItems: listItems,
            skipped: skipped, state: state)
    }

    /// The number of items on a page of the list unless a caller chooses another one.
    public static let defaultListPageSize = 50

    /// Returns one page of ``list``, with all texts.
    ///
    /// ``page`` has the texts of the whole list, which nobody reads to its end if it is long.
    ///
    /// - Parameters:
    ///   - number: the number of the page, from 1, clamped to the existing pages.
    ///   - size: the number of items on a page; less than 1 counts as 1.
    /// - Returns: the items, newest first; equal times by id.
    /// - Complexity: O(b) for texts of b bytes.
    public func list(page number: Int, size: Int = defaultListPageSize) -> [TimelineItem] {
        let size = max(size, 1)
        let last = listPageCount(size: size) - 1
        let first = min(max(number, 1) - 1, last) * size
        return list[first..<first + min(size, list.count - first)].map { $0 }
    }

    /// Returns the number of pages of ``list``, at least 1.
    ///
    /// - Parameter size: the number of items on a page; less than 1 counts as 1.
    public func listPageCount(size: Int = defaultListPageSize) -> Int {
        listNumbers.isEmpty ? 1 : (listNumbers.count - 1) / max(size, 1) + 1
    }

    /// Returns the position of a shown item among those shown.
    func shownPlace(of number: Int) -> Int {
        (0..<shownNumbers.count).partitioningIndex { Int(shownNumbers[$0]) >= number }
    }

    /// The positions of all shown items in the list, by number.
    private var listPlaces: [UInt32] {
        guard let first = shownNumbers.first, let last = shownNumbers.last else { return [] }
        let span = Int(last - first) + 1
        // For a few items out of many, a table of all numbers takes longer than searching.
        if span / 16 > shownNumbers.count {
            var places = [UInt32](repeating: 0, count: shownNumbers.count)
            for (place, number) in listNumbers.enumerated() {
                places[shownPlace(of: Int(number))] = UInt32(place)
            }
            return places
        }
        var placesByNumber = [UInt32](repeating: 0, count: span)
        for (place, number) in listNumbers.enumerated() {
            placesByNumber[Int(number - first)] = UInt32(place)
        }
        return shownNumbers.map { placesByNumber[Int($0 - first)] }
    }
}
