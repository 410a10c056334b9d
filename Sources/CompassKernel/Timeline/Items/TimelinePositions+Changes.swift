extension TimelinePositions {
    /// Inserts the item of a row that is already among the tables' rows.
    ///
    /// - Complexity: O(p) for p pending changes, and a share of folding them into the index.
    mutating func insert<Record: TimelineRecord>(_ record: Record, row: Int, of tables: TimelineTables) {
        guard let interval = ItemInterval(from: record.itemStart, through: record.itemEnd, in: zone) else {
            eventsEndingBeforeStart.append(UInt32(row))
            return
        }
        let type = Record.itemType.number
        let lane = tables.lanes.lane(of: record.schoolID) ?? tables.lanes.laneWithoutSchool
        let number = number(of: type, row, startingAt: interval.start, lane: lane, tables)
        intervals.insert(
            start: interval.start, end: interval.end, kind: type, lane: lane, row: UInt32(row), number: number
        )
    }

    /// Removes the item of a row that is still among the tables' rows.
    ///
    /// - Complexity: as ``insert(_:row:of:)``.
    mutating func remove<Record: TimelineRecord>(_ record: Record, row: Int, of tables: TimelineTables) {
        guard let interval = ItemInterval(from: record.itemStart, through: record.itemEnd, in: zone) else {
            eventsEndingBeforeStart.removeAll { $0 == UInt32(row) }
            return
        }
        let lane = tables.lanes.lane(of: record.schoolID) ?? tables.lanes.laneWithoutSchool
        intervals.remove(
            number(of: Record.itemType.number, row, startingAt: interval.start, lane: lane, tables))
    }

    /// Returns the number of a row's item, or the number that it will have: in its lane, by start, then id.
    private func number(
        of type: UInt8, _ row: Int, startingAt start: Int64, lane: Int, _ tables: TimelineTables
    ) -> Int {
        intervals.numbers(ofLane: lane, startingAt: start).partitioningIndex { other in
            let otherType = UInt8(truncatingIfNeeded: intervals.kind(other))
            return tables.compareIDs(otherType, intervals.row(other), type, row) >= 0
        }
    }
}
