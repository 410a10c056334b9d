/// The searchable descriptions of one source's rows, case-folded, in rank order.
///
/// Layout: the texts in a ``FoldedRows``, with an empty entry for a row without a text, and a bitmap that
/// marks these rows. For the ranks `Hi`, none, `Camp`:
/// ```
/// texts        68 69 FF 63 61 6D 70 FF      starts 0 3 3 8
/// withoutText  0b010
/// ```
struct ActivityDescriptions: Sendable {
    private let texts: FoldedRows
    private let withoutText: ColumnBuffer<UInt64>
    /// The folded text that is shown for rows without a text.
    private let wordsWithoutText: [UInt8]

    /// - Parameter isWhole: whether to fold the whole texts or only the part that is shown.
    /// - Complexity: O(b) for b bytes of folded text.
    init(of source: LoadedActivity, isWhole: Bool) {
        let count = source.count
        let wordCount = (count + 63) / 64
        var bytes = GrowableColumn<UInt8>(capacity: count * 32)
        var starts = GrowableColumn<Int>(capacity: count + 1)
        starts.append(0)
        withoutText = ColumnBuffer(count: wordCount) { words in
            // SAFETY: the buffer has a bit for each rank.
            words.initialize(repeating: 0, count: wordCount)
            for rank in 0..<count {
                source.withText(rank) { text in
                    if let text {
                        Self.append(text, isWhole: isWhole, to: &bytes)
                    } else {
                        words[rank >> 6] |= 1 << UInt64(rank & 63)
                    }
                }
                starts.append(bytes.count)
            }
        }
        texts = FoldedRows(bytes, starts: starts)
        wordsWithoutText = TextFolding.folded(
            Array("\(source.type.descriptionWithoutText)".utf8), ignoringAccents: false)
    }

    /// Appends a folded description and its terminating byte.
    static func append(
        _ text: UnsafeBufferPointer<UInt8>, isWhole: Bool, to bytes: inout GrowableColumn<UInt8>
    ) {
        if isWhole {
            TextFolding.appendLowercased(text, to: &bytes)
        } else {
            let (byteCount, isCut) = ShownText.prefix(of: text)
            TextFolding.appendLowercased(UnsafeBufferPointer(rebasing: text[..<byteCount]), to: &bytes)
            if isCut {
                bytes.append(ShownText.ellipsis.utf8Start, count: ShownText.ellipsis.utf8CodeUnitCount)
            }
        }
        bytes.append(TokenCuts.fieldEnd)
    }

    var byteCount: Int { texts.byteCount + withoutText.byteCount }

    /// The frequencies of the bytes in the texts.
    var rarity: ByteRarity { texts.rarity }

    /// The number of rows to scan before choosing how to scan the following ones.
    private static let rowsPerStep = 1_024

    /// Sets the bit of each rank below `limit` whose description contains `pattern`.
    ///
    /// - Complexity: O(b) for b bytes of these descriptions.
    func scan(
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
        guard wordsWithoutText.contains(pattern) else { return }
        for word in 0..<(limit + 63) / 64 {
            let rest = limit - word * 64
            // SAFETY: there is a bit for each rank, and the limit is at most the number of ranks.
            bits[word] |= withoutText[word] & (rest < 64 ? 1 << UInt64(rest) - 1 : ~0)
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
