/// Running counts of posts by category and code (of a school, or an affiliation), for arbitrary filters over
/// many rows.
///
/// Layout: at the end of each block of `rowsPerBlock` rows, one count for each category (``PostCategory``) and
/// code, of all rows before it (``RunningCounts``), and a total for each category. The counts of one category are
/// contiguous: those of each code, and that of null. The last block also contains the rows that do not fill a block,
/// so that the end of the table is a boundary: most queries end there. With a single school S and two categories
/// a, b, where the only block holds 3 and 1 posts, 1 of each without a school:
/// ```
/// before row 0      (not stored: all zero)
/// before the end    a: S 2, none 1   b: S 0, none 1   totals 3 1
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
    /// The maximum size of the blocks, in bytes per row; `sums` take two fifths of one block more.
    private static let maximumBytesPerRow = 2
    /// The same for a small table, such as a level of changes, with fewer rows than a block: it has one block if
    /// that suffices. With 10,000 rows `feed.filter` takes up to 57 % fewer instructions, and `live.page.linked`
    /// 32 % fewer (`compass-bench check`).
    private static let maximumBytesPerRowOfOneBlock = 8
    private static let maximumRowCountOfOneBlock = 65_536
    /// Rows per block for few codes. Derived: as many as a chunk of a mask has; the rows between a range's end
    /// and the nearest boundary are fewer than a block. 400 schools require 16,384.
    private static let minimumRowsPerBlock = PostTable.wordsPerMask * 64

    /// The number of codes plus one, for null.
    let width: Int
    let rowsPerBlock: Int
    private let rowCount: Int
    private let counts: RunningCounts
    /// The number of rows of each category before the end of each block.
    private let totals: ColumnBuffer<UInt32>
    /// The counts of all rows by flags (``PostCategory/flagsCount``) and code, whatever their sentiment; empty if
    /// there is no block.
    private let sums: ColumnBuffer<UInt32>

    /// Counts posts by their flag bytes and codes.
    ///
    /// - Complexity: O(n) for n rows.
    init(flags: ColumnBuffer<UInt8>, codes: ColumnBuffer<UInt32>, codeCount: Int) {
        width = codeCount + 1
        let cellCount = width * PostCategory.count
        let byteCount = cellCount * MemoryLayout<UInt16>.size
        var rowsPerBlock = PostCube.minimumRowsPerBlock
        while rowsPerBlock * PostCube.maximumBytesPerRow < byteCount { rowsPerBlock *= 2 }
        let rowCount = flags.count
        let fitsOneBlock =
            rowCount <= PostCube.maximumRowCountOfOneBlock
            && rowCount * PostCube.maximumBytesPerRowOfOneBlock >= byteCount
        self.rowsPerBlock = rowsPerBlock
        self.rowCount = rowCount
        counts = RunningCounts(
            width: cellCount, rowCount: rowCount, rowsPerBlock: rowsPerBlock,
            blockCount: max(rowCount / rowsPerBlock, fitsOneBlock ? 1 : 0)
        ) { [width] rows, count in
            for row in rows {
                count(PostCategory(flags: flags[row]).rawValue * width + min(Int(codes[row]), codeCount))
            }
        }
        totals = PostCube.totals(of: counts, width: width)
        sums = PostCube.sumsOverSentiments(of: counts, width: width)
    }

    private var blockCount: Int { counts.blockCount }

    /// Returns the number of rows of each category before the end of each block; empty if there is no block.
    private static func totals(of counts: RunningCounts, width: Int) -> ColumnBuffer<UInt32> {
        if counts.blockCount == 0 { return ColumnBuffer() }
        return ColumnBuffer(count: counts.blockCount * PostCategory.count) { target in
            for block in 1...counts.blockCount {
                for category in 0..<PostCategory.count {
                    var total: UInt32 = 0
                    counts.forEachCount(of: cells(of: category, width), in: 0..<block) { total &+= $1 }
                    target[(block - 1) * PostCategory.count + category] = total
                }
            }
        }
    }

    /// Returns the counts of all rows by flags and code; empty if there is no block.
    private static func sumsOverSentiments(of counts: RunningCounts, width: Int) -> ColumnBuffer<UInt32> {
        if counts.blockCount == 0 { return ColumnBuffer() }
        let count = width * PostCategory.flagsCount
        return ColumnBuffer(count: count) { target in
            target.initialize(repeating: 0, count: count)
            // SAFETY: the last block has a counter for each category and code.
            for first in stride(from: 0, to: counts.width, by: count) {
                counts.add(first..<first + count, before: counts.blockCount, isAdded: true, to: target)
            }
        }
    }

    /// Returns the cells of one category, of each code and null.
    @inline(__always)
    private static func cells(of category: Int, _ width: Int) -> Range<Int> {
        category &* width..<(category &+ 1) &* width
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
        counts.forEachCount(of: PostCube.cells(of: category, width), in: blocks, body)
    }

    /// Does the same for some of the codes.
    @inline(__always)
    func forEachCount(
        of category: Int, codes: CodeRuns, in blocks: Range<Int>,
        _ body: (_ code: Int, _ count: UInt32) -> Void
    ) {
        let first = category &* width
        for run in codes {
            let cells = first &+ run.lowerBound..<first &+ run.upperBound
            counts.forEachCount(of: cells, in: blocks) { body(run.lowerBound &+ $0, $1) }
        }
    }

    /// Runs of codes, ascending.
    typealias CodeRuns = UnsafeBufferPointer<Range<Int>>

    /// Calls `body` with runs of codes that have all codes which are admitted, and few others. Most filters name one
    /// school, so that most counts of a category need not be read.
    ///
    /// - Parameter admitted: all ones or 0 for each code, and for null.
    @inline(__always)
    func withRuns<Result>(of admitted: UnsafePointer<UInt32>, _ body: (CodeRuns) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: PostCube.maximumRunCount) { runs in
            let runCount = findRuns(of: admitted, into: runs)
            return body(CodeRuns(rebasing: runs[..<runCount]))
        }
    }

    /// The last run has all codes that follow. In `feed.filter`, pages of one school take up to 23 % fewer instructions
    /// with runs of eight codes and more; those of 8 and of 200 schools are within 1.5 %.
    private static let maximumRunCount = 16

    /// Stores the runs of codes that have all which are admitted; returns their number.
    @inline(never)
    private func findRuns(
        of admitted: UnsafePointer<UInt32>, into runs: UnsafeMutableBufferPointer<Range<Int>>
    ) -> Int {
        /// Whether none of the eight codes from `code` on is admitted.
        func areExcluded(_ code: Int) -> Bool {
            // SAFETY: callers have eight marks from this one on. They are read in pairs, as ordinary words.
            let marks = UnsafeRawPointer(admitted + code)
            var any: UInt64 = 0
            for pair in 0..<4 { any |= marks.loadUnaligned(fromByteOffset: pair * 8, as: UInt64.self) }
            return any == 0
        }
        var (code, runCount) = (0, 0)
        while true {
            while width &- code >= 8, areExcluded(code) { code &+= 8 }
            if code >= width { return runCount }
            let first = code
            if runCount == runs.count - 1 {
                code = width
            } else {
                while width &- code >= 8, !areExcluded(code) { code &+= 8 }
                if width &- code < 8 { code = width }
            }
            runs.initializeElement(at: runCount, to: first..<code)
            runCount += 1
        }
    }

    /// Whether `blocks` are all rows, whose counts ``forEachCount(ofFlags:_:)`` has.
    func areAll(_ blocks: Range<Int>) -> Bool { blockCount > 0 && blocks == 0..<blockCount }

    /// Calls `body` with each code and its number of posts with the given flags, whatever their sentiment; only if
    /// there is a block.
    @inline(__always)
    func forEachCount(ofFlags flags: Int, _ body: (_ code: Int, _ count: UInt32) -> Void) {
        let (sums, first) = (self.sums, flags &* width)
        // SAFETY: there is a counter for all flags and codes.
        for code in 0..<width { body(code, sums[first &+ code]) }
    }

    /// Returns the number of posts in `blocks` whose category and code are admitted.
    ///
    /// - Parameter admitted: all ones or 0 for each code, and for null.
    func matchCount(
        in blocks: Range<Int>, _ conditions: PostConditions, admitted: UnsafePointer<UInt32>
    ) -> Int {
        withRuns(of: admitted) { codes in
            var count: UInt32 = 0
            // SAFETY: rows of a cube and marks have the same width.
            if conditions.sentiments == nil, areAll(blocks) {
                for flags in 0..<PostCategory.flagsCount
                where conditions.admits(PostCategory(rawValue: flags)) {
                    let first = flags &* width
                    for run in codes {
                        for code in run { count &+= sums[first &+ code] & admitted[code] }
                    }
                }
            } else {
                for index in 0..<PostCategory.count where conditions.admits(PostCategory(rawValue: index)) {
                    forEachCount(of: index, codes: codes, in: blocks) { count &+= $1 & admitted[$0] }
                }
            }
            return Int(count)
        }
    }

    /// Returns the number of posts of one category in `blocks`.
    func total(of category: Int, in blocks: Range<Int>) -> Int {
        // SAFETY: each block has a total for each category.
        func total(before block: Int) -> Int {
            block > 0 ? Int(totals[(block - 1) * PostCategory.count + category]) : 0
        }
        return total(before: blocks.upperBound) - total(before: blocks.lowerBound)
    }

    var byteCount: Int { counts.byteCount + totals.byteCount + sums.byteCount }

    func checkInvariants(
        rowCount: Int, codes: ColumnBuffer<UInt32>, category: (Int) -> PostCategory?
    ) -> [String] {
        if blockCount > 0, rowCount != self.rowCount {
            return ["category counts have \(self.rowCount) rows of \(rowCount)"]
        }
        var running = [UInt32](repeating: 0, count: width * PostCategory.count)
        for row in 0...rowCount {
            let (block, boundaryRow) = boundary(nearest: row)
            if boundaryRow == row, block > 0 {
                for cell in running.indices where counts.count(of: cell, before: block) != running[cell] {
                    return ["category counts are wrong before row \(row)"]
                }
                for category in 0..<PostCategory.count {
                    let sum = running[PostCube.cells(of: category, width)].reduce(0, &+)
                    if total(of: category, in: 0..<block) != Int(sum) {
                        return ["totals of categories are wrong before row \(row)"]
                    }
                }
            }
            if row < rowCount, let category = category(row) {
                running[category.rawValue * width + min(Int(codes[row]), width - 1)] += 1
            }
        }
        guard sums.count == (blockCount > 0 ? width * PostCategory.flagsCount : 0) else {
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
