/// Finds rows by the tokens into which their text is cut, and by the pairs of tokens that stand side by side.
///
/// A pattern without a cut lies inside a token: the vocabulary is searched in place of the text, and the rows
/// of the tokens found are the answer. A pattern with one cut is looked up among the pairs. With more cuts,
/// the rows that have its rarest whole token, or all of its pairs, are verified in the text.
struct TokenIndex: Sendable {
    private let tokens: InvertedVocabulary
    private let frequent: FrequentPieces
    private let boundaries: TokenBoundaries
    private let configuration: SearchIndexConfiguration
    /// Where tokens begin that are cut to the window at the left of a pair; all frequent ones are before
    /// them.
    private let firstCutLeft: Int
    /// As ``firstCutLeft`` for the right.
    private let firstCutRight: Int

    /// The memory that the index occupies, in bytes.
    var byteCount: Int { tokens.byteCount + frequent.byteCount + boundaries.byteCount }

    /// nil when the tokens differ so much that searching their vocabulary would save little, or when there is
    /// more text than 32-bit numbers can count.
    init?(_ folded: FoldedRows, _ configuration: SearchIndexConfiguration) {
        // Codes, places and postings are 32-bit numbers.
        guard folded.textByteCount <= Int(Int32.max) else { return nil }
        self.configuration = configuration
        let vocabularyLimit = folded.textByteCount / 100 * configuration.mostVocabularyPercent
        var strings = Interner()
        guard var rows = TokenReader.rows(of: folded, vocabularyLimit: vocabularyLimit, &strings) else {
            return nil
        }
        let rowCounts = InvertedVocabulary.rowCounts(strings.count, rows)
        var postings = GrowableColumn<UInt32>()
        guard
            let tokens = InvertedVocabulary(
                strings, rowCounts: rowCounts, in: rows, &postings, configuration),
            let frequent = FrequentPieces(strings, rowCounts: rowCounts, in: rows, configuration)
        else { return nil }
        let limits = TokenBoundaries.WholeTokens(rowCount: folded.count, configuration)
        firstCutLeft = tokens.place(behind: rowCounts.reduce(0) { $0 + ($1 >= limits.left ? 1 : 0) })
        firstCutRight = tokens.place(behind: rowCounts.reduce(0) { $0 + ($1 >= limits.right ? 1 : 0) })
        guard
            let boundaries = TokenBoundaries(
                strings, rowCounts: rowCounts, in: &rows, &postings, configuration)
        else { return nil }
        (self.tokens, self.frequent, self.boundaries) = (tokens, frequent, boundaries)
    }

    /// Sets the bits of the rows that contain `pattern`; nil, with no bit set, when the text had better be
    /// scanned.
    func matches(
        _ pattern: UnsafeBufferPointer<UInt8>, in folded: FoldedRows, into bits: UnsafeMutablePointer<UInt64>
    ) -> SearchPath? {
        guard let pieces = TokenCuts.pieces(of: pattern) else { return nil }
        if pieces.count == 1 {
            if frequent.unite(pattern, into: bits) { return .frequentPiece }
            tokens.unite(pattern, into: bits)
            return .tokens
        }
        let candidates = RowBits(rowCount: folded.count)
        if pieces.count == 2 {
            findPairs(pattern, pieces, exact: bits, candidates)
            candidates.subtract(bits)
        } else if findTokens(pattern, pieces, candidates) {
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

    /// Of a pattern with one cut: the rows that certainly match, and those that may as pairs do not say
    /// enough.
    ///
    /// Where these are many, those without a token that ends as the first piece, or begins as the last one,
    /// are left out; as pairs keep frequent tokens whole, only the others have to be looked at.
    private func findPairs(
        _ pattern: UnsafeBufferPointer<UInt8>, _ pieces: [TokenCuts.Piece],
        exact: UnsafeMutablePointer<UInt64>, _ candidates: borrowing RowBits
    ) {
        unitePairs(pattern, pieces, 0, cut: [], into: exact)
        let cutRight = RowBits(rowCount: candidates.rowCount)
        unitePairs(pattern, pieces, 0, cut: .right, into: cutRight.words)
        unitePairs(pattern, pieces, 0, cut: .both, into: candidates.words)
        if cutRight.count + candidates.count > configuration.fewRows {
            let rows = RowBits(rowCount: candidates.rowCount)
            let tokenStart = [TokenCuts.fieldEnd] + pattern[pieces[1].extended]
            tokens.unite(tokenStart, from: firstCutRight, into: rows.words)
            cutRight.formIntersection(rows)
            candidates.formIntersection(rows)
        }
        unitePairs(pattern, pieces, 0, cut: .left, into: candidates.words)
        if candidates.count > configuration.fewRows {
            let rows = RowBits(rowCount: candidates.rowCount)
            let tokenEnd = pattern[pieces[0].extended] + [TokenCuts.fieldEnd]
            tokens.unite(tokenEnd, from: firstCutLeft, into: rows.words)
            candidates.formIntersection(rows)
        }
        candidates.formUnion(cutRight)
    }

    /// Of a pattern with several cuts: the rows that have the longest of its whole tokens; when they are not
    /// few, of those the rows that have all pairs of pieces as well. Answers whether they are few.
    private func findTokens(
        _ pattern: UnsafeBufferPointer<UInt8>, _ pieces: [TokenCuts.Piece], _ candidates: borrowing RowBits
    ) -> Bool {
        let longest = pieces.dropFirst().dropLast().max { $0.range.count < $1.range.count }!
        tokens.unite(
            [TokenCuts.fieldEnd] + pattern[longest.extended] + [TokenCuts.fieldEnd], into: candidates.words)
        if candidates.count <= configuration.fewRows { return true }
        let rows = RowBits(rowCount: candidates.rowCount)
        for index in 0..<pieces.count - 1 {
            rows.clear()
            for sides: TokenBoundaries.CutSides in [[], .left, .right, .both] {
                unitePairs(pattern, pieces, index, cut: sides, into: rows.words)
            }
            candidates.formIntersection(rows)
        }
        return false
    }

    /// Unites the rows of pairs of the pieces `index` and `index + 1`.
    private func unitePairs(
        _ pattern: UnsafeBufferPointer<UInt8>, _ pieces: [TokenCuts.Piece], _ index: Int,
        cut sides: TokenBoundaries.CutSides, into bits: UnsafeMutablePointer<UInt64>
    ) {
        boundaries.unite(
            TokenBoundaries.Side(
                bytes: UnsafeBufferPointer(rebasing: pattern[pieces[index].extended]), isWhole: index > 0),
            TokenBoundaries.Side(
                bytes: UnsafeBufferPointer(rebasing: pattern[pieces[index + 1].range]),
                isWhole: index + 2 < pieces.count),
            cut: sides, into: bits)
    }
}

extension InvertedVocabulary {
    fileprivate func unite(
        _ pattern: some Collection<UInt8>, from firstPlace: Int = 0, into bits: UnsafeMutablePointer<UInt64>
    ) {
        Array(pattern).withUnsafeBufferPointer { unite($0, from: firstPlace, into: bits) }
    }
}
