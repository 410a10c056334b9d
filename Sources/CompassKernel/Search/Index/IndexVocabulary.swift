/// The tokens and pairs of all blocks that have been read, numbered in order of first appearance, whatever
/// the size of the blocks.
struct IndexVocabulary: ~Copyable {
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
    private(set) var tokenRowCounts = GrowableColumn<UInt32>()
    private var known = GrowableColumn<Token>()
    private(set) var ends = Interner()
    private(set) var starts = Interner()
    private(set) var pairs = PairCodes()
    private(set) var pairRowCounts = GrowableColumn<UInt32>()

    /// - Parameter tokenCount: the number of tokens for which memory is reserved.
    init(_ plan: IndexPlan, reserving tokenCount: Int) {
        self.plan = plan
        tokens = Interner(reserving: tokenCount)
        tokenRowCounts.reserve(total: tokenCount)
        known.reserve(total: tokenCount)
        pairs = PairCodes(reserving: tokenCount)
        pairRowCounts.reserve(total: tokenCount)
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

    mutating func addRows(_ count: UInt32, ofToken code: UInt32) { tokenRowCounts[Int(code)] += count }

    mutating func addRows(_ count: UInt32, ofPair code: UInt32) { pairRowCounts[Int(code)] += count }

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
        tokenRowCounts.append(0)
    }

    /// Adds a pair, if it is new; returns its code.
    @inline(__always)
    mutating func addPair(_ pair: UInt64) -> UInt32 {
        let code = pairs.code(UInt32(pair >> 32), UInt32(truncatingIfNeeded: pair))
        if Int(code) == pairRowCounts.count { pairRowCounts.append(0) }
        return code
    }

    /// What an index lists the rows of.
    enum Kind: Sendable {
        case tokens, pairs
    }

    func count(_ kind: Kind) -> Int { kind == .tokens ? tokenRowCounts.count : pairRowCounts.count }

    func rowCounts(_ kind: Kind) -> ColumnBuffer<UInt32> {
        let count = count(kind)
        return ColumnBuffer(count: count) { target in
            // SAFETY: there is a number for each string.
            for code in 0..<count { target[code] = rowCount(kind, code) }
        }
    }

    /// The bytes of all strings, each with a separator.
    func byteCount(_ kind: Kind) -> Int {
        switch kind {
        case .tokens: tokens.arena.count + tokens.count
        // Usually two and a half bytes of each side; more memory is reserved if required.
        case .pairs: pairs.pairs.count * 7
        }
    }

    @inline(__always)
    func rowCount(_ kind: Kind, _ code: Int) -> UInt32 {
        kind == .tokens ? tokenRowCounts[code] : pairRowCounts[code]
    }

    /// Calls `body` with a token or with the string of a pair.
    @inline(__always)
    func withString(_ kind: Kind, _ code: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        switch kind {
        case .tokens: tokens.withBytes(of: code, body)
        case .pairs: TokenBoundaries.withString(of: pairs.pairs[code], ends, starts, body)
        }
    }

    /// Frees what only ``add(_:)`` and ``addPair(_:)`` require.
    mutating func close() {
        tokens.close()
        ends.close()
        starts.close()
        pairs.close()
    }
}
