/// The construction of an index of lanes from a base and its pending changes, in steps.
///
/// No step sorts starts: both indexes are copied in runs between two changes, and columns that are derived
/// from them are computed anew. Its result depends only on the intervals with which it began, so that several
/// copies of changing intervals may share it: each takes the result with the changes that it has had since.
final class IntervalFolding: @unchecked Sendable {
    // Sendable: the work is accessed only with the lock held.
    struct Folded: Sendable {
        let base: LaneIntervals
        let rows: ColumnBuffer<UInt32>
    }

    /// What is being folded.
    let pending: PendingIntervals
    private let monitor = Monitor()
    private var work: IntervalFoldingWork
    private var folded: Folded?

    /// Begins with intervals that have pending changes.
    init(of intervals: LiveIntervals) {
        var intervals = intervals
        intervals.folding = nil
        pending =
            intervals.pending?.value
            ?? PendingIntervals(baseCount: intervals.base.count, cellCount: intervals.limits.cellCount)
        work = IntervalFoldingWork(intervals, pending)
    }

    /// The number of changes before it began.
    var changeCount: Int { pending.changeCount }

    /// Performs one step; returns the result after the last one.
    func step() -> Folded? { monitor.withLock { advanced() } }

    /// Performs steps until this share of the work is done; returns the result after the last one.
    func advance(to share: Double) -> Folded? {
        monitor.withLock {
            while folded == nil, work.completedShare < share { _ = advanced() }
            return folded
        }
    }

    /// Performs all remaining steps.
    func finish() -> Folded {
        monitor.withLock {
            while true { if let folded = advanced() { return folded } }
        }
    }

    private func advanced() -> Folded? {
        if folded == nil { folded = work.step() }
        return folded
    }
}

/// The work of ``IntervalFolding``.
private struct IntervalFoldingWork {
    private enum Stage { case numbers, starts, laneColumns, allColumns }

    private let source: LiveIntervals
    private let pending: PendingIntervals
    private var stage = Stage.numbers
    private var lanes: IntervalRuns
    private var all: IntervalRuns
    /// The next interval of the base, by number, then by row, and the next changes.
    private var nextBase = 0
    private var nextAdded = 0
    private var nextRemoved = 0
    private var addedByStart: [(start: Int64, end: Int64, kind: UInt8, number: Int)] = []
    private var laneBuilder: IntervalColumnsBuilder?
    private var laneColumns: IntervalColumns?
    private var allBuilder: IntervalColumnsBuilder?
    private var completedWork = 0

    init(_ source: LiveIntervals, _ pending: PendingIntervals) {
        (self.source, self.pending) = (source, pending)
        let nonEmptyCount =
            source.base.columns.nonEmptyEnds.count + pending.added.count { $0.end > $0.start }
            - pending.removed.count { source.base.isNonEmpty(Int($0)) }
        lanes = IntervalRuns(count: source.count, nonEmptyCount: nonEmptyCount)
        all = IntervalRuns(count: source.count, nonEmptyCount: nonEmptyCount)
    }

    /// Work is measured in rows that are copied. Derived: a row by start, with its new number, takes as long
    /// as four by number; all rows of a builder's step, about as long as two.
    private static let workPerRowByStart = 4
    private static let workPerRowOfStep = 2

    private var totalWork: Int {
        let rowCount = source.base.count + 1
        return rowCount * (1 + Self.workPerRowByStart)
            + rowCount * Self.workPerRowOfStep * 2 * IntervalColumnsBuilder.stepCount
    }

    var completedShare: Double { Double(completedWork) / Double(totalWork) }

    mutating func step() -> IntervalFolding.Folded? {
        switch stage {
        case .numbers: copyByNumber()
        case .starts: copyByStart()
        case .laneColumns: buildLanes()
        case .allColumns: return builtAll()
        }
        return nil
    }

    // MARK: Copies

