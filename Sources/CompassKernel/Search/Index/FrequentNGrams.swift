/// The rows of frequent n-grams: bytes and byte pairs that are in so many tokens that merging their row lists
/// would take too long, such as single letters and `th`.
///
/// Layout: for each n-gram its one or two bytes, whether its list holds the rows *without* it, which is the
/// shorter list for most letters, and the list. With `e` in all rows but 2, and `th` in row 5:
/// ```
/// nGrams   65      74 68
/// lists    [2]     [5]
/// without  true    false
/// ```
struct FrequentNGrams: Sendable {
    struct NGram: Sendable {
        let key: Int
        let isWithout: Bool
    }

    let nGrams: [NGram]
    let lists: PostingLists
    let rowCount: Int

    var byteCount: Int { nGrams.count * MemoryLayout<NGram>.stride + lists.byteCount }

    /// Sets the bits, initially zero, of the rows with `pattern`; returns false if it is not a frequent
    /// n-gram.
    ///
    /// - Complexity: O(n) for n rows at worst.
    func mergeRows(_ pattern: UnsafeBufferPointer<UInt8>, into bits: UnsafeMutablePointer<UInt64>) -> Bool {
        guard pattern.count <= 2 else { return false }
        let key =
            pattern.count == 1 ? FrequentNGrams.key(pattern[0]) : FrequentNGrams.key(pattern[0], pattern[1])
        guard let index = nGrams.firstIndex(where: { $0.key == key }) else { return false }
        lists.mergeRows(index, into: bits)
        if nGrams[index].isWithout { FrequentNGrams.complement(bits, rowCount: rowCount) }
        return true
    }

    private static func complement(_ bits: UnsafeMutablePointer<UInt64>, rowCount: Int) {
        // SAFETY: there is a word for each 64 rows.
        for word in 0..<rowCount / 64 { bits[word] = ~bits[word] }
        let rest = UInt64(rowCount & 63)
        if rest != 0 { bits[rowCount / 64] = ~bits[rowCount / 64] & (1 << rest - 1) }
    }

    static let keyCount = 1 << 16 + 256

    fileprivate static func key(_ byte: UInt8) -> Int { 1 << 16 + Int(byte) }

    fileprivate static func key(_ first: UInt8, _ second: UInt8) -> Int { Int(first) << 8 | Int(second) }
}

/// The n-grams that may be frequent, judged by a sample of the rows or by all tokens.
struct NGramChoice: Sendable {
    /// Nanoseconds to find a token and its list; each posting takes about one more.
    fileprivate static let tokenCost = 20
    /// The number of bits in a token's mask.
    private static let maximumCount = 64

    fileprivate let keys: [Int]
    /// For each n-gram its bit; empty if none is chosen.
    private let bits: [UInt64]

    /// Chooses the n-grams of tokens with the most rows.
    ///
    /// - Parameter stride: the number of rows for each one in the sample.
    init(_ tokens: borrowing Interner, _ rowCounts: borrowing GrowableColumn<UInt32>, stride: Int) {
        var costs = [Int](repeating: 0, count: FrequentNGrams.keyCount)
        for token in 0..<tokens.count {
            // A token that the sample has once stands for many that it does not have. Derived: the number of
            // distinct tokens of a million posts, against those of a sample.
            let tokenCount = rowCounts[token] == 1 ? max(stride / 2, 1) : 1
            let cost = NGramChoice.tokenCost * tokenCount + Int(rowCounts[token]) * stride
            tokens.withBytes(of: token) { NGramChoice.forEachKey(of: $0) { costs[$0] += cost } }
        }
        self.init(costs, above: 0)
    }

    /// Chooses the n-grams of all tokens whose search would take longer than some nanoseconds.
    init(
        of tokens: borrowing TokenTable, above minimumCost: Int, rowCount: (_ token: Int) -> UInt32
    ) {
        var costs = [Int](repeating: 0, count: FrequentNGrams.keyCount)
        // The last token with each n-gram, as a token has the cost of its rows once.
        var last = [Int](repeating: -1, count: FrequentNGrams.keyCount)
        for token in 0..<tokens.count {
            let cost = NGramChoice.tokenCost + Int(rowCount(token))
            tokens.withBytes(of: token) { bytes in
                NGramChoice.forEachKey(of: bytes) { key in
                    if last[key] != token { costs[key] += cost }
                    last[key] = token
                }
            }
        }
        self.init(costs, above: minimumCost)
    }

    /// Chooses the n-grams with the highest costs of all above a minimum.
    private init(_ costs: [Int], above minimumCost: Int) {
        let found = costs.indices.filter { costs[$0] > minimumCost }
        keys = Array(found.sorted { (costs[$1], $0) < (costs[$0], $1) }.prefix(NGramChoice.maximumCount))
        guard !keys.isEmpty else {
            bits = []
            return
        }
        var bits = [UInt64](repeating: 0, count: FrequentNGrams.keyCount)
        for (index, key) in keys.enumerated() { bits[key] = 1 << UInt64(index) }
        self.bits = bits
    }

