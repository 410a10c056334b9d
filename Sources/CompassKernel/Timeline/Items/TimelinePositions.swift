/// The positions of the timeline's items in one zone.
///
/// Layout: items are numbered by lane, in a lane by start, equal starts by id. Their intervals are in an
/// index, with the row of each item in its table, 4 bytes per item; changes are kept beside it until it is
/// rebuilt in steps. Lane "A" has an event in row 7 and a later interaction in row 0, and lane "B" the event
/// in row 3:
/// ```
/// item     0  1  2
/// lane     A  A  B        kinds and lanes are the index's
/// rows     7  0  3
/// ```
struct TimelinePositions: Sendable {
    let zone: ZoneOffsets
    var intervals: LiveIntervals
    /// The events that end before they start and are therefore not items.
    var eventsEndingBeforeStart: [UInt32]

    /// Computes the positions of all rows.
    ///
    /// - Complexity: O(n) for n rows, and the sorting of equal starts.
    init(
        of tables: SharedValue<TimelineTables>, in zone: ZoneOffsets, limits: PendingLimits = PendingLimits()
    ) {
        self.zone = zone
        let found = tables.value.intervals(in: zone)
        let (types, sourceRows) = (found.types, found.rows)
        let numbered = LaneIntervals.numbered(
            starts: found.starts, ends: found.ends, kinds: types, lanes: found.lanes,
            laneCount: tables.value.lanes.count
        ) { a, b in
            // By reference: where most starts are equal, copies of the tables would take half of the time.
            tables.value.compareIDs(types[a], Int(sourceRows[a]), types[b], Int(sourceRows[b])) < 0
        }
        let order = numbered.order
        let rows = ColumnBuffer<UInt32>(count: order.count) { target in
            // SAFETY: the order holds each row once.
            for number in order.indices { target[number] = sourceRows[Int(order[number])] }
        }
        intervals = LiveIntervals(numbered.intervals, rows: rows, limits: limits)
        eventsEndingBeforeStart = found.rowsEndingBeforeStart
    }

    /// The number of items.
    var count: Int { intervals.count }

    /// The memory of the positions, in bytes.
    var byteCount: Int {
        intervals.byteCount + eventsEndingBeforeStart.count * MemoryLayout<UInt32>.stride
    }

    /// Returns the type of an item.
    func type(_ number: Int) -> TimelineItemType {
        TimelineItemType(number: UInt8(truncatingIfNeeded: intervals.kind(number)))
    }
}

extension TimelineTables {
    /// Returns the intervals of all items, in the order of the tables.
    fileprivate func intervals(in zone: ZoneOffsets) -> ItemIntervals {
        var items = ItemIntervals(reserving: rowCount)
        events.appendIntervals(to: &items, lanes: lanes, in: zone)
        interactions.appendIntervals(to: &items, lanes: lanes, in: zone)
        offers.appendIntervals(to: &items, lanes: lanes, in: zone)
        statusChanges.appendIntervals(to: &items, lanes: lanes, in: zone)
        return items
    }
}
