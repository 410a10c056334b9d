/// A block bitmap index: the blocks of rows in which each school occurs, so that queries skip all other
/// blocks.
///
/// Layout: rows are divided into blocks, and blocks into ranges of 64. Each range has one word for each
/// school and one, the last, for posts without a school; bit b of a word is set if block b of the range has a
/// post of that school. With blocks of two rows over `A B – A A A` (– has no school):
/// ```
/// blocks     A B | – A | A A
/// range 0    A 0b111   B 0b001   none 0b010
/// ```
/// The blocks of several schools are the union of their words. The result is a superset: a bit may remain set
/// after a block has lost the last post of a school, which only costs an extra look at that block.
struct SchoolBlockBitmap: Sendable {
    /// Rows per block unless there are very many schools: those of one word of the table's bit planes. For
    /// eight rare schools of 400, 512 rows made the first page of `feed.filter` up to three times as slow; 64
    /// cost 0.8 bytes per row.
    private static let minimumRowsPerBlock = 64
    /// The maximum size of the bits of all blocks and schools, in bytes per row.
    private static let maximumBytesPerRow = 1
    private static let blocksPerRun = 64
    /// More schools than this are rarely selective together.
    static let maximumSchoolsWorthSkipping = 32

    /// The number of schools plus one, for posts without a school.
    let width: Int
    let rowsPerBlock: Int
    private let rowCount: Int
    private var words: [UInt64]

    /// Indexes the school codes of all rows.
    ///
    /// - Complexity: O(n) for n rows.
    init(codes: ColumnBuffer<UInt32>, codeCount: Int) {
        let width = codeCount + 1
        var rowsPerBlock = SchoolBlockBitmap.minimumRowsPerBlock
        while width > 8 * SchoolBlockBitmap.maximumBytesPerRow * rowsPerBlock { rowsPerBlock *= 2 }
        let rowsPerRun = rowsPerBlock * SchoolBlockBitmap.blocksPerRun
        let runCount = (codes.count + rowsPerRun - 1) / rowsPerRun
        self.width = width
        self.rowsPerBlock = rowsPerBlock
        rowCount = codes.count
        words = [UInt64](repeating: 0, count: runCount * width)
        let step = rowsPerBlock
        words.withUnsafeMutableBufferPointer { words in
            codes.withBuffer { codes in
                guard var run = words.baseAddress else { return }
                var block = 0
                for start in stride(from: 0, to: codes.count, by: step) {
                    let bit: UInt64 = 1 << UInt64(block)
                    // SAFETY: each range has a word for every code and one for null; codes are below that.
                    for row in start..<min(start + step, codes.count) {
                        run[min(Int(codes[row]), codeCount)] |= bit
                    }
                    block += 1
                    if block == SchoolBlockBitmap.blocksPerRun { (block, run) = (0, run + width) }
                }
            }
        }
    }

    /// Records that `row` belongs to the school with the given code; nil for none.
    ///
    /// - Complexity: O(1) if no copy shares the words.
    mutating func insert(code: Int?, row: Int) {
        let place = row / rowsPerRun * width + (code ?? width - 1)
        words[place] |= 1 << UInt64(row / rowsPerBlock % SchoolBlockBitmap.blocksPerRun)
    }

    /// Calls `body` with the rows of each block that may hold a post of one of the schools and overlaps
    /// `rows`, newest first, until it returns false.
    ///
    /// - Parameter codes: the schools' codes; ``width`` minus one for posts without a school.
    /// - Complexity: O(s) for s schools for each range of blocks visited, and O(1) for each block.
    @inline(__always)
    func forEachCandidate(
        of codes: UnsafeBufferPointer<UInt32>, in rows: Range<Int>, _ body: (_ block: Range<Int>) -> Bool
    ) {
        guard !rows.isEmpty else { return }
        let firstBlock = rows.lowerBound / rowsPerBlock
        let lastBlock = (rows.upperBound - 1) / rowsPerBlock
        var isWanted: UInt64 = ~0 << UInt64(firstBlock % SchoolBlockBitmap.blocksPerRun)
        var run = firstBlock / SchoolBlockBitmap.blocksPerRun
        words.withUnsafeBufferPointer { words in
            while run <= lastBlock / SchoolBlockBitmap.blocksPerRun {
                var blocks: UInt64 = 0
                for code in codes { blocks |= words[run * width + Int(code)] }
                blocks &= isWanted
                while blocks != 0 {
                    let block = run * SchoolBlockBitmap.blocksPerRun + blocks.trailingZeroBitCount
                    if block > lastBlock { return }
                    if !body(block * rowsPerBlock..<(block + 1) * rowsPerBlock) { return }
                    blocks &= blocks - 1
                }
                isWanted = ~0
                run += 1
            }
        }
    }

    private var rowsPerRun: Int { rowsPerBlock * SchoolBlockBitmap.blocksPerRun }

    var byteCount: Int { words.count * MemoryLayout<UInt64>.stride }

    func checkInvariants(codes: ColumnBuffer<UInt32>) -> [String] {
        if rowCount != codes.count {
            return ["block bitmap of schools has \(rowCount) rows of \(codes.count)"]
        }
        return (0..<codes.count).compactMap { row in
            let code = min(Int(codes[row]), width - 1)
            let word = words[row / rowsPerRun * width + code]
            let isKnown = word >> UInt64(row / rowsPerBlock % SchoolBlockBitmap.blocksPerRun) & 1 != 0
            return isKnown ? nil : "block bitmap of schools misses row \(row)"
        }
    }
}
