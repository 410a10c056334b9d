/// The latest and the earliest end of every 16 bars, of every 16 such blocks, and so on.
///
/// Layout: the levels one after the other, each as long as the one below divided by 16, rounded up, up to the
/// level of one block; in each block the latest end, in a second column the earliest. For 33 bars:
/// ```
/// latest  3 blocks of bars 0…15, 16…31, 32, then 1 block of these three
/// ```
/// A stretch of bars is walked without looking at blocks that end before an instant, and without looking into
/// those of which no bar does. Method: a static tree of 16 children a node without pointers.
struct IntervalEndBlocks: Sendable {
    static let fanOutBits = 4

    private let latest: ColumnBuffer<Int64>
    private let earliest: ColumnBuffer<Int64>
    /// Where each level begins.
    private let levelStarts: [Int]

    /// The blocks of `ends`.
    ///
    /// - Complexity: O(b) for b ends.
    init(_ ends: ColumnBuffer<Int64>) {
        var latest = GrowableColumn<Int64>()
        var earliest = GrowableColumn<Int64>()
        var (levelStarts, below, firstBelow) = ([Int](), ends.count, 0)
        while below > 1 {
            let isFirst = levelStarts.isEmpty
            levelStarts.append(latest.count)
            for block in 0..<(below + 15) >> IntervalEndBlocks.fanOutBits {
                var (greatest, least) = (Int64.min, Int64.max)
                for child in block << 4..<min((block + 1) << 4, below) {
                    greatest = max(greatest, isFirst ? ends[child] : latest[firstBelow + child])
                    least = min(least, isFirst ? ends[child] : earliest[firstBelow + child])
                }
                latest.append(greatest)
                earliest.append(least)
            }
            (firstBelow, below) = (levelStarts[levelStarts.count - 1], (below + 15) >> 4)
        }
        self.latest = latest.finish()
        self.earliest = earliest.finish()
        self.levelStarts = levelStarts
    }

    /// Calls `body` with stretches of `bars` that do not end before `instant`, in their order, together all of
    /// them, until it answers false.
    ///
    /// - Complexity: O(r log b) for r stretches.
    func forEachRun(
        of bars: Range<Int>, notEndingBefore instant: Int64, _ ends: UnsafePointer<Int64>,
        _ body: (Range<Int>) -> Bool
    ) {
        walk(bars, ends) { earliest, latest in
            latest < instant ? .passOver : earliest >= instant ? .take : .lookInto
        } body: {
            body($0)
        }
    }

    /// Calls `body` with each of `bars` that ends at `instant`, in their order, until it answers false.
    ///
    /// - Complexity: O(r log b) for r bars in blocks that begin and end around the instant.
    func forEachBar(
        of bars: Range<Int>, endingAt instant: Int64, _ ends: UnsafePointer<Int64>, _ body: (Int) -> Bool
    ) {
        walk(bars, ends) { earliest, latest in
            latest < instant || earliest > instant ? .passOver : earliest == latest ? .take : .lookInto
        } body: { run in
            for bar in run where !body(bar) { return false }
            return true
        }
    }

    private enum Step { case passOver, take, lookInto }

    @inline(__always)
    private func walk(
        _ bars: Range<Int>, _ ends: UnsafePointer<Int64>, step: (Int64, Int64) -> Step,
        body: (Range<Int>) -> Bool
    ) {
        var bar = bars.lowerBound
        var level = -1
        // SAFETY: blocks that are looked at hold `bar`, which is below the number of ends.
        while bar < bars.upperBound {
            while level + 1 < levelStarts.count, bar & (16 &<< (4 &* (level + 1)) - 1) == 0 { level += 1 }
            // The block of `bar` at `level`, or the bar itself; smaller ones until it is clear what to do.
            while true {
                let shift = 4 &* (level &+ 1)
                let blockEnd = (bar | (1 &<< shift - 1)) + 1
                let place = level < 0 ? bar : levelStarts[level] + bar &>> shift
                let step =
                    level < 0
                    ? step(ends[bar], ends[bar]) : step(earliest.base[place], latest.base[place])
                if step == .passOver {
                    bar = blockEnd
                    break
                }
                if step == .take, blockEnd <= bars.upperBound {
                    if !body(bar..<blockEnd) { return }
                    bar = blockEnd
                    break
                }
                level -= 1
            }
        }
    }

    /// The memory that the blocks occupy, in bytes.
    var byteCount: Int { latest.byteCount + earliest.byteCount }

    /// What is wrong with the blocks of `ends`; empty when they agree with them.
    func invariantViolations(_ ends: ColumnBuffer<Int64>) -> [String] {
        let fresh = IntervalEndBlocks(ends)
        let same =
            fresh.levelStarts == levelStarts
            && fresh.latest.withBuffer { Array($0) } == latest.withBuffer { Array($0) }
            && fresh.earliest.withBuffer { Array($0) } == earliest.withBuffer { Array($0) }
        return same ? [] : ["the blocks of ends are not those of the ends"]
    }
}
