/// In which rows one token stands before another, for patterns that reach across a cut.
///
/// Layout: an ``InvertedVocabulary`` of *pairs*. A pair is how the left token ends, the byte 0xFE, and how the
/// right one begins: its last ``leftWindow`` and first ``rightWindow`` bytes, or all of it when it is no longer
/// or occurs in many rows. `to win, coach ` with windows of three bytes and one, and `coach ` in many rows, has
/// ```
/// to ⌁w     win⌁,     , ⌁coach_        _ is a blank
/// ```
/// A pattern that is cut once, `in, c`, is exactly in the rows of all pairs that contain `in⌁,`; where it is
/// longer than the windows, `twin, c`, the pairs that are just `win⌁,` give rows to be verified as well.
struct TokenBoundaries: Sendable {
    /// Stands for the cut in a pair; no byte of UTF-8 has this value.
    private static let cut: UInt8 = 0xfe

    private let pairs: InvertedVocabulary
    private let leftWindow: Int
    private let rightWindow: Int

    /// The memory that the pairs and their rows occupy, in bytes.
    var byteCount: Int { pairs.byteCount }

    /// The part of a pattern on one side of a cut.
    struct Side {
        let bytes: UnsafeBufferPointer<UInt8>
        /// Whether the part is a whole token, with another cut at its other end.
        let isWhole: Bool
    }

    /// Unites the rows in which a token that ends with (or is) `left` stands before one that begins with (or is)
    /// `right`.
    ///
    /// - Parameters:
    ///   - exact: gets rows that certainly have such tokens.
    ///   - possible: gets rows that may have; all rows with such tokens are in one of the two.
    /// - Complexity: O(t + p) for t bytes of pairs and p postings of those that match.
    func unite(
        _ left: Side, _ right: Side, exact: UnsafeMutablePointer<UInt64>, possible: UnsafeMutablePointer<UInt64>
    ) {
        let leftEnd = left.bytes.suffix(leftWindow)
        let rightStart = right.bytes.prefix(rightWindow)
        let isLeftLonger = leftEnd.count < left.bytes.count
        let isRightLonger = rightStart.count < right.bytes.count
        var pattern: [UInt8] = []
        func unite(_ isLeftCut: Bool, _ isRightCut: Bool, into bits: UnsafeMutablePointer<UInt64>) {
            pattern.removeAll(keepingCapacity: true)
            if left.isWhole || isLeftCut { pattern.append(TokenCuts.fieldEnd) }
            pattern.append(contentsOf: isLeftCut ? leftEnd : left.bytes[...])
            pattern.append(TokenBoundaries.cut)
            pattern.append(contentsOf: isRightCut ? rightStart : right.bytes[...])
            if right.isWhole || isRightCut { pattern.append(TokenCuts.fieldEnd) }
            pattern.withUnsafeBufferPointer { pairs.unite($0, into: bits) }
        }
        unite(false, false, into: exact)
        if isLeftLonger { unite(true, false, into: possible) }
        if isRightLonger { unite(false, true, into: possible) }
        if isLeftLonger && isRightLonger { unite(true, true, into: possible) }
    }
}

