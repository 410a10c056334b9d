/// An index of adjacent tokens and their rows, for patterns that extend across a cut.
///
/// Layout: an ``InvertedIndex`` of *pairs*. A pair is the end of the left token, the byte 0xFE, and the
/// start of the right one: its last ``leftWindow`` and first one or two bytes (``RightWindows``), or all of
/// it if it is no longer or occurs in many rows. `to win, coach ` with windows of three bytes and one, and
/// `coach ` in many rows, has (`_` is a blank, `⌁` the byte 0xFE)
/// ```
/// to_⌁w     win⌁,     ,_⌁coach_
/// ```
/// A pattern with one cut, `o_w`, is certain to be in the rows of all pairs that contain `o_⌁w`. If it is
/// longer than a window, `o_wi`, the rows of pairs that end with `o_⌁w` are also candidates.
struct TokenBoundaries: Sendable {
    /// Represents the cut in a pair; no byte of UTF-8 has this value.
    private static let cut: UInt8 = 0xfe

    private let pairs: InvertedIndex
    private let leftWindow: Int
    private let rightWindows: RightWindows

    var byteCount: Int { pairs.byteCount }

    /// The part of a pattern on one side of a cut.
    struct Side {
        let bytes: UnsafeBufferPointer<UInt8>
        /// Whether the part is a whole token, with another cut at its other end.
        let isWhole: Bool
    }

    /// The sides of the pairs that are cut to their windows, and are thus shorter than the pattern.
    struct CutSides: OptionSet {
        let rawValue: Int

        static let left = CutSides(rawValue: 1)
        static let right = CutSides(rawValue: 2)
        static let both: CutSides = [.left, .right]
    }

    /// Merges the rows of pairs in which a token that ends with (or is) `left` precedes one that begins with
    /// (or is) `right`.
    ///
    /// If no side is cut, the rows certainly contain these tokens; all other rows with such tokens are among
    /// those with the left, the right or both sides cut.
    ///
    /// - Complexity: O(t + p) for t bytes of pairs and p postings of those that match.
    func mergeRows(_ left: Side, _ right: Side, cut sides: CutSides, into bits: UnsafeMutablePointer<UInt64>)
    {
        let leftEnd = left.bytes.suffix(TokenCuts.lastCharacters(of: left.bytes, byteCount: leftWindow))
        let rightStart = right.bytes.prefix(
            TokenCuts.firstCharacters(of: right.bytes, byteCount: rightWindows.byteCount(of: right.bytes)))
        let isLeftCut = sides.contains(.left)
        let isRightCut = sides.contains(.right)
        // A side that is no longer than its window is not cut.
        if isLeftCut && leftEnd.count == left.bytes.count { return }
        if isRightCut && rightStart.count == right.bytes.count { return }
        var pattern: [UInt8] = []
        if left.isWhole || isLeftCut { pattern.append(TokenCuts.fieldEnd) }
        pattern.append(contentsOf: isLeftCut ? leftEnd : left.bytes[...])
        pattern.append(TokenBoundaries.cut)
        pattern.append(contentsOf: isRightCut ? rightStart : right.bytes[...])
        if right.isWhole || isRightCut { pattern.append(TokenCuts.fieldEnd) }
        pattern.withUnsafeBufferPointer { pairs.mergeRows($0, into: bits) }
    }
}

extension TokenBoundaries {
    /// The minimum number of rows in which a token must occur to be kept whole in pairs.
    struct WholeTokens {
        let left: UInt32
        let right: UInt32

        init(rowCount: Int, _ configuration: SearchIndexConfiguration) {
            // With a minimum of two rows, all such tokens are in the sorted part of the inverted index.
            right = max(2, UInt32(clamping: rowCount / configuration.wholeTokenShare))
            left = max(2, UInt32(clamping: rowCount / configuration.wholeLeftTokenShare))
        }
    }

    /// The number of bytes that a pair keeps of its right token: one more if its first byte begins very many
    /// tokens, because otherwise too many rows are candidates.
    struct RightWindows: Sendable {
        private let byteCounts: [UInt8]

