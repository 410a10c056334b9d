internal import CCompassScan

/// The latest and the earliest end of every 16 non-empty intervals, of every 16 such blocks, and so on.
///
/// Layout: the levels one after the other, each as long as the one below divided by 16, rounded up, up to the
/// level of one block; for each block the latest end, in a second column the earliest. For 33 non-empty
/// intervals:
/// ```
/// latest  3 blocks of intervals 0…15, 16…31, 32, then 1 block of these three
/// ```
/// A traversal of a range skips blocks that end before an instant as a whole, and does not descend into
/// blocks in which every interval lasts until it. Method: a static tree without pointers.
struct IntervalEndBlocks: Sendable {
    /// A block has 16 children: 4 bits of an interval's place for each level.
    static let fanOutBits = Int(compasskernel_interval_block_bits)
    static let fanOut = 1 << fanOutBits

    let latest: ColumnBuffer<Int64>
    let earliest: ColumnBuffer<Int64>
    /// The first block of each level.
    private let levelStarts: [Int]

    /// Creates the blocks of `ends` in O(b) for b ends.
    init(_ ends: ColumnBuffer<Int64>) {
        var latest = GrowableColumn<Int64>()
        var earliest = GrowableColumn<Int64>()
        var (levelStarts, below, firstBelow) = ([Int](), ends.count, 0)
        while below > 1 {
            let isFirst = levelStarts.isEmpty
            levelStarts.append(latest.count)
            let blockCount = (below + IntervalEndBlocks.fanOut - 1) / IntervalEndBlocks.fanOut
            for block in 0..<blockCount {
                let firstChild = block * IntervalEndBlocks.fanOut
                var (greatest, least) = (Int64.min, Int64.max)
                for child in firstChild..<min(firstChild + IntervalEndBlocks.fanOut, below) {
                    greatest = max(greatest, isFirst ? ends[child] : latest[firstBelow + child])
                    least = min(least, isFirst ? ends[child] : earliest[firstBelow + child])
                }
                latest.append(greatest)
                earliest.append(least)
            }
            (firstBelow, below) = (levelStarts[levelStarts.count - 1], blockCount)
        }
        self.latest = latest.finish()
        self.earliest = earliest.finish()
        self.levelStarts = levelStarts
    }

    /// Calls `body` with the runs of `nonEmpty` that do not end before `instant`, ascending, until it
    /// returns false. The runs together are all such intervals.
    ///
    /// - Complexity: O(r log b) for r runs.
    func forEachRun(
        of nonEmpty: Range<Int>, notEndingBefore instant: Int64, _ ends: ColumnBuffer<Int64>,
        _ body: (Range<Int>) throws -> Bool
    ) rethrows {
        try walk(nonEmpty, ends) { earliest, latest in
            latest < instant ? .passOver : earliest >= instant ? .take : .lookInto
        } body: {
            try body($0)
        }
    }

    /// Calls `body` with each of `nonEmpty` that ends at `instant`, ascending, until it returns false.
    ///
    /// - Complexity: O(r log b) for r intervals in blocks whose ends enclose the instant.
    func forEachNonEmpty(
        of nonEmpty: Range<Int>, endingAt instant: Int64, _ ends: ColumnBuffer<Int64>, _ body: (Int) -> Bool
    ) {
        walk(nonEmpty, ends) { earliest, latest in
            latest < instant || earliest > instant ? .passOver : earliest == latest ? .take : .lookInto
        } body: { run in
            for interval in run where !body(interval) { return false }
            return true
        }
    }

    private enum Step { case passOver, take, lookInto }

    @inline(__always)
    private func walk(
        _ nonEmpty: Range<Int>, _ ends: ColumnBuffer<Int64>, step: (Int64, Int64) -> Step,
        body: (Range<Int>) throws -> Bool
    ) rethrows {
        let bits = IntervalEndBlocks.fanOutBits
        var next = nonEmpty.lowerBound
        var level = -1
        // SAFETY: the examined blocks contain `next`, which is below the number of ends.
        while next < nonEmpty.upperBound {
            while level + 1 < levelStarts.count, next & (1 &<< (bits &* (level &+ 2)) - 1) == 0 { level += 1 }
            // The block of `next` at `level`, or the interval itself; descends until it is skipped or taken.
            while true {
                let shift = bits &* (level &+ 1)
                let blockEnd = (next | (1 &<< shift - 1)) + 1
                let place = level < 0 ? next : levelStarts[level] + next &>> shift
                let step =
                    level < 0
                    ? step(ends[next], ends[next]) : step(earliest[place], latest[place])
                if step == .passOver {
                    next = blockEnd
                    break
                }
                if step == .take, blockEnd <= nonEmpty.upperBound {
                    if try !body(next..<blockEnd) { return }
                    next = blockEnd
                    break
                }
                level -= 1
            }
        }
    }

    var byteCount: Int { latest.byteCount + earliest.byteCount }
}
