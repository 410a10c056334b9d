/// The search index of a segment of posts, as sections.
///
/// It is an extra: a file without it, or with one of another version, or of other foldings, is searched as
/// well, after the index is built. Segments that are only scanned have none.
extension SearchIndex {
    /// The version of the sections, and of what decides about their content: the cuts of tokens, accents.
    private static let version: UInt64 = 1

    /// A hash of what the index depends on besides the texts: lower-casing, which may be the operating
    /// system's, cuts and configuration.
    private static let fingerprint: UInt64 = {
        let table = FoldTable.lowercase
        let configuration = SearchIndexConfiguration()
        var bytes: [UInt8] = []
        bytes.append(number: table.blockNumbers.checksum)
        bytes.append(number: table.entries.checksum)
        bytes.append(number: table.bytes.checksum)
        bytes.append(number: TokenCuts.table.checksum)
        for number in [
            configuration.wholeTokenShare, configuration.wholeLeftTokenShare, configuration.leftWindow,
            configuration.longRightWindows, configuration.frequentNGramCost, configuration.bitmapShare,
        ] { bytes.append(number: Int64(number)) }
        return bytes.withUnsafeBytes { XXH3.hash($0) }
    }()

    /// Positions are 64-bit numbers.
    private static var isSupported: Bool { MemoryLayout<Int>.size == 8 }

    /// Whether a file has an index under a name; its content is not verified.
    static func isStored(_ prefix: String, in reader: TableFileReader) -> Bool {
        isSupported && reader.contains(prefix + "index.numbers")
    }

    /// Writes the index, unless its texts are only scanned.
    func write(_ prefix: String, to writer: inout TableFileWriter) throws(TableFileError) {
        guard Self.isSupported, let tokens, folded.count > 0 else { return }
        let windows = tokens.boundaries.windows
        try writer.append(
            prefix + "index.numbers",
            ColumnBuffer([
                Self.version, Self.fingerprint, UInt64(folded.count), UInt64(tokens.firstCutLeft),
                UInt64(tokens.firstCutRight), UInt64(windows.left), withoutAccents == nil ? 0 : 1,
            ]))
        try folded.write(prefix + "folded", to: &writer)
        try tokens.tokens.write(prefix + "tokens", to: &writer)
        try tokens.boundaries.pairs.write(prefix + "pairs", to: &writer)
        try tokens.frequent.write(prefix + "n_grams", to: &writer)
        try writer.append(prefix + "accented_rows.words", tokens.accentedRows)
        try writer.append(prefix + "windows.bytes", bytes: windows.right)
        guard let withoutAccents else { return }
        try writer.append(prefix + "plain_rows.numbers", withoutAccents.rows)
        try withoutAccents.folded.write(prefix + "plain", to: &writer)
    }

