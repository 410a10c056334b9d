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

    /// The number of the item that ends last of those that end before an instant; nil when there is none.
    ///
    /// Of several that end together it is the one that starts first, of those the one with the lowest number.
    public func nearest(endingBefore instant: Timestamp, where filter: TimelineFilter = .all) -> Int? {
        index(filter)?.nearest(endingBefore: instant.micros, kinds: filter.types.intervalKinds).map {
            Int($0)
        }
    }

    /// The number of the item that starts first of those that start after an instant; nil when there is none.
    ///
    /// Of several that start together it is the one with the lowest number.
    public func nearest(startingAfter instant: Timestamp, where filter: TimelineFilter = .all) -> Int? {
        index(filter)?.nearest(startingAfter: instant.micros, kinds: filter.types.intervalKinds).map {
            Int($0)
        }
    }

    /// What a chart of a given width shows of a window, however many items there are: for each bucket of time how
    /// many items of each type start in it and meet it, the time that they spend in it, and the number of one.
    ///
    /// The kinds of the answer are the types in the order of ``TimelineItemType``.
    ///
    /// - Parameters:
    ///   - window: the stretch of time.
    ///   - buckets: the width in buckets, such as pixels.
    ///   - filter: the items that count.
    /// - Throws: ``IntervalIndexError`` when there is no bucket, too many, or the window's edges are equal.
    /// - Complexity: as ``IntervalIndex/levels(over:buckets:kinds:)``, which does not depend on the answer.
    public func levels(
        over window: TimeWindow, buckets: Int, where filter: TimelineFilter = .all
    ) throws(IntervalIndexError) -> IntervalLevels {
        guard let index = index(filter) else {
            return try IntervalIndex(starts: [], ends: []).levels(over: window, buckets: buckets)
        }
        return try index.levels(over: window, buckets: buckets, kinds: filter.types.intervalKinds)
    }

    /// The index over the items of the filter's school, or over all; nil when there is no such school.
    func index(_ filter: TimelineFilter) -> IntervalIndex? {
        let intervals = positions.value.intervals
        guard let schoolId = filter.schoolId else { return intervals.all }
        return tables.value.lanes.lane(of: schoolId).map { intervals.lane($0) }
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
