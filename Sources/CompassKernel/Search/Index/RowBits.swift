/// A bit for each row, initially zero, least significant bit first.
struct RowBits: ~Copyable {
    let words: UnsafeMutablePointer<UInt64>
    let rowCount: Int
    private let wordCount: Int

    init(rowCount: Int) {
        self.rowCount = rowCount
        wordCount = (rowCount + 63) / 64
        words = ColumnMemory.allocateZeros(byteCount: wordCount * 8).assumingMemoryBound(to: UInt64.self)
    }

    deinit { ColumnMemory.deallocate(UnsafeMutableRawPointer(words)) }

    /// The number of set bits.
    var count: Int {
        // SAFETY: all word indices, here and below, are less than `wordCount`.
        var count = 0
        for word in 0..<wordCount { count += words[word].nonzeroBitCount }
        return count
    }

    func clear() { words.update(repeating: 0, count: wordCount) }

    func formIntersection(_ other: borrowing RowBits) {
        for word in 0..<wordCount { words[word] &= other.words[word] }
    }

    func formUnion(_ other: borrowing RowBits) {
        for word in 0..<wordCount { words[word] |= other.words[word] }
    }

    func formUnion(_ other: UnsafePointer<UInt64>) {
        for word in 0..<wordCount { words[word] |= other[word] }
    }

    func subtract(_ other: UnsafePointer<UInt64>) {
        for word in 0..<wordCount { words[word] &= ~other[word] }
    }
}