    /// Reads the index of `rowCount` rows; nil if it is one of other foldings.
    ///
    /// - Complexity: O(n + v) for n rows and v bytes of distinct strings.
    static func read(
        _ prefix: String, rowCount: Int, from reader: TableFileReader
    ) throws(TableFileError) -> SearchIndex? {
        let name = prefix + "index.numbers"
        let numbers: ColumnBuffer<UInt64> = try reader.column(name, isRead: true)
        guard numbers.count == 7, numbers[0] == version, numbers[1] == fingerprint else { return nil }
        guard numbers[2] == UInt64(rowCount), rowCount > 0 else {
            throw reader.inconsistent(name, "the index is that of other rows")
        }
        let tokens = try InvertedIndex.read(prefix + "tokens", rowCount: rowCount, from: reader)
        let pairs = try InvertedIndex.read(prefix + "pairs", rowCount: rowCount, from: reader)
        let frequent = try FrequentNGrams.read(prefix + "n_grams", rowCount: rowCount, from: reader)
        let accentedRows = try BitColumn.readWords(
            prefix + "accented_rows.words", count: rowCount, from: reader)
        let windows: ColumnBuffer<UInt8> = try reader.column(
            prefix + "windows.bytes", count: 256, isRead: true)
        let end = UInt64(tokens.strings.textByteCount)
        guard numbers[3] <= end, numbers[4] <= end, numbers[5] <= UInt64(UInt32.max) else {
            throw reader.inconsistent(name, "a number of the index is out of range")
        }
        let tokenIndex = TokenIndex(
            tokens: tokens, frequent: frequent,
            boundaries: TokenBoundaries(
                pairs, PairWindows(left: Int(numbers[5]), right: (0..<256).map { windows[$0] })),
            accentedRows: accentedRows, firstCutLeft: Int(numbers[3]), firstCutRight: Int(numbers[4]),
            SearchIndexConfiguration())
        let folded = try FoldedRows.read(prefix + "folded", rowCount: rowCount, from: reader)
        guard numbers[6] != 0 else { return SearchIndex(folded, tokenIndex, nil) }
        let rows: ColumnBuffer<UInt32> = try reader.column(prefix + "plain_rows.numbers", isRead: true)
        if let row = ColumnVerification.firstUnknown(rows, count: rowCount, isRequired: true) {
            throw reader.inconsistent(prefix + "plain_rows.numbers", element: row, "there is no such row")
        }
        let plain = try FoldedRows.read(prefix + "plain", rowCount: rows.count, from: reader)
        return SearchIndex(folded, tokenIndex, RowsWithoutAccents(rows: rows, folded: plain))
    }
}

extension ColumnBuffer {
    /// The hash of the elements' bytes.
    fileprivate var checksum: UInt64 { withBuffer { XXH3.hash(UnsafeRawBufferPointer($0)) } }
}

extension BitColumn {
    /// Reads the words of a bit for each of `count` rows.
    fileprivate static func readWords(
        _ name: String, count: Int, from reader: TableFileReader
    ) throws(TableFileError) -> ColumnBuffer<UInt64> {
        try read(name, count: count, from: reader).words
    }
}

/// Folded texts: the sections `bytes` with their padding, `counts` of a sample, and the starts of the rows.
extension FoldedRows {
    fileprivate func write(_ name: String, to writer: inout TableFileWriter) throws(TableFileError) {
        try writer.append(name + ".bytes", bytes)
        try writer.append(name + ".sample", ColumnBuffer(rarity.counts))
        try writer.append(name + ".blocks", starts.blocks)
        if starts.offsets.count > 0 {
            try writer.append(name + ".offsets", starts.offsets)
        } else {
            try writer.append(name + ".wide_offsets", starts.wideOffsets)
        }
    }

    fileprivate static func read(
        _ name: String, rowCount: Int, from reader: TableFileReader
    ) throws(TableFileError) -> FoldedRows {
        let bytes: ColumnBuffer<UInt8> = try reader.column(name + ".bytes", isRead: false)
        let starts = try RowStarts.read(name, rowCount: rowCount, from: reader)
        guard bytes.count >= ByteScan.padding, starts[rowCount] == bytes.count - ByteScan.padding else {
            throw reader.inconsistent(name + ".bytes", "the rows do not span the texts")
        }
        return FoldedRows(
            bytes: bytes, starts: starts, rarity: try ByteRarity.read(name + ".sample", from: reader))
    }
}

extension ByteRarity {
    /// Any counts are valid: they only decide how fast a search is.
    fileprivate static func read(
        _ name: String, from reader: TableFileReader
    ) throws(TableFileError) -> ByteRarity {
        let counts: ColumnBuffer<UInt32> = try reader.column(name, count: 256, isRead: true)
        return ByteRarity(counts: (0..<256).map { counts[$0] })
    }
}

