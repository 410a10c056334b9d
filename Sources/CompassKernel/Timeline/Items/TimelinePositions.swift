/// The positions of the timeline's items in one zone.
///
/// Layout: items are numbered by lane, in a lane by start, equal starts by id. Their intervals are in an
/// index; a separate column holds the row of each item in its table, 4 bytes per item. Lane "A" has an event
/// in row 7 and a later interaction in row 0, and lane "B" the event in row 3:
/// ```
/// item     0  1  2
/// lane     A  A  B        kinds and lanes are the index's
/// rows     7  0  3
/// ```
struct TimelinePositions: Sendable {
    let zone: ZoneOffsets
    var intervals: LaneIntervals
    var rows: [UInt32]
    /// The events that end before they start and are therefore not items.
    var eventsEndingBeforeStart: [UInt32]

    /// Computes the positions of all rows.
    ///
    /// - Complexity: O(n) for n rows, and the sorting of equal starts.
    init(of tables: TimelineTables, in zone: ZoneOffsets) {
        self.zone = zone
        let (found, endsBeforeStart) = tables.intervals(in: zone)
        let (types, sourceRows) = (found.types, found.rows)
        let numbered = LaneIntervals.numbered(
            starts: found.starts, ends: found.ends, kinds: types, lanes: found.lanes,
            laneCount: tables.lanes.count
        ) { a, b in
            tables.compareIDs(types[a], Int(sourceRows[a]), types[b], Int(sourceRows[b])) < 0
        }
        intervals = numbered.intervals
        rows = numbered.order.map { sourceRows[Int($0)] }
        eventsEndingBeforeStart = endsBeforeStart
    }

    /// The number of items.
    var count: Int { rows.count }

    /// The memory of the positions, in bytes.
    var byteCount: Int {
        intervals.byteCount + (rows.count + eventsEndingBeforeStart.count) * MemoryLayout<UInt32>.stride
    }

    /// Returns the type of an item.
    func type(_ number: Int) -> TimelineItemType {
        TimelineItemType(number: UInt8(truncatingIfNeeded: intervals.kind(number)))
    }
}

extension TimelineTables {
    /// Returns the intervals of all items, in the order of the tables, and the events that end before they
    /// start.
    fileprivate func intervals(in zone: ZoneOffsets) -> (items: ItemIntervals, endsBeforeStart: [UInt32]) {
        var items = ItemIntervals(reserving: rowCount)
        var endsBeforeStart: [UInt32] = []
        events.appendIntervals(
            to: &items, endsBeforeStart: &endsBeforeStart, laneOfCode: eventLanes, lanes: lanes, in: zone)
        // Only events have an end.
        var none: [UInt32] = []
        interactions.appendIntervals(
            to: &items, endsBeforeStart: &none, laneOfCode: interactionLanes, lanes: lanes, in: zone)
        offers.appendIntervals(
            to: &items, endsBeforeStart: &none, laneOfCode: offerLanes, lanes: lanes, in: zone)
        statusChanges.appendIntervals(
            to: &items, endsBeforeStart: &none, laneOfCode: statusChangeLanes, lanes: lanes, in: zone)
        return (items, endsBeforeStart)
    }
}
