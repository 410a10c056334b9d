/// An index of rows by the tokens into which their text is cut, and by pairs of adjacent tokens.
///
/// A pattern without a cut is inside a token: the distinct tokens are searched instead of the text, and the
/// result is the rows of the matching tokens. A pattern with one cut is looked up among the pairs. With more
/// cuts, the rows that have its longest whole token are verified in the text; while these are many, only those
/// that also have its pairs, the longest first.
///
/// Accents are ignored with the spellings that tokens and pairs have without them. This finds all rows but
/// those with an irregular token, which the caller searches otherwise (``RowsWithoutAccents``):
///
/// - The accents of a text are removed scalar by scalar, except where canonical ordering moves scalars
///   that are kept. A token with such a scalar is irregular. A text that contains a pattern thus also
///   contains it without accents. (`x`, U+302E, U+1715 contains `x`, U+302E; without accents U+1715 comes
///   first, and it does not.)
/// - A token is irregular, too, if without its accents it would be cut elsewhere, or with its neighbors,
///   or if pairs would keep another part of it. Therefore the tokens of any other text without accents
///   are those of the text itself, respelled, and the pairs likewise; so a search by respelled strings
///   finds what a search of such texts would find.
/// - A row found only without accents has a token with an accent where the pattern is.
struct TokenIndex: Sendable {
    let tokens: InvertedIndex
    let frequent: FrequentNGrams
    let boundaries: TokenBoundaries
    private let configuration: SearchIndexConfiguration
    /// A bit for each row with a respelled token.
    let accentedRows: ColumnBuffer<UInt64>
    /// The start of the tokens that are cut to the window at the left of a pair; all tokens that pairs keep
    /// whole precede them.
    let firstCutLeft: Int
    /// Like ``firstCutLeft``, for the right.
    let firstCutRight: Int

    var byteCount: Int {
        tokens.byteCount + frequent.byteCount + boundaries.byteCount + accentedRows.byteCount
    }

    /// Creates an index from the parts of another one.
    init(
        tokens: InvertedIndex, frequent: FrequentNGrams, boundaries: TokenBoundaries,
        accentedRows: ColumnBuffer<UInt64>, firstCutLeft: Int, firstCutRight: Int,
        _ configuration: SearchIndexConfiguration
    ) {
        self.tokens = tokens
        self.frequent = frequent
        self.boundaries = boundaries
        self.accentedRows = accentedRows
        self.firstCutLeft = firstCutLeft
        self.firstCutRight = firstCutRight
        self.configuration = configuration
    }

    /// - Parameters:
    ///   - accentedRows: a bit for each row with a respelled token.
    ///   - wholeCount: the number of first tokens that pairs keep whole on a side.
    init(
        _ tokens: InvertedIndex, _ frequent: FrequentNGrams, _ boundaries: TokenBoundaries,
        accentedRows: ColumnBuffer<UInt64>, wholeCount: (TokenBoundaries.Sides) -> Int,
        _ configuration: SearchIndexConfiguration
    ) {
        self.tokens = tokens
        self.frequent = frequent
        self.boundaries = boundaries
        self.configuration = configuration
        self.accentedRows = accentedRows
        firstCutLeft = tokens.place(after: wholeCount(.left))
        firstCutRight = tokens.place(after: wholeCount(.right))
    }

    /// Sets the bits of the rows that contain `pattern`; returns nil, with no bit set but of rows that do, if
    /// scanning the text is better.
    func matches(
        _ pattern: UnsafeBufferPointer<UInt8>, ignoringAccents: Bool, in folded: FoldedRows,
        into bits: UnsafeMutablePointer<UInt64>
    ) -> SearchPath? {
        guard let parts = TokenCuts.parts(of: pattern) else {
            return matchesContinuation(pattern, ignoringAccents: ignoringAccents, in: folded, into: bits)
        }
        let search = TokenSearch(pattern: pattern, parts: parts, ignoresAccents: ignoringAccents)
        if parts.count == 1 {
            if frequent.mergeRows(pattern, into: bits) {
                if ignoringAccents { tokens.mergeRowsOfRespelled(pattern, into: bits) }
                return .frequentNGram
            }
            tokens.mergeRows(pattern, ignoringAccents: ignoringAccents, into: bits)
            return .tokens
        }
        let candidates = RowBits(rowCount: folded.count)
        if parts.count == 2 {
            findPairs(search, exact: bits, candidates)
            candidates.subtract(bits)
        } else if findTokens(search, candidates) {
            verify(search, candidates, in: folded, into: bits)
            return .verifiedToken
        }
        let count = candidates.count
        if count == 0 { return .pairs }
        if count > folded.count / configuration.scanShare {
            folded.scan(pattern, into: bits)
            if ignoringAccents { verifyAccented(search, candidates, in: folded, into: bits) }
            return .scan
        }
        verify(search, candidates, in: folded, into: bits)
        return .verifiedPairs
    }

