extension LiveIntervals {
    /// Returns the number of the interval that ends last of those that end before an instant, as
    /// ``IntervalIndex/nearest(endingBeforeMicros:kinds:)`` does; of one lane or of all.
    func nearest(endingBeforeMicros instant: Int64, kinds: IntervalKinds, lane: Int?) -> Int? {
        let index = lane.map { baseIndex(ofLane: $0) } ?? base.all
        guard let pending = pending?.value else {
            return index?.nearest(endingBeforeMicros: instant, kinds: kinds)
        }
        var best: Candidate?
        if let index, let number = remaining(endingBefore: instant, kinds, index, pending),
            let current = pending.number(ofBase: number)
        {
            best = Candidate(start: base.start(number), end: base.end(number), number: current)
        }
        func compare(_ index: Int) {
            let interval = pending.added[index]
            if kinds.rawValue &>> interval.kind & 1 == 0 || interval.end >= instant { return }
            let candidate = Candidate(
                start: interval.start, end: interval.end, number: pending.number(ofAdded: index))
            if best.map({ candidate.endsLater(than: $0) }) ?? true { best = candidate }
        }
        if let lane {
            pending.added(ofLane: lane).forEach(compare)
        } else {
            pending.ends.forEach(before: pending.ends.place(notBefore: instant)) { entry in
                if let best, entry.instant < best.end { return false }
                if !entry.isRemoval {
                    compare(
                        pending.index(lane: entry.lane, start: entry.other, row: entry.row, kind: entry.kind))
                }
                return true
            }
        }
        return best?.number
    }

    private struct Candidate {
        var start: Int64
        var end: Int64
        var number: Int

        func endsLater(than other: Candidate) -> Bool {
            end != other.end ? end > other.end : (start, number) < (other.start, other.number)
        }
    }

    /// Returns the base's number of its nearest interval that was not removed.
    ///
    /// - Complexity: that of the index for each removed interval that is nearer.
    private func remaining(
        endingBefore instant: Int64, _ kinds: IntervalKinds, _ index: IntervalIndex,
        _ pending: PendingIntervals
    ) -> Int? {
        var instant = instant
        while let nearest = index.nearest(endingBeforeMicros: instant, kinds: kinds) {
            if !pending.isRemoved(nearest) { return nearest }
            let end = base.end(nearest)
            let window = TimeWindow(orderedFromMicros: end, toMicros: end)
            let other = base.byStart(index.hits(meeting: window, kinds: kinds)).first { number in
                base.end(Int(number)) == end && !pending.isRemoved(Int(number))
            }
            if let other { return Int(other) }
            instant = end
        }
        return nil
    }

    /// Returns the number of the interval that starts first of those that start after an instant, as
    /// ``IntervalIndex/nearest(startingAfterMicros:kinds:)`` does; of one lane or of all.
    func nearest(startingAfterMicros instant: Int64, kinds: IntervalKinds, lane: Int?) -> Int? {
        let index = lane.map { baseIndex(ofLane: $0) } ?? base.all
        guard let pending = pending?.value else {
            return index?.nearest(startingAfterMicros: instant, kinds: kinds)
        }
        var best: (start: Int64, number: Int)?
        if let index {
            let row = remainingRow(from: index.firstRow(after: instant), kinds, index, pending)
            if let row, let number = pending.number(ofBase: Int(index.id(ofRow: row))) {
                best = (index.columns.starts[row], number)
            }
        }
        if instant == .max { return nil }
        func compare(_ index: Int) {
            let start = pending.added[index].start
            if kinds.rawValue &>> pending.added[index].kind & 1 == 0 { return }
            let number = pending.number(ofAdded: index)
            if best.map({ (start, number) < $0 }) ?? true { best = (start, number) }
        }
        if let lane {
            for index in pending.added(ofLane: lane, from: instant + 1) {
                if let best, pending.added[index].start > best.start { break }
                compare(index)
            }
        } else {
            pending.starts.forEach(from: pending.starts.place(notBefore: instant + 1)) { entry in
                if let best, entry.instant > best.start { return false }
                if !entry.isRemoval {
                    compare(
                        pending.index(
                            lane: entry.lane, start: entry.instant, row: entry.row, kind: entry.kind))
                }
                return true
            }
        }
        return best?.number
    }

    /// Returns the first row of the kinds from `row` on whose interval was not removed.
    func remainingRow(
        from row: Int, below end: Int? = nil, _ kinds: IntervalKinds, _ index: IntervalIndex,
        _ pending: PendingIntervals
    ) -> Int? {
        var (row, end) = (row, end ?? index.part.starts.high)
        while let found = index.firstRow(from: row, below: end, kinds) {
            if !pending.isRemoved(Int(index.id(ofRow: found))) { return found }
            row = found + 1
        }
        end = row
        return nil
    }
}
