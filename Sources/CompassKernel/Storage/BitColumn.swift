/// A column of one bit per row that counts the set bits in any range of rows in constant time.
///
/// Layout: 64-bit words, least significant bit first (Arrow's order), bits after the last row zero; and a
/// *rank directory*, the running number of set bits before every 512th row. For 520 rows of which 3, 511 and
/// 512 are set:
/// ```
/// words      word 0 = 0x8, word 7 = 0x8000000000000000, word 8 = 0x1
/// directory  0 2 3              before row 0, row 512, and in all
/// ```
/// The directory costs 6 % of the words. Method: Jacobson's rank with one level, because a second level would
/// save at most seven popcounts.
struct BitColumn: Sendable {
    static let rowsPerWord = 64
    static let wordsPerBlock = 8
    static let rowsPerBlock = rowsPerWord * wordsPerBlock

    /// The number of rows.
    let count: Int
    let words: ColumnBuffer<UInt64>
    private let directory: ColumnBuffer<UInt32>

    /// Creates a column from `words`, whose bits from row `count` on are zero, and builds the directory.
    ///
    /// - Complexity: O(n / 64) for n rows.
    init(words: ColumnBuffer<UInt64>, count: Int) {
        self.words = words
        self.count = count
        let blockCount = (words.count + BitColumn.wordsPerBlock - 1) / BitColumn.wordsPerBlock
        directory = ColumnBuffer(count: blockCount + 1) { target in
            var running: UInt32 = 0
            for block in 0..<blockCount {
                target[block] = running
                let end = min((block + 1) * BitColumn.wordsPerBlock, words.count)
                for word in block * BitColumn.wordsPerBlock..<end {
                    running += UInt32(words[word].nonzeroBitCount)
                }
            }
            target[blockCount] = running
        }
    }

    /// Creates a column of the given bits, for small inputs.
    init(_ bits: [Bool]) {
        let wordCount = (bits.count + 63) / 64
        let words = ColumnBuffer<UInt64>(count: wordCount) { target in
            target.update(repeating: 0, count: wordCount)
            for (row, bit) in bits.enumerated() where bit { target[row >> 6] |= 1 << UInt64(row & 63) }
        }
        self.init(words: words, count: bits.count)
    }

    /// The number of set bits.
    var total: Int { Int(directory[directory.count - 1]) }

    /// The bit of `row`.
    @inline(__always)
    subscript(row: Int) -> Bool { words[row >> 6] >> UInt64(row & 63) & 1 != 0 }

    /// Returns the number of set bits in rows `0..<row`, for `row` up to and including ``count``.
    ///
    /// - Complexity: O(1), at most eight popcounts.
    @inline(__always)
    func rank(_ row: Int) -> Int {
        let block = row / BitColumn.rowsPerBlock
        var result = Int(directory[block])
        let lastWord = row >> 6
        var word = block * BitColumn.wordsPerBlock
        while word < lastWord {
            result += words[word].nonzeroBitCount
            word += 1
        }
        let rest = UInt64(row & 63)
        if rest != 0 { result += (words[lastWord] & (1 << rest - 1)).nonzeroBitCount }
        return result
    }

    /// Returns the number of set bits in `rows`.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    func count(in rows: Range<Int>) -> Int { rank(rows.upperBound) - rank(rows.lowerBound) }

    /// Returns the row of the set bit with the given rank (0 for the first one); nil if there are fewer set
    /// bits.
    ///
    /// - Complexity: O(log n) for n rows, by binary search in the directory.
    func select(_ rank: Int) -> Int? {
        guard rank >= 0, rank < total else { return nil }
        let block = (1..<directory.count - 1).partitioningIndex { Int(directory[$0]) > rank } - 1
        var remaining = rank - Int(directory[block])
        var word = block * BitColumn.wordsPerBlock
        while true {
            let inWord = words[word].nonzeroBitCount
            if remaining < inWord { break }
            remaining -= inWord
            word += 1
        }
        var bits = words[word]
        for _ in 0..<remaining { bits &= bits - 1 }
        return word * 64 + bits.trailingZeroBitCount
    }

    var byteCount: Int { words.byteCount + directory.byteCount }

    func checkInvariants() -> [String] {
        var violations: [String] = []
        if words.count != (count + 63) / 64 { violations.append("\(words.count) words for \(count) rows") }
        if count & 63 != 0, let last = words.withBuffer({ $0.last }), last >> UInt64(count & 63) != 0 {
            violations.append("bits are set after the last row")
        }
        var running = 0
        for word in 0..<words.count {
            if word % BitColumn.wordsPerBlock == 0, Int(directory[word / BitColumn.wordsPerBlock]) != running
            {
                violations.append("rank directory is wrong at word \(word)")
            }
            running += words[word].nonzeroBitCount
        }
        if running != total { violations.append("\(running) bits are set, the directory says \(total)") }
        return violations
    }
}