    private mutating func copyByNumber() {
        let (base, limit) = (source.base, source.limits.rowsPerStep)
        let end = min(nextBase + limit, base.count)
        completedWork += end - nextBase
        while true {
            let added = nextAdded < pending.added.count ? Int(pending.added[nextAdded].place) : .max
            let removed = nextRemoved < pending.removed.count ? Int(pending.removed[nextRemoved]) : .max
            let next = min(added, removed, end)
            let run = nextBase..<next
            source.baseRows.withBuffer(of: run) { lanes.append(run, of: base.columns, values: $0) }
            let (firstEnd, lastEnd) = (base.columns.lines.rank(nextBase), base.columns.lines.rank(next))
            lanes.appendEnds(firstEnd..<lastEnd, of: base.columns.nonEmptyEnds)
            nextBase = next
            if next == added {
                let interval = pending.added[nextAdded]
                lanes.append(
                    start: interval.start, end: interval.end, kind: interval.kind, value: interval.row)
                nextAdded += 1
            } else if next == removed {
                nextBase += 1
                nextRemoved += 1
                if nextBase >= end { break }
            } else {
                break
            }
        }
        if nextBase < base.count { return }
        // Those that come after the whole base.
        while nextAdded < pending.added.count {
            let interval = pending.added[nextAdded]
            lanes.append(start: interval.start, end: interval.end, kind: interval.kind, value: interval.row)
            nextAdded += 1
        }
        (stage, nextBase, nextAdded) = (.starts, 0, 0)
        addedByStart = pending.added.indices.map { index in
            let interval = pending.added[index]
            return (interval.start, interval.end, interval.kind, pending.number(ofAdded: index))
        }
        addedByStart.sort { ($0.start, $0.number) < ($1.start, $1.number) }
    }

    private mutating func copyByStart() {
        let columns = source.base.all.columns
        let end = min(nextBase + source.limits.rowsPerStep / Self.workPerRowByStart + 1, columns.starts.count)
        completedWork += (end - nextBase) * Self.workPerRowByStart
        var numbers: [UInt32] = []
        numbers.reserveCapacity(end - nextBase)
        func appendNumbered(upTo row: Int) {
            appendRun(row - numbers.count..<row, columns, numbers)
            numbers.removeAll(keepingCapacity: true)
        }
        for row in nextBase..<end {
            guard let number = pending.number(ofBase: Int(columns.ids[row])) else {
                appendNumbered(upTo: row)
                continue
            }
            if nextAdded < addedByStart.count, addedByStart[nextAdded].start <= columns.starts[row] {
                appendNumbered(upTo: row)
                appendAdded(before: (columns.starts[row], number))
            }
            numbers.append(UInt32(truncatingIfNeeded: number))
        }
        appendNumbered(upTo: end)
        nextBase = end
        if end < columns.starts.count { return }
        appendAdded(before: (.max, .max))
        let partEnds = (0..<source.laneCount).map { source.numbers(ofLane: $0).upperBound }
        laneBuilder = IntervalColumnsBuilder(lanes.rows(partEnds: partEnds, valuesAreIDs: false))
        stage = .laneColumns
    }

    private mutating func appendAdded(before limit: (Int64, Int)) {
        while nextAdded < addedByStart.count {
            let added = addedByStart[nextAdded]
            if (added.start, added.number) > limit { return }
            all.append(start: added.start, end: added.end, kind: added.kind, value: UInt32(added.number))
            nextAdded += 1
        }
    }

    /// Appends rows, none of which was removed, with their new numbers.
    private mutating func appendRun(_ run: Range<Int>, _ columns: IntervalColumns, _ numbers: [UInt32]) {
        if run.isEmpty { return }
        all.append(run, of: columns, values: numbers)
        for row in run where columns.isNonEmpty(row) {
            all.appendEnd(source.base.end(Int(columns.ids[row])))
        }
    }

    // MARK: Derived columns

    private mutating func buildLanes() {
        completedWork += Self.workPerRowOfStep * (source.base.count + 1)
        laneBuilder?.advance()
        guard let builder = laneBuilder, builder.isComplete else { return }
        laneColumns = IntervalColumns(builder)
        laneBuilder = nil
        allBuilder = IntervalColumnsBuilder(all.rows(partEnds: [all.count], valuesAreIDs: true))
        stage = .allColumns
    }

    private mutating func builtAll() -> IntervalFolding.Folded? {
        completedWork += Self.workPerRowOfStep * (source.base.count + 1)
        allBuilder?.advance()
        guard let builder = allBuilder, builder.isComplete, let laneColumns else { return nil }
        let columns = IntervalColumns(builder)
        let intervals = LaneIntervals(all: IntervalIndex(columns, columns.parts[0]), columns: laneColumns)
        return IntervalFolding.Folded(base: intervals, rows: lanes.values)
    }
}
