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
    private(set) var rowMasks = GrowableColumn<UInt32>()

    private var tokens = BlockTokens()
    /// What is known about the first tokens of the vocabulary.
    private var known = GrowableColumn<TokenVocabulary.Token>()
    private var tokenLists = BlockLists()
    private var pairs = PairCodes()
    /// The numbers in the table of the first pairs of the vocabulary.
    private var pairNumbers = GrowableColumn<UInt32>()
    private var pairLists = BlockLists()

    /// Begins the block of `rows`, with the vocabulary of the one before unless it has more strings than
    /// `maximumStringCount`.
    mutating func begin(_ rows: Range<Int>, maximumStringCount: Int) {
        self.rows = rows
        text.removeAll()
        rowEnds.removeAll()
        rowMasks.removeAll()
        tokens.removeEntries()
        if max(tokens.strings.count, pairs.pairs.count) > maximumStringCount {
            tokens.removeStrings()
            known.removeAll()
            tokenLists.removeAll()
            pairs.removeAll()
            pairNumbers.removeAll()
            pairLists.removeAll()
        }
    }

    /// Folds and cuts about `byteCount` bytes; returns whether rows remain.
    ///
    /// - Parameter isScanned: whether the index only scans, so that tokens do not matter.
    mutating func read(_ fields: [TextColumn], byteCount: Int, isScanned: Bool) -> Bool {
        let limit = text.count + byteCount
        while rowEnds.count < rows.count, text.count < limit {
            let start = text.count
            TokenReader.appendFolded(rows.lowerBound + rowEnds.count, of: fields, to: &text)
            let end = text.count
            rowEnds.append(end)
            if isScanned { continue }
            text.reserve(additional: ByteScan.padding)
            tokens.append(text, start..<end)
        }
        return rowEnds.count < rows.count
    }

    /// Counts the rows of each token.
    mutating func countTokens() {
        tokenLists.count(&tokens.entries, firstRow: UInt32(rows.lowerBound), codeCount: tokens.strings.count)
    }

    /// Adds some of the new tokens to those of the table, and at last the rows of all; returns whether others
    /// remain.
    mutating func addTokens(to vocabulary: inout TokenVocabulary, _ count: Int) -> Bool {
        let end = min(known.count + count, tokens.strings.count)
        while known.count < end {
            known.append(tokens.strings.withBytes(of: known.count) { vocabulary.add($0) })
        }
        if end < tokens.strings.count { return true }
        for place in 0..<tokenLists.codes.count {
            let code = Int(tokenLists.codes[place])
            vocabulary.addRows(tokenLists.rowCounts[code].count, ofToken: known[code].code)
        }
        return false
    }

    /// Returns the rows of all tokens.
    mutating func tokenPostings() -> PostingBlock {
        for place in 0..<tokenLists.codes.count {
            tokenLists.setNumber(known[Int(tokenLists.codes[place])].code, at: place)
        }
        return tokenLists.encode(tokens.entries, firstRow: UInt32(rows.lowerBound))
    }

    /// Overwrites each token of some rows with the pair that begins with it; returns whether rows remain.
    mutating func makePairs(rowCount: Int) -> Bool {
        let end = rowMasks.count + min(rowCount, rows.count - rowMasks.count)
        tokens.entries.replaceTokens(ofRows: rowMasks.count..<end, known, by: &pairs, &rowMasks)
        return end < rows.count
    }

    /// Counts the rows of each pair.
    mutating func countPairs() {
        pairLists.count(&tokens.entries, firstRow: UInt32(rows.lowerBound), codeCount: pairs.pairs.count)
    }

    /// Adds some of the new pairs to those of the table, and at last the rows of all; returns whether others
    /// remain.
    mutating func addPairs(to vocabulary: inout PairVocabulary, _ count: Int) -> Bool {
        let end = min(pairNumbers.count + count, pairs.pairs.count)
        while pairNumbers.count < end {
            pairNumbers.append(vocabulary.add(pairs.pairs[pairNumbers.count]))
        }
        if end < pairs.pairs.count { return true }
        for place in 0..<pairLists.codes.count {
            let code = Int(pairLists.codes[place])
            vocabulary.addRows(pairLists.rowCounts[code].count, ofPair: pairNumbers[code])
        }
        return false
    }

    /// Returns the rows of all pairs.
    mutating func pairPostings() -> PostingBlock {
        for place in 0..<pairLists.codes.count {
            pairLists.setNumber(pairNumbers[Int(pairLists.codes[place])], at: place)
        }
        return pairLists.encode(tokens.entries, firstRow: UInt32(rows.lowerBound))
    }
}

