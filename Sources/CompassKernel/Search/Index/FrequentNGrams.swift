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
    private struct NGram: Sendable {
        let key: Int
        let isWithout: Bool
    }

    /// Nanoseconds to find a token and its list; each posting takes about one more.
    private static let tokenCost = 20
    /// The number of bits in a token's mask.
    private static let maximumNGramCount = 32

    private let nGrams: [NGram]
    private let lists: PostingLists
    private let rowCount: Int

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

    private static let keyCount = 1 << 16 + 256

    private static func key(_ byte: UInt8) -> Int { 1 << 16 + Int(byte) }

    private static func key(_ first: UInt8, _ second: UInt8) -> Int { Int(first) << 8 | Int(second) }
}

extension FrequentNGrams {
    /// Selects n-grams by the cost of merging the rows of their tokens, and finds their rows; nil if their
    /// lists would take too many bytes.
    ///
    /// - Complexity: O(o + t) for o tokens in all rows, t bytes of distinct tokens.
    init?(
        _ tokens: borrowing Interner, rowCounts: [UInt32], in rows: borrowing CodedRows,
        _ configuration: SearchIndexConfiguration
    ) {
        rowCount = rows.ends.count
        let keys = FrequentNGrams.costlyKeys(tokens, rowCounts, rowCount: rowCount, configuration)
        let masks = FrequentNGrams.masks(of: tokens, keys)
        // SAFETY: there is a mask for each token, and one for each row.
        let rowMasks = ColumnBuffer<UInt32>(count: rowCount) { target in
            target.update(repeating: 0, count: rows.ends.count)
            masks.withUnsafeBufferPointer { masks in
                rows.forEach { row, code in target[Int(row)] |= masks[code] }
            }
        }
        var nGrams: [NGram] = []
        var builder = PostingLists.Builder(rowCount: rowCount, listCount: keys.count, configuration)
        var list = GrowableColumn<UInt32>(capacity: rowCount)
        for (index, key) in keys.enumerated() {
            let bit = UInt32(1) << UInt32(index)
            let count = rowMasks.withBuffer { $0.reduce(0) { $0 + ($1 & bit != 0 ? 1 : 0) } }
            let isWithout = count > rowCount / 2
            list.removeAll()
            for row in 0..<rowCount where (rowMasks[row] & bit == 0) == isWithout {
                list.appendUnchecked(UInt32(row))
            }
            list.withBuffer { builder.append($0) }
            nGrams.append(NGram(key: key, isWithout: isWithout))
        }
        guard let built = builder.finish() else { return nil }
        self.nGrams = nGrams
        lists = built
    }

    /// Returns the n-grams whose search in the inverted index would take longer than the configuration
    /// allows.
    private static func costlyKeys(
        _ tokens: borrowing Interner, _ rowCounts: [UInt32], rowCount: Int,
        _ configuration: SearchIndexConfiguration
    ) -> [Int] {
        var costs = [Int](repeating: 0, count: keyCount)
        costs.withUnsafeMutableBufferPointer { costs in
            forEachNGram(of: tokens) { token, key in
                let postingCount = Int(rowCounts[token])
                let isBitmap = postingCount >= rowCount / configuration.bitmapShare
                costs[key] += tokenCost + (isBitmap ? rowCount / 64 : postingCount)
            }
        }
        let costly = costs.indices.filter { costs[$0] > configuration.frequentNGramCost }
        return Array(costly.sorted { (costs[$1], $0) < (costs[$0], $1) }.prefix(maximumNGramCount))
    }

    /// Returns for each token a mask with one bit for each of `keys` that it contains.
    private static func masks(of tokens: borrowing Interner, _ keys: [Int]) -> [UInt32] {
        var bits = [UInt32](repeating: 0, count: keyCount)
        for (index, key) in keys.enumerated() { bits[key] = 1 << UInt32(index) }
        var masks = [UInt32](repeating: 0, count: tokens.count)
        masks.withUnsafeMutableBufferPointer { masks in
            forEachNGram(of: tokens) { token, key in masks[token] |= bits[key] }
        }
        return masks
    }

    /// Calls `body` with each token and the bytes and byte pairs in it, including repeated ones.
    @inline(__always)
    private static func forEachNGram(
        of tokens: borrowing Interner, _ body: (_ token: Int, _ key: Int) -> Void
    ) {
        for token in 0..<tokens.count {
            tokens.withBytes(of: token) { bytes in
                guard var last = bytes.first else { return }
                body(token, key(last))
                for byte in bytes.dropFirst() {
                    body(token, key(byte))
                    body(token, key(last, byte))
                    last = byte
                }
            }
        }
    }
}
