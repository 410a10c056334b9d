extension LaneIntervals {
    /// Adds an interval; numbers from its own on move up. The indexes then equal newly built ones.
    ///
    /// - Parameters:
    ///   - lane: its lane, or the number of lanes for a new one.
    ///   - isBefore: whether a number in the lane that starts at the same instant comes before the interval.
    /// - Returns: its number.
    /// - Complexity: O(n + b · d) for n intervals, b of them non-empty, and d digits of the range that their
    ///   ends cover: the columns of both indexes are copied, and derived data is rebuilt.
    mutating func insert(start: Int64, end: Int64, kind: UInt8, lane: Int, isBefore: (Int) -> Bool) -> Int {
        precondition(start <= end && kind < 4 && lane <= laneCount, "an interval that no lane can hold")
        var rows = IntervalRows(columns)
        if lane == laneCount { rows.partEnds.append(count) }
        let ties =
            lane == laneCount
            ? count..<count
            : self.lane(lane).firstRow(notBefore: start)..<self.lane(lane).firstRow(after: start)
        let number = ties.partitioningIndex { !isBefore($0) }
        rows.insert(start: start, end: end, kind: kind, row: number, part: lane)
        columns = IntervalColumns(rows)
        do {
            try all.insert(startMicros: start, endMicros: end, kind: Int(kind), id: number)
        } catch {
            preconditionFailure("\(error)")
        }
        assertInvariants(of: count, checkInvariants())
        return number
    }

    /// Removes an interval; higher numbers move down, its lane remains. The indexes equal newly built ones.
    ///
    /// - Complexity: as ``insert(start:end:kind:lane:isBefore:)``.
    mutating func remove(_ number: Int) {
        precondition(number >= 0 && number < count, "number out of range")
        all.remove(id: UInt32(number), startingAt: start(number))
        var rows = IntervalRows(columns)
        rows.remove(row: number, part: lane(of: number))
        columns = IntervalColumns(rows)
        assertInvariants(of: count, checkInvariants())
    }
}