/// The tokens of a block's rows and their strings.
struct BlockTokens: ~Copyable {
    /// Marks the first token of a field.
    static let fieldStart: UInt32 = 1 << 31

    private(set) var strings = Interner()
    private var cache = ShortTokenCache()
    private var spans = GrowableColumn<Span>()
    var entries = BlockEntries()

    mutating func removeEntries() {
        entries.codes.removeAll()
        entries.ends.removeAll()
    }

    mutating func removeStrings() {
        strings.removeAll()
        cache.removeAll()
    }

    /// Appends the tokens of the row at `range` of a text with room for padding.
    mutating func append(_ text: borrowing GrowableColumn<UInt8>, _ range: Range<Int>) {
        text.withBuffer { append($0.baseAddress!, range) }
        entries.ends.append(UInt32(entries.codes.count))
    }

    /// Finds all tokens before it looks them up, so that the processor waits for several entries of the cache
    /// at once.
    @inline(__always)
    private mutating func append(_ text: UnsafePointer<UInt8>, _ range: Range<Int>) {
        // A row has no more tokens than bytes.
        spans.removeAll()
        spans.reserve(total: range.count)
        TokenReader.forEachToken(text, range) { token, isFirst in
            spans.appendUnchecked(Span(token: token, isFirst: isFirst))
        }
        let (spanCount, cache) = (spans.count, cache.entries())
        entries.codes.append(upTo: spanCount) { target in
            for index in 0..<spanCount {
                // SAFETY: tokens are within the text, which has padding.
                let (start, count) = (text + spans[index].start, Int(spans[index].byteCount))
                let code =
                    count <= ShortTokenCache.maximumByteCount
                    ? cache.code(start, count: count) { strings.intern(start, count: count) }
                    : strings.intern(start, count: count)
                target[index] = code | spans[index].mark
            }
            return spanCount
        }
    }

    /// A token of a row.
    ///
    /// Not private: optimized tests that destroy a column of a private type crash the compiler.
    struct Span: BitwiseCopyable, Sendable {
        let start: Int
        let byteCount: UInt32
        /// ``fieldStart`` or zero.
        let mark: UInt32

        @inline(__always)
        init(token: Range<Int>, isFirst: Bool) {
            start = token.lowerBound
            byteCount = UInt32(truncatingIfNeeded: token.count)
            mark = isFirst ? BlockTokens.fieldStart : 0
        }
    }
}

/// What each row of a block has, in order: codes of tokens, or of pairs, with marks.
struct BlockEntries: ~Copyable {
    /// An entry without a code; it has the mark of a repeated one.
    private static let none = UInt32.max
    /// Marks an entry whose code occurs before it in the row.
    private static let repeated: UInt32 = 1 << 30
    private static let codeMask = ~(repeated | BlockTokens.fieldStart)

    var codes = GrowableColumn<UInt32>()
    /// The end of each row's codes.
    var ends = GrowableColumn<UInt32>()

    /// Overwrites each token of some rows with the pair that begins with it, and appends the n-grams of each
    /// row.
    mutating func replaceTokens(
        ofRows rows: Range<Int>, _ known: borrowing GrowableColumn<TokenVocabulary.Token>,
        by pairs: inout PairCodes,
        _ rowMasks: inout GrowableColumn<UInt32>
    ) {
        // SAFETY: the ends ascend up to the number of codes.
        var entry = rows.lowerBound == 0 ? 0 : Int(ends[rows.lowerBound - 1])
        for row in rows {
            let end = Int(ends[row])
            var mask: UInt32 = 0
            while entry < end {
                // SAFETY: the entries of a row are below its end, and each names a token.
                let token = known[Int(codes[entry] & BlockEntries.codeMask)]
                mask |= token.nGrams
                let isLast = entry + 1 == end || codes[entry + 1] & BlockTokens.fieldStart != 0
                codes[entry] =
                    isLast
                    ? BlockEntries.none
                    : pairs.code(token.end, known[Int(codes[entry + 1] & BlockEntries.codeMask)].start)
                entry += 1
            }
            rowMasks.append(mask)
        }
    }