    /// Returns a mask with one bit for each of the n-grams that a token contains.
    func mask(of token: UnsafeBufferPointer<UInt8>) -> UInt64 {
        bits.withUnsafeBufferPointer { bits in
            var mask: UInt64 = 0
            if bits.isEmpty { return mask }
            NGramChoice.forEachKey(of: token) { mask |= bits[$0] }
            return mask
        }
    }

    /// Calls `body` with the bytes and byte pairs of a token, including repeated ones.
    @inline(__always)
    private static func forEachKey(of token: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void) {
        guard var last = token.first else { return }
        body(FrequentNGrams.key(last))
        for byte in token.dropFirst() {
            body(FrequentNGrams.key(byte))
            body(FrequentNGrams.key(last, byte))
            last = byte
        }
    }
}

extension FrequentNGrams {
    /// Finds the rows of all n-grams of a choice; nil if their lists would take too many bytes.
    ///
    /// - Parameter rowMasks: for each row a mask of the n-grams in it.
    /// - Complexity: O(n · k) for n rows and k n-grams.
    init?(
        _ choice: NGramChoice, rowMasks: borrowing GrowableColumn<UInt64>,
        _ configuration: SearchIndexConfiguration
    ) {
        var builder = Builder(choice, rowCount: rowMasks.count, configuration)
        for index in choice.keys.indices { builder.addRows(of: index, rowMasks) }
        guard let built = builder.finish() else { return nil }
        self = built
    }

    /// Finds the rows of the n-grams of a choice whose search in the inverted index would take longer than
    /// the configuration allows.
    struct Builder: ~Copyable {
        private let choice: NGramChoice
        private let configuration: SearchIndexConfiguration
        private let rowCount: Int
        private var costs: [Int]
        private var token = 0
        private var costly: [Int]?
        private var nGrams: [NGram] = []
        private var lists: PostingLists.Builder
        private var list: GrowableColumn<UInt32>

        init(_ choice: NGramChoice, rowCount: Int, _ configuration: SearchIndexConfiguration) {
            self.choice = choice
            self.rowCount = rowCount
            self.configuration = configuration
            costs = [Int](repeating: 0, count: choice.keys.count)
            lists = PostingLists.Builder(
                rowCount: rowCount, listCount: choice.keys.count, configuration)
            list = GrowableColumn(capacity: rowCount)
        }

        /// Judges some tokens, or finds the rows of one n-gram; returns whether work remains.
        mutating func step(
            _ vocabulary: borrowing TokenVocabulary, rowMasks: borrowing GrowableColumn<UInt64>
        ) -> Bool {
            if token < vocabulary.count {
                addCosts(vocabulary)
                return true
            }
            if costly == nil {
                let found = costs.indices.filter { costs[$0] > configuration.frequentNGramCost }
                costly = found.sorted { (costs[$1], $0) < (costs[$0], $1) }
            }
            guard let index = costly?.popLast() else { return false }
            addRows(of: index, rowMasks)
            return true
        }

        private mutating func addCosts(_ vocabulary: borrowing TokenVocabulary) {
            let end = min(token + 4 * configuration.stepStringCount, vocabulary.count)
            while token < end {
                let postingCount = Int(vocabulary.rowCounts[token])
                let isBitmap = postingCount >= rowCount / configuration.bitmapShare
                let cost = NGramChoice.tokenCost + (isBitmap ? rowCount / 64 : postingCount)
                vocabulary.nGrams(ofToken: token).forEachSetBit { costs[$0] += cost }
                token += 1
            }
        }

        fileprivate mutating func addRows(of index: Int, _ rowMasks: borrowing GrowableColumn<UInt64>) {
            let (rowCount, bit) = (rowCount, UInt64(index))
            let count = rowMasks.withBuffer { masks in
                masks.reduce(0) { $0 &+ Int(truncatingIfNeeded: $1 &>> bit & 1) }
            }
            let isWithout = count > rowCount / 2
            let wanted: UInt64 = isWithout ? 0 : 1
            list.removeAll()
            rowMasks.withBuffer { masks in
                list.append(upTo: rowCount) { target in
                    var listed = 0
                    // Without a branch, which the processor would often predict wrongly.
                    for row in 0..<rowCount {
                        // SAFETY: no more rows are listed than there are.
                        target[listed] = UInt32(truncatingIfNeeded: row)
                        listed &+= masks[row] &>> bit & 1 == wanted ? 1 : 0
                    }
                    return listed
                }
            }
            lists.append(list)
            nGrams.append(NGram(key: choice.keys[index], isWithout: isWithout))
        }

        /// Returns the rows; nil if their lists would take too many bytes.
        consuming func finish() -> FrequentNGrams? {
            let (nGrams, rowCount) = (nGrams, rowCount)
            return lists.finish().map { FrequentNGrams(nGrams: nGrams, lists: $0, rowCount: rowCount) }
        }
    }
}