extension TokenBoundaries {
    /// Takes rows of tokens and overwrites each entry with the pair that begins with it.
    ///
    /// - Parameters:
    ///   - tokens: the tokens' strings.
    ///   - rowCounts: how many rows each token occurs in.
    ///   - rows: the tokens of each row, the first one of each field marked with ``CodedRows/fieldStart``.
    init(
        _ tokens: borrowing Interner, rowCounts: [UInt32], in rows: inout CodedRows,
        _ configuration: SearchIndexConfiguration
    ) {
        let (leftWindow, rightWindow) = (configuration.leftWindow, configuration.rightWindow)
        var ends = Interner()
        var starts = Interner()
        let most = max(1, UInt32(clamping: rows.ends.count / configuration.wholeTokenShare))
        var endCodes = [UInt32](repeating: 0, count: tokens.count)
        var startCodes = endCodes
        for token in 0..<tokens.count {
            tokens.withBytes(of: token) { bytes in
                let isFrequent = rowCounts[token] >= most
                let end = isFrequent ? bytes.count : min(bytes.count, leftWindow)
                // SAFETY: no token is empty, and the windows are within it.
                endCodes[token] = ends.intern(bytes.baseAddress! + bytes.count - end, count: end)
                // The blanks before a token are in the pair already, as the end of its left neighbour.
                let own = TokenCuts.withoutLeadingBlanks(bytes)
                let start = isFrequent ? own.count : min(own.count, rightWindow)
                startCodes[token] = starts.intern(own.baseAddress!, count: start)
            }
        }
        var pairCodes = PairCodes()
        TokenBoundaries.replaceTokensByPairs(in: &rows, endCodes, startCodes, &pairCodes)
        var strings = Interner()
        var string: [UInt8] = []
        for pair in pairCodes.pairs {
            string.removeAll(keepingCapacity: true)
            ends.withBytes(of: Int(pair >> 32)) { string.append(contentsOf: $0) }
            string.append(TokenBoundaries.cut)
            starts.withBytes(of: Int(pair & 0xffff_ffff)) { string.append(contentsOf: $0) }
            // Pairs differ as strings too, so that each gets the number that it has in the rows.
            _ = string.withUnsafeBufferPointer { strings.intern($0.baseAddress!, count: $0.count) }
        }
        (self.leftWindow, self.rightWindow) = (leftWindow, rightWindow)
        pairs = InvertedVocabulary(strings, in: rows, bitmapShare: configuration.bitmapShare)
    }

    private static func replaceTokensByPairs(
        in rows: inout CodedRows, _ endCodes: [UInt32], _ startCodes: [UInt32], _ pairCodes: inout PairCodes
    ) {
        let codes = rows.codes.base
        var entry = 0
        for row in 0..<rows.ends.count {
            let end = Int(rows.ends[row])
            while entry < end {
                // SAFETY: the entries of a row are below its end, and each names a token.
                let isLast = entry + 1 == end || codes[entry + 1] & CodedRows.fieldStart != 0
                codes[entry] =
                    isLast
                    ? CodedRows.none
                    : pairCodes.code(
                        endCodes[Int(codes[entry] & ~CodedRows.fieldStart)], startCodes[Int(codes[entry + 1])])
                entry += 1
            }
        }
        rows.codeMask = UInt32.max
    }
}

/// Gives equal pairs of numbers one code each, in order of first appearance.
///
/// Layout: as ``Interner``, with a 64-bit word for each pair in place of a string.
private struct PairCodes {
    private(set) var pairs: [UInt64] = []
    private var slots = [UInt32](repeating: 0, count: 1 << 12)

    @inline(__always)
    mutating func code(_ first: UInt32, _ second: UInt32) -> UInt32 {
        let pair = UInt64(first) << 32 | UInt64(second)
        var slot = slot(of: pair)
        while slots[slot] != 0 {
            let code = slots[slot] - 1
            if pairs[Int(code)] == pair { return code }
            slot = (slot + 1) & (slots.count - 1)
        }
        pairs.append(pair)
        slots[slot] = UInt32(pairs.count)
        if pairs.count * 2 > slots.count { doubleSlots() }
        return UInt32(pairs.count - 1)
    }

    @inline(__always)
    private func slot(of pair: UInt64) -> Int {
        Int(truncatingIfNeeded: ByteHash.hash(pair, 0, seed: 1)) & (slots.count - 1)
    }

    private mutating func doubleSlots() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for (code, pair) in pairs.enumerated() {
            var slot = slot(of: pair)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(code + 1)
        }
    }
}

extension TokenBoundaries { var memoryReport: String { pairs.memoryReport } }
