/// The order of the rows of two levels in the one that replaces both: those of the earlier level that are not
/// removed, and those that the later one has added.
///
/// Layout: the chunks of both that stay together. For the rows `a c d` of the earlier level, of which `c` was
/// removed, and `b c'` of the later one, the new rows are `a b c' d`:
/// ```
/// chunks   a | b c' | d
/// starts   0   1      3   4
/// ```
struct RowMerge: Sendable {
    /// A range of rows of one of the two levels.
    struct Chunk: Sendable {
        let isLater: Bool
        let rows: Range<Int>
    }

    private(set) var chunks: [Chunk] = []
    /// The first new row of each chunk, and the number of new rows.
    private(set) var starts: [Int] = [0]
    private var earlierDone = 0
    private var laterDone = 0
    private var removedDone = 0

    /// The number of rows so far.
    var count: Int { starts[starts.count - 1] }

    /// Merges two levels at once; see ``advance(upTo:earlier:without:later:records:)``.
    init(
        earlier: PostTable, without removed: ColumnBuffer<UInt32>, later: RowColumns, records: PostRecordList
    ) {
        self.init()
        advance(upTo: later.count, earlier: earlier, without: removed, later: later, records: records)
    }

    init() {}

    /// Merges the rows of the later level up to `end` and those of the earlier one before them; all rows if
    /// `end` is the number of the later ones.
    ///
    /// - Parameters:
    ///   - removed: the rows of the earlier level that are left out, ascending.
    ///   - records: the records of both.
    /// - Complexity: O(k · log n) for k rows of the later level and n of the earlier one, plus the removed
    ///   rows passed.
    mutating func advance(
        upTo end: Int, earlier: PostTable, without removed: ColumnBuffer<UInt32>, later: RowColumns,
        records: PostRecordList
    ) {
        while laterDone < end {
            let (segment, index) = records.locate(later.slots.slot(ofRow: laterDone))
            let place = segment.ids.withUTF8(index) {
                earlier.firstRow(
                    after: Timestamp(micros: later.micros[laterDone]), id: $0, records: records)
            }
            keepEarlier(upTo: place, without: removed)
            append(isLater: true, laterDone..<laterDone + 1)
            laterDone += 1
        }
        if end == later.count { keepEarlier(upTo: earlier.rowCount, without: removed) }
    }

    private mutating func keepEarlier(upTo end: Int, without removed: ColumnBuffer<UInt32>) {
        while removedDone < removed.count, Int(removed[removedDone]) < end {
            let row = Int(removed[removedDone])
            append(isLater: false, earlierDone..<row)
            earlierDone = row + 1
            removedDone += 1
        }
        append(isLater: false, earlierDone..<end)
        earlierDone = end
    }

    mutating func append(isLater: Bool, _ rows: Range<Int>) {
        if rows.isEmpty { return }
        if let last = chunks.last, last.isLater == isLater, last.rows.upperBound == rows.lowerBound {
            chunks[chunks.count - 1] = Chunk(isLater: isLater, rows: last.rows.lowerBound..<rows.upperBound)
            starts[starts.count - 1] += rows.count
        } else {
            chunks.append(Chunk(isLater: isLater, rows: rows))
            starts.append(count + rows.count)
        }
    }

    /// Returns the column of the new rows, from functions that copy ranges of rows of either level.
    func merged<Element>(
        earlier: (Range<Int>, UnsafeMutablePointer<Element>) -> Void,
        later: (Range<Int>, UnsafeMutablePointer<Element>) -> Void
    ) -> ColumnBuffer<Element> {
        ColumnBuffer(count: count) { target in
            // SAFETY: the chunks have `count` rows together.
            for (chunk, start) in zip(chunks, starts) {
                if chunk.isLater {
                    later(chunk.rows, target + start)
                } else {
                    earlier(chunk.rows, target + start)
                }
            }
        }
    }

    /// Returns the new rows of rows of one of the levels, all of which are kept; both are ascending.
    func newRows(ofLater isLater: Bool, _ rows: ColumnBuffer<UInt32>) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(rows.count)
        var chunk = 0
        for index in 0..<rows.count {
            let row = Int(rows[index])
            while chunks[chunk].isLater != isLater || chunks[chunk].rows.upperBound <= row { chunk += 1 }
            result.append(UInt32(starts[chunk] + row - chunks[chunk].rows.lowerBound))
        }
        return result
    }
}

extension RowMerge {
    /// Returns the slots of merged rows.
    func slots(_ earlier: PostSlots, _ later: PostSlots) -> ColumnBuffer<UInt32> {
        merged(earlier: earlier.copySlots, later: later.copySlots)
    }
}

extension PostCounts {
    /// The bits of ``PostFlag`` of each row.
    var flagBytes: ColumnBuffer<UInt8> { BitTransposition.bytes(of: planes, count: timestamps.count) }
}
