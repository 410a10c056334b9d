/// Running counts of posts by category and code (of a school, or an affiliation), for arbitrary filters over
/// many rows.
///
/// Layout: at the end of each block of `rowsPerBlock` rows, one count for each category (``PostCategory``) and
/// code, of all rows before it. The counts of one category are contiguous: those of each code, that of null, and
/// their sum. The last block also contains the rows that do not fill a block, so that the end of the table is a
/// boundary: most queries end there. With a single school S and two categories a, b, where the only block
/// holds 3 and 1 posts, 1 of each without a school:
/// ```
/// before row 0      (not stored: all zero)
/// before the end    a: S 2, none 1, sum 3   b: S 0, none 1, sum 1
/// ```
/// A filter by platform, recruiting, flagged, sentiment and schools selects categories and codes. Its
/// counts over a range are therefore sums of at most 40 rows of a cube, without reading a post; only the rows
/// between the range's ends and the nearest block boundaries are read. Method: the prefix sums of Ho,
/// Agrawal, Megiddo and Srikant, *Range queries in OLAP data cubes* (1997), along time.
///
/// For all rows, `sums` has the counts of the last block added over the sentiments, in the same order: 8 rows of
/// counts instead of 40. Filters without sentiments read these; in a large table, most reads of linked counts
/// miss the caches.
struct PostCube: Sendable {
    /// The maximum size of the blocks, in bytes per row; `sums` take a fifth of one block more.
    private static let maximumBytesPerRow = 4
    /// The same for a small table, such as a level of changes, with fewer rows than a block: it has one block if
    /// that suffices. With 10,000 rows `feed.filter` takes up to 57 % fewer instructions, and `live.page.linked`
    /// 32 % fewer (`compass-bench check`).
    private static let maximumBytesPerRowOfOneBlock = 16
    private static let maximumRowCountOfOneBlock = 65_536
    /// Rows per block for few codes. Derived: as many as a chunk of a mask has; the rows between a range's end
    /// and the nearest boundary are fewer than a block. 400 schools require 16,384.
    private static let minimumRowsPerBlock = PostTable.wordsPerMask * 64

    /// The number of codes plus one, for null.
    let width: Int
    let rowsPerBlock: Int
    private let rowCount: Int
    private let blockCount: Int
    private let counts: ColumnBuffer<UInt32>
    /// The counts of all rows by flags (``PostCategory/flagsCount``) and code, whatever their sentiment; empty if
    /// there is no block.
    private let sums: ColumnBuffer<UInt32>

    /// Counts posts by their flag bytes and codes.
    ///
    /// - Complexity: O(n) for n rows.
    init(flags: ColumnBuffer<UInt8>, codes: ColumnBuffer<UInt32>, codeCount: Int) {
        width = codeCount + 1
        let stride = width + 1
        let cellCount = stride * PostCategory.count
        var rowsPerBlock = PostCube.minimumRowsPerBlock
        while rowsPerBlock * PostCube.maximumBytesPerRow < cellCount * 4 { rowsPerBlock *= 2 }
        let rowCount = flags.count
        let fitsOneBlock =
            rowCount <= PostCube.maximumRowCountOfOneBlock
            && rowCount * PostCube.maximumBytesPerRowOfOneBlock >= cellCount * 4
        let blockCount = max(rowCount / rowsPerBlock, fitsOneBlock ? 1 : 0)
        counts = PostCube.counts(
            flags, codes, codeCount: codeCount, blockCount: blockCount, rowsPerBlock: rowsPerBlock)
        sums = PostCube.sumsOverSentiments(of: counts, stride: stride)
        self.rowsPerBlock = rowsPerBlock
        self.rowCount = rowCount
        self.blockCount = blockCount
    }