    /// Counts the rows of each code, collects the codes, and marks repeated entries.
    mutating func countRows(
        _ counts: inout GrowableColumn<RowCount>, _ found: inout GrowableColumn<UInt32>, firstRow: UInt32
    ) {
        found.reserve(total: min(counts.count, codes.count))
        // SAFETY: the ends ascend up to the number of codes, each of which has a count.
        var entry = 0
        for row in 0..<ends.count {
            let (end, row) = (Int(ends[row]), firstRow &+ UInt32(truncatingIfNeeded: row))
            while entry < end {
                let code = codes[entry]
                if code != BlockEntries.none {
                    let index = Int(code & BlockEntries.codeMask)
                    let last = counts[index]
                    if last.lastRow == row {
                        codes[entry] = code | BlockEntries.repeated
                    } else {
                        if last.count == 0 { found.appendUnchecked(code & BlockEntries.codeMask) }
                        counts[index] = RowCount(count: last.count &+ 1, lastRow: row)
                    }
                }
                entry += 1
            }
        }
    }

    /// The number of rows of a code so far.
    struct RowCount: BitwiseCopyable, Sendable {
        fileprivate(set) var count: UInt32 = 0
        /// A row of the table.
        fileprivate var lastRow = UInt32.max
    }

    /// Stores each row at the places of its codes, which advance.
    func sort(_ places: inout GrowableColumn<UInt32>, into target: UnsafeMutablePointer<UInt32>) {
        // SAFETY: each code has as many places as counted rows.
        var entry = 0
        for row in 0..<ends.count {
            let end = Int(ends[row])
            while entry < end {
                let code = codes[entry]
                if code & BlockEntries.repeated == 0 {
                    let index = Int(code & BlockEntries.codeMask)
                    let place = places[index]
                    target[Int(place)] = UInt32(truncatingIfNeeded: row)
                    places[index] = place &+ 1
                }
                entry += 1
            }
        }
    }
}

/// Sorts the entries of a block's rows by their codes.
///
/// Method: a counting sort; one pass counts each code's rows, a second one puts them in place. The codes are
/// put in the order of their numbers in the table by a radix sort between the two.
struct BlockLists: ~Copyable {
    /// The codes in the block.
    private(set) var codes = GrowableColumn<UInt32>()
    /// For each code of the vocabulary, its rows in the block.
    private(set) var rowCounts = GrowableColumn<BlockEntries.RowCount>()
    private var places = GrowableColumn<UInt32>()
    private var order = GrowableColumn<KeyedRow>()
    private var postings = GrowableColumn<UInt32>()

    mutating func removeAll() {
        codes.removeAll()
        rowCounts.removeAll()
        places.removeAll()
    }

    /// Counts the rows of each code.
    mutating func count(_ entries: inout BlockEntries, firstRow: UInt32, codeCount: Int) {
        for place in 0..<codes.count { rowCounts[Int(codes[place])].reset() }
        codes.removeAll()
        rowCounts.reserve(total: codeCount)
        places.reserve(total: codeCount)
        while rowCounts.count < codeCount {
            rowCounts.appendUnchecked(BlockEntries.RowCount())
            places.appendUnchecked(0)
        }
        entries.countRows(&rowCounts, &codes, firstRow: firstRow)
        order.removeAll()
        order.reserve(total: 2 * codes.count)
    }

    /// Sets the number in the table of the next of ``codes``, at `place`.
    mutating func setNumber(_ number: UInt32, at place: Int) {
        order.append(KeyedRow(key: UInt64(number), row: codes[place]))
    }

    /// Returns the rows of all codes, by their numbers in the table.
    mutating func encode(_ entries: borrowing BlockEntries, firstRow: UInt32) -> PostingBlock {
        sort()
        let codeCount = order.count
        var postingCount: UInt32 = 0
        for place in 0..<codeCount {
            let code = Int(order[place].row)
            places[code] = postingCount
            postingCount += rowCounts[code].count
        }
        postings.removeAll()
        postings.append(upTo: Int(postingCount)) { target in
            entries.sort(&places, into: target)
            return Int(postingCount)
        }
        var encoder = PostingBlock.Encoder(reserving: postings.count * 3 / 2 + codeCount * 3)
        var start = 0
        for place in 0..<codeCount {
            let end = start + Int(rowCounts[Int(order[place].row)].count)
            postings.withBuffer(of: start..<end) { encoder.append(code: Int(order[place].key), rows: $0) }
            start = end
        }
        return encoder.finish(firstRow: firstRow)
    }

    private mutating func sort() {
        let count = order.count
        var sorted = GrowableColumn<KeyedRow>()
        swap(&sorted, &order)
        order.append(upTo: count) { target in
            sorted.append(upTo: 0) { end in
                // SAFETY: both have memory for all elements.
                let source = end - count
                let result = RadixSort.sort(source, target, count: count, byBits: 0..<UInt32.bitWidth)
                if result != target { target.update(from: result, count: count) }
                return 0
            }
            return count
        }
    }
}

extension BlockEntries.RowCount {
    /// Begins another block.
    fileprivate mutating func reset() { count = 0 }
}
