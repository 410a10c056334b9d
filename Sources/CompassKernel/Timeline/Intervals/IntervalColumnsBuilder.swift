/// The columns of an interval index under construction, one group of columns in each step.
struct IntervalColumnsBuilder {
    private(set) var rows: IntervalRows
    private(set) var ends = IntervalSortedEnds()
    private(set) var banded = NonEmptyIntervals()
    private(set) var bands = ColumnBuffer<IntervalBand>()
    private(set) var cells = ColumnBuffer<UInt32>()
    private(set) var parts = ColumnBuffer<IntervalPart>()
    private(set) var blocks = IntervalEndBlocks(ColumnBuffer())
    private var completedStepCount = 0

    static let stepCount = 5

    init(_ rows: IntervalRows) { self.rows = rows }

    /// Whether the non-empty intervals are divided into bands.
    var isInBands: Bool { rows.ids.count > 0 }

    var isComplete: Bool { completedStepCount == Self.stepCount }

    /// Performs the next step.
    mutating func advance() {
        switch completedStepCount {
        case 0: rows.count()
        case 1: ends = IntervalSortedEnds(rows)
        case 2: banded = isInBands ? NonEmptyIntervals(inBands: rows) : NonEmptyIntervals(byPart: rows)
        case 3: buildDirectories()
        default: blocks = IntervalEndBlocks(banded.ends)
        }
        completedStepCount += 1
    }

    private mutating func buildDirectories() {
        var cells = GrowableColumn<UInt32>(capacity: rows.starts.count / 10)
        bands = banded.bands(appendingTo: &cells, rowCount: rows.starts.count)
        let partCount = rows.partEnds.count
        parts = ColumnBuffer(count: partCount) { target in
            var (firstRow, firstNonEmpty) = (0, 0)
            for part in 0..<partCount {
                let (endRow, endNonEmpty) = (rows.partEnds[part], banded.partEnds[part])
                target[part] = IntervalPart(
                    starts: IntervalDirectory(
                        rows.starts, low: firstRow, high: endRow, appendingTo: &cells),
                    ends: IntervalDirectory(
                        ends.ends, low: firstNonEmpty, high: endNonEmpty, appendingTo: &cells),
                    bands: banded.partBands(part))
                (firstRow, firstNonEmpty) = (endRow, endNonEmpty)
            }
        }
        self.cells = cells.finish()
    }
}
