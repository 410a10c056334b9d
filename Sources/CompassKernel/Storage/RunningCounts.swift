/// Running counts of the rows of many cells, such as one for each code, at the end of each block of rows.
///
/// Layout: 16 bits for each block and cell, relative to a base, of which most tables have none. As soon as some cell
/// has more than 65,535 rows since the last base, the counts so far become the next one, of 32 bits a cell. For a
/// limit of 7 instead of 65,535, and two cells of which each block adds 3 and 1:
/// ```
/// before block 1   3 1          base: none
/// before block 2   6 2          base: none
/// before block 3   0 0          base: 9 3
/// before block 4   3 1          base: 9 3
/// ```
/// The counts before block 0 are zero and not stored. A table of n rows has at most n / 65,536 bases.
struct RunningCounts: Sendable {
    /// The number of cells.
    let width: Int
    let blockCount: Int
    private let counts: ColumnBuffer<UInt16>
    /// Nil in most tables; by reference, since each change copies the columns of a table.
    private let bases: Bases?

    private final class Bases: Sendable {
        /// The counts of each base after the first, which are zero.
        let counts: ColumnBuffer<UInt32>
        /// The number of each block's base; 0 for the first.
        let numbers: ColumnBuffer<UInt32>

        init(counts: ColumnBuffer<UInt32>, numbers: ColumnBuffer<UInt32>) {
            self.counts = counts
            self.numbers = numbers
        }
    }

    /// Counts the rows of each cell.
    ///
    /// - Parameters:
    ///   - width: the number of cells.
    ///   - rowCount: the number of rows, all of which are counted unless there is no block.
    ///   - rowsPerBlock: the number of rows of each block but the last, which has all that follow.
    ///   - largestCount: the largest count relative to a base.
    ///   - forEachCell: calls a function with the cell of each of some rows.
    /// - Complexity: O(n + b c) for n rows and b blocks of c cells.
    @inline(__always)
    init(
        width: Int, rowCount: Int, rowsPerBlock: Int, blockCount: Int,
        largestCount: UInt16 = .max,
        forEachCell: (_ rows: Range<Int>, _ count: (_ cell: Int) -> Void) -> Void
    ) {
        self.width = width
        self.blockCount = blockCount
        func rows(ofBlock block: Int) -> Range<Int> {
            block * rowsPerBlock..<(block + 1 == blockCount ? rowCount : (block + 1) * rowsPerBlock)
        }
        // Levels of changes are built often, and most are small: an empty column takes no memory of its own.
        if blockCount * width == 0 {
            (counts, bases) = (ColumnBuffer(), nil)
            return
        }
        if rowCount <= Int(largestCount) {
            bases = nil
            counts = ColumnBuffer(count: blockCount * width) { target in
                // SAFETY: each block has a count for each cell.
                for block in 0..<blockCount {
                    let running = target + block * width
                    if block == 0 {
                        running.initialize(repeating: 0, count: width)
                    } else {
                        running.update(from: running - width, count: width)
                    }
                    forEachCell(rows(ofBlock: block)) { running[$0] &+= 1 }
                }
            }
            return
        }
        var writer = Writer(width: width, largestCount: largestCount)
        counts = ColumnBuffer(count: blockCount * width) { target in
            for block in 0..<blockCount {
                writer.running.withUnsafeMutableBufferPointer { running in
                    // SAFETY: the width is not 0, and cells are below it.
                    let running = running.baseAddress!
                    forEachCell(rows(ofBlock: block)) { running[$0] &+= 1 }
                }
                writer.endBlock(target + block * width)
            }
        }
        bases = writer.finish()
    }

    /// Writes the counts of a table in which a cell may have more rows than 16 bits can count.
    private struct Writer {
        private let largestCount: UInt16
        /// The counts of all rows so far.
        var running: [UInt32]
        /// The bases; the first is zero.
        private var bases: [UInt32]
        private var baseNumbers: [UInt32] = []

        init(width: Int, largestCount: UInt16) {
            self.largestCount = largestCount
            running = [UInt32](repeating: 0, count: width)
            bases = running
        }

