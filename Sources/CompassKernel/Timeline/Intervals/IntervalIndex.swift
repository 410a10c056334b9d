/// Closed intervals of time, including points, that are queried by the windows they meet.
///
/// ```swift
/// let index = try IntervalIndex(starts: [3, 1, 4], ends: [3, 9, 6])
/// let window = try TimeWindow(fromMicros: 4, toMicros: 5)
/// index.count(meeting: window)     // 2
/// index.ids(meeting: window)       // [1, 2]
/// ```
///
/// An interval's *id* is its position in the arrays; its *place* is its position in the order by start, then
/// id. An interval meets a window when the two share an instant, edges included. The index is a value: copies
/// share memory, and a change does not affect other copies.
public struct IntervalIndex: Sendable {
    let columns: IntervalColumns
    let part: IntervalPart

    /// Creates the index of closed intervals.
    ///
    /// - Parameters:
    ///   - starts: the first instants, in microseconds since 1970-01-01T00:00:00Z, in any order.
    ///   - ends: the last instant of each; equal to its start for a point.
    ///   - kinds: the kind of each, 0 to 3; empty when all are of kind 0.
    /// - Throws: ``IntervalIndexError`` when the arrays have different lengths, or for the first interval
    ///   that ends before it starts or has another kind.
    /// - Complexity: O(n) for n intervals: their starts are sorted by digits.
    public init(starts: [Int64], ends: [Int64], kinds: [UInt8] = []) throws(IntervalIndexError) {
        try IntervalIndexError.check(starts: starts, ends: ends, kinds: kinds)
        let rows = starts.withUnsafeBufferPointer { starts in
            ends.withUnsafeBufferPointer { ends in
                kinds.withUnsafeBufferPointer { kinds in
                    let sorted = IntervalSorting.sorted(starts)
                    return IntervalRows(
                        sorted.rows, starts: sorted.instants, ends: ends, kinds: kinds,
                        partEnds: [starts.count])
                }
            }
        }
        self.init(rows)
    }

    /// Creates the index of rows that are one part.
    init(_ rows: consuming IntervalRows) {
        let columns = IntervalColumns(rows)
        self.init(columns, columns.parts[0])
    }

    /// Creates the index of one part of shared columns.
    init(_ columns: IntervalColumns, _ part: IntervalPart) {
        self.columns = columns
        self.part = part
    }

    /// The number of intervals.
    public var count: Int { part.starts.high - part.starts.low }

    /// Whether there are no intervals.
    public var isEmpty: Bool { count == 0 }

    /// The earliest start, in microseconds since 1970-01-01T00:00:00Z; nil without intervals.
    public var earliestStartMicros: Int64? { isEmpty ? nil : columns.starts[part.starts.low] }

    /// Returns the id of the interval at a place in the order by start, then id.
    ///
    /// - Parameter place: a place in `0 ..< count`.
    public func id(atPlace place: Int) -> Int {
        precondition(place >= 0 && place < count, "place out of range")
        return Int(id(ofRow: part.starts.low + place))
    }

    @inline(__always)
    func id(ofRow row: Int) -> UInt32 { columns.ids.count == 0 ? UInt32(row) : columns.ids[row] }
}

/// An error for intervals that cannot be indexed, or for an invalid query.
public enum IntervalIndexError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The arrays have different lengths; kinds may be omitted.
    case unequalCounts(starts: Int, ends: Int, kinds: Int)
    /// The interval of this id ends before it starts.
    case reversed(id: Int)
    /// The kind of the interval of this id is not 0 to 3.
    case unknownKind(id: Int)
    /// No interval has this id.
    case unknownID(Int)
    /// There are more than 2^31 − 1 intervals.
    case tooMany(Int)
    /// A level of detail requires 1 to 2^20 buckets.
    case bucketCount(Int)
    /// A level of detail requires a window with a duration.
    case windowWithoutDuration

    /// A description of the error.
    public var description: String {
        switch self {
        case .unequalCounts(let starts, let ends, let kinds):
            "there are \(starts) starts, \(ends) ends and \(kinds) kinds"
        case .reversed(let id): "interval \(id) ends before it starts"
        case .unknownKind(let id): "the kind of interval \(id) is not 0 to 3"
        case .unknownID(let id): "there is no interval \(id)"
        case .tooMany(let count): "\(count) intervals are more than an index can number"
        case .bucketCount(let count): "a level of detail of \(count) buckets; ask for 1 to 1048576"
        case .windowWithoutDuration: "a level of detail of a window whose edges are equal"
        }
    }

    static func check(starts: [Int64], ends: [Int64], kinds: [UInt8]) throws(IntervalIndexError) {
        guard starts.count == ends.count, kinds.isEmpty || kinds.count == starts.count else {
            throw .unequalCounts(starts: starts.count, ends: ends.count, kinds: kinds.count)
        }
        guard starts.count <= Int(Int32.max) else { throw .tooMany(starts.count) }
        var isFine = true
        for id in starts.indices { isFine = isFine && starts[id] <= ends[id] }
        for kind in kinds { isFine = isFine && kind < 4 }
        if isFine { return }
        for id in starts.indices {
            if starts[id] > ends[id] { throw .reversed(id: id) }
            if !kinds.isEmpty, kinds[id] > 3 { throw .unknownKind(id: id) }
        }
    }
}
