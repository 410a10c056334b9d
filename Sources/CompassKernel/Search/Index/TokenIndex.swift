/// An index of rows by the tokens into which their text is cut, and by pairs of adjacent tokens.
///
/// A pattern without a cut is inside a token: the distinct tokens are searched instead of the text, and the
/// result is the rows of the matching tokens. A pattern with one cut is looked up among the pairs. With more
/// cuts, the rows that have its longest whole token, or all of its pairs, are verified in the text.
struct TokenIndex: Sendable {
    private let tokens: InvertedIndex
    private let frequent: FrequentNGrams
    private let boundaries: TokenBoundaries
    private let configuration: SearchIndexConfiguration
    /// The start of the tokens that are cut to the window at the left of a pair; all frequent tokens precede
    /// them.
    private let firstCutLeft: Int
    /// Like ``firstCutLeft``, for the right.
    private let firstCutRight: Int

    var byteCount: Int { tokens.byteCount + frequent.byteCount + boundaries.byteCount }

    /// Creates the index; nil if there are so many distinct tokens that searching them would save little, or
    /// if there is more text than 32-bit numbers can count.
    init?(_ folded: FoldedRows, _ configuration: SearchIndexConfiguration) {
        // Codes, positions and postings are 32-bit numbers.
        guard folded.textByteCount <= Int(Int32.max) else { return nil }
        self.configuration = configuration
        let vocabularyLimit = folded.textByteCount / 100 * configuration.maximumVocabularyPercent
        var strings = Interner()
        guard var rows = TokenReader.rows(of: folded, vocabularyLimit: vocabularyLimit, &strings) else {
            return nil
        }
        let rowCounts = InvertedIndex.rowCounts(strings.count, rows)
        var postings = GrowableColumn<UInt32>()
        guard
            let tokens = InvertedIndex(strings, rowCounts: rowCounts, in: rows, &postings, configuration),
            let frequent = FrequentNGrams(strings, rowCounts: rowCounts, in: rows, configuration)
        else { return nil }
        let limits = TokenBoundaries.WholeTokens(rowCount: folded.count, configuration)
        firstCutLeft = tokens.place(after: rowCounts.reduce(0) { $0 + ($1 >= limits.left ? 1 : 0) })
        firstCutRight = tokens.place(after: rowCounts.reduce(0) { $0 + ($1 >= limits.right ? 1 : 0) })
        guard
            let boundaries = TokenBoundaries(
                strings, rowCounts: rowCounts, in: &rows, &postings, configuration)
        else { return nil }
        (self.tokens, self.frequent, self.boundaries) = (tokens, frequent, boundaries)
    }

    /// Sets the bits of the rows that contain `pattern`; returns nil, with no bit set, if scanning the text
    /// is better.
    func matches(
        _ pattern: UnsafeBufferPointer<UInt8>, in folded: FoldedRows, into bits: UnsafeMutablePointer<UInt64>
    ) -> SearchPath? {
        guard let parts = TokenCuts.parts(of: pattern) else { return nil }
        if parts.count == 1 {
            if frequent.mergeRows(pattern, into: bits) { return .frequentNGram }
            tokens.mergeRows(pattern, into: bits)
            return .tokens
        }
        let candidates = RowBits(rowCount: folded.count)
        if parts.count == 2 {
            findPairs(pattern, parts, exact: bits, candidates)
            candidates.subtract(bits)
        } else if findTokens(pattern, parts, candidates) {
            folded.verify(pattern, candidates: candidates.words, into: bits)
            return .verifiedToken
        }
        let count = candidates.count
        if count == 0 { return .pairs }
        if count > folded.count / configuration.scanShare {
            folded.scan(pattern, into: bits)
            return .scan
        }
        folded.verify(pattern, candidates: candidates.words, into: bits)
        return .verifiedPairs
    }

    /// For a pattern with one cut, finds the rows that certainly match, and the candidates for which pairs
    /// are not sufficient.
    ///
    /// If there are many candidates, those without a token that ends like the first part, or begins like the
    /// last one, are removed; because pairs keep frequent tokens whole, only the other tokens are searched.
    private func findPairs(
        _ pattern: UnsafeBufferPointer<UInt8>, _ parts: [TokenCuts.Part],
        exact: UnsafeMutablePointer<UInt64>, _ candidates: borrowing RowBits
    ) {
        mergePairs(pattern, parts, 0, cut: [], into: exact)
        let cutRight = RowBits(rowCount: candidates.rowCount)
        mergePairs(pattern, parts, 0, cut: .right, into: cutRight.words)
        mergePairs(pattern, parts, 0, cut: .both, into: candidates.words)
        if cutRight.count + candidates.count > configuration.verificationThreshold {
            let rows = RowBits(rowCount: candidates.rowCount)
            let tokenStart = [TokenCuts.fieldEnd] + pattern[parts[1].extended]
            tokens.mergeRows(tokenStart, from: firstCutRight, into: rows.words)
            cutRight.formIntersection(rows)
            candidates.formIntersection(rows)
        }
        mergePairs(pattern, parts, 0, cut: .left, into: candidates.words)
        if candidates.count > configuration.verificationThreshold {
            let rows = RowBits(rowCount: candidates.rowCount)
            let tokenEnd = pattern[parts[0].extended] + [TokenCuts.fieldEnd]
            tokens.mergeRows(tokenEnd, from: firstCutLeft, into: rows.words)
            candidates.formIntersection(rows)
        }
        candidates.formUnion(cutRight)
    }

    /// For a pattern with several cuts, finds the rows that have the longest of its whole tokens; if they are
    /// not few, only those that also have all pairs of parts. Returns whether they are few.
    private func findTokens(
        _ pattern: UnsafeBufferPointer<UInt8>, _ parts: [TokenCuts.Part], _ candidates: borrowing RowBits
    ) -> Bool {
        let longest = parts.dropFirst().dropLast().max { $0.range.count < $1.range.count }!
        tokens.mergeRows(
            [TokenCuts.fieldEnd] + pattern[longest.extended] + [TokenCuts.fieldEnd], into: candidates.words)
        if candidates.count <= configuration.verificationThreshold { return true }
        let rows = RowBits(rowCount: candidates.rowCount)
        for index in 0..<parts.count - 1 {
            rows.clear()
            for sides: TokenBoundaries.CutSides in [[], .left, .right, .both] {
                mergePairs(pattern, parts, index, cut: sides, into: rows.words)
            }
            candidates.formIntersection(rows)
        }
        return false
    }

    /// Merges the rows of pairs of the parts `index` and `index + 1`.
    private func mergePairs(
        _ pattern: UnsafeBufferPointer<UInt8>, _ parts: [TokenCuts.Part], _ index: Int,
        cut sides: TokenBoundaries.CutSides, into bits: UnsafeMutablePointer<UInt64>
    ) {
        boundaries.mergeRows(
            TokenBoundaries.Side(
                bytes: UnsafeBufferPointer(rebasing: pattern[parts[index].extended]), isWhole: index > 0),
            TokenBoundaries.Side(
                bytes: UnsafeBufferPointer(rebasing: pattern[parts[index + 1].range]),
                isWhole: index + 2 < parts.count),
            cut: sides, into: bits)
    }
}

extension InvertedIndex {
    fileprivate func mergeRows(
        _ pattern: some Collection<UInt8>, from firstPlace: Int = 0, into bits: UnsafeMutablePointer<UInt64>
    ) {
        Array(pattern).withUnsafeBufferPointer { mergeRows($0, from: firstPlace, into: bits) }
    }
}
