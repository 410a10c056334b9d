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

    /// Sets the bit of a row of the table.
    func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

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

    /// Returns the words.
    consuming func finish() -> ColumnBuffer<UInt64> {
        let (words, wordCount) = (words, wordCount)
        discard self
        return ColumnBuffer(taking: UnsafeMutableRawPointer(words), count: wordCount)
    }
}

extension UnsafeMutablePointer<UInt64> {
    /// Sets the bits that are set in a column.
    func formUnion(_ other: ColumnBuffer<UInt64>) {
        // SAFETY, here and below: there is a bit for each row.
        for word in 0..<other.count { self[word] |= other[word] }
    }

    /// Clears the bits of some rows.
    func clear(_ rows: Range<Int>) { update(rows) { $0 &= ~$1 } }

    /// Sets the bits of some rows.
    func fill(_ rows: Range<Int>) { update(rows) { $0 |= $1 } }

    /// Calls `body` with each word that has bits of some rows, and with a mask of these bits.
    @inline(__always)
    private func update(_ rows: Range<Int>, _ body: (inout UInt64, UInt64) -> Void) {
        if rows.isEmpty { return }
        let (first, last) = (rows.lowerBound >> 6, (rows.upperBound - 1) >> 6)
        let head: UInt64 = ~0 << UInt64(rows.lowerBound & 63)
        let tail: UInt64 = ~0 >> UInt64(63 - (rows.upperBound - 1) & 63)
        for word in first...last {
            body(&self[word], (word == first ? head : ~0) & (word == last ? tail : ~0))
        }
    }
}
