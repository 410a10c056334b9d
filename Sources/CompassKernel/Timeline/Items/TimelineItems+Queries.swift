extension TimelineItems {
    /// Returns the number of items that meet a window.
    ///
    /// - Complexity: independent of the result: a few look-ups in the index.
    public func count(meeting window: TimeWindow, where filter: TimelineFilter = .all) -> Int {
        let kinds = filter.types.intervalKinds
        if let index = unchangedIndex(filter) { return index.count(meeting: window, kinds: kinds) }
        return changed(filter) { $0.count(meeting: window, kinds: kinds, lane: $1) } ?? 0
    }

    /// Returns the numbers of the items that meet a window, by start; equal starts by number.
    ///
    /// - Complexity: O(h + s log s) for h items, s of which began before the window.
    public func numbers(meeting window: TimeWindow, where filter: TimelineFilter = .all) -> [UInt32] {
        let kinds = filter.types.intervalKinds
        if let index = unchangedIndex(filter) {
            return positions.value.intervals.base.byStart(index.hits(meeting: window, kinds: kinds))
        }
        return changed(filter) { $0.numbers(meeting: window, kinds: kinds, lane: $1) } ?? []
    }

    /// Returns the items that meet a window, by start; equal starts by id.
    ///
    /// - Complexity: O(b + h log h) for h items with texts of b bytes.
    public func items(meeting window: TimeWindow, where filter: TimelineFilter = .all) -> [TimelineItem] {
        inOrderOfIDs(numbers(meeting: window, where: filter)).map { self[Int($0)] }
    }

    /// Returns the items at an instant, for example at the position of a finger on the screen, by start;
    /// equal starts by id.
    public func items(at instant: Timestamp, where filter: TimelineFilter = .all) -> [TimelineItem] {
        items(meeting: TimeWindow(at: instant), where: filter)
    }

    /// Returns the number of the item that ends last of those that end before an instant; nil if none does.
    ///
    /// Of several that end together, it is the one that starts first, then the one with the lowest number.
    public func nearest(endingBefore instant: Timestamp, where filter: TimelineFilter = .all) -> Int? {
        let (micros, kinds) = (instant.micros, filter.types.intervalKinds)
        if let index = unchangedIndex(filter) {
            return index.nearest(endingBeforeMicros: micros, kinds: kinds)
        }
        return changed(filter) { $0.nearest(endingBeforeMicros: micros, kinds: kinds, lane: $1) } ?? nil
    }

    /// Returns the number of the item that starts first of those that start after an instant, if any.
    ///
    /// Of several that start together, it is the one with the lowest number.
    public func nearest(startingAfter instant: Timestamp, where filter: TimelineFilter = .all) -> Int? {
        let (micros, kinds) = (instant.micros, filter.types.intervalKinds)
        if let index = unchangedIndex(filter) {
            return index.nearest(startingAfterMicros: micros, kinds: kinds)
        }
        return changed(filter) { $0.nearest(startingAfterMicros: micros, kinds: kinds, lane: $1) } ?? nil
    }

    /// Returns the content of a window for a chart of `buckets` columns, such as pixels, however many items
    /// there are. For each bucket of time, these are the numbers of items of each type that start in it and
    /// meet it, the time that they spend in it, and the number of one such item.
    ///
    /// The kinds of the result are the types in the order of ``TimelineItemType``.
    ///
    /// - Throws: ``IntervalIndexError`` when there is no bucket, too many, or the window's edges are equal.
    /// - Complexity: as ``IntervalIndex/levels(over:buckets:kinds:)``, independent of the number of items;
    ///   after changes, also O(p) for those that are pending.
    public func levels(
        over window: TimeWindow, buckets: Int, where filter: TimelineFilter = .all
    ) throws(IntervalIndexError) -> IntervalLevels {
        guard let lane = lane(filter) else {
            return try IntervalIndex(starts: [], ends: [])
                .levels(over: window, buckets: buckets, kinds: filter.types.intervalKinds)
        }
        return try positions.value.intervals.levels(
            over: window, buckets: buckets, kinds: filter.types.intervalKinds, lane: lane)
    }

    /// Returns the index over the items of the filter's school, or over all; nil for an unknown school, and
    /// where some items are not in an index yet.
    @inline(__always)
    private func unchangedIndex(_ filter: TimelineFilter) -> IntervalIndex? {
        guard positions.value.intervals.isUnchanged else { return nil }
        guard let schoolID = filter.schoolID else { return positions.value.intervals.base.all }
        return tables.value.lanes.lane(of: schoolID).map { positions.value.intervals.base.lane($0) }
    }

    /// Calls `body` with the intervals and the filter's lane, nil for all; not for an unknown school.
    @inline(never)
    private func changed<Result>(
        _ filter: TimelineFilter, _ body: (LiveIntervals, Int?) -> Result
    ) -> Result? {
        guard let lane = lane(filter) else { return nil }
        return body(positions.value.intervals, lane)
    }

    /// Returns the lane of the filter's school; a lane of nil stands for all, no lane for an unknown school.
    private func lane(_ filter: TimelineFilter) -> Int?? {
        guard let schoolID = filter.schoolID else { return .some(nil) }
        return tables.value.lanes.lane(of: schoolID).map { .some($0) }
    }
}

extension TimelineItemTypes {
    /// The types as kinds of intervals.
    var intervalKinds: IntervalKinds { IntervalKinds(rawValue: rawValue) }
}
