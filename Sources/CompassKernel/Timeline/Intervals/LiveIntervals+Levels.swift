extension LiveIntervals {
    /// Returns a summary to draw, as ``IntervalIndex/levels(over:buckets:kinds:)`` does; of one lane or of
    /// all.
    ///
    /// - Complexity: that of the index, and the pending changes.
    func levels(
        over window: TimeWindow, buckets bucketCount: Int, kinds: IntervalKinds, lane: Int?
    ) throws(IntervalIndexError) -> IntervalLevels {
        var index = base.all
        if let lane {
            if let found = baseIndex(ofLane: lane) {
                index = found
            } else {
                index = try IntervalIndex(starts: [], ends: [])
            }
        }
        let levels = try index.levels(over: window, buckets: bucketCount, kinds: kinds)
        guard let pending = pending?.value else { return levels }
        // A sum that was too large for its bucket cannot be corrected.
        if levels.buckets.contains(where: { $0.timeMicros == .max }) {
            return try folded().levels(over: window, buckets: bucketCount, kinds: kinds, lane: lane)
        }
        var summaries = BucketChanges(levels)
        if lane == nil {
            let past = pending.starts.place(notBefore: .min)
            pending.starts.forEach(from: past) { entry in
                if entry.instant > window.toMicros { return false }
                if kinds.rawValue &>> entry.kind & 1 != 0 {
                    summaries.add(
                        PendingExtent(start: entry.instant, end: entry.other, kind: entry.kind),
                        entry.isRemoval ? -1 : 1)
                }
                return true
            }
        } else {
            forEachPending(ofLane: lane, kinds, pending) { summaries.add($0, $1) }
        }
        let first = FirstIntervals(self, index, pending, kinds, lane: lane)
        return IntervalLevels(window: window, kinds: kinds, buckets: summaries.changed(levels, first))
    }
}

/// What pending intervals add to the buckets of a window.
private struct BucketChanges {
    private let edges: [Int64]
    private var starts: [SIMD4<Int32>]
    /// Added where a change begins to last, subtracted after its last bucket.
    private var meets: [SIMD4<Int32>]
    /// The number of intervals that last through a bucket, likewise.
    private var wholes: [Int]
    /// The time in buckets that an interval does not last through; 128 bits, as several may be long.
    private var times: [Int128Sum]

    init(_ levels: IntervalLevels) {
        let count = levels.buckets.count
        edges = (0...count).map { levels.leftEdgeMicros(ofBucket: $0) }
        starts = Array(repeating: SIMD4(), count: count)
        meets = Array(repeating: SIMD4(), count: count + 1)
        wholes = Array(repeating: 0, count: count + 1)
        times = Array(repeating: Int128Sum(), count: count)
    }

    private var count: Int { starts.count }

    /// Returns the last bucket that does not begin after `instant`; −1 where there is none.
    private func bucket(of instant: Int64) -> Int {
        (0..<count).partitioningIndex { edges[$0] > instant } - 1
    }

    mutating func add(_ interval: LiveIntervals.PendingExtent, _ sign: Int) {
        guard interval.start <= edges[count], interval.end >= edges[0] else { return }
        var weight = SIMD4<Int32>()
        weight[Int(interval.kind)] = Int32(sign)
        let first = max(bucket(of: interval.start), 0)
        if interval.start >= edges[0] { starts[first] &+= weight }
        let last = interval.start == interval.end ? first : bucket(of: interval.end)
        meets[first] &+= weight
        meets[last + 1] &-= weight
        if interval.start == interval.end { return }
        func addPart(_ bucket: Int) {
            let from = max(interval.start, edges[bucket])
            let to = min(interval.end, edges[bucket + 1])
            if to > from { times[bucket].add(UInt64(bitPattern: to &- from), sign) }
        }
        addPart(first)
        if last == first { return }
        addPart(last)
        wholes[first + 1] += sign
        wholes[last] -= sign
    }

