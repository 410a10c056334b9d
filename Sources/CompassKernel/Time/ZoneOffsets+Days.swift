extension ZoneOffsets {
    /// Returns the first instant of a calendar day.
    ///
    /// If a clock change skips midnight, the day starts at the first instant that exists; if midnight occurs
    /// twice, at the first of the two. A day that the zone skips altogether starts where the next one does,
    /// and is therefore empty. The result is limited to the first and last instant that microseconds can
    /// represent.
    ///
    /// - Complexity: O(log *n*) in the zone's offset changes; without allocation.
    public func startOfDay(_ date: CivilDate) -> Timestamp {
        let local = Int64(date.daysSinceEpoch) &* TimeUnits.secondsPerDay
        let second = table.startOfDaySecond(local: local)
        return Timestamp(micros: second.saturatingProduct(TimeUnits.microsPerSecond))
    }

    /// Fills a buffer with the starts of `count` consecutive days, as returned by ``startOfDay(_:)``, in
    /// microseconds.
    ///
    /// - Complexity: O(*count* + log *n*) in the zone's offset changes; without allocation.
    func startsOfDays(from first: CivilDate, count: Int, into starts: UnsafeMutableBufferPointer<Int64>) {
        precondition(count <= starts.count, "the buffer is too small for the days")
        let firstLocal = Int64(first.daysSinceEpoch) &* TimeUnits.secondsPerDay
        var written = 0
        if count > 0, let lastLocal = lastLocalSecond(from: firstLocal, count: count) {
            written = table.writeStartsOfDays(firstLocal: firstLocal, lastLocal: lastLocal, into: starts)
        }
        while written < count {
            starts[written] = startOfDay(first.adding(days: written)).micros
            written += 1
        }
    }

    /// Returns the local midnight of a run's last day; nil if the run exceeds the table or microseconds.
    private func lastLocalSecond(from firstLocal: Int64, count: Int) -> Int64? {
        let safeSecond = Int64.max / TimeUnits.microsPerSecond - ZoneTable.offsetLimitSeconds
        guard firstLocal > -safeSecond, count < 1_000_000_000 else { return nil }
        let lastLocal = firstLocal + Int64(count - 1) * TimeUnits.secondsPerDay
        guard lastLocal < safeSecond, table.periodShift(forSecond: firstLocal) == 0,
            table.periodShift(forSecond: lastLocal) == 0
        else { return nil }
        return lastLocal
    }
}

extension ZoneTable {
    /// Returns the second at which the day of the given local midnight starts.
    fileprivate func startOfDaySecond(local: Int64) -> Int64 {
        let shift = periodShift(forSecond: local)
        let shifted = local &- shift
        return segments.withUnsafeBufferPointer { segments in
            let first = Self.firstIndex(forLocalSecond: shifted, in: segments)
            let segment = segments[Self.index(ofLocalSecond: shifted, from: first, in: segments)]
            return max(shifted &- segment.offsetSeconds, segment.startSecond) &+ shift
        }
    }

    /// Writes the starts of the days from one local midnight to another, both within the table; returns their
    /// number.
    fileprivate func writeStartsOfDays(
        firstLocal: Int64, lastLocal: Int64, into starts: UnsafeMutableBufferPointer<Int64>
    ) -> Int {
        segments.withUnsafeBufferPointer { segments in
            var index = Self.firstIndex(forLocalSecond: firstLocal, in: segments)
            var local = firstLocal
            var written = 0
            while local <= lastLocal {
                index = Self.index(ofLocalSecond: local, from: index, in: segments)
                let segment = segments[index]
                let localEnd =
                    index &+ 2 < segments.count
                    ? segments[index &+ 1].startSecond &+ segment.offsetSeconds : Self.farSecond
                let end = min(localEnd, lastLocal &+ 1)
                // Only the first midnight after a change can be missing.
                var micros = (local &- segment.offsetSeconds) &* TimeUnits.microsPerSecond
                let startMicros = segment.startSecond.saturatingProduct(TimeUnits.microsPerSecond)
                while local < end {
                    // SAFETY: the caller's buffer is large enough for every day up to the last one.
                    starts[written] = max(micros, startMicros)
                    written &+= 1
                    local &+= TimeUnits.secondsPerDay
                    micros &+= TimeUnits.microsPerDay
                }
            }
            return written
        }
    }
}
