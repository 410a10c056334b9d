/// Intervals that belong to lanes, queried by the windows they meet, and changed one at a time.
///
/// They are numbered as in ``LaneIntervals``: by lane, in a lane by start and then by a rule of the caller.
/// The *base* is an index of all intervals at one time; changes since then are kept beside it and are
/// included in all results (``PendingIntervals``). When there are many, a new base is built in steps
/// (``IntervalFolding``), a few with each change. Everything is shared by copies.
struct LiveIntervals: Sendable {
    let base: LaneIntervals
    /// The row of each of the base's numbers in its kind's table.
    let baseRows: ColumnBuffer<UInt32>
    /// What has changed since; nil if nothing has.
    var pending: PendingChanges?
    /// The number of the base's lanes before each lane; nil if the lanes are the base's.
    var baseLanesBefore: [UInt32]?
    var laneCount: Int
    /// A new base under construction.
    var folding: IntervalFolding?
    let limits: PendingLimits

    init(_ base: LaneIntervals, rows: ColumnBuffer<UInt32>, limits: PendingLimits) {
        (self.base, baseRows, self.limits) = (base, rows, limits)
        laneCount = base.laneCount
    }

    /// Whether all results are those of the base.
    @inline(__always)
    var isUnchanged: Bool { pending == nil && baseLanesBefore == nil }

    /// The number of intervals.
    var count: Int { pending?.value.currentCount ?? base.count }

    /// The memory of the indexes and of the pending changes, in bytes.
    var byteCount: Int { base.byteCount + baseRows.byteCount + (pending?.value.byteCount ?? 0) }

    // MARK: Intervals

    /// Returns the start of an interval, in microseconds since 1970-01-01T00:00:00Z.
    @inline(__always)
    func start(_ number: Int) -> Int64 {
        isUnchanged ? base.start(number) : current(number, base.start) { $0.start }
    }

    /// Returns the end of an interval, in microseconds since 1970-01-01T00:00:00Z.
    @inline(__always)
    func end(_ number: Int) -> Int64 {
        isUnchanged ? base.end(number) : current(number, base.end) { $0.end }
    }

    /// Returns the kind of an interval, 0 to 3.
    @inline(__always)
    func kind(_ number: Int) -> Int {
        isUnchanged ? base.kind(number) : current(number, base.kind) { Int($0.kind) }
    }

    /// Returns the row of an interval in its kind's table.
    @inline(__always)
    func row(_ number: Int) -> Int {
        isUnchanged ? Int(baseRows[number]) : current(number, { Int(baseRows[$0]) }) { Int($0.row) }
    }

    /// Returns a property of an interval of the base by its number there, or of an added one.
    @inline(never)
    private func current<Property>(
        _ number: Int, _ inBase: (Int) -> Property, added: (PendingInterval) -> Property
    ) -> Property {
        guard let pending else { return inBase(number) }
        switch pending.value.source(of: number) {
        case .base(let number): return inBase(number)
        case .added(let index): return added(pending.value.added[index])
        }
    }

    // MARK: Lanes

    /// Returns the lane of an interval in O(log l) for l lanes.
    @inline(__always)
    func lane(of number: Int) -> Int {
        if isUnchanged { return base.lane(of: number) }
        return current(number, { lane(ofBase: base.lane(of: $0)) }) { Int($0.lane) }
    }

    /// Returns the numbers of a lane's intervals.
    func numbers(ofLane lane: Int) -> Range<Int> {
        let inBase = baseNumbers(ofLane: lane)
        guard let pending = pending?.value else { return inBase }
        let added = pending.added(ofLane: lane)
        return inBase.lowerBound - pending.removedCount(before: inBase.lowerBound) + added.lowerBound..<inBase
            .upperBound - pending.removedCount(before: inBase.upperBound) + added.upperBound
    }

    /// Returns the base's index of a lane; nil if the lane is new.
    func baseIndex(ofLane lane: Int) -> IntervalIndex? {
        guard let before = baseLanesBefore else { return base.lane(lane) }
        return before[lane + 1] > before[lane] ? base.lane(Int(before[lane])) : nil
    }

    /// Returns the base's numbers of a lane, an empty range at its place if it is new.
    func baseNumbers(ofLane lane: Int) -> Range<Int> {
        guard let before = baseLanesBefore else { return base.numbers(ofLane: lane) }
        let baseLane = Int(before[lane])
        if before[lane + 1] > before[lane] { return base.numbers(ofLane: baseLane) }
        let place = baseLane < base.laneCount ? base.numbers(ofLane: baseLane).lowerBound : base.count
        return place..<place
    }

    /// Returns the lane of one of the base's lanes.
    @inline(__always)
    func lane(ofBase baseLane: Int) -> Int {
        guard let before = baseLanesBefore else { return baseLane }
        return (0..<laneCount).partitioningIndex { Int(before[$0 + 1]) > baseLane }
    }
}

/// How many changes are kept beside an index before they are folded into it.
struct PendingLimits: Sendable {
    /// Fewer pending intervals than this are never folded unless the caller requests it.
    var minimum = 64
    /// With this many, folding begins; it is finished before there are twice as many.
    ///
    /// Derived: folding 1,000,000 intervals takes 80 ms, so that 2,048 changes take 40 µs each; a copy of
    /// this many pending intervals, which a snapshot requires, takes as long.
    var maximum = 2048
    /// Folding begins when more than one in this many intervals is pending, so that twice as many are 5
    /// percent.
    var share = 40
    /// The number of cells that divide the base's numbers.
    var cellCount = 1024
    /// Cached items are discarded after changes of more than one in this many items without a query. Derived:
    /// a change takes 50 µs, and to compute the positions of an item 0.4 µs.
    var itemsPerUnqueriedChange = 128
    /// The number of rows that one step of folding copies.
    var rowsPerStep = 8192

    /// Returns the number of pending intervals at which folding begins.
    func threshold(of count: Int) -> Int { min(max(count / share, minimum), maximum) }
}