    /// Returns the buckets with these changes.
    func changed(_ levels: IntervalLevels, _ firstIntervals: FirstIntervals) -> [IntervalBucket] {
        var (lasting, whole) = (SIMD4<Int32>(), 0)
        var representatives = firstIntervals
        return levels.buckets.indices.map { bucket in
            let old = levels.buckets[bucket]
            lasting &+= meets[bucket]
            whole += wholes[bucket]
            let newStarts = old.starts.values &+ SIMD4<UInt32>(truncatingIfNeeded: starts[bucket])
            let newMeets = old.meets.values &+ SIMD4<UInt32>(truncatingIfNeeded: lasting)
            var time = times[bucket]
            time.add(old.timeMicros, 1)
            let width = UInt64(bitPattern: edges[bucket + 1] &- edges[bucket])
            time.add(width, times: whole)
            var representative: UInt32?
            if newStarts != SIMD4() {
                let last = bucket == count - 1
                representative = representatives.first(
                    startingFrom: edges[bucket], through: last ? edges[count] : edges[bucket + 1] - 1,
                    inBase: old.starts.values == SIMD4() ? nil : old.representative)
            } else if newMeets.wrappedSum() > 0 {
                representative = representatives.firstLasting(
                    at: edges[bucket], inBase: old.starts.values == SIMD4() ? old.representative : nil)
            }
            return IntervalBucket(
                starts: IntervalKindCounts(newStarts), meets: IntervalKindCounts(newMeets),
                timeMicros: time.clamped, representative: representative)
        }
    }
}

/// A sum of signed 64-bit magnitudes.
private struct Int128Sum {
    private var low: UInt64 = 0
    private var high: Int64 = 0

    mutating func add(_ magnitude: UInt64, _ sign: Int) {
        if sign >= 0 {
            let sum = low.addingReportingOverflow(magnitude)
            (low, high) = (sum.partialValue, high &+ (sum.overflow ? 1 : 0))
        } else {
            let rest = low.subtractingReportingOverflow(magnitude)
            (low, high) = (rest.partialValue, high &- (rest.overflow ? 1 : 0))
        }
    }

    mutating func add(_ magnitude: UInt64, times count: Int) {
        let product = magnitude.multipliedFullWidth(by: UInt64(count.magnitude))
        add(product.low, count)
        high = count >= 0 ? high &+ Int64(bitPattern: product.high) : high &- Int64(bitPattern: product.high)
    }

    /// The sum, which is not negative; `UInt64.max` where it is larger.
    var clamped: UInt64 { high == 0 ? low : UInt64.max }
}

/// A search for the first intervals, by start, then number, from left to right.
private struct FirstIntervals {
    private let intervals: LiveIntervals
    private let index: IntervalIndex
    private let pending: PendingIntervals
    private let kinds: IntervalKinds
    /// The added intervals of the kinds, by start; those of one lane also by number.
    private var added: [Added] = []
    private var nextAdded = 0
    /// Those that are not points.
    private var nonEmpty: [Added] = []
    /// The first interval that lasted at an earlier edge; it remains the first until it ends.
    private var lasting: (number: Int, end: Int64)?

    private struct Added {
        var start: Int64
        var end: Int64
        var kind: UInt8
        var lane: UInt32
        var row: UInt32
    }

    init(
        _ intervals: LiveIntervals, _ index: IntervalIndex, _ pending: PendingIntervals,
        _ kinds: IntervalKinds, lane: Int?
    ) {
        (self.intervals, self.index, self.pending, self.kinds) = (intervals, index, pending, kinds)
        var added: [Added] = []
        if let lane {
            for interval in pending.added[pending.added(ofLane: lane)] {
                added.append(
                    Added(
                        start: interval.start, end: interval.end, kind: interval.kind, lane: interval.lane,
                        row: interval.row))
            }
        } else {
            pending.starts.forEach(from: pending.starts.place(notBefore: .min)) { entry in
                if entry.isRemoval { return true }
                added.append(
                    Added(
                        start: entry.instant, end: entry.other, kind: entry.kind, lane: entry.lane,
                        row: entry.row))
                return true
            }
        }
        self.added = kinds == .all ? added : added.filter { kinds.rawValue &>> $0.kind & 1 != 0 }
        nonEmpty = self.added.filter { $0.end > $0.start }
    }

    private func number(of added: Added) -> Int {
        pending.number(
            ofAdded: pending.index(lane: added.lane, start: added.start, row: added.row, kind: added.kind))
    }

