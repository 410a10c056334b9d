/// A search of text columns without an index.
///
/// Method: blocks of rows are folded into a buffer in the first-level cache and scanned there: for several
/// patterns at once where the processor has AVX2 (``PackedScan``), otherwise for each (``PairScan``). That costs a few
/// times what reading the texts does, and builds nothing.
struct TextScan: Sendable {
    private let patterns: [[UInt8]]
    private let ignoresAccents: Bool
    private let isPacked: Bool

    /// - Parameters:
    ///   - patterns: folded bytes, at least one each.
    ///   - ignoringAccents: whether accents of the texts are ignored; the patterns are folded accordingly.
    ///   - packed: whether several patterns are looked for at once.
    init(_ patterns: [[UInt8]], ignoringAccents: Bool, packed: Bool = PackedScan.isSupported) {
        self.patterns = patterns
        ignoresAccents = ignoringAccents
        isPacked = packed
    }

    /// Sets the bits of all rows in which a field contains a pattern.
    ///
    /// - Parameters:
    ///   - fields: columns of equal length; null is equivalent to empty.
    ///   - threads: the maximum number of threads, each of which has at least `minimumByteCount` bytes to
    ///     read.
    ///   - bits: for each pattern a word for each 64 rows of the columns.
    /// - Complexity: O(b · p) for b bytes of text and p patterns.
    func matches(
        in fields: [TextColumn], threads: Int, minimumByteCount: Int,
        into bits: [UnsafeMutablePointer<UInt64>]
    ) {
        let rowCount = fields.first?.count ?? 0
        let byteCount = fields.reduce(0) { $0 + $1.textByteCount }
        let threads = min(threads, byteCount / minimumByteCount, (rowCount + 63) / 64)
        if threads <= 1 { return matches(in: fields, 0..<rowCount, into: bits) }
        // More parts than threads, because the rows of one may have more text than others.
        let partCount = threads * 4
        let rowsOfPart = ((rowCount + 63) / 64 + partCount - 1) / partCount * 64
        let shared = SharedBits(patterns: bits)
        _ = WorkerThreads.map(count: partCount, threads: threads) { part in
            let first = min(part * rowsOfPart, rowCount)
            matches(in: fields, first..<min(first + rowsOfPart, rowCount), into: shared.patterns)
        }
    }

    /// Bits of which each thread writes other words.
    private struct SharedBits: @unchecked Sendable {
        // Sendable: the caller of the search waits for all threads.
        let patterns: [UnsafeMutablePointer<UInt64>]
    }

    /// Sets the bits of the rows among `rows` in which a field contains a pattern.
    ///
    /// - Parameters:
    ///   - fields: columns of equal length; null is equivalent to empty.
    ///   - rows: rows of the columns; threads that search others at the same time write other words if it
    ///     begins and ends at multiples of 64.
    ///   - bits: for each pattern a word for each 64 rows of the columns.
    /// - Complexity: O(b · p) for b bytes of text and p patterns.
    func matches(in fields: [TextColumn], _ rows: Range<Int>, into bits: [UnsafeMutablePointer<UInt64>]) {
        var block = FoldedBlock(ignoringAccents: ignoresAccents)
        for field in fields where field.textByteCount > 0 {
            withScans(in: field) { scans in
                field.offsets.withBuffer { offsets in
                    field.bytes.withBuffer { arena in
                        var first = rows.lowerBound
                        while first < rows.upperBound {
                            let end = TextScan.endOfBlock(from: first, to: rows.upperBound, offsets)
                            block.fold(
                                first..<end, offsets, arena, areWellFormed: field.areWellFormed)
                            TextScan.search(first..<end, offsets, arena, for: scans, &block, into: bits)
                            first = end
                        }
                    }
                }
            }
        }
    }

    /// Returns the end of the block that begins with a row: at least one row, and no more bytes than a block
    /// has.
    private static func endOfBlock(
        from row: Int, to end: Int, _ offsets: UnsafeBufferPointer<UInt32>
    ) -> Int {
        let limit = Int(offsets[row]) + FoldedBlock.byteCount
        // Texts of less than four bytes may leave room.
        let ends = row + 1..<min(end, row + FoldedBlock.byteCount / 4) + 1
        return max(row + 1, ends.partitioningIndex { Int(offsets[$0]) > limit } - 1)
    }

    private static func search(
        _ rows: Range<Int>, _ offsets: UnsafeBufferPointer<UInt32>, _ arena: UnsafeBufferPointer<UInt8>,
        for scans: PatternScans, _ block: inout FoldedBlock,
        into bits: [UnsafeMutablePointer<UInt64>]
    ) {
        // SAFETY: there is a bit for each row.
        func set(_ row: Int, _ pattern: Int) { bits[pattern][row >> 6] |= 1 << UInt64(row & 63) }
        block.withTexts { texts, starts in
            scans.forEachMatch(in: texts, starts) { pattern, text in set(rows.lowerBound &+ text, pattern) }
        }
        for index in 0..<block.irregularRows.count {
            let row = Int(block.irregularRows[index])
            let text = UnsafeBufferPointer(rebasing: arena[Int(offsets[row])..<Int(offsets[row + 1])])
            block.withFolded(text) { folded, starts in
                scans.forEachMatch(in: folded, starts) { pattern, _ in set(row, pattern) }
            }
        }
    }

    /// Calls `body` with the scans of all patterns in a column.
    private func withScans(in field: TextColumn, _ body: (PatternScans) -> Void) {
        // The first texts, which are in the cache anyway; of a short column only a small part, so that choosing
        // bytes costs less than it saves.
        let sample = 0..<min(field.textByteCount, FoldedBlock.byteCount)
        let examined = min(sample.count, field.textByteCount / 64)
        field.bytes.withBuffer(of: sample) { sample in
            let rarity = ByteRarity(sample)
            let examined = UnsafeBufferPointer(rebasing: sample[..<examined])
            TextScan.withBuffers(of: patterns[...], []) {
                body(PatternScans($0, rarity: rarity, sample: examined, packed: isPacked))
            }
        }
    }

    private static func withBuffers(
        of patterns: ArraySlice<[UInt8]>, _ buffers: [UnsafeBufferPointer<UInt8>],
        _ body: ([UnsafeBufferPointer<UInt8>]) -> Void
    ) {
        guard let first = patterns.first else { return body(buffers) }
        first.withUnsafeBufferPointer { withBuffers(of: patterns.dropFirst(), buffers + [$0], body) }
    }
}
