/// An interval that was added since the index below it was built.
struct PendingInterval: BitwiseCopyable, Sendable {
    let start: Int64
    let end: Int64
    /// It comes before this number of the base, and after all lower ones.
    var place: UInt32
    var lane: UInt32
    /// The row in its kind's table.
    let row: UInt32
    let kind: UInt8
    /// Ascending in the order of insertion.
    var serial: Int
}

/// The difference between an index of lanes, the *base*, and the current intervals: a few that were added,
/// and the numbers of those that were removed. Replacing an interval does both.
///
/// Layout: added intervals in the order of numbers, each with the number of the base that it comes before;
/// removed numbers in ascending order; both counted before equal cells of the base's numbers. Numbers of the
/// base never change, so that a change moves only what is pending. Base of 6, where 1 and 4 are removed, and
/// x and y are added before 3:
/// ```
/// base      0 1 2     3 4 5         added   x before 3, y before 3
/// current   0   1 2 3 4   5         removed 1 4
///                 x y
/// ```
/// The edges of both, in the order of time, count what they add to a window of all lanes
/// (``PendingInstants``).
struct PendingIntervals: Sendable {
    private(set) var added: [PendingInterval] = []
    private(set) var removed: [UInt32] = []
    private(set) var starts = PendingInstants()
    private(set) var ends = PendingInstants()
    /// The longest duration of all intervals added so far, in microseconds.
    private(set) var longest: UInt64 = 0
    /// The number of changes so far.
    private(set) var changeCount = 0
    /// The number of intervals of the base.
    let baseCount: Int
    /// The width of a cell of numbers, in bits.
    private let shift: Int
    /// The added and removed intervals before each cell, and one after the last.
    private var addedBefore: [UInt32]
    private var removedBefore: [UInt32]

    init(baseCount: Int, cellCount: Int) {
        self.baseCount = baseCount
        var shift = 0
        while baseCount >> shift >= max(cellCount, 1) { shift += 1 }
        self.shift = shift
        addedBefore = Array(repeating: 0, count: baseCount >> shift + 2)
        removedBefore = addedBefore
    }

    /// The number of intervals that differ from the base.
    var count: Int { added.count + removed.count }

    /// Whether there is no difference.
    var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// The number of current intervals.
    var currentCount: Int { baseCount - removed.count + added.count }

    /// The serial number of the next interval.
    var nextSerial: Int { changeCount }

    var byteCount: Int {
        added.count * MemoryLayout<PendingInterval>.stride + starts.byteCount + ends.byteCount
            + (removed.count + addedBefore.count + removedBefore.count) * MemoryLayout<UInt32>.stride
    }

    // MARK: Numbers

    /// Returns the number of removed intervals before a number of the base.
    @inline(__always)
    func removedCount(before number: Int) -> Int {
        let cell = number >> shift
        var place = Int(removedBefore[cell])
        let end = Int(removedBefore[cell + 1])
        if end - place > 8 {
            return (place..<end).partitioningIndex { Int(removed[$0]) >= number }
        }
        while place < end, Int(removed[place]) < number { place += 1 }
        return place
    }

    /// Returns the number of added intervals that come before a number of the base.
    @inline(__always)
    func addedCount(before number: Int) -> Int {
        let cell = number >> shift
        var place = Int(addedBefore[cell])
        let end = Int(addedBefore[cell + 1])
        if end - place > 8 { return (place..<end).partitioningIndex { Int(added[$0].place) > number } }
        while place < end, Int(added[place].place) <= number { place += 1 }
        return place
    }

    /// Returns whether an interval of the base was removed.
    func isRemoved(_ number: Int) -> Bool {
        let place = removedCount(before: number)
        return place < removed.count && Int(removed[place]) == number
    }

    /// Returns the current number of an interval of the base; nil when it was removed.
    @inline(__always)
    func number(ofBase number: Int) -> Int? {
        let before = removedCount(before: number)
        if before < removed.count, Int(removed[before]) == number { return nil }
        return number - before + addedCount(before: number)
    }

    /// Returns the current number of an added interval.
    @inline(__always)
    func number(ofAdded index: Int) -> Int {
        let place = Int(added[index].place)
        return place - removedCount(before: place) + index
    }

    /// An interval of the base by its number there, or an added one by its index.
    enum Source {
        case base(Int)
        case added(Int)
    }

    /// Returns the interval with a current number.
    @inline(__always)
    func source(of number: Int) -> Source {
        var cell = min(number >> shift, addedBefore.count - 2)
        while firstNumber(ofCell: cell) > number { cell -= 1 }
        while cell + 2 < addedBefore.count, firstNumber(ofCell: cell + 1) <= number { cell += 1 }
        let candidates = Int(addedBefore[cell])..<Int(addedBefore[cell + 1])
        let index = candidates.partitioningIndex { self.number(ofAdded: $0) >= number }
        if index < candidates.upperBound, self.number(ofAdded: index) == number { return .added(index) }
        // The base's numbers of those that remain, and the removed ones before each, both ascend.
        let remaining = number - index
        let removedInCell = Int(removedBefore[cell])..<Int(removedBefore[cell + 1])
        return .base(remaining + removedInCell.partitioningIndex { Int(removed[$0]) - $0 > remaining })
    }

    /// Returns the current number at which a cell begins.
    @inline(__always)
    private func firstNumber(ofCell cell: Int) -> Int {
        cell << shift - Int(removedBefore[cell]) + Int(addedBefore[cell])
    }

    /// Returns the added intervals of a lane that start within a range.
    func added(ofLane lane: Int, from start: Int64 = .min, through last: Int64 = .max) -> Range<Int> {
        let all = 0..<added.count
        let first = all.partitioningIndex {
            (added[$0].lane, added[$0].start) >= (UInt32(lane), start)
        }
        return
            first..<(first..<added.count).partitioningIndex {
                (added[$0].lane, added[$0].start) > (UInt32(lane), last)
            }
    }

