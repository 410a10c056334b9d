extension TimelineLayout {
    /// Lays out the items that meet a range.
    init(
        of items: TimelineItems, _ range: TimelineRange, where filter: TimelineFilter, asOf now: Timestamp,
        minimumWidth: Double, lanes: TimelineLanes
    ) {
        let zone = items.zone
        let intervals = items.positions.value.intervals
        let scale = TimelineScale(
            range, asOf: now, in: zone,
            earliest: intervals.earliestStartMicros.map { Timestamp(micros: $0) })
        let numbersByStart = items.numbers(meeting: scale.window, where: filter)
        var shownNumbers = numbersByStart
        // The items of one lane are numbered by start.
        if filter.schoolID == nil { RadixSort.sort(&shownNumbers) }

        let allLanes = Self.lanes(of: shownNumbers, in: items)
        let page = Self.page(lanes, of: allLanes.count)
        var placements: [Placement] = []
        placements.reserveCapacity(allLanes[page.lanes].reduce(0) { $0 + $1.placements.count })
        var stacking = LaneStacking()
        let width = minimumWidth.isNaN ? 0 : min(max(minimumWidth, 0), 100)
        let lanePlacements = allLanes[page.lanes].map { lane in
            let first = placements.count
            Self.place(
                shownNumbers[lane.placements], of: intervals, on: scale, minimumWidth: width,
                into: &placements)
            let placed = first..<placements.count
            let rowCount = stacking.stack(&placements, placed)
            return LanePlacement(lane: lane.lane, placements: placed, rowCount: rowCount)
        }

        self.items = items
        self.range = TimelinePageRange(
            kind: range, from: ZonedTimestamp(Timestamp(micros: scale.fromMicros), in: zone),
            to: ZonedTimestamp(Timestamp(micros: scale.toMicros), in: zone))
        todayPosition = scale.unclippedPosition(zone.startOfDay(zone.civilDate(at: now)).micros)
        months = scale.months(in: zone)
        laneCount = allLanes.count
        (lanesPage, lanesPages) = (page.number, page.count)
        state = Self.state(of: items, filter, hasShown: !shownNumbers.isEmpty)
        self.lanePlacements = lanePlacements
        self.placements = placements
        listNumbers = items.inOrderOfIDs(numbersByStart.reversed())
        self.shownNumbers = shownNumbers
    }

    /// Returns the lanes of items that are sorted by number, which is also name order. A lane's placements
    /// are the positions of its items.
    private static func lanes(of numbers: [UInt32], in items: TimelineItems) -> [LanePlacement] {
        let intervals = items.positions.value.intervals
        var lanes: [LanePlacement] = []
        var first = 0
        while first < numbers.count {
            let lane = intervals.lane(of: Int(numbers[first]))
            let laneEnd = intervals.numbers(ofLane: lane).upperBound
            var end = first + 1
            while end < numbers.count, numbers[end] < laneEnd { end += 1 }
            lanes.append(LanePlacement(lane: lane, placements: first..<end, rowCount: 0))
            first = end
        }
        return lanes
    }

    /// Returns the page of lanes that is nearest to the requested one.
    private static func page(
        _ wanted: TimelineLanes, of laneCount: Int
    ) -> (lanes: Range<Int>, number: Int, count: Int) {
        guard case .page(let wantedNumber, let wantedSize) = wanted else { return (0..<laneCount, 1, 1) }
        let size = max(wantedSize, 1)
        let count = max(laneCount / size + (laneCount % size == 0 ? 0 : 1), 1)
        let number = min(max(wantedNumber, 1), count)
        let first = (number - 1) * size
        return (first..<first + min(size, laneCount - first), number, count)
    }

    /// Appends the placements of items.
    private static func place(
        _ numbers: ArraySlice<UInt32>, of intervals: LiveIntervals, on scale: TimelineScale,
        minimumWidth: Double, into placements: inout [Placement]
    ) {
        intervals.forEachExtent(of: numbers) { number, start, end in
            if let end {
                let extent = scale.extent(from: start, to: end, minimumWidth: minimumWidth)
                placements.append(Placement(extent, number: number, isBar: true))
            } else {
                let extent = scale.extent(at: start, minimumWidth: minimumWidth)
                placements.append(Placement(extent, number: number, isBar: false))
            }
        }
    }

    private static func state(
        of items: TimelineItems, _ filter: TimelineFilter, hasShown: Bool
    ) -> TimelineState {
        if hasShown { return .items }
        if items.isEmpty { return .noData }
        let ever = TimeWindow(orderedFromMicros: .min, toMicros: .max)
        return items.count(meeting: ever, where: filter) > 0 ? .outOfRange : .noMatches
    }
}
