/// The places of a selection's posts in order, from all levels of a delta.
///
/// Each level lists its own rows, without those that later levels have removed; the next place is that of the
/// newest of the levels' first rows. A level whose rows are all older than what has been taken is not listed.
/// Valid during the call for which the selection was made.
struct PlacesInOrder {
    private var levels: [RowsOfLevel] = []
    private let records: PostRecordList

    /// - Parameters:
    ///   - portion: how many places are likely to be taken.
    ///   - cursor: the position after which the list begins; nil for the first post.
    init(
        _ social: SocialPosts, _ delta: PostDelta, _ selection: PostSelection, portion: Int,
        after cursor: FeedCursor? = nil
    ) {
        records = social.posts.records
        if selection.conditions.isNever { return }
        levels.reserveCapacity(delta.levelCount)
        social.forEachRun(of: delta, selection, onlyAdded: true) { run, own in
            levels.append(RowsOfLevel(run, own, portion: portion))
        }
        start(delta, after: cursor)
    }

    /// Lists all posts.
    init(of delta: PostDelta, _ records: PostRecordList) {
        self.records = records
        for run in delta.addedRuns {
            levels.append(RowsOfLevel(run, nil, portion: .max))
        }
        start(delta, after: nil)
    }

    private mutating func start(_ delta: PostDelta, after cursor: FeedCursor?) {
        for level in levels.indices {
            if let cursor { levels[level].pass(cursor, records) }
            if !delta.removedRuns.isEmpty { levels[level].leaveOut(delta.removedRuns) }
        }
    }

    /// Returns the next place; nil after the last one.
    mutating func next() -> PostPlace? {
        while true {
            var best: Int?
            for level in levels.indices where !levels[level].isAtEnd {
                guard let other = best else {
                    best = level
                    continue
                }
                if precedes(level, other) { best = level }
            }
            guard let best else { return nil }
            if levels[best].isListed { return levels[best].take() }
            levels[best].list()
        }
    }

    /// Returns the next places, at most `limit` of them.
    mutating func next(_ limit: Int) -> [PostPlace] {
        var places: [PostPlace] = []
        // A page's places require a single allocation, and an excessive limit reserves no excessive memory.
        places.reserveCapacity(min(limit, 64))
        while places.count < limit, let place = next() { places.append(place) }
        return places
    }

    /// Returns whether the next row of level `a` precedes that of level `b`, or is to be listed before.
    private func precedes(_ a: Int, _ b: Int) -> Bool {
        let (time, otherTime) = (levels[a].nextMicros, levels[b].nextMicros)
        if time != otherTime { return time > otherTime }
        guard let slot = levels[a].nextSlot else { return true }
        guard let otherSlot = levels[b].nextSlot else { return false }
        let (segment, index) = records.locate(slot)
        let (otherSegment, otherIndex) = records.locate(otherSlot)
        return otherSegment.ids.withUTF8(otherIndex) { segment.ids.compare(index, with: $0) } < 0
    }
}

/// The matching rows of one level, listed in portions.
private struct RowsOfLevel {
    /// The largest portion: lists of all posts take no memory for all of them.
    private static let maximumPortion = 4096

    private let run: DeltaRun
    /// Nil for all rows.
    private var selection: PostSelection?
    /// Copies of the selection's marks, which are valid only during the call for a run.
    private var marks: [CodeMarks] = []
    /// The rows that later levels have removed, each ascending, and how many of them have been passed.
    private var removed: [(rows: ColumnBuffer<UInt32>, passed: Int)] = []
    /// Rows that are listed, and how many of them have been taken.
    private var found: [PostPlace] = []
    private var taken = 0
    /// The first row that has not been examined.
    private var nextRow: Int
    private let endRow: Int
    private var portion: Int
    /// The time of the next row that is listed. If none is, that of the first row that has not been examined,
    /// which no matching row is newer than.
    private(set) var nextMicros = Int64.min

    init(_ run: DeltaRun, _ selection: PostSelection?, portion: Int) {
        self.run = run
        self.portion = max(1, min(portion, RowsOfLevel.maximumPortion))
        nextRow = selection?.rows.lowerBound ?? 0
        endRow = selection?.rows.upperBound ?? run.table.rowCount
        noteTime()
        guard var selection else { return }
        if selection.conditions.restrictsSchools {
            let schools = CodeMarks(selection.admittedSchools, count: run.table.schools.count + 1)
            selection.admittedSchools = UnsafePointer(schools.memory)
            marks.append(schools)
        }
        if let admitted = selection.conditions.admittedCoaches {
            let coaches = CodeMarks(admitted, count: run.table.coaches.count + 1)
            selection.conditions.admittedCoaches = UnsafePointer(coaches.memory)
            marks.append(coaches)
        }
        self.selection = selection
    }