    /// Sets the bits of the rows that contain a pattern that begins with scalars from U+F000 to U+FFFF, which
    /// continue a character before the pattern, so that it depends on the row whether they are cut from the
    /// rest of the pattern.
    ///
    /// Such a scalar is within a token. The rows with this token that contain the rest are verified.
    private func matchesContinuation(
        _ pattern: UnsafeBufferPointer<UInt8>, ignoringAccents: Bool, in folded: FoldedRows,
        into bits: UnsafeMutablePointer<UInt64>
    ) -> SearchPath? {
        let rest = TokenCuts.withoutLeadingContinuation(pattern)
        guard TextFolding.beginsWithScalar(pattern), let parts = TokenCuts.parts(of: rest) else {
            if ignoringAccents { verifyAccentedRows(pattern, in: folded, into: bits) }
            return nil
        }
        let scalar = UnsafeBufferPointer(
            rebasing: pattern.prefix(TextFolding.scalarByteCount(lead: pattern[0])))
        let candidates = RowBits(rowCount: folded.count)
        tokens.mergeRows(scalar, ignoringAccents: ignoringAccents, into: candidates.words)
        let scanThreshold = folded.count / configuration.scanShare
        if candidates.count > min(configuration.verificationThreshold, scanThreshold) {
            let rows = RowBits(rowCount: folded.count)
            _ = matches(rest, ignoringAccents: ignoringAccents, in: folded, into: rows.words)
            candidates.formIntersection(rows)
        }
        let isScanned = candidates.count > scanThreshold
        if isScanned {
            folded.scan(pattern, into: bits)
        } else {
            folded.verify(pattern, candidates: candidates.words, into: bits)
        }
        if ignoringAccents {
            let search = TokenSearch(pattern: rest, parts: parts, ignoresAccents: true)
            let all = [Array(scalar)] + parts.indices.map { search.token($0) }
            verifyAccented(pattern, all, candidates, in: folded, into: bits)
        }
        return isScanned ? .scan : .verifiedToken
    }

    /// Sets the bits of the candidates that contain the pattern.
    private func verify(
        _ search: TokenSearch, _ candidates: borrowing RowBits, in folded: FoldedRows,
        into bits: UnsafeMutablePointer<UInt64>
    ) {
        folded.verify(search.pattern, candidates: candidates.words, into: bits)
        if search.ignoresAccents { verifyAccented(search, candidates, in: folded, into: bits) }
    }

    /// For a pattern with one cut, finds the rows that certainly match, and the candidates for which pairs
    /// are not sufficient.
    ///
    /// If there are many candidates, those without a token that ends like the first part, or begins like the
    /// last one, are removed; because pairs keep frequent tokens whole, only the other tokens are searched.
    private func findPairs(
        _ search: TokenSearch, exact: UnsafeMutablePointer<UInt64>, _ candidates: borrowing RowBits
    ) {
        let cutLeft = RowBits(rowCount: candidates.rowCount)
        let cutRight = RowBits(rowCount: candidates.rowCount)
        forEachPair(search, 0) { pair, sides in
            let bits =
                switch sides {
                case []: exact
                case .left: cutLeft.words
                case .right: cutRight.words
                default: candidates.words
                }
            boundaries.pairs.mergeRows(ofString: pair, into: bits)
        }
        if cutRight.count + candidates.count > configuration.verificationThreshold {
            let rows = RowBits(rowCount: candidates.rowCount)
            mergeTokens(search.token(1), search, from: firstCutRight, into: rows.words)
            cutRight.formIntersection(rows)
            candidates.formIntersection(rows)
        }
        candidates.formUnion(cutLeft)
        if candidates.count > configuration.verificationThreshold {
            let rows = RowBits(rowCount: candidates.rowCount)
            mergeTokens(search.token(0), search, from: firstCutLeft, into: rows.words)
            candidates.formIntersection(rows)
        }
        candidates.formUnion(cutRight)
    }

    /// For a pattern with several cuts, finds the rows that have the longest of its whole tokens, and those of them
    /// that also have the pairs of parts, the longest first, until they are few. Returns whether they are few.
    private func findTokens(_ search: TokenSearch, _ candidates: borrowing RowBits) -> Bool {
        let inner = search.parts.indices.dropFirst().dropLast()
        let longest = inner.max { search.parts[$0].range.count < search.parts[$1].range.count }!
        mergeTokens(search.token(longest), search, from: 0, into: candidates.words)
        if candidates.count <= configuration.verificationThreshold { return true }
        let rows = RowBits(rowCount: candidates.rowCount)
        // Longer parts are rarer.
        func byteCount(_ pair: Int) -> Int {
            search.parts[pair].range.count + search.parts[pair + 1].range.count
        }
        for index in (0..<search.parts.count - 1).sorted(by: { (byteCount($1), $0) < (byteCount($0), $1) }) {
            rows.clear()
            forEachPair(search, index) { pair, _ in
                boundaries.pairs.mergeRows(ofString: pair, into: rows.words)
            }
            candidates.formIntersection(rows)
            if candidates.count <= configuration.verificationThreshold { return true }
        }
        return false
    }

