extension LiveIntervals {
    /// Returns a summary to draw, as ``IntervalIndex/levels(over:buckets:kinds:)`` does; of one lane or of all.
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
        forEachPending(ofLane: lane, kinds, pending) { summaries.add($0, $1) }
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
                    startingFrom: edges[bucket], through: last ? edges[count] : edges[bucket + 1] - 1)
            } else if newMeets.wrappedSum() > 0 {
                representative = representatives.firstLasting(at: edges[bucket])
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
    /// The added intervals of the kinds, by start, then number.
    private var added: [(start: Int64, end: Int64, number: Int)] = []
    private var nextAdded = 0
    /// Those that are not points.
    private var nonEmpty: [(start: Int64, end: Int64, number: Int)] = []
    /// The first interval that lasted at an earlier edge; it remains the first until it ends.
    private var lasting: (number: Int, end: Int64)?

    init(
        _ intervals: LiveIntervals, _ index: IntervalIndex, _ pending: PendingIntervals,
        _ kinds: IntervalKinds, lane: Int?
    ) {
        (self.intervals, self.index, self.pending, self.kinds) = (intervals, index, pending, kinds)
        for place in lane.map({ pending.added(ofLane: $0) }) ?? 0..<pending.added.count {
            let interval = pending.added[place]
            if kinds.rawValue &>> interval.kind & 1 == 0 { continue }
            added.append((interval.start, interval.end, pending.number(ofAdded: place)))
        }
        if lane == nil { added.sort { ($0.start, $0.number) < ($1.start, $1.number) } }
        nonEmpty = added.filter { $0.end > $0.start }
    }

    /// Returns the first interval that starts within a range, which is after that of earlier calls.
    mutating func first(startingFrom first: Int64, through last: Int64) -> UInt32? {
        while nextAdded < added.count, added[nextAdded].start < first { nextAdded += 1 }
        var best: (start: Int64, number: Int)?
        if nextAdded < added.count, added[nextAdded].start <= last {
            best = (added[nextAdded].start, added[nextAdded].number)
        }
        let rows = index.firstRow(notBefore: first)..<index.firstRow(after: last)
        let row = intervals.remainingRow(
            from: rows.lowerBound, below: rows.upperBound, kinds, index, pending)
        if let row, let number = pending.number(ofBase: Int(index.id(ofRow: row))) {
            let start = index.columns.starts[row]
            if best.map({ (start, number) < $0 }) ?? true { best = (start, number) }
        }
        return best.map { UInt32($0.number) }
    }

    /// Returns the first interval that starts before an instant and does not end before it.
    mutating func firstLasting(at instant: Int64) -> UInt32? {
        if let lasting, lasting.end >= instant { return UInt32(lasting.number) }
        var best: (start: Int64, number: Int, end: Int64)?
        for interval in nonEmpty {
            if interval.start >= instant { break }
            if interval.end >= instant {
                best = (interval.start, interval.number, interval.end)
                break
            }
        }
        if let found = firstInBase(lastingAt: instant) {
            let start = intervals.base.start(found.number)
            if let number = pending.number(ofBase: found.number),
                best.map({ (start, number) < ($0.start, $0.number) }) ?? true
            {
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
