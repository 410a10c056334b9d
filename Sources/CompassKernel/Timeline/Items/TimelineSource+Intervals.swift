/// The intervals of many items, in columns.
struct ItemIntervals {
    var starts: [Int64] = []
    var ends: [Int64] = []
    var types: [UInt8] = []
    var lanes: [UInt32] = []
    var rows: [UInt32] = []
    /// The rows that end before they start, which only events may.
    var rowsEndingBeforeStart: [UInt32] = []

    /// Reserves capacity for `count` items.
    init(reserving count: Int) {
        starts.reserveCapacity(count)
        ends.reserveCapacity(count)
        types.reserveCapacity(count)
        lanes.reserveCapacity(count)
        rows.reserveCapacity(count)
    }

    @inline(__always)
    mutating func append(start: Int64, end: Int64, type: UInt8, lane: UInt32, row: Int) {
        starts.append(start)
        ends.append(end)
        types.append(type)
        lanes.append(lane)
        rows.append(UInt32(row))
    }
}

extension TimelineSource {
    /// Appends the intervals of all live rows.
    func appendIntervals(to intervals: inout ItemIntervals, lanes: LaneDirectory, in zone: ZoneOffsets) {
        let type = Record.itemType.number
        let days = dayStarts(in: zone)
        let noLane = UInt32(lanes.laneWithoutSchool)
        for row in 0..<table.count where replaced.isEmpty || isLive(row) {
            let start = start(row, days)
            guard let end = end(row, from: start, days) else {
                intervals.rowsEndingBeforeStart.append(UInt32(row))
                continue
            }
            let code = columns.schools.codes[row]
            let lane = code == CodeDictionary.null ? noLane : laneOfCode[Int(code)]
            intervals.append(start: start, end: end, type: type, lane: lane, row: row)
        }
        for row in table.count..<rowCount where isLive(row) {
            let record = shown(row)
            let lane = UInt32(lanes.lane(of: record.schoolID) ?? lanes.laneWithoutSchool)
            if let interval = ItemInterval(from: record.itemStart, through: record.itemEnd, in: zone) {
                intervals.append(start: interval.start, end: interval.end, type: type, lane: lane, row: row)
            } else {
                intervals.rowsEndingBeforeStart.append(UInt32(row))
            }
        }
    }

    /// Returns the start of a row of the table.
    @inline(__always)
    private func start(_ row: Int, _ days: DayStarts) -> Int64 {
        let value = columns.starts.values[row]
        return columns.starts.days[row] ? days.start(of: value) : value
    }

    /// Returns the end of a row of the table, as ``ItemInterval`` defines it; nil when it is before `start`.
    @inline(__always)
    private func end(_ row: Int, from start: Int64, _ days: DayStarts) -> Int64? {
        guard let ends = columns.ends, ends.valid[row] else { return start }
        let value = ends.values[row]
        guard ends.days[row] else { return ItemInterval.end(at: value, from: start) }
        return ItemInterval.end(
            withDayBefore: days.start(of: value + 1), from: start,
            isDayOfStart: columns.starts.days[row] && columns.starts.values[row] == value)
    }

    /// Returns the starts of all days in the table's columns, and of the days after them.
    private func dayStarts(in zone: ZoneOffsets) -> DayStarts {
        var (first, last, count) = (Int64.max, Int64.min, 0)
        for column in [columns.starts, columns.ends].compactMap({ $0 }) {
            if column.days.isEmpty { continue }
            for row in 0..<column.count where column.days[row] {
                first = min(first, column.values[row])
                last = max(last, column.values[row] + 1)
                count += 1
            }
        }
        return DayStarts(from: first, through: last, rowCount: count, in: zone)
    }
}