extension RowStarts {
    /// Reads the starts of rows, which ascend from 0.
    fileprivate static func read(
        _ name: String, rowCount: Int, from reader: TableFileReader
    ) throws(TableFileError) -> RowStarts {
        let blocks: ColumnBuffer<Int> = try reader.column(
            name + ".blocks", count: rowCount >> rowsPerBlockShift + 1, isRead: true)
        let isNarrow = reader.contains(name + ".offsets")
        let starts = RowStarts(
            count: rowCount, blocks: blocks,
            offsets: isNarrow
                ? try reader.column(name + ".offsets", count: rowCount + 1, isRead: true) : ColumnBuffer(),
            wideOffsets: isNarrow
                ? ColumnBuffer()
                : try reader.column(name + ".wide_offsets", count: rowCount + 1, isRead: true))
        // Far below the numbers whose sums overflow.
        let limit = reader.region.byteCount
        func isWithin(_ column: ColumnBuffer<Int>) -> Bool {
            column.withBuffer { $0.allSatisfy { $0 >= 0 && $0 <= limit } }
        }
        guard isWithin(blocks), isWithin(starts.wideOffsets), starts[0] == 0 else {
            throw reader.inconsistent(name + ".blocks", "a row does not begin within the texts")
        }
        var (last, wrong) = (0, 0)
        for row in 0...rowCount {
            let start = starts[row]
            wrong |= start < last ? 1 : 0
            last = start
        }
        guard wrong == 0 else { throw reader.inconsistent(name + ".blocks", "the rows do not ascend") }
        return starts
    }
}

/// Distinct strings: the sections `bytes` with their padding, `separators` and `sample`.
extension SeparatedStrings {
    fileprivate func write(_ name: String, to writer: inout TableFileWriter) throws(TableFileError) {
        try writer.append(name + ".bytes", text)
        try writer.append(name + ".separators", separatorsBefore)
        try writer.append(name + ".sample", ColumnBuffer(rarity.counts))
    }

    /// Reads `count` strings.
    fileprivate static func read(
        _ name: String, count: Int, from reader: TableFileReader
    ) throws(TableFileError) -> SeparatedStrings {
        let text: ColumnBuffer<UInt8> = try reader.column(name + ".bytes", isRead: true)
        let byteCount = text.count - ByteScan.padding
        guard byteCount > 0, text[0] == TokenCuts.fieldEnd, text[byteCount - 1] == TokenCuts.fieldEnd else {
            throw reader.inconsistent(name + ".bytes", "the strings have no separators")
        }
        let separators: ColumnBuffer<UInt32> = try reader.column(
            name + ".separators", count: byteCount >> 6 + 1, isRead: true)
        var (total, wrong) = (0 as UInt32, 0 as UInt32)
        text.withBuffer { text in
            guard let base = text.baseAddress else { return }
            for block in 0..<separators.count {
                wrong |= separators[block] ^ total
                let start = block << 6
                if start + 64 <= byteCount {
                    // SAFETY: the 64 bytes are before the padding.
                    total &+= separatorCount(base + start)
                } else {
                    for place in start..<max(byteCount, start) {
                        total &+= text[place] == TokenCuts.fieldEnd ? 1 : 0
                    }
                }
            }
        }
        guard wrong == 0, Int(total) == count + 1 else {
            throw reader.inconsistent(name + ".separators", "the strings are counted wrongly")
        }
        return SeparatedStrings(
            text: text, textByteCount: byteCount, separatorsBefore: separators,
            rarity: try ByteRarity.read(name + ".sample", from: reader))
    }
}

/// Returns the number of separators among 64 bytes.
@inline(__always)
private func separatorCount(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    let separator = SIMD32<UInt8>(repeating: TokenCuts.fieldEnd)
    let raw = UnsafeRawPointer(bytes)
    func ones(_ offset: Int) -> SIMD4<UInt64> {
        let isSeparator = raw.loadUnaligned(fromByteOffset: offset, as: SIMD32<UInt8>.self) .== separator
        return unsafeBitCast(isSeparator, to: SIMD4<UInt64>.self) & 0x0101_0101_0101_0101
    }
    // Each byte of a word counts at most eight.
    let words = ones(0) &+ ones(32)
    let sum = words[0] &+ words[1] &+ words[2] &+ words[3]
    return UInt32(truncatingIfNeeded: (sum &* 0x0101_0101_0101_0101) >> 56)
}

