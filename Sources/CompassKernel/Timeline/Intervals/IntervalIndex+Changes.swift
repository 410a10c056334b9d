extension IntervalIndex {
    /// Adds an interval; the index then equals one that was built with it.
    ///
    /// - Parameters:
    ///   - start: the first instant, in microseconds since 1970-01-01T00:00:00Z.
    ///   - end: the last instant; equal to the start for a point.
    ///   - kind: its kind, 0 to 3.
    ///   - id: its id: `count`, the default, or an existing one; that one and higher ones then move up.
    /// - Throws: ``IntervalIndexError`` when the interval ends before it starts or has another kind, or when
    ///   the id is neither `count` nor in use; then nothing is changed.
    /// - Complexity: O(n + b · d) for n intervals, b of them non-empty, and d digits of the range that their
    ///   ends cover: columns are copied, and derived data, such as the order of ends, is rebuilt.
    public mutating func insert(
        startMicros start: Int64, endMicros end: Int64, kind: Int = 0, id: Int? = nil
    ) throws(IntervalIndexError) {
        let id = id ?? count
        if id < 0 || id > count { throw .unknownID(id) }
        if end < start { throw .reversed(id: id) }
        if kind < 0 || kind > 3 { throw .unknownKind(id: id) }
        if count == Int(Int32.max) { throw .tooMany(count + 1) }
        var rows = IntervalRows(columns)
        let row = row(ofStart: start, id: UInt32(id))
        rows.insert(start: start, end: end, kind: UInt8(kind), row: row, part: 0)
        rows.insertID(UInt32(id), row: row)
        self = IntervalIndex(rows)
        assertInvariants(of: count, checkInvariants())
    }

    /// Removes an interval; higher ids move down. The index then equals one that was built without it.
    ///
    /// - Returns: whether there was an interval with this id; if not, nothing is changed.
    /// - Complexity: as ``insert(startMicros:endMicros:kind:id:)``.
    @discardableResult
    public mutating func remove(id: Int) -> Bool {
        guard let row = (0..<count).first(where: { Int(columns.ids[$0]) == id }) else { return false }
        remove(row: row)
        return true
    }

    /// Removes the interval with an id that is known to start at `start`.
    mutating func remove(id: UInt32, startingAt start: Int64) { remove(row: row(ofStart: start, id: id)) }

    private mutating func remove(row: Int) {
        var rows = IntervalRows(columns)
        rows.remove(row: row, part: 0)
        rows.removeID(row: row)
        self = IntervalIndex(rows)
        assertInvariants(of: count, checkInvariants())
    }

    /// Returns the row of the id that starts at `start`; if there is none, the row where it would be.
    private func row(ofStart start: Int64, id: UInt32) -> Int {
        (firstRow(notBefore: start)..<firstRow(after: start)).partitioningIndex { columns.ids[$0] >= id }
    }
}
