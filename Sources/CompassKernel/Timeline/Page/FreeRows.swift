/// A set of row numbers from which the lowest can be taken.
///
/// Layout: a bit for each row in 64-bit words, above it a bit for each word that is not zero, and so on up to one
/// word; all levels lie in one array, the lowest first. With rows 3 and 130 of up to 200:
/// ```
/// level 0  0x8 0x0 0x4 0x0
/// level 1  0b0101              words 0 and 2 have a row
/// ```
/// Both operations visit a word on each level at most twice: 3 levels hold 262,144 rows, 4 hold 16 million.
struct FreeRows {
    private var words: [UInt64]
    /// Where each level begins.
    private let levelStarts: [Int]
    /// The words that were visited, for tests that hold its users to linear work.
    private(set) var visitedWordCount = 0

    /// An empty set of rows below `capacity`.
    init(capacity: Int) {
        var starts: [Int] = []
        var (total, count) = (0, max(capacity, 1))
        repeat {
            count = (count + 63) / 64
            starts.append(total)
            total += count
        } while count > 1
        levelStarts = starts
        words = [UInt64](repeating: 0, count: total)
    }

    /// Adds a row that is not in the set.
    mutating func insert(_ row: Int) {
        var place = row
        for start in levelStarts {
            let (word, bit) = (start + place >> 6, UInt64(1) << UInt64(place & 63))
            let wasEmpty = words[word] == 0
            words[word] |= bit
            visitedWordCount += 1
            if !wasEmpty { return }
            place >>= 6
        }
    }

    /// Removes the lowest row; nil when there is none.
    mutating func removeLowest() -> Int? {
        var row = 0
        for start in levelStarts.reversed() {
            visitedWordCount += 1
            let word = words[start + row]
            if word == 0 { return nil }
            row = row << 6 + word.trailingZeroBitCount
        }
        var place = row
        for start in levelStarts {
            visitedWordCount += 1
            words[start + place >> 6] &= ~(1 << UInt64(place & 63))
            if words[start + place >> 6] != 0 { break }
            place >>= 6
        }
        return row
    }
}
