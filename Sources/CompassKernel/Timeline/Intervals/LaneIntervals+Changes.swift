extension LaneIntervals {
    /// Adds an interval; numbers from its own on move up. Afterwards the indexes are as fresh ones.
    ///
    /// - Parameters:
    ///   - start: the first instant, in microseconds since 1970-01-01T00:00:00Z.
    ///   - end: the last instant, not before the start.
    ///   - kind: its kind, 0 to 3.
    ///   - lane: its lane, or the number of lanes for a new one.
    ///   - isBefore: of a number in the lane that starts at the same instant, whether it comes first.
    /// - Returns: its number.
    /// - Complexity: O(n) for n intervals, by copying columns.
    mutating func insert(
        start: Int64, end: Int64, kind: UInt8, lane: Int, isBefore: (Int) -> Bool
    ) -> Int {
        precondition(start <= end && kind < 4 && lane <= laneCount, "an interval that no lane can hold")
        var rows = IntervalRows(columns)
        if lane == laneCount { rows.partEnds.append(count) }
        var number = lane == laneCount ? count : self.lane(lane).firstRow(notBefore: start)
        var endOfTies = lane == laneCount ? count : self.lane(lane).firstRow(after: start)
        while number < endOfTies {
            let middle = (number + endOfTies) >> 1
            if isBefore(middle) { number = middle + 1 } else { endOfTies = middle }
        }
        rows.insert(start: start, end: end, kind: kind, row: number, part: lane)
        columns = IntervalColumns(rows)
        do {
            try all.insert(start: start, end: end, kind: Int(kind), id: number)
        } catch {
            preconditionFailure("\(error)")
        }
        return number
    }

    /// Removes an interval; higher numbers move down, its lane stays. Afterwards the indexes are as fresh ones.
    ///
    /// - Complexity: O(n) for n intervals, by copying columns.
    mutating func remove(_ number: Int) {
        precondition(number >= 0 && number < count, "number out of range")
        all.remove(id: UInt32(number), startingAt: start(number))
        var rows = IntervalRows(columns)
        rows.remove(row: number, part: lane(of: number))
        columns = IntervalColumns(rows)
    }
}
