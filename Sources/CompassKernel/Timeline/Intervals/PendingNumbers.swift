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

    /// Writes the current numbers of those intervals of the base that were not removed; returns how many.
    func write(_ baseNumbers: ArraySlice<UInt32>, to target: UnsafeMutableBufferPointer<UInt32>) -> Int {
        var written = 0
        toCurrent.withUnsafeBufferPointer { differences in
            baseNumbers.withUnsafeBufferPointer { baseNumbers in
                for number in baseNumbers {
                    let entry = differences[Int(number) >> shift]
                    if entry & 1 == 0 {
                        target[written] = UInt32(truncatingIfNeeded: Int(number) &+ Int(entry >> 1))
                        written += 1
                    } else if let current = lookedUp(ofBase: Int(number)) {
                        target[written] = UInt32(truncatingIfNeeded: current)
                        written += 1
                    }
                }
            }
        }
        return written
    }

    @inline(never)
    private func lookedUp(ofBase number: Int) -> Int? { pending.number(ofBase: number) }

    /// Calls `body` with each of the current numbers and its interval: that of the base, or an added one.
    @inline(__always)
    func forEach(_ numbers: some Sequence<UInt32>, base: (UInt32, Int) -> Void, added: (UInt32, Int) -> Void)
    {
        toBase.withUnsafeBufferPointer { differences in
            for number in numbers {
                let entry = differences[Int(number) >> shift]
                if entry & 1 == 0 {
                    base(number, Int(number) &+ Int(entry >> 1))
                    continue
                }
                switch lookedUp(Int(number)) {
                case .base(let place): base(number, place)
                case .added(let index): added(number, index)
                }
            }
        }
    }

    @inline(never)
    private func lookedUp(_ number: Int) -> PendingIntervals.Source { pending.source(of: number) }
}

/// Pending changes, and what is derived from them when it is first required.
final class PendingChanges: Sendable {
    let value: PendingIntervals
    private let builtNumbers = BuiltOnce<PendingNumbers>()

    init(_ value: PendingIntervals) { self.value = value }

    /// The translation of numbers, for queries with many results.
    var numbers: PendingNumbers { builtNumbers.get { PendingNumbers(value) } }
}

extension LiveIntervals {
    /// Calls `body` with each of the numbers, its start, and its end; nil as the end of a point.
    @inline(__always)
    func forEachExtent(of numbers: ArraySlice<UInt32>, _ body: (UInt32, Int64, Int64?) -> Void) {
        let base = base
        func inBase(_ number: UInt32, _ place: Int) {
            body(number, base.start(place), base.isNonEmpty(place) ? base.end(place) : nil)
        }
        guard let pending else {
            for number in numbers { inBase(number, Int(number)) }
            return
        }
        pending.numbers.forEach(numbers, base: inBase) { number, index in
            let interval = pending.value.added[index]
            body(number, interval.start, interval.end > interval.start ? interval.end : nil)
        }
    }

    /// Returns the starts of intervals, in microseconds since 1970-01-01T00:00:00Z.
    func starts(of numbers: [UInt32]) -> [Int64] {
        var starts: [Int64] = []
        starts.reserveCapacity(numbers.count)
        forEachExtent(of: numbers[...]) { _, start, _ in starts.append(start) }
        return starts
    }
}