    /// Returns the index of the added interval of an edge.
    func index(lane: UInt32, start: Int64, row: UInt32, kind: UInt8) -> Int {
        var index = added(ofLane: Int(lane), from: start, through: start).lowerBound
        while added[index].row != row || added[index].kind != kind { index += 1 }
        return index
    }

    // MARK: Changes

    /// Adds an interval with a current number, at most the current count; those from it on move up.
    mutating func insert(start: Int64, end: Int64, kind: UInt8, lane: Int, row: UInt32, number: Int) {
        let (index, place): (Int, Int)
        if number == currentCount {
            (index, place) = (added.count, baseCount)
        } else {
            switch source(of: number) {
            case .added(let next): (index, place) = (next, Int(added[next].place))
            case .base(let next): (index, place) = (addedCount(before: next), next)
            }
        }
        added.insert(
            PendingInterval(
                start: start, end: end, place: UInt32(place), lane: UInt32(lane), row: row, kind: kind,
                serial: nextSerial), at: index)
        for cell in place >> shift + 1..<addedBefore.count { addedBefore[cell] &+= 1 }
        longest = max(longest, UInt64(bitPattern: end &- start))
        starts.insert(PendingInstant(start, other: end, kind: kind, added: (UInt32(lane), row)))
        ends.insert(PendingInstant(end, other: start, kind: kind, added: (UInt32(lane), row)))
        changeCount += 1
    }

    /// Removes an interval that was added.
    mutating func remove(added index: Int) {
        let old = added.remove(at: index)
        for cell in Int(old.place) >> shift + 1..<addedBefore.count { addedBefore[cell] &-= 1 }
        starts.remove(old.start, lane: old.lane, row: old.row, kind: old.kind)
        ends.remove(old.end, lane: old.lane, row: old.row, kind: old.kind)
        changeCount += 1
    }

    /// Removes an interval of the base.
    mutating func remove(base number: Int, start: Int64, end: Int64, kind: UInt8) {
        removed.insert(UInt32(number), at: removedCount(before: number))
        for cell in number >> shift + 1..<removedBefore.count { removedBefore[cell] &+= 1 }
        starts.insert(PendingInstant(start, other: end, kind: kind, added: nil))
        ends.insert(PendingInstant(end, other: start, kind: kind, added: nil))
        changeCount += 1
    }

    /// Replaces the lanes of all added intervals by higher ones in the same order.
    mutating func renumberLanes(_ newLane: (UInt32) -> UInt32) {
        for index in added.indices { added[index].lane = newLane(added[index].lane) }
        starts.renumberLanes(newLane)
        ends.renumberLanes(newLane)
    }

    /// Creates a difference from its parts.
    ///
    /// - Parameter removedIntervals: the intervals of the base that `removed` lists.
    init(
        baseCount: Int, cellCount: Int, added: [PendingInterval], removed: [UInt32],
        removedIntervals: [(start: Int64, end: Int64, kind: UInt8)]
    ) {
        self.init(baseCount: baseCount, cellCount: cellCount)
        self.added = added
        self.removed = removed
        for index in added.indices {
            self.added[index].serial = index
            longest = max(longest, UInt64(bitPattern: added[index].end &- added[index].start))
        }
        changeCount = added.count
        func entries(_ edges: (Int64, Int64) -> (Int64, Int64)) -> [PendingInstant] {
            added.map {
                let (instant, other) = edges($0.start, $0.end)
                return PendingInstant(instant, other: other, kind: $0.kind, added: ($0.lane, $0.row))
            }
                + removedIntervals.map {
                    let (instant, other) = edges($0.start, $0.end)
                    return PendingInstant(instant, other: other, kind: $0.kind, added: nil)
                }
        }
        starts = PendingInstants(entries { ($0, $1) })
        ends = PendingInstants(entries { ($1, $0) })
        var (nextAdded, nextRemoved) = (0, 0)
        for cell in addedBefore.indices {
            let isLast = cell == addedBefore.count - 1
            while nextAdded < added.count, isLast || Int(added[nextAdded].place) < cell << shift {
                nextAdded += 1
            }
            while nextRemoved < removed.count, isLast || Int(removed[nextRemoved]) < cell << shift {
                nextRemoved += 1
            }
            (addedBefore[cell], removedBefore[cell]) = (UInt32(nextAdded), UInt32(nextRemoved))
        }
    }

    func checkInvariants() -> [String] {
        var violations = starts.checkInvariants() + ends.checkInvariants()
        for index in added.indices.dropFirst() {
            let (left, right) = (added[index - 1], added[index])
            let isAscending = (left.lane, left.start, left.place) <= (right.lane, right.start, right.place)
            if !isAscending || left.place > right.place { violations.append("added \(index)") }
        }
        if let last = added.last, Int(last.place) > baseCount { violations.append("after the base") }
        for index in removed.indices where index > 0 && removed[index - 1] >= removed[index] {
            violations.append("removed \(index)")
        }
        if let last = removed.last, Int(last) >= baseCount { violations.append("removed after the base") }
        for cell in addedBefore.indices.dropLast() {
            let first = cell << shift
            if Int(addedBefore[cell]) != added.count(where: { Int($0.place) < first }) {
                violations.append("added before cell \(cell)")
            }
            if Int(removedBefore[cell]) != removed.count(where: { Int($0) < first }) {
                violations.append("removed before cell \(cell)")
            }
        }
        if Int(addedBefore.last ?? 0) != added.count || Int(removedBefore.last ?? 0) != removed.count {
            violations.append("counts of pending intervals")
        }
        return violations
    }
}
