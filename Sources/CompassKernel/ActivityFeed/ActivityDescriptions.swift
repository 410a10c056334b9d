/// The folded descriptions of one source's rows, in the order of their ranks, to be searched.
///
/// Layout: the texts as ``FoldedRows`` keeps them, nothing for rows without one, and a bit for each of these.
/// For the ranks `Hi`, none, `Camp`:
/// ```
/// texts        68 69 FF 63 61 6D 70 FF      starts 0 3 3 8
/// withoutText  0b010
/// ```
struct ActivityDescriptions: Sendable {
    private let texts: FoldedRows
    private let withoutText: ColumnBuffer<UInt64>
    /// What rows without a text read, folded.
    private let wordsWithoutText: [UInt8]

    /// - Parameter isWhole: whether the whole texts are folded, or what is shown of them.
    /// - Complexity: O(b) for texts of b bytes, as far as they are shown.
    init(of source: LoadedActivity, isWhole: Bool) {
        let count = source.count
        let wordCount = (count + 63) / 64
        var bytes = GrowableColumn<UInt8>(capacity: count * 32)
        var starts = GrowableColumn<Int>(capacity: count + 1)
        starts.append(0)
        withoutText = ColumnBuffer(count: wordCount) { words in
            // SAFETY: there is a bit for each rank.
            words.initialize(repeating: 0, count: wordCount)
            for rank in 0..<count {
                if let text = source.text(rank) {
                    Self.append(text, isWhole: isWhole, to: &bytes)
                } else {
                    words[rank >> 6] |= 1 << UInt64(rank & 63)
                }
                starts.append(bytes.count)
            }
        }
        texts = FoldedRows(bytes, starts: starts)
        wordsWithoutText = TextFolding.folded(
            Array("\(source.type.descriptionWithoutText)".utf8), ignoringAccents: false)
    }

    /// Appends a folded description and the byte that ends it.
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

    /// The memory that the descriptions occupy, in bytes.
    var byteCount: Int { texts.byteCount + withoutText.byteCount }

    /// How often bytes occur in the texts.
    var rarity: ByteRarity { texts.rarity }

    /// Rows that are scanned before it is decided how to scan those that follow.
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
                ? searchEach(of: rows, scan, into: bits) : searchText(of: rows, scan, into: bits)
            // A match costs several times as much as looking at a row by itself. Not tuned.
            isFrequent = found > rows.count / 8
        }
        guard wordsWithoutText.contains(pattern) else { return }
        for word in 0..<(limit + 63) / 64 {
            let rest = limit - word * 64
            // SAFETY: there is a bit for each rank, of which the limit is at most the number.
            bits[word] |= withoutText[word] & (rest < 64 ? 1 << UInt64(rest) - 1 : ~0)
        }
    }

    // SAFETY, of both: places in the text of rows belong to one of them, and bits have a place for each.

    /// Looks for the pattern in the text of many rows at once, which is fast as long as it is rare.
    private func searchText(
        of rows: Range<Int>, _ scan: ByteScan, into bits: UnsafeMutablePointer<UInt64>
    ) -> Int {
        let starts = texts.starts
        var (row, found) = (rows.lowerBound, 0)
        scan.forEachMatch(in: texts.bytes.base, starts[row]..<starts[rows.upperBound]) { place in
            while starts[row + 1] <= place { row += 1 }
            bits[row >> 6] |= 1 << UInt64(row & 63)
            found += 1
            return starts[row + 1]
        }
        return found
    }

    /// Looks for a short pattern in each row.
    private func searchEach(
        of rows: Range<Int>, _ scan: ByteScan, into bits: UnsafeMutablePointer<UInt64>
    ) -> Int {
        let (starts, text) = (texts.starts, texts.bytes.base)
        var (start, found) = (starts[rows.lowerBound], 0)
        for row in rows {
            let end = starts[row + 1]
            if scan.occursShort(in: text, start..<end) {
                bits[row >> 6] |= 1 << UInt64(row & 63)
                found += 1
            }
            start = end
        }
        return found
    }
}

extension [UInt8] {
    /// Whether `pattern`, of at least one byte, occurs; for short texts.
    fileprivate func contains(_ pattern: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count >= pattern.count else { return false }
        return (0...count - pattern.count).contains { self[$0..<$0 + pattern.count].elementsEqual(pattern) }
    }
}