    /// Counts the rows before the end of each block; empty if there is no block.
    private static func counts(
        _ flags: ColumnBuffer<UInt8>, _ codes: ColumnBuffer<UInt32>, codeCount: Int, blockCount: Int,
        rowsPerBlock: Int
    ) -> ColumnBuffer<UInt32> {
        // Levels of changes are built often, and most are small: an empty column takes no memory of its own.
        if blockCount == 0 { return ColumnBuffer() }
        let stride = codeCount + 2
        let cellCount = stride * PostCategory.count
        return ColumnBuffer(count: blockCount * cellCount) { target in
            // SAFETY: each block has a counter for each category and code, and its rows are those of the table.
            for block in 0..<blockCount {
                let cells = target + block * cellCount
                if block == 0 {
                    cells.initialize(repeating: 0, count: cellCount)
                } else {
                    cells.update(from: cells - cellCount, count: cellCount)
                }
                let end = block + 1 == blockCount ? flags.count : (block + 1) * rowsPerBlock
                for row in block * rowsPerBlock..<end {
                    let code = min(Int(codes[row]), codeCount)
                    cells[PostCategory(flags: flags[row]).rawValue * stride + code] += 1
                }
                for category in 0..<PostCategory.count {
                    let counts = cells + category * stride
                    var sum: UInt32 = 0
                    for code in 0...codeCount { sum &+= counts[code] }
                    counts[codeCount + 1] = sum
                }
            }
        }
    }

    /// Returns the counts of the last block by flags and code; empty if there is no block.
    private static func sumsOverSentiments(
        of counts: ColumnBuffer<UInt32>, stride: Int
    ) -> ColumnBuffer<UInt32> {
        if counts.count == 0 { return ColumnBuffer() }
        let count = stride * PostCategory.flagsCount
        return ColumnBuffer(count: count) { target in
            target.initialize(repeating: 0, count: count)
            // SAFETY: the last block has a counter for each category and code.
            for first in Swift.stride(
                from: counts.count - stride * PostCategory.count, to: counts.count, by: count)
            {
                for cell in 0..<count { target[cell] &+= counts[first &+ cell] }
            }
        }
    }

    /// Returns the block boundary nearest to `row`, and the first row after that boundary.
    func boundary(nearest row: Int) -> (block: Int, row: Int) {
        let lastStart = max(blockCount - 1, 0) * rowsPerBlock
        guard row >= lastStart else {
            let block = (row + rowsPerBlock / 2) / rowsPerBlock
            return (block, block * rowsPerBlock)
        }
        if blockCount > 0, rowCount - row <= row - lastStart { return (blockCount, rowCount) }
        return (max(blockCount - 1, 0), lastStart)
    }

    /// Rows to read, and the factor by which to add their counts.
    typealias Rest = (rows: Range<Int>, sign: Int)

    /// Returns whether ``split(_:)`` may return blocks for a range of `count` rows, of all `rowCount` rows: only if the
    /// range is longer than half a block.
    static func mayHaveBlocks(in count: Int, of rowCount: Int) -> Bool {
        count > min(minimumRowsPerBlock, rowCount) / 2
    }

    /// Returns the blocks between the boundaries nearest to the ends of `rows`, and the rows between each end
    /// and its boundary; nil if there is no block, or if these rows are as many as `rows`.
    func split(_ rows: Range<Int>) -> (blocks: Range<Int>, first: Rest, last: Rest)? {
        func rest(_ boundary: Int, _ end: Int, _ sign: Int) -> Rest {
            boundary <= end ? (boundary..<end, sign) : (end..<boundary, -sign)
        }
        let (lower, upper) = (boundary(nearest: rows.lowerBound), boundary(nearest: rows.upperBound))
        guard lower.row < upper.row else { return nil }
        let first = rest(lower.row, rows.lowerBound, -1)
        let last = rest(upper.row, rows.upperBound, 1)
        guard first.rows.count + last.rows.count < rows.count else { return nil }
        return (lower.block..<upper.block, first, last)
    }

    /// Calls `body` with each code and its number of posts of one category in `blocks`.
    @inline(__always)
    func forEachCount(
        of category: Int, in blocks: Range<Int>, _ body: (_ code: Int, _ count: UInt32) -> Void
    ) {
        guard blocks.upperBound > 0 else { return }
        let counts = self.counts
        // SAFETY: each block but the first has a counter for each category and code.
        let last = firstCell(of: category, before: blocks.upperBound)
        guard blocks.lowerBound > 0 else {
            for code in 0..<width { body(code, counts[last &+ code]) }
            return
        }
        let first = firstCell(of: category, before: blocks.lowerBound)
        for code in 0..<width { body(code, counts[last &+ code] &- counts[first &+ code]) }
    }

