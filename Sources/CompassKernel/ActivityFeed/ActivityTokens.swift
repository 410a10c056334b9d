/// An index of rows by the tokens of their descriptions.
///
/// Layout: the distinct tokens with the rows of each (``InvertedIndex``), and the rows of single letters and
/// byte pairs that are in very many tokens (``FrequentNGrams``). A pattern without a cut is inside a token, so
/// its rows are those of the tokens that contain it. The rows of any other pattern are among those that have
/// all of its parts, and are verified in the text.
///
/// Unlike a ``SearchIndex``, which takes several times as long to build, it has neither pairs of tokens nor
/// spellings without accents: searches of the activity feed do not ignore accents, and a scan for a pattern
/// across tokens is fast enough, as it seldom has many matches.
struct ActivityTokens: Sendable {
    /// The parameters of an index of the feed.
    static let configuration = SearchIndexConfiguration()

    private let tokens: InvertedIndex
    private let frequent: FrequentNGrams
    private let configuration: SearchIndexConfiguration

    var byteCount: Int { tokens.byteCount + frequent.byteCount }

    /// Sets the bits, initially zero, of the rows that contain `pattern`; returns false, with no bit set, if
    /// scanning the text is better.
    ///
    /// - Complexity: O(t + p) for t bytes of distinct tokens and p postings of those that match, plus the text
    ///   of the candidates of a pattern with a cut.
    func matches(
        _ pattern: UnsafeBufferPointer<UInt8>, in folded: FoldedRows, into bits: UnsafeMutablePointer<UInt64>
    ) -> Bool {
        guard let parts = TokenCuts.parts(of: pattern) else { return false }
        if parts.count == 1 {
            if !frequent.mergeRows(pattern, into: bits) { mergeRows(pattern, into: bits) }
            return true
        }
        let search = TokenSearch(pattern: pattern, parts: parts, ignoresAccents: false)
        let candidates = RowBits(rowCount: folded.count)
        for index in parts.indices {
            let rows = RowBits(rowCount: folded.count)
            search.token(index).withUnsafeBufferPointer { mergeRows($0, into: rows.words) }
            if index == 0 { candidates.formUnion(rows) } else { candidates.formIntersection(rows) }
        }
        if candidates.count > folded.count / configuration.scanShare { return false }
        folded.verify(pattern, candidates: candidates.words, into: bits)
        return true
    }

    private func mergeRows(
        _ pattern: UnsafeBufferPointer<UInt8>, into bits: UnsafeMutablePointer<UInt64>
    ) {
        tokens.mergeRows(pattern, ignoringAccents: false, into: bits)
    }
}

extension ActivityTokens {
    /// Collects the tokens of rows and builds the index of them.
    struct Builder: ~Copyable {
        private let configuration: SearchIndexConfiguration
        private var tokens = BlockTokens()
        /// Whether the rows have no more text than an index can have.
        private var isIndexed = true

        init(_ configuration: SearchIndexConfiguration) { self.configuration = configuration }

        /// Appends the tokens of the next row.
        ///
        /// - Parameters:
        ///   - text: the folded texts of all rows so far, with room for ``ByteScan/padding``.
        ///   - range: the row's text with its separator; empty if it has none.
        mutating func append(_ text: borrowing GrowableColumn<UInt8>, _ range: Range<Int>) {
            isIndexed = isIndexed && range.upperBound <= configuration.maximumTokenTextByteCount
            if isIndexed { tokens.append(text, range) }
        }

        /// Returns the index; nil if scanning the text is as good.
        ///
        /// Method: a counting sort of the rows by their tokens.
        ///
        /// - Complexity: O(b) for b bytes of text.
        consuming func finish(textByteCount: Int) -> ActivityTokens? {
            tokens.storePendingCodes()
            let tokenByteCount = tokens.strings.byteCount + tokens.strings.count
            guard isIndexed, tokenByteCount * 100 <= textByteCount * configuration.maximumVocabularyPercent
            else { return nil }
            let rowCount = tokens.entries.ends.count
            var counts = BlockLists()
            counts.begin(codeCount: tokens.strings.count)
            tokens.entries.rewind()
            _ = counts.countRows(.max, &tokens.entries, firstRow: 0)
            let frequent = frequentNGrams(counts)
            let rows = sortedRows(counts)
            guard let frequent, let index = index(counts, rows, rowCount: rowCount) else { return nil }
            return ActivityTokens(tokens: index, frequent: frequent, configuration: configuration)
        }

        /// Returns the n-grams that are in so many tokens that merging their rows takes too long; nil if their
        /// rows take too many bytes.
        private func frequentNGrams(_ counts: borrowing BlockLists) -> FrequentNGrams? {
            let choice = NGramChoice(of: tokens.strings, above: configuration.frequentNGramCost) {
                counts.rowCount(of: $0)
            }
            var masks = GrowableColumn<NGramMask>(capacity: tokens.strings.count)
            for code in 0..<tokens.strings.count {
                masks.appendUnchecked(tokens.strings.withBytes(of: code) { choice.mask(of: $0) })
            }
            let rows = tokens.entries.nGramRows(masks, nGramCount: choice.keys.count)
            return FrequentNGrams(choice, rows, rowCount: tokens.entries.ends.count, configuration)
        }

        /// Returns the rows of each token, ascending, one token after the other.
        private mutating func sortedRows(_ counts: borrowing BlockLists) -> GrowableColumn<UInt32> {
            var places = GrowableColumn<UInt32>(capacity: tokens.strings.count)
            var sum: UInt32 = 0
            for code in 0..<tokens.strings.count {
                places.appendUnchecked(sum)
                sum += counts.rowCount(of: code)
            }
            var rows = GrowableColumn<UInt32>(capacity: Int(sum))
            // SAFETY: each row is stored below, since both passes leave out the same repeated entries.
            rows.append(upTo: Int(sum)) { _ in Int(sum) }
            tokens.entries.rewind()
            _ = tokens.entries.sort(.max, &places, into: &rows)
            return rows
        }

        /// Returns the index of the tokens, those of several rows first; nil if their lists take too many bytes.
        private func index(
            _ counts: borrowing BlockLists, _ rows: borrowing GrowableColumn<UInt32>, rowCount: Int
        ) -> InvertedIndex? {
            let count = tokens.strings.count
            var strings = SeparatedStrings.Builder(reserving: tokens.strings.byteCount + count)
            // Lists take somewhat more than a byte per row.
            var lists = PostingLists.Builder(
                rowCount: rowCount, listCount: count, byteCount: rows.count * 5 / 4, configuration,
                widths: PostingLists.Widths(rowCount: rowCount))
            var singleRows = GrowableColumn<UInt32>()
            var listedCount = 0
            for isListing in [true, false] {
                var start = 0
                for code in 0..<count {
                    let end = start + Int(counts.rowCount(of: code))
                    if (end - start > 1) == isListing {
                        tokens.strings.withBytes(of: code) { strings.append($0) }
                        if isListing {
                            rows.withBuffer(of: start..<end) { lists.append($0) }
                            listedCount += 1
                        } else {
                            singleRows.append(rows[start])
                        }
                    }
                    start = end
                }
            }
            guard let finished = lists.finish() else { return nil }
            return InvertedIndex(
                strings: strings.finish(), lists: finished, listedCount: listedCount,
                singleRows: singleRows.finish(), respelled: SeparatedStrings.Builder().finish(),
                respelledNumbers: ColumnBuffer())
        }
    }
}
