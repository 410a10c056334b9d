/// A set of the n-grams of a choice, by their numbers.
struct NGramMask: BitwiseCopyable, Sendable {
    /// The maximum number of n-grams of a choice.
    static let capacity = 128

    fileprivate var low: UInt64 = 0
    fileprivate var high: UInt64 = 0

    /// Creates the empty set.
    init() {}

    /// Adds an n-gram; nothing for a number that is not below ``capacity``.
    @inline(__always)
    mutating func insert(_ index: UInt8) {
        // A shift by 64 or more, as by what is below zero and wraps around, leaves no bit.
        low |= 1 << UInt64(index)
        high |= 1 << UInt64(index &- 64)
    }

    /// Adds the n-grams of another set.
    @inline(__always)
    mutating func formUnion(_ other: NGramMask) {
        low |= other.low
        high |= other.high
    }

    /// Calls `body` with the numbers of the n-grams, ascending.
    func forEach(_ body: (Int) -> Void) {
        low.forEachSetBit(body)
        high.forEachSetBit { body(64 + $0) }
    }
}

/// The n-grams in each row, as bits of the rows of each n-gram.
///
/// Layout: for each 64 rows a word for each n-gram, of which the least significant bit is the first row. With the
/// n-grams `e` in rows 0 and 1, and `th` in row 1:
/// ```
/// words   …0011 …0010
/// ```
struct NGramRows: ~Copyable {
    private let nGramCount: Int
    private var words = GrowableColumn<UInt64>()
    /// The masks of the last rows, until there are 64.
    private var masks = GrowableColumn<NGramMask>(capacity: 64)

    /// - Parameters:
    ///   - nGramCount: the number of n-grams of the choice.
    ///   - rowCount: the number of rows for which memory is reserved.
    init(nGramCount: Int, reserving rowCount: Int = 0) {
        self.nGramCount = nGramCount
        words.reserve(total: (rowCount + 63) / 64 * nGramCount)
    }

    /// Appends a row with the n-grams of a mask.
    @inline(__always)
    mutating func append(_ mask: NGramMask) {
        masks.appendUnchecked(mask)
        if masks.count == 64 { appendWords() }
    }

    /// Appends the last rows if they are fewer than 64; no row is appended afterwards.
    mutating func finish() { if masks.count > 0 { appendWords() } }

    private mutating func appendWords() {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 128) { square in
            // SAFETY: there are at most 64 rows, and at most 128 n-grams.
            let square = square.baseAddress!
            for row in 0..<64 {
                square[row] = row < masks.count ? masks[row].low : 0
                square[64 + row] = row < masks.count ? masks[row].high : 0
            }
            NGramRows.transpose(square)
            if nGramCount > 64 { NGramRows.transpose(square + 64) }
            words.append(square, count: nGramCount)
        }
        masks.removeAll()
    }

    /// Exchanges the rows and columns of 64 words, as a square of bits.
    ///
    /// Method: squares of 32, 16, … bits are exchanged across the diagonal (Warren, *Hacker's Delight*, 7-3).
    private static func transpose(_ square: UnsafeMutablePointer<UInt64>) {
        var (width, mask): (Int, UInt64) = (32, 0xffff_ffff)
        while width > 0 {
            var row = 0
            while row < 64 {
                let exchanged = (square[row] &>> UInt64(width) ^ square[row + width]) & mask
                square[row] ^= exchanged &<< UInt64(width)
                square[row + width] ^= exchanged
                row = (row + width + 1) & ~width
            }
            width /= 2
            mask ^= mask &<< UInt64(width)
        }
    }

    /// Returns a bit for each of the rows from 64 · `group` on, set for those with an n-gram.
    @inline(__always)
    func bits(_ group: Int, ofNGram index: Int) -> UInt64 { words[group * nGramCount + index] }
}
