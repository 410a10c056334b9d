/// The shown items of a layout by number, which is the order of their lanes, until they are moved into the lanes.
///
/// Items are made in the order of their tables' rows, as their columns lie in memory: in the order of lanes, or of the
/// list, each of a million rows waits for memory several times (`timeline.page`).
struct ShownItems: ~Copyable {
    private let items: UnsafeMutableBufferPointer<TimelineItem>
    /// The first item that was not moved.
    private var first = 0

    /// Makes the items, and copies them into a list.
    ///
    /// - Parameters:
    ///   - list: uninitialized memory for as many items.
    ///   - listPlaces: the position in the list of each item: each position once.
    /// - Complexity: O(b + h) for h items with texts of b bytes.
    init(
        of layout: TimelineLayout, alsoInto list: UnsafeMutableBufferPointer<TimelineItem>,
        at listPlaces: [UInt32]
    ) {
        items = .allocate(capacity: layout.shownNumbers.count)
        // Megabytes, each page of which is accessed for the first time here.
        for target in [UnsafeMutableRawBufferPointer(items), UnsafeMutableRawBufferPointer(list)] {
            if let base = target.baseAddress { ColumnMemory.adviseHugePages(base, byteCount: target.count) }
        }
        let items = items
        let lanes = Self.lanes(of: layout)
        Self.withRows(of: layout) { rows in
            // Atomic reference counts wait for earlier stores, so that some items are first stored next to each other
            // (`timeline.page`).
            withUnsafeTemporaryAllocation(of: TimelineItem.self, capacity: 2 * Self.madeCount) { made in
                var maker = TimelineItemMaker(of: layout.items)
                var (first, count) = (0, 0)
                func moveToPlaces() {
                    for index in 0..<count {
                        let place = rows.place(first + index)
                        // SAFETY: each place among the items, and in the list, is there once.
                        items.initializeElement(at: place, to: made.moveElement(from: 2 * index))
                        list.initializeElement(
                            at: Int(listPlaces[place]), to: made.moveElement(from: 2 * index + 1))
                    }
                    (first, count) = (first + count, 0)
                }
                maker.forEachItem(of: rows, inLanes: lanes) { item in
                    made.initializeElement(at: 2 * count, to: item)
                    made.initializeElement(at: 2 * count + 1, to: item)
                    count += 1
                    if count == Self.madeCount { moveToPlaces() }
                }
                moveToPlaces()
            }
        }
    }

    /// The number of items that are made before they are moved to their places: their references are 16 KB.
    private static let madeCount = 512

    deinit {
        items[first...].deinitialize()
        items.deallocate()
    }

    /// Returns the lanes of a layout, into which their items are moved.
    consuming func lanes(of layout: TimelineLayout) -> [TimelineLane] {
        layout.lanes.map { lane in
            if let number = lane.items.first?.number { skip(to: layout.shownPlace(of: number)) }
            return TimelineLane(
                schoolID: lane.schoolID, schoolName: lane.schoolName, rowCount: lane.rowCount,
                items: layout.placements[lane.items.placements].map { placed in
                    // A lane's items have the order of their numbers, and all of them are shown.
                    assert(layout.shownNumbers[first] == placed.number, "an item of another lane")
                    return PlacedTimelineItem(
                        item: next(), shape: placed.isBar ? .bar : .dot, left: placed.left,
                        width: placed.width, row: placed.row)
                })
        }
    }

    private mutating func next() -> TimelineItem {
        defer { first += 1 }
        return items.moveElement(from: first)
    }

    /// Leaves out items of lanes on other pages.
    private mutating func skip(to end: Int) {
        items[first..<end].deinitialize()
        first = end
    }

    /// Returns the lane of each item.
    private static func lanes(of layout: TimelineLayout) -> [UInt32] {
        let intervals = layout.items.positions.value.intervals
        var (lane, end) = (0, 0)
        return layout.shownNumbers.map { number in
            if number >= end {
                lane = intervals.lane(of: Int(number))
                end = intervals.numbers(ofLane: lane).upperBound
            }
            return UInt32(lane)
        }
    }

    /// Calls `body` with the row of each item.
    private static func withRows(of layout: TimelineLayout, _ body: (ItemRows) -> Void) {
        let positions = layout.items.positions.value
        let rowBits = UInt64(UInt64.bitWidth - layout.items.tables.value.rowCount.leadingZeroBitCount)
        let count = layout.shownNumbers.count
        withUnsafeTemporaryAllocation(of: KeyedRow.self, capacity: 2 * count) { memory in
            guard count > 0, let rows = memory.baseAddress else { return }
            var greatest: UInt64 = 0
            for place in 0..<count {
                let number = Int(layout.shownNumbers[place])
                let type = UInt64(positions.type(number).number)
                let key = type &<< rowBits | UInt64(positions.intervals.row(number))
                greatest = max(greatest, key)
                (rows + place).initialize(to: KeyedRow(key: key, row: UInt32(place)))
            }
            let sorted = RadixSort.sort(
                rows, rows + count, count: count, byBits: 0..<UInt64.bitWidth - greatest.leadingZeroBitCount)
            body(ItemRows(sorted: UnsafeBufferPointer(start: sorted, count: count), rowBits: rowBits))
        }
    }
}
