extension TimelinePositions {
    /// Inserts the item of a row that is already among the tables' rows.
    ///
    /// - Complexity: O(n) for n items: the indexes are reassembled, without sorting.
    mutating func insert<Record: TimelineRecord>(_ record: Record, row: Int, of tables: TimelineTables) {
        guard let interval = ItemInterval(from: record.itemStart, through: record.itemEnd, in: zone) else {
            eventsEndingBeforeStart.append(UInt32(row))
            return
        }
        let type = Record.itemType.number
        let lane = tables.lanes.lane(of: record.schoolID) ?? tables.lanes.laneWithoutSchool
        let number: Int
        do {
            // Referenced only while numbers are compared, so that the rows are then changed in place.
            let before = self
            number = intervals.insert(start: interval.start, end: interval.end, kind: type, lane: lane) {
                before.isID($0, before: type, row, tables)
            }
        }
        rows.insert(UInt32(row), at: number)
    }

    /// Returns whether an item's id is before that of a row.
    private func isID(_ number: Int, before type: UInt8, _ row: Int, _ tables: TimelineTables) -> Bool {
        let numberType = UInt8(truncatingIfNeeded: intervals.kind(number))
        return tables.compareIDs(numberType, Int(rows[number]), type, row) < 0
    }

    /// Removes the item of a row that is still among the tables' rows.
    ///
    /// - Complexity: O(n) for n items: the indexes are reassembled, without sorting.
    mutating func remove<Record: TimelineRecord>(_ record: Record, row: Int, of tables: TimelineTables) {
        guard let interval = ItemInterval(from: record.itemStart, through: record.itemEnd, in: zone) else {
            eventsEndingBeforeStart.removeAll { $0 == UInt32(row) }
            return
        }
        let lane = tables.lanes.lane(of: record.schoolID) ?? tables.lanes.laneWithoutSchool
        let number = number(of: Record.itemType.number, row, startingAt: interval.start, lane: lane, tables)
        intervals.remove(number)
        rows.remove(at: number)
    }

    /// Returns the number of a row's item: in its lane, by start, then id.
    private func number(
        of type: UInt8, _ row: Int, startingAt start: Int64, lane: Int, _ tables: TimelineTables
    ) -> Int {
        intervals.numbers(ofLane: lane).partitioningIndex { other in
            let otherStart = intervals.start(other)
            return otherStart == start ? !isID(other, before: type, row, tables) : otherStart > start
        }
    }
}
