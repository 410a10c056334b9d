/// What each row of a block has, in order: codes of tokens, or of pairs, with marks.
///
/// All passes over the entries can be made in parts; they begin with ``rewind()``.
struct BlockEntries: ~Copyable {
    /// An entry without a code; it has the mark of a repeated one.
    private static let none = UInt32.max
    /// Marks an entry whose code occurs before it in the row.
    private static let repeated: UInt32 = 1 << 30
    private static let codeMask = ~(repeated | BlockTokens.fieldStart)

    var codes = GrowableColumn<UInt32>()
    /// The end of each row's codes.
    var ends = GrowableColumn<UInt32>()
    /// Where the pass over all entries continues.
    private var (row, entry) = (0, 0)

    mutating func removeAll() {
        codes.removeAll()
        ends.removeAll()
        rewind()
    }

    /// Begins a pass over all entries.
    mutating func rewind() { (row, entry) = (0, 0) }

    /// Returns the entry before which the last row of a part begins; a part has rows, even if none of them has
    /// entries.
    private func limit(_ count: Int) -> Int { entry + min(count, max(codes.count, 1)) }

    /// Overwrites the tokens of rows, at least `count` of them, with the pairs that begin with them, and
    /// appends the n-grams of each row; returns whether rows remain.
    ///
    /// - Parameters:
    ///   - known: what is known about each token.
    ///   - masks: the n-grams of each token.
    mutating func replaceTokens(
        _ count: Int, _ known: borrowing GrowableColumn<TokenVocabulary.Token>,
        _ masks: borrowing GrowableColumn<NGramMask>, by pairs: inout PairCodes,
        _ rowMasks: inout GrowableColumn<NGramMask>
    ) -> Bool {
        let limit = limit(count)
        var found = PairBatch()
        // SAFETY: the ends ascend up to the number of codes, each of which names a token that is known and has a mask.
        while row < ends.count, entry < limit {
            let end = Int(ends[row])
            var mask = NGramMask()
            if entry < end {
                var code = Int(codes[entry] & BlockEntries.codeMask)
                var token = known[code]
                while entry + 1 < end {
                    mask.formUnion(masks[code])
                    let next = codes[entry + 1]
                    code = Int(next & BlockEntries.codeMask)
                    let right = known[code]
                    codes[entry] = BlockEntries.none
                    if next & BlockTokens.fieldStart == 0 {
                        if found.isFull { found.store(in: &codes, by: &pairs) }
                        found.append(PairCodes.pair(token.end, right.start), entry)
                    }
                    token = right
                    entry += 1
                }
                mask.formUnion(masks[code])
                codes[entry] = BlockEntries.none
                entry += 1
            }
            rowMasks.append(mask)
            row += 1
        }
        found.store(in: &codes, by: &pairs)
        return row < ends.count
    }

    /// Pairs whose codes are found together.
    private struct PairBatch: ~Copyable {
        private var pairs = GrowableColumn<UInt64>(capacity: CodeSlots.batchLimit)
        private var entries = GrowableColumn<UInt32>(capacity: CodeSlots.batchLimit)

        var isFull: Bool { pairs.count == CodeSlots.batchLimit }

        @inline(__always)
        mutating func append(_ pair: UInt64, _ entry: Int) {
            pairs.appendUnchecked(pair)
            entries.appendUnchecked(UInt32(truncatingIfNeeded: entry))
        }

        /// Overwrites the entries of the pairs with their codes, and removes them.
        @inline(never)
        mutating func store(in codes: inout GrowableColumn<UInt32>, by table: inout PairCodes) {
            pairs.withBuffer { table.forEachCode(of: $0) { codes[Int(entries[$0])] = $1 } }
            pairs.removeAll()
            entries.removeAll()
        }
    }

    /// Counts the rows of each code in some rows, of at least `count` entries; collects the codes, and marks
    /// repeated entries. Returns whether rows remain.
    mutating func countRows(
        _ count: Int, _ counts: inout GrowableColumn<RowCount>, _ found: inout GrowableColumn<UInt32>,
        firstRow: UInt32
    ) -> Bool {
        let limit = limit(count)
        found.reserve(total: min(counts.count, codes.count))
        // SAFETY: the ends ascend up to the number of codes, each of which has a count.
        while row < ends.count, entry < limit {
            let (end, tableRow) = (Int(ends[row]), firstRow &+ UInt32(truncatingIfNeeded: row))
            while entry < end {
                let code = codes[entry]
                if code != BlockEntries.none {
                    let index = Int(code & BlockEntries.codeMask)
                    let last = counts[index]
                    if last.lastRow == tableRow {
                        codes[entry] = code | BlockEntries.repeated
                    } else {
                        if last.count == 0 { found.appendUnchecked(code & BlockEntries.codeMask) }
                        counts[index] = RowCount(count: last.count &+ 1, lastRow: tableRow)
                    }
                }
                entry += 1
            }
            row += 1
        }
        return row < ends.count
    }

    /// The number of rows of a code so far.
    struct RowCount: BitwiseCopyable, Sendable {
        fileprivate(set) var count: UInt32 = 0
        /// A row of the table.
        fileprivate var lastRow = UInt32.max

        /// Begins another block.
        mutating func reset() { count = 0 }
    }

    /// Returns the n-grams of each row, the union of those of its codes.
    ///
    /// - Parameter masks: the mask of each code.
    func nGramRows(_ masks: borrowing GrowableColumn<NGramMask>, nGramCount: Int) -> NGramRows {
        var rows = NGramRows(nGramCount: nGramCount, reserving: ends.count)
        var entry = 0
        // SAFETY: the ends ascend up to the number of codes, each of which has a mask.
        for row in 0..<ends.count {
            let end = Int(ends[row])
            var mask = NGramMask()
            while entry < end {
                mask.formUnion(masks[Int(codes[entry] & BlockEntries.codeMask)])
                entry += 1
            }
            rows.append(mask)
        }
        rows.finish()
        return rows
    }

    /// Stores some rows, of at least `count` entries, at the places of their codes, which advance; returns
    /// whether rows remain.
    mutating func sort(
        _ count: Int, _ places: inout GrowableColumn<UInt32>, into target: inout GrowableColumn<UInt32>
    ) -> Bool {
        let limit = limit(count)
        target.withMutableBase { target in
            // SAFETY: each code has as many places as counted rows.
            while row < ends.count, entry < limit {
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
                row += 1
            }
        }
        return row < ends.count
    }
}
