/// Finds rows by the tokens into which their text is cut, and by the pairs of tokens that stand side by side.
///
/// A pattern without a cut lies inside a token: the vocabulary is searched in place of the text, and the rows of
/// the tokens found are the answer. A pattern with one cut is looked up among the pairs. With more cuts, the
/// rows that have its rarest whole token, or all of its pairs, are verified in the text.
struct TokenIndex: Sendable {
    private let tokens: InvertedVocabulary
    private let boundaries: TokenBoundaries
    private let configuration: SearchIndexConfiguration

    /// The memory that the index occupies, in bytes.
    var byteCount: Int { tokens.byteCount + boundaries.byteCount }

    /// nil when the tokens differ so much that their vocabulary would be as large as the text.
    init?(_ folded: FoldedRows, _ configuration: SearchIndexConfiguration) {
        self.configuration = configuration
        let vocabularyLimit = folded.textByteCount / configuration.vocabularyShare
        var strings = Interner()
        guard var rows = TokenReader.rows(of: folded, vocabularyLimit: vocabularyLimit, &strings) else {
            return nil
        }
        let rowCounts = InvertedVocabulary.rowCounts(strings.count, rows)
        tokens = InvertedVocabulary(strings, in: rows, bitmapShare: configuration.bitmapShare)
        boundaries = TokenBoundaries(strings, rowCounts: rowCounts, in: &rows, configuration)
    }

    /// Sets the bits of the rows that contain `pattern`; nil, with no bit set, when the text had better be scanned.
    func matches(
        _ pattern: UnsafeBufferPointer<UInt8>, in folded: FoldedRows, into bits: UnsafeMutablePointer<UInt64>
    ) -> SearchPath? {
        guard let pieces = TokenCuts.pieces(of: pattern) else { return nil }
        if pieces.count == 1 {
            tokens.unite(pattern, into: bits)
            return .tokens
        }
        let candidates = RowBits(rowCount: folded.count)
        if pieces.count == 2 {
            unitePairs(pattern, pieces, 0, exact: bits, possible: candidates.words)
            candidates.subtract(bits)
        } else if intersect(pattern, pieces, candidates) {
            folded.verify(pattern, candidates: candidates.words, into: bits)
            return .verifiedToken
        }
        var count = candidates.count
        if count == 0 { return .pairs }
        if count > configuration.fewRows {
            intersectEnds(pattern, pieces, candidates)
            count = candidates.count
        }
        if count > folded.count / configuration.scanShare {
            folded.scan(pattern, into: bits)
            return .scan
        }
        folded.verify(pattern, candidates: candidates.words, into: bits)
        return .verifiedPairs
    }

    /// Unites the rows of pairs of the pieces `index` and `index + 1`.
    private func unitePairs(
        _ pattern: UnsafeBufferPointer<UInt8>, _ pieces: [TokenCuts.Piece], _ index: Int,
        exact: UnsafeMutablePointer<UInt64>, possible: UnsafeMutablePointer<UInt64>
    ) {
        boundaries.unite(
            TokenBoundaries.Side(
                bytes: UnsafeBufferPointer(rebasing: pattern[pieces[index].extended]), isWhole: index > 0),
            TokenBoundaries.Side(
                bytes: UnsafeBufferPointer(rebasing: pattern[pieces[index + 1].range]),
                isWhole: index + 2 < pieces.count),
            exact: exact, possible: possible)
    }

    /// Sets the bits of the rows that have the longest of the whole tokens among the pieces; when they are not
    /// few, of those that have all pairs of pieces as well. Answers whether they are few.
    private func intersect(
        _ pattern: UnsafeBufferPointer<UInt8>, _ pieces: [TokenCuts.Piece], _ candidates: borrowing RowBits
    ) -> Bool {
        let longest = pieces.dropFirst().dropLast().max { $0.range.count < $1.range.count }!
        tokens.unite(
            [TokenCuts.fieldEnd] + pattern[longest.extended] + [TokenCuts.fieldEnd], into: candidates.words)
        if candidates.count <= configuration.fewRows { return true }
        let rows = RowBits(rowCount: candidates.rowCount)
        for index in 0..<pieces.count - 1 {
            rows.clear()
            unitePairs(pattern, pieces, index, exact: rows.words, possible: rows.words)
            candidates.formIntersection(rows)
        }
        return false
    }

    /// Leaves out rows without a token that ends as the first piece, or begins as the last one, where a piece is
    /// longer than what pairs keep of tokens.
    private func intersectEnds(
        _ pattern: UnsafeBufferPointer<UInt8>, _ pieces: [TokenCuts.Piece], _ candidates: borrowing RowBits
    ) {
        let rows = RowBits(rowCount: candidates.rowCount)
        let first = pattern[pieces[0].extended]
        if first.count > configuration.leftWindow {
            tokens.unite(first + [TokenCuts.fieldEnd], into: rows.words)
            candidates.formIntersection(rows)
            rows.clear()
        }
        let last = pieces[pieces.count - 1]
        if last.range.count > configuration.rightWindow {
            tokens.unite([TokenCuts.fieldEnd] + pattern[last.extended], into: rows.words)
            candidates.formIntersection(rows)
        }
    }
}

extension InvertedVocabulary {
    fileprivate func unite(_ pattern: some Collection<UInt8>, into bits: UnsafeMutablePointer<UInt64>) {
        Array(pattern).withUnsafeBufferPointer { unite($0, into: bits) }
    }
}

extension TokenIndex { var memoryReport: String { "tokens \(tokens.memoryReport) pairs \(boundaries.memoryReport)" } }
