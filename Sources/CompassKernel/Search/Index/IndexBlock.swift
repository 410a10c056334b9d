/// Reads blocks of rows, one after the other: folds them, cuts them into tokens, and lists the rows of each token and
/// of each pair of neighbors.
///
/// A block has a vocabulary of its own, which fits into a second-level cache and lets blocks be read by several
/// threads; only ``addTokens(to:_:)`` and ``addPairs(to:_:)``, which is a tenth of the work, are carried out in the
/// order of the blocks.
struct IndexBlock: ~Copyable {
    private(set) var rows = 0..<0
    /// The folded rows.
    private(set) var text = GrowableColumn<UInt8>()
    /// The end of each row in ``text``.
    private(set) var rowEnds = GrowableColumn<UInt32>()
    /// The frequent n-grams in each row.
    private(set) var rowMasks = GrowableColumn<UInt32>()

    private var tokens = BlockTokens()
    private var known = GrowableColumn<IndexVocabulary.Token>()
    private var pairs = PairCodes(reserving: 1 << 15)
    private var lists = BlockLists()

    /// Begins the block of `rows`.
    mutating func begin(_ rows: Range<Int>) {
        self.rows = rows
        text.removeAll()
        rowEnds.removeAll()
        rowMasks.removeAll()
        tokens.removeAll()
        known.removeAll()
        pairs.removeAll()
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
            rowEnds.append(UInt32(end))
            if isScanned { continue }
            text.reserve(total: end + ByteScan.padding)
            tokens.append(text, start..<end)
        }
        return rowEnds.count < rows.count
    }

    /// Counts the rows of each token.
    mutating func countTokens() {
        lists.count(tokens.entries, codeMask: ~BlockTokens.fieldStart, codeCount: tokens.strings.count)
    }

    /// Adds some of the tokens to those of the table; returns whether others remain.
    mutating func addTokens(to vocabulary: inout IndexVocabulary, _ count: Int) -> Bool {
        let end = min(known.count + count, tokens.strings.count)
        while known.count < end {
            let (token, rowCount) = (known.count, lists.rowCounts[known.count])
            known.append(tokens.strings.withBytes(of: token) { vocabulary.add($0, rowCount: rowCount) })
        }
        return end < tokens.strings.count
    }

    /// Returns the rows of all tokens.
    mutating func tokenPostings() -> PostingBlock {
        lists.encode(
            tokens.entries, known, codeMask: ~BlockTokens.fieldStart, firstRow: UInt32(rows.lowerBound))
    }

    /// Overwrites each token with the pair that begins with it, and counts the rows of each pair.
    mutating func makePairs() {
        tokens.entries.replaceTokens(known, by: &pairs, &rowMasks)
        lists.count(tokens.entries, codeMask: .max, codeCount: pairs.pairs.count)
        known.removeAll()
    }

    /// Adds some of the pairs to those of the table; returns whether others remain.
    mutating func addPairs(to vocabulary: inout IndexVocabulary, _ count: Int) -> Bool {
        let pairCount = pairs.pairs.count
        let end = min(known.count + count, pairCount)
        while known.count < end {
            let pair = known.count
            let code = vocabulary.addPair(pairs.pairs[pair], rowCount: lists.rowCounts[pair])
            known.append(IndexVocabulary.Token(code: code))
        }
        return end < pairCount
    }

    /// Returns the rows of all pairs.
    mutating func pairPostings() -> PostingBlock {
        lists.encode(tokens.entries, known, codeMask: .max, firstRow: UInt32(rows.lowerBound))
    }
}

/// The tokens of a block's rows and their strings.
struct BlockTokens: ~Copyable {
    /// Marks the first token of a field.
    static let fieldStart: UInt32 = 1 << 31

    private(set) var strings = Interner()
    private let cache = ShortTokenCache()
    var entries = BlockEntries()

    mutating func removeAll() {
        strings.removeAll()
        cache.removeAll()
        entries.codes.removeAll()
        entries.ends.removeAll()
    }

    /// Appends the tokens of the row at `range` of a text with room for padding.
    mutating func append(_ text: borrowing GrowableColumn<UInt8>, _ range: Range<Int>) {
        text.withBuffer { append($0.baseAddress!, range) }
        entries.ends.append(UInt32(entries.codes.count))
    }

    @inline(__always)
    private mutating func append(_ text: UnsafePointer<UInt8>, _ range: Range<Int>) {
        // A row has no more tokens than bytes.
        entries.codes.reserve(additional: range.count)
        TokenReader.forEachToken(text, range) { token, isFirst in
            // SAFETY: tokens are within the text, which has padding.
            let (start, count) = (text + token.lowerBound, token.count)
            let code =
                count <= ShortTokenCache.maximumByteCount
                ? cache.code(start, count: count) { strings.intern(start, count: count) }
                : strings.intern(start, count: count)
            entries.codes.appendUnchecked(isFirst ? code | BlockTokens.fieldStart : code)
        }
    }
}

/// What each row of a block has, in order: codes of tokens, or of pairs.
struct BlockEntries: ~Copyable {
    /// Marks an entry without a code.
    static let none = UInt32.max