    /// Returns the first by number of the intervals that start together with the one at `place`.
    ///
    /// - Parameter isWanted: whether one of them counts.
    private func first(
        of intervals: [Added], at place: Int, where isWanted: (Added) -> Bool
    ) -> (start: Int64, number: Int, end: Int64) {
        var best = (intervals[place].start, number(of: intervals[place]), intervals[place].end)
        var next = place + 1
        while next < intervals.count, intervals[next].start == best.0 {
            let interval = intervals[next]
            if isWanted(interval) {
                let number = number(of: interval)
                if number < best.1 { best = (interval.start, number, interval.end) }
            }
            next += 1
        }
        return best
    }

    /// Returns the first interval that starts within a range, which is after that of earlier calls.
    ///
    /// - Parameter oldNumber: the base's number of its first one, including those that were removed.
    mutating func first(startingFrom first: Int64, through last: Int64, inBase oldNumber: Int?) -> UInt32? {
        while nextAdded < added.count, added[nextAdded].start < first { nextAdded += 1 }
        var best: (start: Int64, number: Int)?
        if let oldNumber, let number = remaining(oldNumber, startingFrom: first, through: last),
            let current = pending.number(ofBase: number)
        {
            best = (intervals.base.start(number), current)
        }
        if nextAdded < added.count, added[nextAdded].start <= min(last, best?.start ?? last) {
            let found = self.first(of: added, at: nextAdded) { _ in true }
            if best.map({ (found.start, found.number) < $0 }) ?? true { best = (found.start, found.number) }
        }
        return best.map { UInt32($0.number) }
    }

    /// Returns the base's number of its first interval of a range that was not removed.
    private func remaining(_ oldNumber: Int, startingFrom first: Int64, through last: Int64) -> Int? {
        if !pending.isRemoved(oldNumber) { return oldNumber }
        let rows = index.firstRow(notBefore: first)..<index.firstRow(after: last)
        let row = intervals.remainingRow(
            from: rows.lowerBound, below: rows.upperBound, kinds, index, pending)
        return row.map { Int(index.id(ofRow: $0)) }
    }

    /// Returns the first interval that starts before an instant and does not end before it.
    ///
    /// - Parameter oldNumber: the base's number of its first one, including those that were removed; nil if
    ///   unknown.
    mutating func firstLasting(at instant: Int64, inBase oldNumber: Int?) -> UInt32? {
        if let lasting, lasting.end >= instant { return UInt32(lasting.number) }
        var best: (start: Int64, number: Int, end: Int64)?
        for place in nonEmpty.indices {
            if nonEmpty[place].start >= instant { break }
            if nonEmpty[place].end >= instant {
                best = first(of: nonEmpty, at: place) { $0.end >= instant }
                break
            }
        }
        var found: (number: Int, end: Int64)?
        if let oldNumber, !pending.isRemoved(oldNumber) {
            found = (oldNumber, intervals.base.end(oldNumber))
        } else {
            found = firstInBase(lastingAt: instant)
        }
        if let found, let number = pending.number(ofBase: found.number) {
            let start = intervals.base.start(found.number)
            if best.map({ (start, number) < ($0.start, $0.number) }) ?? true {
                best = (start, number, found.end)
            }
        }
        lasting = best.map { ($0.number, $0.end) }
        return best.map { UInt32($0.number) }
    }

    /// Returns the base's number, and the end, of its first such interval that was not removed.
    private func firstInBase(lastingAt instant: Int64) -> (number: Int, end: Int64)? {
        let before = index.firstRow(notBefore: instant)
        guard let first = index.firstSpanning(before: before, at: instant, kinds) else { return nil }
        let number = Int(index.id(ofRow: first.row))
        if !pending.isRemoved(number) { return (number, first.end) }
        let window = TimeWindow(orderedFromMicros: instant, toMicros: instant)
        let hits = index.hits(meeting: window, kinds: kinds)
        return intervals.base.byStart(hits).prefix(hits.spanningCount)
            .first { !pending.isRemoved(Int($0)) }
            .map { (Int($0), intervals.base.end(Int($0))) }
    }
}
