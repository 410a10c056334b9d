/// Running counts of posts by category and code (of a school, or an affiliation), for arbitrary filters over
/// many rows.
///
/// Layout: at every `rowsPerBlock`-th row except row 0, one count for each category (``PostCategory``) and
/// code, of all rows before it. The codes of one category are contiguous, with null last. With a single
/// school S and two categories a, b, where the first block holds 3 and 1 posts, 1 of each without a school:
/// ```
/// before row 0              (not stored: all zero)
/// before row rowsPerBlock   a: S 2, none 1   b: S 0, none 1
/// ```
/// A filter by platform, recruiting, flagged, sentiment and schools selects categories and codes. Its
/// counts over a range are therefore sums of at most 40 rows of a cube, without reading a post; only the rows
/// between the range's ends and the nearest block boundaries are read. Method: the prefix sums of Ho,
/// Agrawal, Megiddo and Srikant, *Range queries in OLAP data cubes* (1997), along time.
struct PostCube: Sendable {
    /// The maximum size of the counts, in bytes per row.
    private static let maximumBytesPerRow = 4
    /// Rows per block for few codes. Derived: the rows between a range's end and the nearest boundary are at
    /// most half a block, so that one chunk of a mask covers them. 400 schools require 16,384.
    private static let minimumRowsPerBlock = PostTable.wordsPerMask * 64

    /// The number of codes plus one, for null.
    let width: Int
    let rowsPerBlock: Int
    private let counts: ColumnBuffer<UInt32>

    /// Counts posts by their flag bytes and codes.
    ///
    /// - Complexity: O(n) for n rows.
    init(flags: ColumnBuffer<UInt8>, codes: ColumnBuffer<UInt32>, codeCount: Int) {
        let width = codeCount + 1
        let blockBytes = width * PostCategory.count * 4
        var rowsPerBlock = PostCube.minimumRowsPerBlock
        while rowsPerBlock * PostCube.maximumBytesPerRow < blockBytes { rowsPerBlock *= 2 }
        self.width = width
        self.rowsPerBlock = rowsPerBlock
        let cellCount = width * PostCategory.count
        let blockCount = flags.count / rowsPerBlock
        let step = rowsPerBlock
        counts = ColumnBuffer(count: blockCount * cellCount) { target in
            // SAFETY: each block has a counter for each category and code, and rows of whole blocks exist.
            for block in 0..<blockCount {
                let cells = target + block * cellCount
                if block == 0 {
                    cells.initialize(repeating: 0, count: cellCount)
                } else {
                    cells.update(from: cells - cellCount, count: cellCount)
                }
                for row in block * step..<(block + 1) * step {
                    let code = min(Int(codes[row]), codeCount)
                    cells[PostCategory(flags: flags[row]).rawValue * width + code] += 1
                }
            }
        }
    }

    /// Returns the block boundary nearest to `row`, and the first row after that boundary.
    func boundary(nearest row: Int) -> (block: Int, row: Int) {
        let block = min((row + rowsPerBlock / 2) / rowsPerBlock, counts.count / (width * PostCategory.count))
        return (block, block * rowsPerBlock)
    }

    /// Rows to read, and the factor by which to add their counts.
    typealias Rest = (rows: Range<Int>, sign: Int)

    /// Returns the blocks between the boundaries nearest to the ends of `rows`, and the rows between each end
    /// and its boundary; nil if there is no block.
    func split(_ rows: Range<Int>) -> (blocks: Range<Int>, first: Rest, last: Rest)? {
        func rest(_ boundary: Int, _ end: Int, _ sign: Int) -> Rest {
            boundary <= end ? (boundary..<end, sign) : (end..<boundary, -sign)
        }
        let (lower, upper) = (boundary(nearest: rows.lowerBound), boundary(nearest: rows.upperBound))
        guard lower.row < upper.row else { return nil }
        return (
            lower.block..<upper.block, rest(lower.row, rows.lowerBound, -1),
            rest(upper.row, rows.upperBound, 1)
        )
    }

    /// Calls `body` with each code and its number of posts of one category in `blocks`.
    @inline(__always)
    func forEachCount(
        of category: Int, in blocks: Range<Int>, _ body: (_ code: Int, _ count: UInt32) -> Void
    ) {
        guard blocks.upperBound > 0 else { return }
        let (counts, step) = (self.counts, PostCategory.count * width)
        // SAFETY: each block but the first has a counter for each category and code.
        let last = (blocks.upperBound - 1) * step + category * width
        guard blocks.lowerBound > 0 else {
            for code in 0..<width { body(code, counts[last &+ code]) }
            return
        }
        let first = last - blocks.count * step
        for code in 0..<width { body(code, counts[last &+ code] &- counts[first &+ code]) }
    }

    var byteCount: Int { counts.byteCount }

    func checkInvariants(
        rowCount: Int, codes: ColumnBuffer<UInt32>, category: (Int) -> PostCategory?
    ) -> [String] {
        var running = [UInt32](repeating: 0, count: width * PostCategory.count)
        for row in 0...rowCount {
            let (block, boundaryRow) = boundary(nearest: row)
            if boundaryRow == row, block > 0 {
                let first = (block - 1) * running.count
                for cell in running.indices where counts[first + cell] != running[cell] {
                    return ["category counts are wrong before row \(row)"]
                }
            }
            if row < rowCount, let category = category(row) {
                running[category.rawValue * width + min(Int(codes[row]), width - 1)] += 1
            }
        }
        return []
    }
}
