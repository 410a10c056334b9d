/// A set of row numbers that supports removal of the lowest.
///
/// Layout: a bit for each row in 64-bit words; above it a bit for each word that is not zero, and above that
/// one for each such word again. With rows 3 and 4,100 of up to 5,000:
/// ```
/// rows    word 0 = 0b1000, word 64 = 0b10000
/// words   word 0 = 0b1, word 1 = 0b1          words 0 and 64 have a row
/// groups  word 0 = 0b11                       words 0 and 1 of the level below have one
/// ```
/// A word of the highest level represents 262,144 rows. A removal reads one word of each lower level, and the
/// words of the highest level up to the first that is not zero.
struct FreeRows: ~Copyable {
    private let rows, words, groups: UnsafeMutablePointer<UInt64>
    private let groupCount: Int
    /// The number of visited words of the highest level, for tests that verify linear work.
    private(set) var visitedGroupCount = 0

    /// Creates an empty set of rows below `capacity`.
    init(capacity: Int) {
        let rowWords = (capacity + 63) / 64
        let wordWords = (rowWords + 63) / 64
        groupCount = (wordWords + 63) / 64
        rows = .allocate(capacity: rowWords + wordWords + groupCount)
        rows.initialize(repeating: 0, count: rowWords + wordWords + groupCount)
        words = rows + rowWords
        groups = words + wordWords
    }

    deinit { rows.deallocate() }

    /// Adds a row that is not in the set.
    @inline(__always)
    mutating func insert(_ row: Int) {
        // SAFETY: the row is below the capacity, which all levels cover.
        rows[row &>> 6] |= 1 &<< UInt64(row & 63)
        words[row &>> 12] |= 1 &<< UInt64(row &>> 6 & 63)
        groups[row &>> 18] |= 1 &<< UInt64(row &>> 12 & 63)
    }

    /// Removes and returns the lowest row; nil when there is none.
    @inline(__always)
    mutating func removeLowest() -> Int? {
        var group = 0
        // SAFETY: a bit of a higher level is set only where a word of the level below is not zero.
        while group < groupCount, groups[group] == 0 { group &+= 1 }
        visitedGroupCount &+= group &+ 1
        if group == groupCount { return nil }
        let upper = group &<< 6 &+ groups[group].trailingZeroBitCount
        let word = upper &<< 6 &+ words[upper].trailingZeroBitCount
        let row = word &<< 6 &+ rows[word].trailingZeroBitCount
        rows[word] &= rows[word] &- 1
        if rows[word] == 0 {
            words[upper] &= words[upper] &- 1
            if words[upper] == 0 { groups[group] &= groups[group] &- 1 }
        }
        return row
    }
}
