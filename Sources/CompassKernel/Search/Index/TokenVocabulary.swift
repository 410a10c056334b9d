/// The tokens of all blocks that have been read, numbered in order of first appearance, whatever the size of
/// the blocks; and the parts of them that pairs keep.
struct TokenVocabulary: ~Copyable {
    /// What a block learns about one of its tokens.
    struct Token: BitwiseCopyable, Sendable {
        let code: UInt32
        private let parts: Parts

        /// Its end and its start in pairs.
        var end: UInt32 { parts.end }
        var start: UInt32 { parts.start }

        init(code: UInt32, _ parts: Parts) { (self.code, self.parts) = (code, parts) }
    }

    struct Parts: BitwiseCopyable, Sendable {
        let end: UInt32
        let start: UInt32
    }

    private let plan: IndexPlan
    private(set) var tokens: TokenTable
    private(set) var rowCounts = GrowableColumn<UInt32>()
    private var parts = GrowableColumn<Parts>()
    private var ends = Interner()
    private var starts = Interner()

    /// - Parameter tokenCount: the number of tokens for which memory is reserved.
    init(_ plan: IndexPlan, reserving tokenCount: Int) {
        self.plan = plan
        tokens = TokenTable(reserving: tokenCount)
        rowCounts.reserve(total: tokenCount)
        parts.reserve(total: tokenCount)
        // Tokens that are kept whole come first, so that searches can leave them out.
        let seed = tokens.seed
        for code in 0..<plan.wholeTokens.count {
            plan.wholeTokens.withUTF8(code) { token in
                let key = TokenKey(token.baseAddress!, count: token.count, seed: seed, isPadded: false)
                _ = add(token, key, plan.wholeSides[code])
            }
        }
    }

    /// Finds the frequent n-grams of a token again: stored for every token of the table, they would be a seventh of what
    /// building adds to the finished index at its peak.
    func nGrams(ofToken code: Int) -> NGramMask { tokens.withBytes(of: code) { plan.nGrams.mask(of: $0) } }

    /// Adds the next tokens of a table, up to `end`, as far as they are new; appends what is known about them
    /// to that of the tokens before them.
    mutating func add(_ table: borrowing TokenTable, upTo end: Int, to known: inout GrowableColumn<Token>) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: CodeSlots.batchLimit) { found in
            guard let found = found.baseAddress else { return }
            while known.count < end {
                let next = known.count..<min(known.count + CodeSlots.batchLimit, end)
                table.keys.withBuffer(of: next) { keys in
                    tokens.findInFirstSlots(keys, into: found)
                    for (index, key) in keys.enumerated() {
                        table.withBytes(of: next.lowerBound + index) { token in
                            let code = found[index] != 0 ? found[index] &- 1 : add(token, key, [])
                            // SAFETY: all codes have parts.
                            known.append(Token(code: code, parts[Int(code)]))
                        }
                    }
                }
            }
        }
    }

    @inline(__always)
    private mutating func add(
        _ token: UnsafeBufferPointer<UInt8>, _ key: TokenKey, _ wholeSides: TokenBoundaries.Sides
    ) -> UInt32 {
        let code = tokens.code(key, token.baseAddress!)
        if Int(code) == parts.count { insert(token, wholeSides) }
        return code
    }

    mutating func addRows(_ count: UInt32, ofToken code: UInt32) { rowCounts[Int(code)] += count }

    private mutating func insert(
        _ token: UnsafeBufferPointer<UInt8>, _ wholeSides: TokenBoundaries.Sides
    ) {
        let end = wholeSides.contains(.left) ? token.count : plan.windows.leftByteCount(of: token)
        // The blanks before a token are already in the pair, as the end of its left neighbor.
        let own = TokenCuts.withoutLeadingBlanks(token)
        let start = wholeSides.contains(.right) ? own.count : plan.windows.rightByteCount(of: own)
        // SAFETY: no token is empty, and the windows are within the token.
        parts.append(
            Parts(
                end: ends.intern(token.baseAddress! + token.count - end, count: end),
                start: starts.intern(own.baseAddress!, count: start)))
        rowCounts.append(0)
    }

    var count: Int { rowCounts.count }

    /// The bytes of all tokens, each with a separator.
    var byteCount: Int { tokens.byteCount + tokens.count }

    /// Calls `body` with the string of a pair.
    @inline(__always)
    func withString(ofPair pair: UInt64, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        TokenBoundaries.withString(of: pair, ends, starts, body)
    }

    /// Returns the number of rows of each token; called once, at last.
    mutating func takeRowCounts() -> ColumnBuffer<UInt32> {
        var counts = GrowableColumn<UInt32>()
        swap(&counts, &rowCounts)
        return counts.finish()
    }

    /// Frees what only ``add(_:upTo:to:)`` requires.
    mutating func close() {
        tokens.close()
        ends.close()
        starts.close()
    }
}
