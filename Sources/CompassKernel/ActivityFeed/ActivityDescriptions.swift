/// The searchable descriptions of one source's rows, case-folded, in rank order.
///
/// Layout: the texts in a ``FoldedRows``, with an empty entry for a row without a text, and bitmaps that mark
/// these rows and those with a cut text. For the ranks `Hi`, none, `Camp`:
/// ```
/// texts        68 69 FF 63 61 6D 70 FF      starts 0 3 3 8
/// withoutText  0b010
/// cut          0b000
/// ```
/// Many rows also have an index of their tokens (``ActivityTokens``). In it, cut texts are without their
/// ellipses: with them, each beginning of a word that an ellipsis follows would be a token of its own.
struct ActivityDescriptions: Sendable {
    private let texts: FoldedRows
    private let tokens: ActivityTokens?
    private let withoutText: ColumnBuffer<UInt64>
    private let cut: ColumnBuffer<UInt64>
    private let isWhole: Bool
    /// The folded text that is shown for rows without a text.
    private let wordsWithoutText: [UInt8]

    /// The number of rows from which on they have an index. The texts of fewer rows are scanned in a fifth of a
    /// millisecond.
    static let indexedCount = 1 << 16
    /// A range with less than one of this many rows is scanned, because an index finds the rows of all times.
    private static let scannedShare = 8

    /// - Parameters:
    ///   - isWhole: whether to fold the whole texts or only the part that is shown.
    ///   - configuration: the parameters of the index; nil for none.
    /// - Complexity: O(b) for b bytes of folded text.
    init(of source: LoadedActivity, isWhole: Bool, index configuration: SearchIndexConfiguration?) {
        let count = source.count
        var bytes = GrowableColumn<UInt8>(capacity: count * 32)
        var starts = GrowableColumn<Int>(capacity: count + 1)
        starts.append(0)
        var tokens = configuration.map { ActivityTokens.Builder($0) }
        let withoutText = RowBits(rowCount: count)
        let cut = RowBits(rowCount: count)
        for rank in 0..<count {
            let start = bytes.count
            let isCut = source.withText(rank) { text -> Bool in
                guard let text else {
                    withoutText.insert(rank)
                    return false
                }
                return Self.append(text, isWhole: isWhole, to: &bytes)
            }
            tokens?.append(bytes, start..<bytes.count)
            if isCut {
                cut.insert(rank)
                Self.appendEllipsis(to: &bytes)
            }
            starts.append(bytes.count)
        }
        self.tokens = tokens.take()?.finish(textByteCount: bytes.count)
        texts = FoldedRows(bytes, starts: starts)
        self.withoutText = withoutText.finish()
        self.cut = cut.finish()
        self.isWhole = isWhole
        wordsWithoutText = TextFolding.folded(
            Array(source.type.descriptionWithoutText.utf8), ignoringAccents: false)
    }

    /// Appends a folded description without its ellipsis, and its terminating byte, with room for
    /// ``ByteScan/padding``; returns whether it has an ellipsis.
    static func append(
        _ text: UnsafeBufferPointer<UInt8>, isWhole: Bool, to bytes: inout GrowableColumn<UInt8>
    ) -> Bool {
        let (byteCount, isCut) = isWhole ? (text.count, false) : ShownText.prefix(of: text)
        TextFolding.appendLowercased(UnsafeBufferPointer(rebasing: text[..<byteCount]), to: &bytes)
        bytes.append(TokenCuts.fieldEnd)
        bytes.reserve(additional: ByteScan.padding)
        return isCut
    }

    /// Inserts an ellipsis before the terminating byte of the last description.
    static func appendEllipsis(to bytes: inout GrowableColumn<UInt8>) {
        bytes.removeLast()
        bytes.append(ShownText.ellipsis.utf8Start, count: ShownText.ellipsis.utf8CodeUnitCount)
        bytes.append(TokenCuts.fieldEnd)
    }

