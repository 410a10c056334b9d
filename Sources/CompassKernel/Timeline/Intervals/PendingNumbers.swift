/// A quick translation between the base's numbers and the current ones, for queries with many results.
///
/// Layout: for each block of numbers the difference between both, doubled, and 1 where the block contains a
/// change and a number must be looked up. Base of 6 in blocks of 2, where 1 is removed, and x is added
/// before 4:
/// ```
/// toCurrent  0|1  −1  0|1        blocks 0 1, 2 3, 4 5
/// toBase     0|1  +1|1  0        blocks 0 2, 3 x, 4 5
/// ```
struct PendingNumbers: Sendable {
    /// The maximum number of blocks. Derived: with 2,048 pending changes of 1,000,000 intervals, one block in
    /// 16 contains a change; both columns are filled in 10 µs.
    private static let blockLimit = 32_768

    private let pending: PendingIntervals
    private let shift: Int
    private let toCurrent: [Int32]
    private let toBase: [Int32]

    /// - Complexity: O(b + p) for b blocks and p pending changes.
    init(_ pending: PendingIntervals) {
        self.pending = pending
        let largest = max(pending.baseCount, pending.currentCount)
        var shift = 0
        while largest >> shift >= Self.blockLimit { shift += 1 }
        self.shift = shift
        let blockCount = largest >> shift + 1
        var toCurrent = [Int32](repeating: 0, count: blockCount)
        var toBase = toCurrent
        var (nextAdded, nextRemoved, difference) = (0, 0, 0)
        var (baseFilled, currentFilled) = (0, 0)
        // Blocks up to the one that contains a change have the difference before it.
        func fill(_ column: inout [Int32], _ filled: inout Int, through block: Int, _ difference: Int) {
            while filled <= block {
                column[filled] = Int32(difference * 2)
                filled += 1
            }
        }
        while nextAdded < pending.added.count || nextRemoved < pending.removed.count {
            let added = nextAdded < pending.added.count ? Int(pending.added[nextAdded].place) : .max
            let removed = nextRemoved < pending.removed.count ? Int(pending.removed[nextRemoved]) : .max
            let place = min(added, removed)
            let (block, currentBlock) = (place >> shift, (place + difference) >> shift)
            fill(&toCurrent, &baseFilled, through: block, difference)
            fill(&toBase, &currentFilled, through: min(currentBlock, blockCount - 1), -difference)
            toCurrent[block] |= 1
            toBase[min(currentBlock, blockCount - 1)] |= 1
            if added <= removed {
                (nextAdded, difference) = (nextAdded + 1, difference + 1)
            } else {
                (nextRemoved, difference) = (nextRemoved + 1, difference - 1)
            }
        }
        fill(&toCurrent, &baseFilled, through: blockCount - 1, difference)
        fill(&toBase, &currentFilled, through: blockCount - 1, -difference)
        (self.toCurrent, self.toBase) = (toCurrent, toBase)
    }

    /// Returns the current number of an interval of the base; nil when it was removed.
    @inline(__always)
    func number(ofBase number: Int) -> Int? {
        let entry = toCurrent[number >> shift]
        if entry & 1 == 0 { return number + Int(entry >> 1) }
        return pending.number(ofBase: number)
    }

    /// Returns the interval with a current number.
    @inline(__always)
    func source(of number: Int) -> PendingIntervals.Source {
        let entry = toBase[number >> shift]
        if entry & 1 == 0 { return .base(number + Int(entry >> 1)) }
        return pending.source(of: number)
    }
}

/// Pending changes, and what is derived from them when it is first required.
final class PendingChanges: Sendable {
    let value: PendingIntervals
    private let builtNumbers = BuiltOnce<PendingNumbers>()

    init(_ value: PendingIntervals) { self.value = value }

    /// The translation of numbers, for queries with many results.
    var numbers: PendingNumbers { builtNumbers.get { PendingNumbers(value) } }
}

/// The positions of many current intervals, read one after the other.
struct IntervalReader {
    private let base: LaneIntervals
    private let pending: PendingIntervals?
    private let numbers: PendingNumbers?

    init(_ intervals: LiveIntervals) {
        base = intervals.base
        pending = intervals.pending?.value
        numbers = intervals.pending?.numbers
    }

    /// Returns the start of an interval, in microseconds since 1970-01-01T00:00:00Z.
    @inline(__always)
    func start(_ number: Int) -> Int64 { read(number, \.start, base.start) }

    /// Returns the start and the end of an interval; nil as the end of a point.
    @inline(__always)
    func extent(_ number: Int) -> (start: Int64, end: Int64?) {
        read(number, { ($0.start, $0.end > $0.start ? $0.end : nil) }, base.extent)
    }

    @inline(__always)
    private func read<Result>(
        _ number: Int, _ added: (PendingInterval) -> Result, _ inBase: (Int) -> Result
    ) -> Result {
        guard let numbers, let pending else { return inBase(number) }
        switch numbers.source(of: number) {
        case .base(let number): return inBase(number)
        case .added(let index): return added(pending.added[index])
        }
    }
}
