extension ZoneOffsets {
    /// The first instant of a calendar day.
    ///
    /// Where a change of the clocks skips midnight, the day starts at the first instant that exists; where
    /// midnight occurs twice, at the first of both. A day that the zone skipped altogether starts where the
    /// next one does, and so is empty. A start beyond what microseconds can express is the last or first
    /// instant that they can.
    ///
    /// - Complexity: O(log *n*) in the zone's offset changes; nothing is allocated.
    public func startOfDay(_ date: CivilDate) -> Timestamp {
        let local = Int64(date.daysSinceEpoch) &* TimeUnits.secondsPerDay
        let second = table.startOfDaySecond(local: local)
        return Timestamp(micros: second.saturatingProduct(TimeUnits.microsPerSecond))
    }

    /// Fills a buffer with the starts of consecutive days, as ``startOfDay(_:)`` gives them.
    ///
    /// - Parameters:
    ///   - first: the first day.
    ///   - count: the number of days, at most the buffer's.
    ///   - starts: receives microseconds since the epoch, in ascending order.
    /// - Complexity: O(*count* + log *n*) in the zone's offset changes; nothing is allocated.
    func startsOfDays(
        from first: CivilDate, count: Int, into starts: UnsafeMutableBufferPointer<Int64>
    ) {
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

    /// The local midnight of a run's last day; nil when the run leaves the table or what microseconds hold.
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
    /// The second at which the day starts whose midnight would be the given local second.
    fileprivate func startOfDaySecond(local: Int64) -> Int64 {
        let shift = periodShift(forSecond: local)
        let shifted = local &- shift
        return segments.withUnsafeBufferPointer { segments in
            let first = Self.firstIndex(forLocalSecond: shifted, in: segments)
            let segment = segments[Self.index(ofLocalSecond: shifted, from: first, in: segments)]
            return max(shifted &- segment.offsetSeconds, segment.startSecond) &+ shift
        }
    }

    /// Writes the starts of the days from one local midnight to another, both within the table.
    ///
    /// - Returns: the number of days written.
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
                    // SAFETY: the caller's buffer has room for every day up to the last one.
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