    /// Begins with the first row after a position; before any row has been listed.
    mutating func pass(_ cursor: FeedCursor, _ records: PostRecordList) {
        let row = cursor.id.withBytes {
            run.table.firstRow(after: cursor.timestamp, id: $0, records: records)
        }
        nextRow = max(nextRow, row)
        noteTime()
    }

    /// Leaves out the rows of this level that were removed; after the first row is known.
    mutating func leaveOut(_ removedRuns: ArraySlice<DeltaRun>) {
        for other in removedRuns where other.level == run.level {
            let rows = other.rows
            removed.append((rows, (0..<rows.count).partitioningIndex { Int(rows[$0]) >= nextRow }))
        }
    }

    /// Whether the next row is listed.
    var isListed: Bool { taken < found.count }

    /// Whether all rows have been taken.
    var isAtEnd: Bool { !isListed && nextRow >= endRow }

    /// The slot of the next row; nil if it is not listed.
    var nextSlot: Int? { isListed ? run.table.slots.slot(ofRow: found[taken].row) : nil }

    /// Returns the next row, which must be listed.
    mutating func take() -> PostPlace {
        let place = found[taken]
        taken += 1
        noteTime()
        return place
    }

    /// Lists further rows, after all that were listed have been taken.
    mutating func list() {
        taken = 0
        found = []
        while found.isEmpty, nextRow < endRow {
            var places: [PostPlace]
            if let selection {
                places = run.table.firstRows(selection, from: nextRow, limit: portion, level: run.level)
            } else {
                places = (nextRow..<min(nextRow + portion, endRow)).map {
                    PostPlace(level: run.level, row: $0)
                }
            }
            nextRow = places.count < portion ? endRow : places[places.count - 1].row + 1
            if !removed.isEmpty { places.removeAll { isRemoved($0.row) } }
            found = places
            portion = min(portion * 2, RowsOfLevel.maximumPortion)
        }
        noteTime()
    }

    private mutating func noteTime() {
        if isListed {
            nextMicros = run.table.timestamps[found[taken].row].micros
        } else if nextRow < endRow {
            nextMicros = run.table.timestamps[nextRow].micros
        }
    }

    private mutating func isRemoved(_ row: Int) -> Bool {
        var isRemoved = false
        for index in removed.indices {
            let rows = removed[index].rows
            var passed = removed[index].passed
            while passed < rows.count, Int(rows[passed]) < row { passed += 1 }
            removed[index].passed = passed
            if passed < rows.count, Int(rows[passed]) == row { isRemoved = true }
        }
        return isRemoved
    }
}

/// Marks of codes that are valid as long as the object.
private final class CodeMarks {
    let memory: UnsafeMutablePointer<UInt32>

    init(_ marks: UnsafePointer<UInt32>, count: Int) {
        memory = .allocate(capacity: count)
        memory.initialize(from: marks, count: count)
    }

    deinit { memory.deallocate() }
}

extension SocialPosts {
    /// Returns the places of the first posts of a selection after a position, at most `limit` of them.
    func firstPlaces(
        _ selection: PostSelection, after cursor: FeedCursor?, limit: Int
    ) -> [PostPlace] {
        if let delta = posts.delta {
            var places = PlacesInOrder(self, delta, selection, portion: limit, after: cursor)
            return places.next(limit)
        }
        let start = cursor.map { posts.firstRow(after: $0.timestamp, id: $0.id) } ?? 0
        return posts.firstRows(selection, from: start, limit: limit)
    }

    /// Returns the time of the oldest post of a selection; nil without one.
    func oldestTime(_ selection: PostSelection) -> Timestamp? {
        guard let delta = posts.delta else { return posts.lastRow(selection).map { posts.timestamps[$0] } }
        var oldest: Timestamp?
        forEachRun(of: delta, selection, onlyAdded: true) { run, own in
            var own = own
            while let row = run.table.lastRow(own) {
                if let oldest, run.table.timestamps[row] >= oldest { return }
                if !delta.isRemoved(PostPlace(level: run.level, row: row)) {
                    oldest = run.table.timestamps[row]
                    return
                }
                own.rows = own.rows.lowerBound..<row
            }
        }
        return oldest
    }
}
