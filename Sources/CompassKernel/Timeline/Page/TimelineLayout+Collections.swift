extension TimelineLayout {
    /// The lanes of a layout, in name order.
    public struct Lanes: RandomAccessCollection, Sendable {
        let layout: TimelineLayout

        /// 0.
        public var startIndex: Int { 0 }
        /// The number of lanes on this page.
        public var endIndex: Int { layout.lanePlacements.count }

        /// Returns the lane at a place from 0 to ``endIndex`` - 1.
        public subscript(place: Int) -> Lane { Lane(layout: layout, placement: layout.lanePlacements[place]) }
    }

    /// The lane of one school, or of the items without one.
    public struct Lane: Sendable {
        fileprivate let layout: TimelineLayout
        fileprivate let placement: LanePlacement

        /// The school's id; nil for the lane "No School".
        public var schoolID: String? { layout.items.tables.value.lanes.ids[placement.lane] }
        /// The school's name, "Unknown" for an id that is in no directory, "No School" without one.
        public var schoolName: String { layout.items.tables.value.lanes.names[placement.lane] }
        /// The number of items that meet the range.
        public var itemCount: Int { placement.placements.count }
        /// The number of rows that the items are stacked into, at least 1.
        public var rowCount: Int { placement.rowCount }
        /// The items that meet the range, by start, then id.
        public var items: PlacedItems { PlacedItems(layout: layout, placements: placement.placements) }
    }

    /// The items of a lane with their positions, by start, then id.
    public struct PlacedItems: RandomAccessCollection, Sendable {
        fileprivate let layout: TimelineLayout
        let placements: Range<Int>

        /// 0.
        public var startIndex: Int { 0 }
        /// The number of items.
        public var endIndex: Int { placements.count }

        /// Returns the item at a place from 0 to ``endIndex`` - 1.
        public subscript(place: Int) -> PlacedItem {
            precondition(place >= 0 && place < placements.count, "no such item")
            return PlacedItem(
                items: layout.items, placement: layout.placements[placements.lowerBound + place])
        }
    }

    /// An item and its drawn position in its lane; its texts are created when they are read.
    public struct PlacedItem: Sendable {
        fileprivate let items: TimelineItems
        fileprivate let placement: Placement

        /// The number of the item among ``TimelineLayout/items``.
        public var number: Int { Int(placement.number) }
        /// The id of the item.
        public var id: String { items.id(number) }
        /// The kind of the item.
        public var type: TimelineItemType { items.type(number) }
        /// The item, with all texts.
        public var item: TimelineItem { items[number] }
        /// A bar, or a dot.
        public var shape: TimelineShape { placement.isBar ? .bar : .dot }
        /// The left edge of the shape, in percent of the range.
        public var left: Double { placement.left }
        /// The width of the shape, in percent of the range.
        public var width: Double { placement.width }
        /// The row in the lane, from 0 at the top; items that overlap have different ones.
        public var row: Int { placement.row }
    }

    /// All items in the range, newest first; equal times by id.
    public struct List: RandomAccessCollection, Sendable {
        let layout: TimelineLayout

        /// 0.
        public var startIndex: Int { 0 }
        /// The number of items.
        public var endIndex: Int { layout.listNumbers.count }

        /// Returns the item at a place from 0 to ``endIndex`` - 1, with all texts.
        public subscript(place: Int) -> TimelineItem { layout.items[number(at: place)] }

        /// Returns the number of an item among ``TimelineLayout/items``.
        public func number(at place: Int) -> Int { Int(layout.listNumbers[place]) }
    }
}
