/// Running counts of posts by category (``PostCategory``), for filters by platform, recruiting, flagged and sentiment
/// over many rows.
///
/// Layout: before each boundary except row 0, one count for each category, of all rows before it. Boundaries are every
/// `rowsPerBlock` rows, and the end of the table, where most ranges end. For blocks of 2 rows and 3 rows of the
/// categories 0, 1, 0:
/// ```
/// before row 2   1 1 0 0 …
/// before row 3   2 1 0 0 …
/// ```
/// A range's count is the difference of two rows of counts, plus the rows between its ends and the nearest
/// boundaries. They serve ranges of some thousand rows, such as a day of a large table, for which the blocks of
/// ``PostCube`` are too long.
struct CategoryCounts: Sendable {
    /// Ranges of fewer rows are read. Derived: twice the rows that are read beside the boundaries of a range.
    static let minimumRowCount = 2 * rowsPerBlock
    /// 0.08 bytes a row; on average 512 rows are read beside a boundary, in 8 steps of 64.
    private static let rowsPerBlock = 2_048

    private let rowCount: Int
    private let counts: ColumnBuffer<UInt32>

    /// Counts posts by their flag bytes; a table of fewer than ``minimumRowCount`` rows has no counts.
    ///
    /// - Complexity: O(n) for n rows.
    init(flags: ColumnBuffer<UInt8>) {
        rowCount = flags.count
        guard flags.count >= CategoryCounts.minimumRowCount else {
            counts = ColumnBuffer()
            return
        }
        let boundaryCount = (flags.count + CategoryCounts.rowsPerBlock - 1) / CategoryCounts.rowsPerBlock
        counts = ColumnBuffer(count: boundaryCount * PostCategory.count) { target in
            // SAFETY: each boundary has a count for each category.
            for boundary in 0..<boundaryCount {
                let cells = target + boundary * PostCategory.count
                if boundary == 0 {
                    cells.initialize(repeating: 0, count: PostCategory.count)
                } else {
                    cells.update(from: cells - PostCategory.count, count: PostCategory.count)
                }
                let first = boundary * CategoryCounts.rowsPerBlock
                for row in first..<min(first + CategoryCounts.rowsPerBlock, flags.count) {
                    cells[PostCategory(flags: flags[row]).rawValue] += 1
                }
            }
        }
    }

    /// Returns the number of rows of some categories in `rows`.
    ///
    /// - Parameters:
    ///   - categories: a bit for each category that counts.
    ///   - read: returns the number in the rows beside a boundary.
    @inline(__always)
    func count(of categories: UInt64, in rows: Range<Int>, read: (Range<Int>) -> Int) -> Int {
        count(of: categories, before: rows.upperBound, read: read)
            - count(of: categories, before: rows.lowerBound, read: read)
    }

    private func count(of categories: UInt64, before row: Int, read: (Range<Int>) -> Int) -> Int {
        let (boundary, boundaryRow) = boundary(nearest: row)
        var count = 0
        if boundary > 0 {
            let first = (boundary - 1) * PostCategory.count
            // SAFETY: each boundary but row 0 has a count for each category.
            categories.forEachSetBit { count &+= Int(counts[first &+ $0]) }
        }
        return row < boundaryRow ? count - read(row..<boundaryRow) : count + read(boundaryRow..<row)
    }

    /// Returns the number of the boundary nearest to `row`, and the first row after it.
    private func boundary(nearest row: Int) -> (number: Int, row: Int) {
        let number = (row + CategoryCounts.rowsPerBlock / 2) / CategoryCounts.rowsPerBlock
        let boundaryRow = number * CategoryCounts.rowsPerBlock
        // The last boundary is the end of the table.
        let (last, lastRow) = (counts.count / PostCategory.count, rowCount)
        return number >= last || lastRow - row < abs(boundaryRow - row)
            ? (last, lastRow) : (number, boundaryRow)
    }

    var byteCount: Int { counts.byteCount }

    func checkInvariants(rowCount: Int, category: (Int) -> PostCategory?) -> [String] {
        if rowCount != self.rowCount {
            return ["categories are counted of \(self.rowCount) rows of \(rowCount)"]
        }
        if counts.count == 0 {
            return rowCount < CategoryCounts.minimumRowCount ? [] : ["categories are not counted"]
        }
        var running = [UInt32](repeating: 0, count: PostCategory.count)
        for row in 0...rowCount {
            let (number, boundaryRow) = boundary(nearest: row)
            if boundaryRow == row, number > 0 {
                let first = (number - 1) * PostCategory.count
                if running.indices.contains(where: { counts[first + $0] != running[$0] }) {
                    return ["counts of categories are wrong before row \(row)"]
                }
            }
            if row < rowCount, let category = category(row) { running[category.rawValue] += 1 }
        }
        return []
    }
}
