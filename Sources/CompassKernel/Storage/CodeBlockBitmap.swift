/// A block bitmap index: the blocks of rows in which each code occurs, so that queries skip all other blocks.
///
/// Layout: rows are divided into blocks, and blocks into ranges of 64. Each range has one word for each code
/// and one, the last, for null; bit b of a word is set if block b of the range has a row with that code. With
/// blocks of two rows over `A B – A A A` (– is null):
/// ```
/// blocks     A B | – A | A A
/// range 0    A 0b111   B 0b001   null 0b010
/// ```
/// The blocks of several codes are the union of their words. Few rows are one block without a word, which may have
/// every code: the words of all codes would take longer to clear than such a level of changes to read.
struct CodeBlockBitmap: Sendable {
    /// Rows per block unless there are very many codes: those of one word of the table's bit planes. For
    /// eight rare schools of 400, 512 rows made the first page of `feed.filter` up to three times as slow; 64
    /// cost 0.8 bytes per row.
    private static let minimumRowsPerBlock = 64
    /// The maximum size of the bits of all blocks and codes, in bytes per row, of tables with several ranges.
    private static let maximumBytesPerRow = 1
    private static let blocksPerRun = 64
    /// The maximum number of rows of a table that is one block. Derived: twice those of the level that each change
    /// builds anew, for which clearing the words of 2,000 coaches takes a tenth of a change (`live.delete`).
    private static let maximumRowsOfOneBlock = 256
    /// More codes than this are rarely selective together.
    static let maximumCodesWorthSkipping = 32

    /// The number of codes plus one, for null.
    let width: Int
    let rowsPerBlock: Int
    private let rowCount: Int
    private let words: [UInt64]

    /// Indexes the codes of all rows.
    ///
    /// - Complexity: O(n) for n rows.
    init(codes: ColumnBuffer<UInt32>, codeCount: Int) {
        let width = codeCount + 1
        self.width = width
        rowCount = codes.count
        if codes.count <= CodeBlockBitmap.maximumRowsOfOneBlock {
            rowsPerBlock = CodeBlockBitmap.maximumRowsOfOneBlock
            words = []
            return
        }
        var rowsPerBlock = CodeBlockBitmap.minimumRowsPerBlock
        while width > 8 * CodeBlockBitmap.maximumBytesPerRow * rowsPerBlock { rowsPerBlock *= 2 }
        let rowsPerRun = rowsPerBlock * CodeBlockBitmap.blocksPerRun
        let runCount = (codes.count + rowsPerRun - 1) / rowsPerRun
        self.rowsPerBlock = rowsPerBlock
        var words = [UInt64](repeating: 0, count: runCount * width)
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
                    if block == CodeBlockBitmap.blocksPerRun { (block, run) = (0, run + width) }
                }
            }
        }
        self.words = words
    }

    /// Calls `body` with the rows of each block that may hold a row with one of the codes and overlaps
    /// `rows`, in ascending order, until it returns false.
    ///
    /// - Parameter codes: the codes; ``width`` minus one for null.
    /// - Complexity: O(c) for c codes for each range of blocks visited, and O(1) for each block.
    @inline(__always)
    func forEachCandidate(
        of codes: UnsafeBufferPointer<UInt32>, in rows: Range<Int>, _ body: (_ block: Range<Int>) -> Bool
    ) {
        guard !rows.isEmpty else { return }
        if words.isEmpty {
            if !codes.isEmpty { _ = body(0..<rowsPerBlock) }
            return
        }
        let firstBlock = rows.lowerBound / rowsPerBlock
        let lastBlock = (rows.upperBound - 1) / rowsPerBlock
        var isWanted: UInt64 = ~0 << UInt64(firstBlock % CodeBlockBitmap.blocksPerRun)
        var run = firstBlock / CodeBlockBitmap.blocksPerRun
        words.withUnsafeBufferPointer { words in
            while run <= lastBlock / CodeBlockBitmap.blocksPerRun {
                var blocks: UInt64 = 0
                for code in codes { blocks |= words[run * width + Int(code)] }
                blocks &= isWanted
                while blocks != 0 {
                    let block = run * CodeBlockBitmap.blocksPerRun + blocks.trailingZeroBitCount
                    if block > lastBlock { return }
                    if !body(block * rowsPerBlock..<(block + 1) * rowsPerBlock) { return }
                    blocks &= blocks - 1
                }
                isWanted = ~0
                run += 1
            }
        }
    }

    private var rowsPerRun: Int { rowsPerBlock * CodeBlockBitmap.blocksPerRun }

    var byteCount: Int { words.count * MemoryLayout<UInt64>.stride }

    func checkInvariants(codes: ColumnBuffer<UInt32>) -> [String] {
        if rowCount != codes.count {
            return ["block bitmap has \(rowCount) rows of \(codes.count)"]
        }
        if words.isEmpty { return [] }
        return (0..<codes.count).compactMap { row in
            let code = min(Int(codes[row]), width - 1)
            let word = words[row / rowsPerRun * width + code]
            let isKnown = word >> UInt64(row / rowsPerBlock % CodeBlockBitmap.blocksPerRun) & 1 != 0
            return isKnown ? nil : "block bitmap misses row \(row)"
        }
    }
}
