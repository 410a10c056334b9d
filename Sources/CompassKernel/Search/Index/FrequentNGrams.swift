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

/// Estimates of the nanoseconds that finding the rows of all strings with a pattern takes.
///
/// Measured: searches of 84 letters and pairs in a million posts (`feed.search.short`) took
/// 40 ns for each token, and 4 for each posting.
private enum SearchCost {
    /// The cost of finding tokens and their lists.
    static func ofTokens(_ count: Int) -> Int { 40 * count }

    /// The cost of reading lists; a bitmap takes less.
    static func ofPostings(_ count: Int) -> Int { 4 * count }
}

/// The n-grams that may be frequent, judged by a sample of the rows or by all tokens.
struct NGramChoice: Sendable {
    let keys: [Int]
    /// The number of each n-gram in the choice, ``none`` for others; empty if none is chosen. Masks instead of numbers
    /// take a megabyte, which no first-level cache has.
    private let numbers: [UInt8]
    private static let none = UInt8.max

    /// Chooses the n-grams of tokens with the most rows.
    ///
    /// - Parameters:
    ///   - stride: the number of rows for each one in the sample.
    ///   - minimumCost: the nanoseconds above which an n-gram is to be stored.
    init(
        _ tokens: borrowing Interner, _ rowCounts: borrowing GrowableColumn<UInt32>, stride: Int,
        above minimumCost: Int
    ) {
        var costs = [Int](repeating: 0, count: FrequentNGrams.keyCount)
        for token in 0..<tokens.count {
            // A token that the sample has once stands for many that it does not have. Derived: the number of
            // distinct tokens of a million posts, against those of a sample.
            let tokenCount = rowCounts[token] == 1 ? max(stride / 2, 1) : 1
            let cost = SearchCost.ofTokens(tokenCount) + SearchCost.ofPostings(Int(rowCounts[token]) * stride)
            tokens.withBytes(of: token) { NGramChoice.forEachKey(of: $0) { costs[$0] += cost } }
        }
        // A sample may underestimate costs. Of a million generated posts, a quarter leaves out no n-gram that is stored
        // without this limit.
        self.init(costs, above: minimumCost / 4)
    }

    /// Chooses the n-grams of all tokens whose search would take longer than some nanoseconds.
    init(
        of tokens: borrowing TokenTable, above minimumCost: Int, rowCount: (_ token: Int) -> UInt32
    ) {
        var costs = [Int](repeating: 0, count: FrequentNGrams.keyCount)
        // The last token with each n-gram, as a token has the cost of its rows once.
        var last = [Int](repeating: -1, count: FrequentNGrams.keyCount)
        for token in 0..<tokens.count {
            let cost = SearchCost.ofTokens(1) + SearchCost.ofPostings(Int(rowCount(token)))
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
        keys = Array(found.sorted { (costs[$1], $0) < (costs[$0], $1) }.prefix(NGramMask.capacity))
        guard !keys.isEmpty else {
            numbers = []
            return
        }
        var numbers = [UInt8](repeating: NGramChoice.none, count: FrequentNGrams.keyCount)
        for (index, key) in keys.enumerated() { numbers[key] = UInt8(index) }
        self.numbers = numbers
    }

    /// Returns a mask of the n-grams that a token contains.
    func mask(of token: UnsafeBufferPointer<UInt8>) -> NGramMask {
        numbers.withUnsafeBufferPointer { numbers in
            var mask = NGramMask()
            if numbers.isEmpty { return mask }
            NGramChoice.forEachKey(of: token) { mask.insert(numbers[$0]) }
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
    /// - Complexity: O(n · k) for n rows and k n-grams.
    init?(
        _ choice: NGramChoice, _ rows: borrowing NGramRows, rowCount: Int,
        _ configuration: SearchIndexConfiguration
    ) {
        var builder = Builder(choice, rowCount: rowCount, configuration)
        builder.reserve(listCount: choice.keys.count)
        for index in choice.keys.indices { builder.addRows(of: index, rows) }
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
            list = GrowableColumn()
        }

        /// Judges some tokens, or finds the rows of one n-gram; returns whether work remains.
        mutating func step(_ vocabulary: borrowing TokenVocabulary, _ rows: borrowing NGramRows) -> Bool {
            if token < vocabulary.count {
                addCosts(vocabulary)
                return true
            }
            if costly == nil {
                let found = costs.indices.filter { costs[$0] > configuration.frequentNGramCost }
                costly = found.sorted { (costs[$1], $0) < (costs[$0], $1) }
                reserve(listCount: found.count)
            }
            guard let index = costly?.popLast() else { return false }
            addRows(of: index, rows)
            return true
        }

        /// Reserves memory for as many bitmaps, which lists rarely exceed: growing copies all of them, at the peak of
        /// building.
        fileprivate mutating func reserve(listCount: Int) {
            lists.reserve(byteCount: listCount * PostingLists.bitmapByteCount(rowCount: rowCount))
        }

        private mutating func addCosts(_ vocabulary: borrowing TokenVocabulary) {
            let end = min(token + 4 * configuration.stepStringCount, vocabulary.count)
            while token < end {
                let postingCount = Int(vocabulary.rowCounts[token])
                let isBitmap = postingCount >= rowCount / configuration.bitmapShare
                let cost =
                    SearchCost.ofTokens(1) + (isBitmap ? rowCount / 64 : SearchCost.ofPostings(postingCount))
                vocabulary.nGrams(ofToken: token).forEach { costs[$0] += cost }
                token += 1
            }
        }

        fileprivate mutating func addRows(of index: Int, _ rows: borrowing NGramRows) {
            let groupCount = (rowCount + 63) / 64
            var count = 0
            for group in 0..<groupCount { count &+= rows.bits(group, ofNGram: index).nonzeroBitCount }
            let isWithout = count > rowCount / 2
            let lastGroup: UInt64 = rowCount & 63 == 0 ? ~0 : 1 << UInt64(rowCount & 63) - 1
            @inline(__always)
            func listed(_ group: Int) -> UInt64 {
                let bits = rows.bits(group, ofNGram: index)
                return isWithout ? ~bits & (group == groupCount - 1 ? lastGroup : ~0) : bits
            }
            let listedCount = isWithout ? rowCount - count : count
            if !lists.appendBitmap(ofRows: listedCount, listed) {
                list.removeAll()
                list.append(upTo: listedCount) { target in
                    var end = target
                    for group in 0..<groupCount {
                        listed(group).forEachSetBit { bit in
                            // SAFETY: as many bits are set as rows are listed.
                            end.pointee = UInt32(truncatingIfNeeded: group &* 64 &+ bit)
                            end += 1
                        }
                    }
                    return listedCount
                }
                lists.append(list)
            }
            nGrams.append(NGram(key: choice.keys[index], isWithout: isWithout))
        }

        /// Returns the rows; nil if their lists would take too many bytes.
        consuming func finish() -> FrequentNGrams? {
            let (nGrams, rowCount) = (nGrams, rowCount)
            return lists.finish().map { FrequentNGrams(nGrams: nGrams, lists: $0, rowCount: rowCount) }
        }
    }
}