    /// Whether `blocks` are all rows, whose counts ``forEachCount(ofFlags:_:)`` has.
    func areAll(_ blocks: Range<Int>) -> Bool { blockCount > 0 && blocks == 0..<blockCount }

    /// Calls `body` with each code and its number of posts with the given flags, whatever their sentiment; only if
    /// there is a block.
    @inline(__always)
    func forEachCount(ofFlags flags: Int, _ body: (_ code: Int, _ count: UInt32) -> Void) {
        let (sums, first) = (self.sums, flags &* (width &+ 1))
        // SAFETY: there is a counter for all flags and codes.
        for code in 0..<width { body(code, sums[first &+ code]) }
    }

    /// Returns the number of posts in `blocks` whose category and code are admitted.
    ///
    /// - Parameter admitted: all ones or 0 for each code, and for null.
    func matchCount(
        in blocks: Range<Int>, _ conditions: PostConditions, admitted: UnsafePointer<UInt32>
    ) -> Int {
        var count: UInt32 = 0
        // SAFETY: rows of a cube and marks have the same width.
        if conditions.sentiments == nil, areAll(blocks) {
            for flags in 0..<PostCategory.flagsCount where conditions.admits(PostCategory(rawValue: flags)) {
                forEachCount(ofFlags: flags) { count &+= $1 & admitted[$0] }
            }
        } else {
            for index in 0..<PostCategory.count where conditions.admits(PostCategory(rawValue: index)) {
                forEachCount(of: index, in: blocks) { count &+= $1 & admitted[$0] }
            }
        }
        return Int(count)
    }

    /// Returns the number of posts of one category in `blocks`.
    func total(of category: Int, in blocks: Range<Int>) -> Int {
        // SAFETY: each block but the first has a sum for each category.
        func total(before block: Int) -> Int {
            block > 0 ? Int(counts[firstCell(of: category, before: block) + width]) : 0
        }
        return total(before: blocks.upperBound) - total(before: blocks.lowerBound)
    }

    /// Returns the place of the counts of a category of all rows before a block other than the first.
    @inline(__always)
    private func firstCell(of category: Int, before block: Int) -> Int {
        ((block &- 1) &* PostCategory.count &+ category) &* (width &+ 1)
    }

    var byteCount: Int { counts.byteCount + sums.byteCount }

    func checkInvariants(
        rowCount: Int, codes: ColumnBuffer<UInt32>, category: (Int) -> PostCategory?
    ) -> [String] {
        if blockCount > 0, rowCount != self.rowCount {
            return ["category counts have \(self.rowCount) rows of \(rowCount)"]
        }
        var running = [UInt32](repeating: 0, count: (width + 1) * PostCategory.count)
        for row in 0...rowCount {
            let (block, boundaryRow) = boundary(nearest: row)
            if boundaryRow == row, block > 0 {
                let first = firstCell(of: 0, before: block)
                for cell in running.indices where counts[first + cell] != running[cell] {
                    return ["category counts are wrong before row \(row)"]
                }
            }
            if row < rowCount, let category = category(row) {
                running[category.rawValue * (width + 1) + min(Int(codes[row]), width - 1)] += 1
                running[category.rawValue * (width + 1) + width] += 1
            }
        }
        guard sums.count == (blockCount > 0 ? (width + 1) * PostCategory.flagsCount : 0) else {
            return ["there are \(sums.count) sums over sentiments"]
        }
        let sumsOfRows = (0..<sums.count).map { cell in
            stride(from: cell, to: running.count, by: sums.count).reduce(0) { $0 &+ running[$1] }
        }
        if (0..<sums.count).contains(where: { sums[$0] != sumsOfRows[$0] }) {
            return ["sums over sentiments are wrong"]
        }
        return []
    }
}
