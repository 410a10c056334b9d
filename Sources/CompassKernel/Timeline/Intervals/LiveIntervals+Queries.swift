extension LiveIntervals {
    /// Returns the number of intervals that meet a window, of one lane or of all.
    ///
    /// - Complexity: a few look-ups in the index and among pending changes; in one lane, also the pending
    ///   changes of this lane.
    func count(meeting window: TimeWindow, kinds: IntervalKinds, lane: Int?) -> Int {
        guard let pending = pending?.value else {
            return (lane.map { baseIndex(ofLane: $0) } ?? base.all)?.count(meeting: window, kinds: kinds) ?? 0
        }
        if let lane { return count(meeting: window, kinds: kinds, ofLane: lane, pending) }
        let started =
            window.toMicros == .max
            ? pending.starts.total : pending.starts.counts(before: window.toMicros + 1)
        let difference = started &- pending.ends.counts(before: window.fromMicros)
        let mask = SIMD4<Int32>(truncatingIfNeeded: kinds.elementMask)
        return base.all.count(meeting: window, kinds: kinds) + Int((difference & mask).wrappedSum())
    }

    private func count(
        meeting window: TimeWindow, kinds: IntervalKinds, ofLane lane: Int, _ pending: PendingIntervals
    ) -> Int {
        var count = baseIndex(ofLane: lane)?.count(meeting: window, kinds: kinds) ?? 0
        forEachPending(ofLane: lane, kinds, pending) { interval, sign in
            if interval.start <= window.toMicros, interval.end >= window.fromMicros { count += sign }
        }
        return count
    }

    /// The edges and the kind of a pending interval.
    struct PendingExtent {
        var start: Int64
        var end: Int64
        var kind: UInt8
    }

    /// Calls `body` with each pending interval of the kinds, and 1 for an added or −1 for a removed one.
    @inline(__always)
    func forEachPending(
        ofLane lane: Int?, _ kinds: IntervalKinds, _ pending: PendingIntervals,
        _ body: (PendingExtent, Int) -> Void
    ) {
        for index in lane.map({ pending.added(ofLane: $0) }) ?? 0..<pending.added.count {
            let interval = pending.added[index]
            if kinds.rawValue &>> interval.kind & 1 == 0 { continue }
            body(PendingExtent(start: interval.start, end: interval.end, kind: interval.kind), 1)
        }
        var removed = 0..<pending.removed.count
        if let lane {
            let numbers = baseNumbers(ofLane: lane)
            removed =
                pending.removedCount(
                    before: numbers.lowerBound)..<pending.removedCount(before: numbers.upperBound)
        }
        for place in removed {
            let number = Int(pending.removed[place])
            let kind = UInt8(truncatingIfNeeded: base.kind(number))
            if kinds.rawValue &>> kind & 1 == 0 { continue }
            body(PendingExtent(start: base.start(number), end: base.end(number), kind: kind), -1)
        }
    }

    /// The number of results from which all numbers are translated. Derived: 10 µs at 20 ns for each.
    private static var translatedCount: Int { 500 }

    /// Returns the numbers of the intervals that meet a window, by start; equal starts by number.
    func numbers(meeting window: TimeWindow, kinds: IntervalKinds, lane: Int?) -> [UInt32] {
        guard let index = lane.map({ baseIndex(ofLane: $0) }) ?? base.all else {
            guard let pending else { return [] }
            return addedHits(window, kinds, lane: lane, pending.value).map(\.number)
        }
        let found = base.byStart(index.hits(meeting: window, kinds: kinds))
        guard let changes = self.pending else { return found }
        let pending = changes.value
        // For a few results, looking them up takes less time than the translation of all numbers.
        let translation = found.count >= Self.translatedCount ? changes.numbers : nil
        let added = addedHits(window, kinds, lane: lane, pending)
        let capacity = found.count + added.count
        return [UInt32](filling: capacity) { target, written in
            var first = 0
            // SAFETY: each of those found, and each added one, is written at most once.
            func append(upTo end: Int) {
                let free = UnsafeMutableBufferPointer(rebasing: target[written...])
                if let translation {
                    written += translation.write(found[first..<end], to: free)
                } else {
                    for place in first..<end {
                        guard let number = pending.number(ofBase: Int(found[place])) else { continue }
                        target[written] = UInt32(truncatingIfNeeded: number)
                        written += 1
                    }
                }
                first = end
            }
            for interval in added {
                append(
                    upTo: (first..<found.count).partitioningIndex { place in
                        let start = base.start(Int(found[place]))
                        // An added interval comes before the base's intervals from its place on.
                        return (start, found[place]) >= (interval.start, interval.place)
                    })
                target[written] = interval.number
                written += 1
            }
            append(upTo: found.count)
        }
    }

    /// An added interval that meets a window.
    private struct AddedHit {
        var start: Int64
        var place: UInt32
        var number: UInt32
    }

    /// Returns the added intervals that meet a window, by start; equal starts by number.
    private func addedHits(
        _ window: TimeWindow, _ kinds: IntervalKinds, lane: Int?, _ pending: PendingIntervals
    ) -> [AddedHit] {
        var hits: [AddedHit] = []
        func append(_ index: Int) {
            let interval = pending.added[index]
            if kinds.rawValue &>> interval.kind & 1 == 0 { return }
            hits.append(
                AddedHit(
                    start: interval.start, place: interval.place,
                    number: UInt32(pending.number(ofAdded: index))))
        }
        if let lane {
            for index in pending.added(ofLane: lane, from: .min, through: window.toMicros)
            where pending.added[index].end >= window.fromMicros { append(index) }
            return hits
        }
        let sinceMin = UInt64(bitPattern: window.fromMicros &- Int64.min)
        let earliest =
            pending.longest > sinceMin
            ? Int64.min : window.fromMicros &- Int64(bitPattern: pending.longest)
        pending.starts.forEach(from: pending.starts.place(notBefore: earliest)) { entry in
            if entry.instant > window.toMicros { return false }
            if !entry.isRemoval, entry.other >= window.fromMicros {
                append(
                    pending.index(
                        lane: entry.lane, start: entry.instant, row: entry.row, kind: entry.kind))
            }
            return true
        }
        hits.sort { ($0.start, $0.number) < ($1.start, $1.number) }
        return hits
    }

    /// The earliest start of all intervals; nil without intervals.
    var earliestStartMicros: Int64? {
        guard let pending = pending?.value else { return base.all.earliestStartMicros }
        var earliest: Int64?
        pending.starts.forEach(from: pending.starts.place(notBefore: .min)) { entry in
            if entry.isRemoval { return true }
            earliest = entry.instant
            return false
        }
        for row in 0..<base.count where !pending.isRemoved(Int(base.all.id(ofRow: row))) {
            let start = base.all.columns.starts[row]
            return min(start, earliest ?? start)
        }
        return earliest
    }
}

extension LaneIntervals {
    /// Returns the numbers of intervals by start; equal starts by number.
    func byStart(_ hits: IntervalHits) -> [UInt32] {
        var numbers = hits.ids
        if hits.spanningCount > 1 {
            // The intervals that start in the window are already sorted, and follow.
            numbers[..<hits.spanningCount].sort { a, b in
                let (startA, startB) = (start(Int(a)), start(Int(b)))
                return startA == startB ? a < b : startA < startB
            }
        }
        return numbers
    }
}
