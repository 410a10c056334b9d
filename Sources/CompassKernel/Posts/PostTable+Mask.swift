/// The rows of a stretch of 64-bit words that pass a filter.
extension PostTable {
    /// Words in one piece of a mask: 8,192 rows in 1 KiB, which fits the stack and the first-level cache.
    static let wordsPerMask = 128

    /// Writes into `mask` which rows of the words `first ..< first + count` pass `conditions`, but for
    /// their school; rows outside `rows` do not pass.
    @inline(__always)
    func fillMask(
        _ mask: UnsafeMutablePointer<UInt64>, firstWord first: Int, count: Int, rows: Range<Int>,
        _ conditions: PostConditions
    ) {
        // SAFETY: planes have a word for each 64 rows, and `first + count` words cover at most all rows.
        if let sentiments = conditions.sentiments {
            mask.update(repeating: 0, count: count)
            for index in 0..<4 where sentiments >> UInt8(index) & 1 != 0 {
                let plane = self.sentiments[index].words.base + first
                for word in 0..<count { mask[word] |= plane[word] }
            }
        } else {
            mask.update(repeating: ~0, count: count)
        }
        restrict(mask, to: instagram, is: conditions.instagram, firstWord: first, count: count)
        restrict(mask, to: recruiting, is: conditions.recruiting, firstWord: first, count: count)
        restrict(mask, to: flagged, is: conditions.flagged, firstWord: first, count: count)
        if rows.lowerBound > first * 64 { mask[0] &= ~0 << UInt64(rows.lowerBound - first * 64) }
        let rowsOfLastWord = rows.upperBound - (first + count - 1) * 64
        if rowsOfLastWord < 64 { mask[count - 1] &= 1 << UInt64(rowsOfLastWord) - 1 }
    }

    @inline(__always)
    private func restrict(
        _ mask: UnsafeMutablePointer<UInt64>, to plane: BitColumn, is wanted: Bool?, firstWord first: Int,
        count: Int
    ) {
        guard let wanted else { return }
        let words = plane.words.base + first
        let inverse: UInt64 = wanted ? 0 : ~0
        // SAFETY: as in `fillMask`.
        for word in 0..<count { mask[word] &= words[word] ^ inverse }
    }

    /// Calls `body` with the mask of each piece of `rows` in turn: the number of its first word, the words,
    /// and how many they are.
    @inline(__always)
    func forEachMask(
        of rows: Range<Int>, _ conditions: PostConditions,
        _ body: (_ firstWord: Int, _ mask: UnsafeMutablePointer<UInt64>, _ count: Int) -> Bool
    ) {
        guard !rows.isEmpty else { return }
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: PostTable.wordsPerMask) { buffer in
            guard let mask = buffer.baseAddress else { return }
            var word = rows.lowerBound >> 6
            let end = (rows.upperBound + 63) >> 6
            while word < end {
                let count = min(PostTable.wordsPerMask, end - word)
                fillMask(mask, firstWord: word, count: count, rows: rows, conditions)
                if !body(word, mask, count) { return }
                word += count
            }
        }
    }
}