    private func mergeTokens(
        _ token: [UInt8], _ search: TokenSearch, from firstPlace: Int, into bits: UnsafeMutablePointer<UInt64>
    ) {
        token.withUnsafeBufferPointer {
            tokens.mergeRows($0, ignoringAccents: search.ignoresAccents, from: firstPlace, into: bits)
        }
    }

    /// Calls `body` with the pairs of the parts `index` and `index + 1`, and with their sides that are cut.
    private func forEachPair(
        _ search: TokenSearch, _ index: Int, _ body: (_ pair: Int, _ cut: TokenBoundaries.Sides) -> Void
    ) {
        let (pattern, parts) = (search.pattern, search.parts)
        boundaries.forEachPair(
            TokenBoundaries.Side(
                bytes: UnsafeBufferPointer(rebasing: pattern[parts[index].extended]), isWhole: index > 0),
            TokenBoundaries.Side(
                bytes: UnsafeBufferPointer(rebasing: pattern[parts[index + 1].range]),
                isWhole: index + 2 < parts.count),
            ignoringAccents: search.ignoresAccents, body)
    }
}

/// A pattern and the parts into which it is cut.
struct TokenSearch {
    let pattern: UnsafeBufferPointer<UInt8>
    let parts: [TokenCuts.Part]
    let ignoresAccents: Bool

    /// Returns a part as it is in a token, with the separator where the token must begin or end.
    func token(_ index: Int) -> [UInt8] {
        (index > 0 ? [TokenCuts.fieldEnd] : []) + pattern[parts[index].extended]
            + (index + 1 < parts.count ? [TokenCuts.fieldEnd] : [])
    }
}

extension TokenIndex {
    /// Sets the bits of the candidates that contain the pattern without accents only.
    private func verifyAccented(
        _ search: TokenSearch, _ candidates: borrowing RowBits, in folded: FoldedRows,
        into bits: UnsafeMutablePointer<UInt64>
    ) {
        let parts = search.parts.indices.map { search.token($0) }
        verifyAccented(search.pattern, parts, candidates, in: folded, into: bits)
    }

    /// Sets the bits of the candidates that contain the pattern without accents only.
    ///
    /// If there are many, those without a token that has an accent and matches a part of the pattern are left
    /// out.
    private func verifyAccented(
        _ pattern: UnsafeBufferPointer<UInt8>, _ parts: [[UInt8]], _ candidates: borrowing RowBits,
        in folded: FoldedRows, into bits: UnsafeMutablePointer<UInt64>
    ) {
        let accented = RowBits(rowCount: folded.count)
        accentedRows.withBuffer { accented.formUnion($0.baseAddress!) }
        accented.formIntersection(candidates)
        accented.subtract(bits)
        if accented.count > configuration.verificationThreshold {
            let rows = RowBits(rowCount: folded.count)
            for part in parts {
                part.withUnsafeBufferPointer { tokens.mergeRowsOfRespelled($0, into: rows.words) }
            }
            accented.formIntersection(rows)
        }
        folded.verifyWithoutAccents(pattern, candidates: accented, into: bits)
    }

    /// Sets the bits of all rows with a respelled token that contain the pattern without accents.
    private func verifyAccentedRows(
        _ pattern: UnsafeBufferPointer<UInt8>, in folded: FoldedRows, into bits: UnsafeMutablePointer<UInt64>
    ) {
        let accented = RowBits(rowCount: folded.count)
        accentedRows.withBuffer { accented.formUnion($0.baseAddress!) }
        folded.verifyWithoutAccents(pattern, candidates: accented, into: bits)
    }
}

extension FoldedRows {
    /// Sets the bit of each row among `candidates` in which the pattern occurs without accents.
    fileprivate func verifyWithoutAccents(
        _ pattern: UnsafeBufferPointer<UInt8>, candidates: borrowing RowBits,
        into bits: UnsafeMutablePointer<UInt64>
    ) {
        let scan = ByteScan(pattern, rarity: rarity)
        var text = GrowableColumn<UInt8>()
        for word in 0..<(count + 63) / 64 {
            candidates.words[word].forEachSetBit { bit in
                _ = replace(&text, byTextWithoutAccentsOf: word * 64 + bit)
                let byteCount = text.count
                text.reserve(total: byteCount + ByteScan.padding)
                // SAFETY: candidates are rows, and the text has padding.
                if text.withBuffer({ scan.occurs(in: $0.baseAddress!, 0..<byteCount) }) {
                    bits[word] |= 1 << UInt64(bit)
                }
            }
        }
    }
}