    var codes = GrowableColumn<UInt32>()
    /// The end of each row's codes.
    var ends = GrowableColumn<UInt32>()

    /// Overwrites each token with the pair that begins with it, and appends the n-grams of each row.
    mutating func replaceTokens(
        _ known: borrowing GrowableColumn<IndexVocabulary.Token>, by pairs: inout PairCodes,
        _ rowMasks: inout GrowableColumn<UInt32>
    ) {
        var entry = 0
        for row in 0..<ends.count {
            let end = Int(ends[row])
            var mask: UInt32 = 0
            while entry < end {
                // SAFETY: the entries of a row are below its end, and each names a token.
                let token = known[Int(codes[entry] & ~BlockTokens.fieldStart)]
                mask |= token.nGrams
                let isLast = entry + 1 == end || codes[entry + 1] & BlockTokens.fieldStart != 0
                codes[entry] =
                    isLast ? BlockEntries.none : pairs.code(token.end, known[Int(codes[entry + 1])].start)
                entry += 1
            }
            rowMasks.append(mask)
        }
    }

    /// Calls `body` with each row and code.
    @inline(__always)
    borrowing func forEach(_ mask: UInt32, _ body: (_ row: UInt32, _ code: Int) -> Void) {
        // SAFETY: the ends ascend up to the number of codes.
        var entry = 0
        for row in 0..<ends.count {
            let end = Int(ends[row])
            while entry < end {
                let code = codes[entry]
                if code != BlockEntries.none { body(UInt32(truncatingIfNeeded: row), Int(code & mask)) }
                entry += 1
            }
        }
    }
}

/// Sorts the entries of a block's rows by their codes.
///
/// Method: a counting sort; one pass counts each code's rows, a second one puts them in place.
struct BlockLists: ~Copyable {
    private(set) var rowCounts = GrowableColumn<UInt32>()
    private var lastRows = GrowableColumn<UInt32>()
    private var places = GrowableColumn<UInt32>()
    private var postings = GrowableColumn<UInt32>()
    private var order = GrowableColumn<KeyedRow>()

    /// Counts the rows of each code.
    mutating func count(_ entries: borrowing BlockEntries, codeMask: UInt32, codeCount: Int) {
        rowCounts.fill(with: 0, count: codeCount)
        lastRows.fill(with: .max, count: codeCount)
        entries.forEach(codeMask) { row, code in
            rowCounts[code] &+= lastRows[code] == row ? 0 : 1
            lastRows[code] = row
        }
    }

    /// Returns the rows of all codes, which must have been counted, by their numbers in the table.
    ///
    /// - Parameter known: the number of each code.
    mutating func encode(
        _ entries: borrowing BlockEntries, _ known: borrowing GrowableColumn<IndexVocabulary.Token>,
        codeMask: UInt32, firstRow: UInt32
    ) -> PostingBlock {
        let codeCount = rowCounts.count
        sort(codeCount, known)
        places.fill(with: 0, count: codeCount)
        var postingCount: UInt32 = 0
        for place in 0..<codeCount {
            let code = Int(order[place].row)
            places[code] = postingCount
            postingCount += rowCounts[code]
        }
        lastRows.fill(with: .max, count: codeCount)
        postings.removeAll()
        postings.append(upTo: Int(postingCount)) { target in
            // SAFETY: each code has as many places as counted rows.
            entries.forEach(codeMask) { row, code in
                if lastRows[code] == row { return }
                lastRows[code] = row
                target[Int(places[code])] = row
                places[code] &+= 1
            }
            return Int(postingCount)
        }
        var encoder = PostingBlock.Encoder(reserving: postings.count * 3 / 2 + codeCount * 3)
        var start = 0
        for place in 0..<codeCount {
            let end = start + Int(rowCounts[Int(order[place].row)])
            postings.withBuffer(of: start..<end) { encoder.append(code: Int(order[place].key), rows: $0) }
            start = end
        }
        return encoder.finish(firstRow: firstRow)
    }

    private mutating func sort(_ codeCount: Int, _ known: borrowing GrowableColumn<IndexVocabulary.Token>) {
        order.removeAll()
        order.append(upTo: codeCount * 2) { target in
            var greatest: UInt32 = 0
            for code in 0..<codeCount {
                let number = known[code].code
                greatest = max(greatest, number)
                target[code] = KeyedRow(key: UInt64(number), row: UInt32(code))
            }
            let bitCount = UInt32.bitWidth - greatest.leadingZeroBitCount
            let sorted = RadixSort.sort(
                target, target + codeCount, count: codeCount, byBits: 0..<max(bitCount, 1))
            if sorted != target { target.update(from: sorted, count: codeCount) }
            return codeCount
        }
    }
}

extension GrowableColumn {
    /// Replaces all elements by `count` equal ones.
    fileprivate mutating func fill(with element: Element, count: Int) {
        removeAll()
        append(upTo: count) { target in
            target.update(repeating: element, count: count)
            return count
        }
    }
}
