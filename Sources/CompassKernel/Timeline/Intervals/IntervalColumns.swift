/// The memory of an interval index, or of the indexes of many lanes.
///
/// Layout: `n` rows in the order of their starts, lane after lane. Rows that end later than they start are
/// the *non-empty intervals* (`nonEmpty`): they are counted in ``IntervalLine`` and have an end. For the
/// closed intervals `[3,3] [1,9] [4,6]`:
/// ```
/// starts     1 3 4        ids 1 0 2 (omitted where each id is its row)
/// lines      nonEmpty 0b101, kinds, and the counts before every 64th row
/// nonEmptyRows    0 2          nonEmptyEnds 9 6       nonEmptyIds 1 2: by band, then row
/// latest     9            earliest 6        of every 16 ends, of every 16 of those …
/// sortedEnds 6 9          endLines          by end, and the counts before every 64th
/// endSums    0            the sum of the ends before every fourth
/// ```
/// A part, the whole index or a lane, is a range of rows and a range of non-empty intervals with its own
/// directories. An interval takes 8 bytes, its id 4, its share of a line 1 and of the directory a quarter; a
/// non-empty interval takes 28 bytes more, 24 where there are no ids.
final class IntervalColumns: Sendable {
    let starts: ColumnBuffer<Int64>
    let ids: ColumnBuffer<UInt32>
    /// Has one entry more than full lines require, so that the row after the last also has a line.
    let lines: ColumnBuffer<IntervalLine>
    let nonEmptyRows: ColumnBuffer<UInt32>
    /// Empty where each id is its row. Looked up through the rows, the ids of adjacent non-empty intervals
    /// would be ten times as far apart as they are here.
    private let nonEmptyIDs: ColumnBuffer<UInt32>
    let nonEmptyEnds: ColumnBuffer<Int64>
    let blocks: IntervalEndBlocks
    let sortedEnds: ColumnBuffer<Int64>
    let endLines: ColumnBuffer<IntervalEndLine>
    let endSums: ColumnBuffer<UInt64>
    /// The kind of all non-empty intervals; nil where their kinds differ, or there are none.
    let kindOfNonEmpty: Int?
    let cells: ColumnBuffer<UInt32>
    let bands: ColumnBuffer<IntervalBand>
    let parts: ColumnBuffer<IntervalPart>

    /// Creates the columns from rows by part and start. The non-empty intervals of an index with ids, which
    /// has one part, are divided into bands; in the columns of lanes each lane is one band, by row.
    ///
    /// - Complexity: O(n) for n rows, and the sorting of the ends of non-empty intervals.
    convenience init(_ rows: consuming IntervalRows) {
        var builder = IntervalColumnsBuilder(rows)
        while !builder.isComplete { builder.advance() }
        self.init(builder)
    }

    /// Creates the columns that a builder has completed.
    init(_ builder: IntervalColumnsBuilder) {
        let (rows, banded, ends) = (builder.rows, builder.banded, builder.ends)
        starts = rows.starts
        ids = rows.ids
        lines = rows.lines
        nonEmptyRows = banded.rows
        nonEmptyIDs =
            builder.isInBands ? banded.rows.withBuffer { rows.ids.gathered($0) } : ColumnBuffer()
        nonEmptyEnds = banded.ends
        blocks = builder.blocks
        sortedEnds = ends.ends
        endLines = ends.lines
        endSums = ends.sums
        kindOfNonEmpty = rows.kindOfNonEmpty
        (cells, bands, parts) = (builder.cells, builder.bands, builder.parts)
    }

    /// Returns whether a row ends later than it starts.
    @inline(__always)
    func isNonEmpty(_ row: Int) -> Bool { lines[row >> 6].nonEmpty &>> UInt64(row & 63) & 1 != 0 }

    /// Returns the end of a row.
    ///
    /// - Complexity: O(1) in the columns of lanes, otherwise O(log b) for b non-empty intervals.
    func end(_ row: Int) -> Int64 {
        guard isNonEmpty(row) else { return starts[row] }
        if ids.count == 0 { return nonEmptyEnds[lines.rank(row)] }
        for band in 0..<bands.count {
            var (first, end) = (Int(bands[band].firstNonEmpty), Int(bands[band].endNonEmpty))
            while end > first {
                let middle = (first + end) >> 1
                if Int(nonEmptyRows[middle]) < row { first = middle + 1 } else { end = middle }
            }
            if first < Int(bands[band].endNonEmpty), Int(nonEmptyRows[first]) == row {
                return nonEmptyEnds[first]
            }
        }
        preconditionFailure("a non-empty interval is in no band")
    }

    /// The ids of the non-empty intervals, band after band.
    var idsOfNonEmpty: ColumnBuffer<UInt32> { ids.count == 0 ? nonEmptyRows : nonEmptyIDs }

    var byteCount: Int {
        starts.byteCount + ids.byteCount + lines.byteCount + nonEmptyRows.byteCount + nonEmptyIDs.byteCount
            + nonEmptyEnds.byteCount + blocks.byteCount + sortedEnds.byteCount + endLines.byteCount
            + endSums.byteCount + cells.byteCount + bands.byteCount + parts.byteCount
    }
}

/// A range of rows that is queried as one index.
struct IntervalPart: BitwiseCopyable, Equatable, Sendable {
    /// The directory of the part's rows.
    let starts: IntervalDirectory
    /// The directory of the part's non-empty intervals by end; its range is also that of these intervals.
    let ends: IntervalDirectory
    let firstBand: UInt32
    let endBand: UInt32

    init(starts: IntervalDirectory, ends: IntervalDirectory, bands: Range<Int>) {
        self.starts = starts
        self.ends = ends
        firstBand = UInt32(bands.lowerBound)
        endBand = UInt32(bands.upperBound)
    }
}
