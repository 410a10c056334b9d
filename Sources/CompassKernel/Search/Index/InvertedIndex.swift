/// An inverted index: distinct strings and the rows in which each occurs. Finds the rows in which any string
/// contains a pattern, with or without accents.
///
/// Layout: the strings (``SeparatedStrings``), those of several rows first; a ``PostingLists`` list for each
/// string of several rows, a row number for each string of one; and the spellings without accents of the
/// strings that have another one, each with the number of its string. For `to ` in rows 0 and 2, and `né` in
/// row 1:
/// ```
/// strings     to_ né       single         1
/// lists       [0 2]        respelled      ne
///                          respelledNumbers  1
/// ```
struct InvertedIndex: Sendable {
    let strings: SeparatedStrings
    let lists: PostingLists
    let listedCount: Int
    let singleRows: ColumnBuffer<UInt32>
    let respelled: SeparatedStrings
    let respelledNumbers: ColumnBuffer<UInt32>

    /// Creates an index from the parts of another one.
    init(
        strings: SeparatedStrings, lists: PostingLists, listedCount: Int, singleRows: ColumnBuffer<UInt32>,
        respelled: SeparatedStrings, respelledNumbers: ColumnBuffer<UInt32>
    ) {
        self.strings = strings
        self.lists = lists
        self.listedCount = listedCount
        self.singleRows = singleRows
        self.respelled = respelled
        self.respelledNumbers = respelledNumbers
    }

    init(
        _ names: consuming IndexNames, _ lists: PostingLists, singleRows: ColumnBuffer<UInt32>
    ) {
        listedCount = names.listedCount
        strings = names.strings
        respelled = names.respelled
        respelledNumbers = names.respelledNumbers
        self.lists = lists
        self.singleRows = singleRows
    }

    var byteCount: Int {
        strings.byteCount + lists.byteCount + singleRows.byteCount + respelled.byteCount
            + respelledNumbers.byteCount
    }

    /// Sets the bits of the rows of all strings that contain `pattern`, which may begin or end with the
    /// separator 0xFF to require a string's start or end.
    ///
    /// - Parameters:
    ///   - ignoringAccents: also finds strings whose spelling without accents contains it.
    ///   - firstPlace: the position among the strings at which to begin, as ``place(after:)`` returns it.
    /// - Complexity: O(t + p) for t bytes of strings and p postings of those that match.
    func mergeRows(
        _ pattern: UnsafeBufferPointer<UInt8>, ignoringAccents: Bool, from firstPlace: Int = 0,
        into bits: UnsafeMutablePointer<UInt64>
    ) {
        strings.forEachString(with: pattern, from: firstPlace) { mergeRows(ofString: $0, into: bits) }
        if ignoringAccents { mergeRowsOfRespelled(pattern, into: bits) }
    }

    /// Sets the bits of the rows of all strings that have an accent and contain `pattern` without it.
    func mergeRowsOfRespelled(
        _ pattern: UnsafeBufferPointer<UInt8>, into bits: UnsafeMutablePointer<UInt64>
    ) {
        respelled.forEachString(with: pattern) { mergeRows(ofString: Int(respelledNumbers[$0]), into: bits) }
    }

    /// Sets the bits of the rows of the string with a number.
    @inline(__always)
    func mergeRows(ofString string: Int, into bits: UnsafeMutablePointer<UInt64>) {
        if string < listedCount {
            lists.mergeRows(string, into: bits)
        } else {
            // SAFETY: the single rows follow the listed strings, and are rows of the table.
            let row = singleRows[string - listedCount]
            bits[Int(row >> 6)] |= 1 << UInt64(row & 63)
        }
    }

    /// Returns the start of the strings after the first `count`.
    func place(after count: Int) -> Int { strings.place(after: count) }
}

extension InvertedIndex {
    /// The rows of some strings, merged in steps.
    struct MergedRows: ~Copyable {
        private let strings: ColumnBuffer<UInt32>
        private var mergedCount = 0
        private var words: GrowableColumn<UInt64>

        /// - Parameter strings: the numbers of the strings.
        init(of strings: ColumnBuffer<UInt32>, rowCount: Int) {
            self.strings = strings
            let wordCount = (rowCount + 63) / 64
            words = GrowableColumn(capacity: wordCount)
            words.append(upTo: wordCount) { words in
                words.update(repeating: 0, count: wordCount)
                return wordCount
            }
        }

        /// Merges lists of about `byteCount` bytes; returns whether others remain.
        mutating func step(_ index: InvertedIndex, byteCount: Int) -> Bool {
            var (next, rest) = (mergedCount, byteCount)
            let strings = strings
            words.withMutableBase { words in
                while next < strings.count, rest > 0 {
                    // SAFETY: there is a bit for each row.
                    index.mergeRows(ofString: Int(strings[next]), into: words)
                    rest -= index.listByteCount(ofString: Int(strings[next])) + 1
                    next += 1
                }
            }
            mergedCount = next
            return mergedCount < strings.count
        }

        /// Returns a bit for each row, set for those of all strings.
        consuming func finish() -> ColumnBuffer<UInt64> { words.finish() }
    }

    private func listByteCount(ofString string: Int) -> Int {
        string < listedCount ? Int(lists.starts[string + 1]) - Int(lists.starts[string]) : 0
    }
}
