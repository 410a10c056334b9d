/// Masks: the rows of a range of 64-bit words that pass a filter.
extension PostTable {
    /// Words per chunk of a mask: 8,192 rows in 1 KiB, which fits the stack and the first-level cache.
    static let wordsPerMask = 128

    /// Writes a mask of the rows in the words `first ..< first + count` that pass `conditions`, except for
    /// their school; rows outside `rows` do not pass.
    @inline(__always)
    func fillMask(
        _ mask: UnsafeMutablePointer<UInt64>, firstWord first: Int, count: Int, rows: Range<Int>,
        _ conditions: PostConditions
    ) {
        // SAFETY: planes and search results have a word for each 64 rows, and `first + count` words cover at
        // most all rows.
        if let searched = conditions.searched {
            mask.update(from: searched + first, count: count)
        } else {
            mask.update(repeating: ~0, count: count)
        }
        if let sentiments = conditions.sentiments {
            restrict(mask, toAnyOf: sentiments, firstWord: first, count: count)
        }
        restrict(mask, to: instagram, is: conditions.instagram, firstWord: first, count: count)
        restrict(mask, to: recruiting, is: conditions.recruiting, firstWord: first, count: count)
        restrict(mask, to: flagged, is: conditions.flagged, firstWord: first, count: count)
        if rows.lowerBound > first * 64 { mask[0] &= ~0 << UInt64(rows.lowerBound - first * 64) }
        let rowsOfLastWord = rows.upperBound - (first + count - 1) * 64
        if rowsOfLastWord < 64 { mask[count - 1] &= 1 << UInt64(rowsOfLastWord) - 1 }
        // Last, because only rows of the table have a coach.
        if let admitted = conditions.admittedCoaches {
            restrict(mask, toCoaches: admitted, firstWord: first, count: count)
        }
    }

    /// Keeps the rows whose coach is admitted.
    @inline(never)
    private func restrict(
        _ mask: UnsafeMutablePointer<UInt64>, toCoaches admitted: UnsafePointer<UInt32>, firstWord: Int,
        count: Int
    ) {
        // SAFETY: each code has a mark.
        for word in 0..<count where mask[word] != 0 {
            mask[word] = admittedBits(mask[word], word: firstWord + word, toCoaches: admitted)
        }
    }

    /// Returns the bits of `mask`, the rows of a word, whose coach is admitted.
    @inline(__always)
    func admittedBits(_ mask: UInt64, word: Int, toCoaches admitted: UnsafePointer<UInt32>) -> UInt64 {
        let nullCode = UInt32(coaches.count)
        var kept: UInt64 = 0
        // SAFETY: only rows of the table have bits, and each code has a mark.
        let (codes, first) = (coachCodes, word * 64)
        mask.forEachSetBit { bit in
            kept |= UInt64(admitted[Int(Swift.min(codes[first &+ bit], nullCode))] & 1) << UInt64(bit)
        }
        return kept
    }

    /// Keeps the rows whose sentiment has its bit set in `wanted`.
    @inline(__always)
    private func restrict(
        _ mask: UnsafeMutablePointer<UInt64>, toAnyOf wanted: UInt8, firstWord first: Int, count: Int
    ) {
        if wanted.nonzeroBitCount == 1 {
            let plane = sentiments[wanted.trailingZeroBitCount]
            return restrict(mask, to: plane, is: true, firstWord: first, count: count)
        }
        SentimentWords.with(self, wanted: wanted) { sentiments in
            for word in 0..<count { mask[word] &= sentiments.wanted(first &+ word) }
        }
    }

    @inline(__always)
    private func restrict(
        _ mask: UnsafeMutablePointer<UInt64>, to plane: BitColumn, is wanted: Bool?, firstWord first: Int,
        count: Int
    ) {
        guard let wanted else { return }
        let words = plane.words
        let inverse: UInt64 = wanted ? 0 : ~0
        // SAFETY: as in `fillMask`.
        for word in 0..<count { mask[word] &= words[first &+ word] ^ inverse }
    }

    /// Calls `body` with each chunk of the mask of `rows` in turn: the number of its first word, its words
    /// and their count.
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
                let count = Swift.min(PostTable.wordsPerMask, end - word)
                fillMask(mask, firstWord: word, count: count, rows: rows, conditions)
                if !body(word, mask, count) { return }
                word += count
            }
        }
    }
}

/// The words of the four sentiments' planes, valid within ``with(_:wanted:_:)``.
struct SentimentWords {
    typealias Planes = (
        UnsafePointer<UInt64>, UnsafePointer<UInt64>, UnsafePointer<UInt64>, UnsafePointer<UInt64>
    )

    /// In the order of ``Sentiment``'s cases.
    let planes: Planes
    /// All ones if the sentiment is wanted, otherwise 0.
    private let keeps: (UInt64, UInt64, UInt64, UInt64)

    /// Calls `body` with the words of `table`.
    ///
    /// - Parameter wanted: a bit for each sentiment.
    @inline(__always)
    static func with<Result>(
        _ table: PostTable, wanted: UInt8, _ body: (SentimentWords) -> Result
    ) -> Result {
        let columns = table.sentiments
        // SAFETY: the address of a column is never nil.
        return columns[0].words.withBuffer { first in
            columns[1].words.withBuffer { second in
                columns[2].words.withBuffer { third in
                    columns[3].words.withBuffer { fourth in
                        body(
                            SentimentWords(
                                (
                                    first.baseAddress!, second.baseAddress!, third.baseAddress!,
                                    fourth.baseAddress!
                                ), wanted))
                    }
                }
            }
        }
    }

    @inline(__always)
    private init(_ planes: Planes, _ wanted: UInt8) {
        self.planes = planes
        func keep(_ index: UInt8) -> UInt64 { 0 &- UInt64(wanted >> index & 1) }
        keeps = (keep(0), keep(1), keep(2), keep(3))
    }

    /// Returns the bits of the rows with a wanted sentiment in `word`.
    @inline(__always)
    func wanted(_ word: Int) -> UInt64 {
        // SAFETY: the caller only passes words of the table.
        planes.0[word] & keeps.0 | planes.1[word] & keeps.1 | planes.2[word] & keeps.2
            | planes.3[word] & keeps.3
    }
}
