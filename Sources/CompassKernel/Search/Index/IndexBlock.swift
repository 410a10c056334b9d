/// Reads blocks of rows, one after the other: folds them, cuts them into tokens, and lists the rows of each
/// token and of each pair of neighbors.
///
/// Blocks have a vocabulary apart from the table's, which mostly fits into a second-level cache, and lets
/// blocks be read by several threads; only ``addTokens(to:_:)`` and ``addPairs(to:_:)``, less than a tenth of
/// the work, are carried out in the order of the blocks.
struct IndexBlock: ~Copyable {
    private(set) var rows = 0..<0
    /// The folded rows.
    private(set) var text = GrowableColumn<UInt8>()
    /// The end of each row in ``text``. 64-bit numbers: a row has up to three texts of 2 GiB, which may grow
    /// by half in lower case. Texts with tokens are smaller, so all that counts tokens is 32-bit.
    private(set) var rowEnds = GrowableColumn<Int>()
    /// The frequent n-grams in each row.
    private(set) var rowMasks = GrowableColumn<NGramMask>()

    private var tokens = BlockTokens()
    /// The frequent n-grams in each token of the vocabulary, complete when all rows have been read.
    private var tokenMasks = GrowableColumn<NGramMask>()
    /// What is known about the first tokens of the vocabulary.
    private var known = GrowableColumn<TokenVocabulary.Token>()
    private var tokenLists = BlockLists()
    private var pairs = PairCodes()
    /// The numbers in the table of the first pairs of the vocabulary.
    private var pairNumbers = GrowableColumn<UInt32>()
    private var pairLists = BlockLists()
    private var sorter = BlockSorter()

    private var firstRow: UInt32 { UInt32(rows.lowerBound) }

    /// Begins the block of `rows`, with the vocabulary of the one before unless it has more strings than
    /// `maximumStringCount`.
    mutating func begin(_ rows: Range<Int>, maximumStringCount: Int) {
        self.rows = rows
        text.removeAll()
        rowEnds.removeAll()
        rowMasks.removeAll()
        tokens.removeRows()
        if max(tokens.strings.count, pairs.pairs.count) > maximumStringCount {
            tokens.removeStrings()
            tokenMasks.removeAll()
            known.removeAll()
            tokenLists.removeAll()
            pairs.removeAll()
            pairNumbers.removeAll()
            pairLists.removeAll()
        }
    }

    /// Folds and cuts about `byteCount` bytes, and finds the frequent n-grams of new tokens; returns whether rows
    /// remain.
    ///
    /// - Parameters:
    ///   - isScanned: whether the index only scans, so that tokens do not matter.
    ///   - limit: no tokens are cut from a block with more bytes, as the table is then only scanned.
    ///   - nGrams: the n-grams that are looked for in tokens.
    mutating func read(
        _ fields: [TextColumn], byteCount: Int, isScanned: Bool, tokenLimit limit: Int, nGrams: NGramChoice
    ) -> Bool {
        let start = text.count
        while rowEnds.count < rows.count, text.count - start < byteCount {
            let start = text.count
            TokenReader.appendFolded(rows.lowerBound + rowEnds.count, of: fields, to: &text)
            let end = text.count
            rowEnds.append(end)
            if isScanned || end > limit { continue }
            text.reserve(additional: ByteScan.padding)
            tokens.append(text, start..<end)
        }
        let remains = rowEnds.count < rows.count
        if !remains {
            tokens.storePendingCodes()
            tokenLists.begin(codeCount: tokens.strings.count)
            tokens.entries.rewind()
        }
        for code in tokenMasks.count..<tokens.strings.count {
            tokenMasks.append(tokens.strings.withBytes(of: code) { nGrams.mask(of: $0) })
        }
        return remains
    }

    // MARK: Tokens

    /// Counts the rows of at least `count` tokens; returns whether others remain.
    mutating func countTokens(_ count: Int) -> Bool {
        tokenLists.countRows(count, &tokens.entries, firstRow: firstRow)
    }

    /// Adds some of the new tokens to those of the table, and at last the rows of all; returns whether others
    /// remain.
    mutating func addTokens(to vocabulary: inout TokenVocabulary, _ count: Int) -> Bool {
        let end = known.count + min(count, tokens.strings.count - known.count)
        vocabulary.add(tokens.strings, upTo: end, to: &known)
        if end < tokens.strings.count { return true }
        for place in 0..<tokenLists.codes.count {
            let code = Int(tokenLists.codes[place])
            vocabulary.addRows(tokenLists.rowCount(of: code), ofToken: known[code].code)
        }
        return false
    }

    /// Orders the tokens by their numbers in the table.
    mutating func sortTokens() {
        sorter.begin(tokenLists, &tokens.entries, rowCount: rows.count) { known[$0].code }
    }

    /// Puts at least `count` tokens in place; returns whether others remain.
    mutating func placeEntries(_ count: Int) -> Bool { sorter.place(count, &tokens.entries) }

    /// Encodes the rows of at least `count` tokens; returns whether others remain.
    mutating func listTokens(_ count: Int) -> Bool {
        if sorter.encode(count, tokenLists) { return true }
        tokens.entries.rewind()
        return false
    }

    /// Returns the rows of all tokens or pairs that have been listed.
    mutating func takePostings() -> PostingBlock { sorter.finish(firstRow: firstRow) }

    // MARK: Pairs

    /// Overwrites at least `count` tokens with the pairs that begin with them; returns whether others remain.
    mutating func makePairs(_ count: Int) -> Bool {
        if tokens.entries.replaceTokens(count, known, tokenMasks, by: &pairs, &rowMasks) { return true }
        pairLists.begin(codeCount: pairs.pairs.count)
        tokens.entries.rewind()
        return false
    }

    /// Counts the rows of at least `count` pairs; returns whether others remain.
    mutating func countPairs(_ count: Int) -> Bool {
        pairLists.countRows(count, &tokens.entries, firstRow: firstRow)
    }

    /// Adds some of the new pairs to those of the table, and at last the rows of all; returns whether others
    /// remain.
    mutating func addPairs(to vocabulary: inout PairVocabulary, _ count: Int) -> Bool {
        let end = pairNumbers.count + min(count, pairs.pairs.count - pairNumbers.count)
        vocabulary.add(pairs, upTo: end, to: &pairNumbers)
        if end < pairs.pairs.count { return true }
        for place in 0..<pairLists.codes.count {
            let code = Int(pairLists.codes[place])
            vocabulary.addRows(pairLists.rowCount(of: code), ofPair: pairNumbers[code])
        }
        return false
    }

    /// Orders the pairs by their numbers in the table.
    mutating func sortPairs() {
        sorter.begin(pairLists, &tokens.entries, rowCount: rows.count) { pairNumbers[$0] }
    }

    /// Encodes the rows of at least `count` pairs; returns whether others remain.
    mutating func listPairs(_ count: Int) -> Bool { sorter.encode(count, pairLists) }
}