/// Lists of rows: the sections `lists` with their padding, and `starts`.
extension PostingLists {
    fileprivate func write(_ name: String, to writer: inout TableFileWriter) throws(TableFileError) {
        try writer.append(name + ".lists", stream)
        try writer.append(name + ".starts", starts)
    }

    /// Reads lists; their codes are verified when they are merged.
    fileprivate static func read(
        _ name: String, rowCount: Int, from reader: TableFileReader
    ) throws(TableFileError) -> PostingLists {
        let stream: ColumnBuffer<UInt8> = try reader.column(name + ".lists", isRead: false)
        let starts: ColumnBuffer<UInt32> = try reader.column(name + ".starts", isRead: true)
        guard starts.count > 0, Int(starts[starts.count - 1]) <= stream.count - padding else {
            throw reader.inconsistent(name + ".starts", "the lists do not end within their bytes")
        }
        // Every list has a header.
        let wrong = (1..<starts.count).first { starts[$0] <= starts[$0 - 1] }
        if let wrong {
            throw reader.inconsistent(name + ".starts", element: wrong, "the lists do not ascend")
        }
        return PostingLists(stream: stream, starts: starts, rowCount: rowCount)
    }
}

/// An inverted index: its strings, lists, single rows and spellings.
extension InvertedIndex {
    fileprivate func write(_ name: String, to writer: inout TableFileWriter) throws(TableFileError) {
        try strings.write(name, to: &writer)
        try lists.write(name, to: &writer)
        try writer.append(name + ".single_rows", singleRows)
        try respelled.write(name + "_respelled", to: &writer)
        try writer.append(name + "_respelled.numbers", respelledNumbers)
    }

    fileprivate static func read(
        _ name: String, rowCount: Int, from reader: TableFileReader
    ) throws(TableFileError) -> InvertedIndex {
        let lists = try PostingLists.read(name, rowCount: rowCount, from: reader)
        let singleRows: ColumnBuffer<UInt32> = try reader.column(name + ".single_rows", isRead: true)
        if let place = ColumnVerification.firstUnknown(singleRows, count: rowCount, isRequired: true) {
            throw reader.inconsistent(name + ".single_rows", element: place, "there is no such row")
        }
        let listedCount = lists.starts.count - 1
        let count = listedCount + singleRows.count
        let numbersName = name + "_respelled.numbers"
        let numbers: ColumnBuffer<UInt32> = try reader.column(numbersName, isRead: true)
        if let place = ColumnVerification.firstUnknown(numbers, count: count, isRequired: true) {
            throw reader.inconsistent(numbersName, element: place, "there is no such string")
        }
        return InvertedIndex(
            strings: try SeparatedStrings.read(name, count: count, from: reader), lists: lists,
            listedCount: listedCount, singleRows: singleRows,
            respelled: try SeparatedStrings.read(name + "_respelled", count: numbers.count, from: reader),
            respelledNumbers: numbers)
    }
}

/// Frequent n-grams: the section `keys`, each with a bit for whether its list has the rows without it, and
/// the lists.
extension FrequentNGrams {
    fileprivate func write(_ name: String, to writer: inout TableFileWriter) throws(TableFileError) {
        try lists.write(name, to: &writer)
        try writer.append(
            name + ".keys", ColumnBuffer(nGrams.map { UInt32($0.key) << 1 | ($0.isWithout ? 1 : 0) }))
    }

    fileprivate static func read(
        _ name: String, rowCount: Int, from reader: TableFileReader
    ) throws(TableFileError) -> FrequentNGrams {
        let lists = try PostingLists.read(name, rowCount: rowCount, from: reader)
        let keys: ColumnBuffer<UInt32> = try reader.column(
            name + ".keys", count: lists.starts.count - 1, isRead: true)
        if let place = ColumnVerification.firstUnknown(keys, count: 2 * keyCount, isRequired: true) {
            throw reader.inconsistent(name + ".keys", element: place, "there is no such n-gram")
        }
        return FrequentNGrams(
            nGrams: (0..<keys.count).map { NGram(key: Int(keys[$0] >> 1), isWithout: keys[$0] & 1 != 0) },
            lists: lists, rowCount: rowCount)
    }
}