        /// Writes the counts of all rows so far to `target`.
        mutating func endBlock(_ target: UnsafeMutablePointer<UInt16>) {
            let first = bases.count - running.count
            var largest: UInt32 = 0
            // SAFETY: the target has a count for each cell of this block.
            for cell in running.indices {
                let count = running[cell] &- bases[first + cell]
                largest = max(largest, count)
                target[cell] = UInt16(truncatingIfNeeded: count)
            }
            if largest > largestCount {
                bases += running
                target.update(repeating: 0, count: running.count)
            }
            baseNumbers.append(UInt32(bases.count / running.count - 1))
        }

        /// Returns the bases; nil if there are none.
        func finish() -> Bases? {
            if bases.count == running.count { return nil }
            return Bases(
                counts: ColumnBuffer(Array(bases[running.count...])), numbers: ColumnBuffer(baseNumbers))
        }
    }

    /// Returns the number of rows of `cell` before `block`.
    @inline(__always)
    func count(of cell: Int, before block: Int) -> UInt32 {
        if block == 0 { return 0 }
        let count = UInt32(counts[(block &- 1) &* width &+ cell])
        let base = baseNumber(before: block)
        guard base > 0, let bases else { return count }
        return count &+ bases.counts[(base &- 1) &* width &+ cell]
    }

    /// Calls `body` with each of `cells`, numbered from 0, and its number of rows in `blocks`. Does not call it if
    /// `blocks` ends at 0.
    @inline(__always)
    func forEachCount(
        of cells: Range<Int>, in blocks: Range<Int>, _ body: (_ index: Int, _ count: UInt32) -> Void
    ) {
        guard blocks.upperBound > 0 else { return }
        let counts = self.counts
        let base = baseNumber(before: blocks.upperBound)
        let last = (blocks.upperBound &- 1) &* width &+ cells.lowerBound
        // SAFETY: each block has a count for each cell.
        if blocks.lowerBound == 0, base == 0 {
            for index in 0..<cells.count { body(index, UInt32(counts[last &+ index])) }
        } else if blocks.lowerBound > 0, base == baseNumber(before: blocks.lowerBound) {
            let first = (blocks.lowerBound &- 1) &* width &+ cells.lowerBound
            for index in 0..<cells.count {
                body(index, UInt32(counts[last &+ index] &- counts[first &+ index]))
            }
        } else {
            StackScratch.withInnerCounters(cells.count) { totals in
                add(cells, before: blocks.upperBound, isAdded: true, to: totals)
                add(cells, before: blocks.lowerBound, isAdded: false, to: totals)
                for index in 0..<cells.count { body(index, totals[index]) }
            }
        }
    }

    /// Adds the number of rows of each of `cells` before `block` to `target`, or subtracts it.
    @inline(__always)
    func add(_ cells: Range<Int>, before block: Int, isAdded: Bool, to target: UnsafeMutablePointer<UInt32>) {
        if block == 0 { return }
        let (counts, first) = (self.counts, (block &- 1) &* width &+ cells.lowerBound)
        // SAFETY: each block and each base has a count for each cell.
        if isAdded {
            for index in 0..<cells.count { target[index] &+= UInt32(counts[first &+ index]) }
        } else {
            for index in 0..<cells.count { target[index] &-= UInt32(counts[first &+ index]) }
        }
        let base = baseNumber(before: block)
        if base > 0 { addBase(base, cells, isAdded: isAdded, to: target) }
    }

    @inline(never)
    private func addBase(
        _ number: Int, _ cells: Range<Int>, isAdded: Bool, to target: UnsafeMutablePointer<UInt32>
    ) {
        guard let counts = bases?.counts else { return }
        let first = (number &- 1) &* width &+ cells.lowerBound
        if isAdded {
            for index in 0..<cells.count { target[index] &+= counts[first &+ index] }
        } else {
            for index in 0..<cells.count { target[index] &-= counts[first &+ index] }
        }
    }

    /// Returns the number of the base of the counts before a block; 0 without one.
    @inline(__always)
    private func baseNumber(before block: Int) -> Int {
        guard let bases, block > 0 else { return 0 }
        return Int(bases.numbers[block &- 1])
    }

    var byteCount: Int {
        counts.byteCount + (bases.map { $0.counts.byteCount + $0.numbers.byteCount } ?? 0)
    }
}
