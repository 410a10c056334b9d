/// The tokens of all blocks that have been read, numbered in order of first appearance, whatever the size of
/// the blocks; and the parts of them that pairs keep.
struct TokenVocabulary: ~Copyable {
    /// What a block learns about one of its tokens.
    struct Token: BitwiseCopyable, Sendable {
        var code: UInt32 = 0
        /// Its end and its start in pairs.
        var end: UInt32 = 0
        var start: UInt32 = 0
        /// The frequent n-grams in it.
        var nGrams: UInt32 = 0
    }

    private let plan: IndexPlan
    private(set) var tokens: Interner
    private(set) var rowCounts = GrowableColumn<UInt32>()
    private var known = GrowableColumn<Token>()
    private var ends = Interner()
    private var starts = Interner()

    /// - Parameter tokenCount: the number of tokens for which memory is reserved.
    init(_ plan: IndexPlan, reserving tokenCount: Int) {
        self.plan = plan
        tokens = Interner(reserving: tokenCount)
        rowCounts.reserve(total: tokenCount)
        known.reserve(total: tokenCount)
        // Tokens that are kept whole come first, so that searches can leave them out.
        for code in 0..<plan.wholeTokens.count {
            plan.wholeTokens.withUTF8(code) { _ = add($0, plan.wholeSides[code]) }
        }
    }

    /// The number of first tokens that pairs keep whole on a side.
    func wholeCount(_ side: TokenBoundaries.Sides) -> Int {
        plan.wholeSides.firstIndex { !$0.contains(side) } ?? plan.wholeSides.count
    }

    func nGrams(ofToken code: Int) -> UInt32 { known[code].nGrams }

    /// Adds a token, if it is new; returns what is known about it.
    @inline(__always)
    mutating func add(_ token: UnsafeBufferPointer<UInt8>) -> Token { add(token, []) }

    @inline(__always)
    private mutating func add(
        _ token: UnsafeBufferPointer<UInt8>, _ wholeSides: TokenBoundaries.Sides
    ) -> Token {
        let code = tokens.intern(token.baseAddress!, count: token.count)
        if Int(code) == known.count { insert(token, code, wholeSides) }
        return known[Int(code)]
    }

    mutating func addRows(_ count: UInt32, ofToken code: UInt32) { rowCounts[Int(code)] += count }

    private mutating func insert(
        _ token: UnsafeBufferPointer<UInt8>, _ code: UInt32, _ wholeSides: TokenBoundaries.Sides
    ) {
        let end = wholeSides.contains(.left) ? token.count : plan.windows.leftByteCount(of: token)
        // The blanks before a token are already in the pair, as the end of its left neighbor.
        let own = TokenCuts.withoutLeadingBlanks(token)
        let start = wholeSides.contains(.right) ? own.count : plan.windows.rightByteCount(of: own)
        // SAFETY: no token is empty, and the windows are within the token.
        known.append(
            Token(
                code: code, end: ends.intern(token.baseAddress! + token.count - end, count: end),
                start: starts.intern(own.baseAddress!, count: start), nGrams: plan.nGrams.mask(of: token)))
        rowCounts.append(0)
    }

    var count: Int { rowCounts.count }

    /// The bytes of all tokens, each with a separator.
    var byteCount: Int { tokens.arena.count + tokens.count }

    /// Calls `body` with the string of a pair.
    @inline(__always)
    func withString(ofPair pair: UInt64, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        TokenBoundaries.withString(of: pair, ends, starts, body)
    }

    /// Frees what only ``add(_:)`` requires.
    mutating func close() {
        tokens.close()
        ends.close()
        starts.close()
    }
}
