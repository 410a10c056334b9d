extension TimelineItems {
    /// How many items meet a window.
    ///
    /// - Complexity: independent of the answer: some look-ups in the index.
    public func count(meeting window: TimeWindow, where filter: TimelineFilter = .all) -> Int {
        index(filter)?.count(meeting: window, kinds: filter.types.intervalKinds) ?? 0
    }

    /// The numbers of the items that meet a window, by start; equal starts by number.
    ///
    /// - Complexity: O(h + s log s) for h items of which s began before the window.
    public func numbers(meeting window: TimeWindow, where filter: TimelineFilter = .all) -> [UInt32] {
        guard let index = index(filter) else { return [] }
        let hits = index.hits(meeting: window, kinds: filter.types.intervalKinds)
        return byStart(hits)
    }

    /// The items that meet a window, by start; equal starts by id.
    ///
    /// - Complexity: O(b + h log h) for h items with texts of b bytes.
    public func items(meeting window: TimeWindow, where filter: TimelineFilter = .all) -> [TimelineItem] {
        inOrderOfIds(numbers(meeting: window, where: filter)).map { self[Int($0)] }
    }

    /// The items at an instant, as a finger on the screen finds them, by start; equal starts by id.
    public func items(at instant: Timestamp, where filter: TimelineFilter = .all) -> [TimelineItem] {
        items(meeting: TimeWindow(at: instant), where: filter)
    }

    /// The index over the items of the filter's school, or over all; nil when there is no such school.
    func index(_ filter: TimelineFilter) -> IntervalIndex? {
        let intervals = positions.value.intervals
        guard let schoolId = filter.schoolId else { return intervals.all }
        guard let lane = tables.value.lanes.lane(of: schoolId), lane < intervals.laneCount else {
            return nil
        }
        return intervals.lane(lane)
    }

    /// The numbers of items by start; equal starts by number.
    func byStart(_ hits: IntervalHits) -> [UInt32] {
        var numbers = hits.ids
        if hits.spanningCount > 1 {
            // Those that start in the window are in order already, and follow.
            let intervals = positions.value.intervals
            numbers[..<hits.spanningCount].sort { a, b in
                let (startA, startB) = (intervals.start(Int(a)), intervals.start(Int(b)))
                return startA == startB ? a < b : startA < startB
            }
        }
        return numbers
    }
}

extension TimelineItemTypes {
    /// The types as kinds of intervals.
    var intervalKinds: IntervalKinds { IntervalKinds(rawValue: rawValue) }
}