    var byteCount: Int {
        texts.byteCount + (tokens?.byteCount ?? 0) + withoutText.byteCount + cut.byteCount
    }

    /// The frequencies of the bytes in the texts.
    var rarity: ByteRarity { texts.rarity }

    /// The number of rows to scan before choosing how to scan the following ones.
    private static let rowsPerStep = 1_024

    /// Sets the bit of each rank below `limit` whose description contains `pattern`.
    ///
    /// - Parameter bits: a bit for each rank, all zero.
    /// - Complexity: O(t + p) for t bytes of distinct tokens and p rows of those that match, if there is an
    ///   index; for a pattern across tokens also O(c) for c bytes of rows that have all its parts; O(b) for b bytes
    ///   of these descriptions at worst.
    func scan(
        _ pattern: UnsafeBufferPointer<UInt8>, below limit: Int, into bits: UnsafeMutablePointer<UInt64>
    ) {
        if limit < texts.count / Self.scannedShare || !findTokens(pattern, into: bits) {
            scanTexts(pattern, below: limit, into: bits)
        }
        if wordsWithoutText.contains(pattern) { bits.formUnion(withoutText) }
        bits.clear(limit..<texts.count)
    }

    /// Sets the bit of each rank whose description contains `pattern`, by the index; returns false, with no bit
    /// set, if it cannot.
    private func findTokens(
        _ pattern: UnsafeBufferPointer<UInt8>, into bits: UnsafeMutablePointer<UInt64>
    ) -> Bool {
        guard let tokens else { return false }
        // Only patterns that end with a dot can be at an ellipsis, and those that begin before it are not found
        // by the index, which has none.
        let dotCount = pattern.reversed().prefix { $0 == UInt8(ascii: ".") }.count
        let isInEllipsis = dotCount == pattern.count && dotCount <= ShownText.ellipsis.utf8CodeUnitCount
        if dotCount > 0, !isInEllipsis, !isWhole { return false }
        guard tokens.matches(pattern, in: texts, into: bits) else { return false }
        if isInEllipsis { bits.formUnion(cut) }
        return true
    }

    private func scanTexts(
        _ pattern: UnsafeBufferPointer<UInt8>, below limit: Int, into bits: UnsafeMutablePointer<UInt64>
    ) {
        let scan = ByteScan(pattern, rarity: rarity)
        var isFrequent = false
        for first in stride(from: 0, to: limit, by: Self.rowsPerStep) {
            let rows = first..<min(first + Self.rowsPerStep, limit)
            let found =
                isFrequent && scan.isShort
                ? searchEach(of: rows, scan, into: bits) : texts.scan(rows, for: scan, into: bits)
            // A match costs several times as much as scanning a single row. Both ways took the same time with
            // a match in every eighth row, as the searches for a letter in `activity.searches` have: 7.1 and
            // 7.6 ns per row of 24 random letters, 12.7 and 12.9 ns per row of 48.
            isFrequent = found > rows.count / 8
        }
    }

    /// Searches each row separately for a short pattern, which is faster if it is frequent.
    private func searchEach(
        of rows: Range<Int>, _ scan: ByteScan, into bits: UnsafeMutablePointer<UInt64>
    ) -> Int {
        let starts = texts.starts
        return texts.bytes.withBuffer { text in
            var (start, found) = (starts[rows.lowerBound], 0)
            for row in rows {
                // SAFETY: there is a bit for each row.
                let end = starts[row + 1]
                if scan.occursShort(in: text.baseAddress!, start..<end) {
                    bits[row >> 6] |= 1 << UInt64(row & 63)
                    found += 1
                }
                start = end
            }
            return found
        }
    }
}

extension [UInt8] {
    /// Returns whether `pattern`, of at least one byte, occurs; for short texts.
    fileprivate func contains(_ pattern: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count >= pattern.count else { return false }
        return (0...count - pattern.count).contains { self[$0..<$0 + pattern.count].elementsEqual(pattern) }
    }
}
