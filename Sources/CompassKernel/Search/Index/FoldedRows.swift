internal import CCompassScan

/// The folded texts of all rows, for scanning and for verifying candidates.
///
/// Layout: the fields of each row, concatenated and each followed by the byte 0xFF, so that no match extends
/// across fields or rows; the start of each row; and ``ByteScan/padding`` after the last one. For the rows
/// (`Ab`, null) and (`C`, `d`):
/// ```
/// bytes   61 62 FF FF 63 FF 64 FF …
/// starts  0 4 8
/// ```
struct FoldedRows: Sendable {
    let bytes: ColumnBuffer<UInt8>
    let starts: RowStarts
    let rarity: ByteRarity

    /// The number of rows.
    var count: Int { starts.count }

    /// The number of bytes of all rows, including separators.
    var textByteCount: Int { starts[count] }

    var byteCount: Int { bytes.byteCount + starts.byteCount }

    /// Creates rows from the parts of others.
    init(bytes: ColumnBuffer<UInt8>, starts: RowStarts, rarity: ByteRarity) {
        self.bytes = bytes
        self.starts = starts
        self.rarity = rarity
    }

    /// - Parameters:
    ///   - bytes: the texts with their separators, without the padding.
    ///   - starts: the start of each row, and the end of the last one.
    init(_ bytes: consuming GrowableColumn<UInt8>, starts: borrowing GrowableColumn<Int>) {
        self.init(bytes, RowStarts(starts))
    }

    /// - Parameter bytes: the texts with their separators, without the padding.
    init(_ bytes: consuming GrowableColumn<UInt8>, _ starts: RowStarts) {
        let textByteCount = bytes.count
        bytes.reserve(total: textByteCount + ByteScan.padding)
        for _ in 0..<ByteScan.padding { bytes.appendUnchecked(0) }
        let finished = bytes.finish()
        self.init(
            bytes: finished, starts: starts,
            rarity: finished.withBuffer(of: 0..<textByteCount) { ByteRarity($0) })
    }

    /// Sets the bit of each row in which the pattern occurs.
    ///
    /// - Complexity: O(b) for b bytes of text.
    func scan(_ pattern: UnsafeBufferPointer<UInt8>, into bits: UnsafeMutablePointer<UInt64>) {
        _ = scan(0..<count, for: ByteScan(pattern, rarity: rarity), into: bits)
    }

    /// Sets the bit of each of `rows` in which the pattern occurs; returns their number.
    ///
    /// - Complexity: O(b) for b bytes of these rows.
    func scan(_ rows: Range<Int>, for scan: ByteScan, into bits: UnsafeMutablePointer<UInt64>) -> Int {
        bytes.withBuffer { FoldedRows.scan($0.baseAddress!, starts, rows, for: scan, into: bits) }
    }

    private static func scan(
        _ text: UnsafePointer<UInt8>, _ starts: RowStarts, _ rows: Range<Int>, for scan: ByteScan,
        into bits: UnsafeMutablePointer<UInt64>
    ) -> Int {
        var (row, found) = (rows.lowerBound, 0)
        scan.forEachMatch(in: text, starts[row]..<starts[rows.upperBound]) { place in
            // SAFETY: the position is before the end of the last row, and there is a bit for each row.
            while starts[row + 1] <= place { row += 1 }
            bits[row >> 6] |= 1 << UInt64(row & 63)
            found += 1
            return starts[row + 1]
        }
        return found
    }

    /// Sets the bit of each row among `candidates` in which the pattern occurs.
    ///
    /// - Complexity: O(n / 64 + c) for n rows and c candidates.
    func verify(
        _ pattern: UnsafeBufferPointer<UInt8>, candidates: UnsafePointer<UInt64>,
        into bits: UnsafeMutablePointer<UInt64>
    ) {
        let scan = ByteScan(pattern, rarity: rarity)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: FoldedRows.batchSize) { batch in
            // SAFETY: candidates are rows, and a batch is verified before it would overflow.
            let rows = batch.baseAddress!
            var filled = 0
            for word in 0..<(count + 63) / 64 {
                var remaining = candidates[word]
                while remaining != 0 {
                    rows[filled] = UInt32(word * 64 + remaining.trailingZeroBitCount)
                    remaining &= remaining - 1
                    filled += 1
                    if filled == FoldedRows.batchSize {
                        verify(scan, rows, filled, into: bits)
                        filled = 0
                    }
                }
            }
            verify(scan, rows, filled, into: bits)
        }
    }

    /// Rows per batch; a whole batch is scanned before any of its rows is verified. Derived: more than the 10
    /// to 20 cache misses that a core waits for at once, and the text of a batch, some 6 kB, is still in the
    /// first-level cache when it is verified.
    /// At most 64, the bits of a word.
    private static let batchSize = 32

    /// Sets the bits of the batch's rows in which the pattern occurs.
    private func verify(
        _ scan: ByteScan, _ rows: UnsafePointer<UInt32>, _ count: Int,
        into bits: UnsafeMutablePointer<UInt64>
    ) {
        let starts = self.starts
        bytes.withBuffer { text in
            withUnsafeTemporaryAllocation(
                of: compasskernel_text_places.self, capacity: FoldedRows.batchSize
            ) { places in
                // SAFETY: a batch has at most as many rows as places.
                let text = text.baseAddress!
                for index in 0..<count {
                    let row = Int(rows[index])
                    places.initializeElement(at: index, to: scan.places(in: starts[row]..<starts[row + 1]))
                }
                let batch = UnsafeBufferPointer(rebasing: places[..<count])
                scan.mayOccur(in: text, batch).forEachSetBit { index in
                    let row = Int(rows[index])
                    let range = starts[row]..<starts[row + 1]
                    if scan.occurs(in: text, range) { bits[row >> 6] |= 1 << UInt64(row & 63) }
                }
            }
        }
    }
}