        init(_ tokens: borrowing Interner, rowCounts: [UInt32], _ configuration: SearchIndexConfiguration) {
            var rowsOfFirstBytes = [Int](repeating: 0, count: 256)
            for token in 0..<tokens.count {
                tokens.withBytes(of: token) { bytes in
                    let first = TokenCuts.withoutLeadingBlanks(bytes).first ?? 0
                    rowsOfFirstBytes[Int(first)] += Int(rowCounts[token])
                }
            }
            let frequent = rowsOfFirstBytes.indices.sorted {
                (rowsOfFirstBytes[$1], $0) < (rowsOfFirstBytes[$0], $1)
            }
            var byteCounts = [UInt8](repeating: 1, count: 256)
            for byte in frequent.prefix(configuration.longRightWindows) { byteCounts[byte] = 2 }
            self.byteCounts = byteCounts
        }

        /// Returns the number of bytes kept of a token that begins with `start`.
        func byteCount(of start: UnsafeBufferPointer<UInt8>) -> Int { Int(byteCounts[Int(start.first ?? 0)]) }
    }

    /// Builds the index from the tokens of rows and overwrites each entry with the pair that begins with it;
    /// nil if the row lists would take too many bytes.
    ///
    /// - Parameters:
    ///   - tokens: the tokens' strings.
    ///   - rowCounts: the number of rows in which each token occurs.
    ///   - rows: the tokens of each row, the first token of each field marked with ``CodedRows/fieldStart``.
    ///   - postings: working memory.
    init?(
        _ tokens: borrowing Interner, rowCounts: [UInt32], in rows: inout CodedRows,
        _ postings: inout GrowableColumn<UInt32>, _ configuration: SearchIndexConfiguration
    ) {
        let leftWindow = configuration.leftWindow
        let rightWindows = RightWindows(tokens, rowCounts: rowCounts, configuration)
        var ends = Interner()
        var starts = Interner()
        let limits = WholeTokens(rowCount: rows.ends.count, configuration)
        var endCodes = [UInt32](repeating: 0, count: tokens.count)
        var startCodes = endCodes
        for token in 0..<tokens.count {
            tokens.withBytes(of: token) { bytes in
                let end =
                    rowCounts[token] >= limits.left
                    ? bytes.count : TokenCuts.lastCharacters(of: bytes, byteCount: leftWindow)
                // SAFETY: no token is empty, and the windows are within the token.
                endCodes[token] = ends.intern(bytes.baseAddress! + bytes.count - end, count: end)
                // The blanks before a token are already in the pair, as the end of its left neighbor.
                let own = TokenCuts.withoutLeadingBlanks(bytes)
                let window = rightWindows.byteCount(of: own)
                let start =
                    rowCounts[token] >= limits.right
                    ? own.count : TokenCuts.firstCharacters(of: own, byteCount: window)
                startCodes[token] = starts.intern(own.baseAddress!, count: start)
            }
        }
        var pairCodes = PairCodes(reserving: 2_000)
        TokenBoundaries.replaceTokensByPairs(in: &rows, endCodes, startCodes, &pairCodes)
        var strings = Interner()
        var string: [UInt8] = []
        for pair in pairCodes.pairs {
            string.removeAll(keepingCapacity: true)
            ends.withBytes(of: Int(pair >> 32)) { string.append(contentsOf: $0) }
            string.append(TokenBoundaries.cut)
            starts.withBytes(of: Int(pair & 0xffff_ffff)) { string.append(contentsOf: $0) }
            // Pairs also differ as strings, so each gets the same number as in the rows.
            _ = string.withUnsafeBufferPointer { strings.intern($0.baseAddress!, count: $0.count) }
        }
        let pairRowCounts = InvertedIndex.rowCounts(strings.count, rows)
        guard let pairs = InvertedIndex(strings, rowCounts: pairRowCounts, in: rows, &postings, configuration)
        else { return nil }
        self.pairs = pairs
        (self.leftWindow, self.rightWindows) = (leftWindow, rightWindows)
    }

    private static func replaceTokensByPairs(
        in rows: inout CodedRows, _ endCodes: [UInt32], _ startCodes: [UInt32], _ pairCodes: inout PairCodes
    ) {
        var entry = 0
        for row in 0..<rows.ends.count {
            let end = Int(rows.ends[row])
            while entry < end {
                // SAFETY: the entries of a row are below its end, and each names a token.
                let isLast = entry + 1 == end || rows.codes[entry + 1] & CodedRows.fieldStart != 0
                rows.codes[entry] =
                    isLast
                    ? CodedRows.none
                    : pairCodes.code(
                        endCodes[Int(rows.codes[entry] & ~CodedRows.fieldStart)],
                        startCodes[Int(rows.codes[entry + 1])])
                entry += 1
            }
        }
        rows.codeMask = UInt32.max
    }
}
