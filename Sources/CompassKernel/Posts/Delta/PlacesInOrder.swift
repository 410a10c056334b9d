/// The places of a selection's posts in order, from all levels of a delta.
///
/// Each level lists its own rows, without those that later levels have removed; the next place is that of the
/// newest of the levels' first rows. Valid during the call for which the selection was made.
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
        social.forEachRun(of: delta, selection) { run, own in
            if run.isRemoved { return }
            var rows = RowsOfLevel(run, own, delta, after: cursor, records, portion: portion)
            rows.refill()
            if rows.first != nil { levels.append(rows) }
        }
    }

    /// Lists all posts.
    init(of delta: PostDelta, _ records: PostRecordList) {
        self.records = records
        for run in delta.runs where !run.isRemoved {
            var rows = RowsOfLevel(run, nil, delta, after: nil, records, portion: .max)
            rows.refill()
            if rows.first != nil { levels.append(rows) }
        }
    }

    /// Returns the next place; nil after the last one.
    mutating func next() -> PostPlace? {
        var best: Int?
        for level in levels.indices {
            guard levels[level].first != nil else { continue }
            guard let other = best else {
                best = level
                continue
            }
            if precedes(level, other) { best = level }
        }
        guard let best, let row = levels[best].first else { return nil }
        let place = PostPlace(level: levels[best].level, row: row)
        levels[best].taken += 1
        levels[best].refill()
        return place
    }

    /// Returns the next places, at most `limit` of them.
    mutating func next(_ limit: Int) -> [PostPlace] {
        var places: [PostPlace] = []
        while places.count < limit, let place = next() { places.append(place) }
        return places
    }

    /// Returns whether the first row of level `a` precedes that of level `b`.
    private func precedes(_ a: Int, _ b: Int) -> Bool {
        let (first, second) = (levels[a], levels[b])
        guard let row = first.first, let other = second.first else { return first.first != nil }
        let (time, otherTime) = (first.table.timestamps[row], second.table.timestamps[other])
        if time != otherTime { return time > otherTime }
        let (segment, index) = records.locate(first.table.slots.slot(ofRow: row))
        let (otherSegment, otherIndex) = records.locate(second.table.slots.slot(ofRow: other))
        return otherSegment.ids.withUTF8(otherIndex) { segment.ids.compare(index, with: $0) } < 0
    }
}

/// The matching rows of one level, listed in portions.
private struct RowsOfLevel {
    /// The largest portion: lists of all posts take no memory for all of them.
    private static let maximumPortion = 4096

    let level: Int
    let table: PostTable
    /// Nil for all rows.
    private var selection: PostSelection?
    /// The memory of the selection's marks, if they are not those of the whole table.
    private var marks: [CodeMarks] = []
    /// The rows that later levels have removed, each ascending, and how many of them have been passed.
    private var removed: [(rows: ColumnBuffer<UInt32>, passed: Int)] = []
    /// Rows that are listed, and how many of them have been taken.
    private var found: [Int] = []
    var taken = 0
    /// The first row that has not been examined.
    private var nextRow: Int
    private let endRow: Int
    private var portion: Int

    init(
        _ run: DeltaRun, _ selection: PostSelection?, _ delta: PostDelta, after cursor: FeedCursor?,
        _ records: PostRecordList, portion: Int
    ) {
        level = run.level
        table = run.table
        self.selection = selection
        self.portion = max(1, min(portion, RowsOfLevel.maximumPortion))
        nextRow = selection?.rows.lowerBound ?? 0
        endRow = selection?.rows.upperBound ?? table.rowCount
        if let cursor {
            var id = cursor.id
            let row = id.withUTF8 { table.firstRow(after: cursor.timestamp, id: $0, records: records) }
            nextRow = max(nextRow, row)
        }
        for later in delta.levels.dropFirst(level) {
            let rows = later.removed[level].rows
            if rows.count == 0 { continue }
            removed.append((rows, (0..<rows.count).partitioningIndex { Int(rows[$0]) >= nextRow }))
        }
        guard let selection else { return }
        let schools = CodeMarks(selection.admittedSchools, count: table.schools.count + 1)
        self.selection?.admittedSchools = UnsafePointer(schools.memory)
        marks.append(schools)
        guard let admitted = selection.conditions.admittedCoaches else { return }
        let coaches = CodeMarks(admitted, count: table.coaches.count + 1)
        self.selection?.conditions.admittedCoaches = UnsafePointer(coaches.memory)
        marks.append(coaches)
    }

    /// The next row; nil if there is none.
    var first: Int? { taken < found.count ? found[taken] : nil }

    /// Lists further rows if all have been taken.
    mutating func refill() {
        while taken == found.count, nextRow < endRow {
            let rows =
                selection.map { table.firstRows($0, from: nextRow, limit: portion).map(\.row) }
                ?? Array(nextRow..<min(nextRow + portion, endRow))
            nextRow = rows.count < portion ? endRow : rows[rows.count - 1] + 1
            found = []
            for row in rows where removed.isEmpty || !isRemoved(row) { found.append(row) }
            taken = 0
            portion = min(portion * 2, RowsOfLevel.maximumPortion)
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
        forEachRun(of: delta, selection) { run, own in
            if run.isRemoved { return }
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
