/// The folded texts of consecutive rows of a column, for as long as they are scanned.
///
/// Layout: the texts, and the start of each row with the end of the last one. Where accents count, the folded
/// form of a scalar stands in its place, so that the whole block is folded at once; where it has another
/// number of bytes, the place is filled with 0xFF, which no pattern has, and the row is folded by itself. For
/// `AÉ`, `ẞx`:
/// ```
/// bytes           61 C3 A9 FF FF FF 78
/// starts          0 3 7
/// irregularRows   1
/// ```
/// Without accents many texts have another length, and each row is folded by itself in any case; so it is in a
/// block of texts that are not well-formed, if one of them begins within a scalar. Then the block has no texts.
///
/// Texts follow each other without separators: a match that extends beyond its row is none.
struct FoldedBlock: ~Copyable {
    /// The bytes of a block; more only where a single row has more. Derived: a block and the part of the
    /// column that it is made of fit into a first-level cache of 32 KiB.
    static let byteCount = 1 << 14

    private var bytes = GrowableColumn<UInt8>(capacity: FoldedBlock.byteCount + ByteScan.padding)
    /// The start of each row, and the end of the last one.
    private var starts = GrowableColumn<UInt32>()
    /// The rows that are to be folded by themselves, ascending.
    private(set) var irregularRows = GrowableColumn<UInt32>()
    private var rowBytes = GrowableColumn<UInt8>()
    private let ignoresAccents: Bool

    init(ignoringAccents: Bool) { ignoresAccents = ignoringAccents }

    /// Replaces the texts by those of `rows`, whose places `offsets` has.
    ///
    /// - Parameter areWellFormed: whether every text is known to be well-formed UTF-8.
    mutating func fold(
        _ rows: Range<Int>, _ offsets: UnsafeBufferPointer<UInt32>, _ arena: UnsafeBufferPointer<UInt8>,
        areWellFormed: Bool
    ) {
        let first = Int(offsets[rows.lowerBound])
        let text = UnsafeBufferPointer(rebasing: arena[first..<Int(offsets[rows.upperBound])])
        bytes.removeAll()
        starts.removeAll()
        irregularRows.removeAll()
        if ignoresAccents {
            for row in rows {
                starts.append(UInt32(bytes.count))
                let text = UnsafeBufferPointer(rebasing: arena[Int(offsets[row])..<Int(offsets[row + 1])])
                _ = TextFolding.appendWithoutAccents(text, to: &bytes)
            }
            starts.append(UInt32(bytes.count))
            bytes.reserve(additional: ByteScan.padding)
            return
        }
        for row in rows.lowerBound...rows.upperBound { starts.append(offsets[row] - UInt32(first)) }
        if !areWellFormed, hasSplitScalars(text) {
            for row in rows { irregularRows.append(UInt32(row)) }
            return
        }
        bytes.reserve(total: text.count + ByteScan.padding)
        var row = rows.lowerBound
        var irregularRows = GrowableColumn<UInt32>()
        swap(&irregularRows, &self.irregularRows)
        TextFolding.appendLowercasedInPlace(text, to: &bytes) { place in
            while Int(offsets[row + 1]) - first <= place { row += 1 }
            if irregularRows.count == 0 || Int(irregularRows[irregularRows.count - 1]) != row {
                irregularRows.append(UInt32(row))
            }
        }
        swap(&irregularRows, &self.irregularRows)
    }

    /// Whether a row begins with a continuation byte, so that the end of the row before, folded together with
    /// it, may be taken for another scalar. That is in no well-formed text.
    private func hasSplitScalars(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        starts.withBuffer { starts in
            // SAFETY: an empty text at the end of the block begins after its last byte.
            starts.contains { Int($0) < text.count && UTF8.isContinuation(text[Int($0)]) }
        }
    }

    /// Calls `body` with the texts, after which ``ByteScan/padding`` bytes are readable, and with their
    /// starts.
    func withTexts(_ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt32>) -> Void) {
        bytes.withBuffer { bytes in starts.withBuffer { starts in body(bytes, starts) } }
    }

    /// Calls `body` with the lower-cased form of a text and its start and end, as ``withTexts(_:)`` does.
    mutating func withFolded(
        _ text: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt32>) -> Void
    ) {
        rowBytes.removeAll()
        TextFolding.appendLowercased(text, to: &rowBytes)
        rowBytes.reserve(additional: ByteScan.padding)
        rowBytes.withBuffer { folded in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2) { starts in
                starts[0] = 0
                starts[1] = UInt32(folded.count)
                body(folded, UnsafeBufferPointer(starts))
            }
        }
    }
}

extension TextFolding {
    /// Appends as many bytes as a text has: the lower-cased form of each scalar in its place, or 0xFF where
    /// it does not fit.
    ///
    /// - Parameter irregular: called with the place of each scalar whose form is missing, in ascending order.
    /// - Complexity: O(n); runs of ASCII take sixteen bytes a step.
    static func appendLowercasedInPlace(
        _ utf8: UnsafeBufferPointer<UInt8>, to target: inout GrowableColumn<UInt8>,
        _ irregular: (Int) -> Void
    ) {
        guard let start = utf8.baseAddress else { return }
        let count = utf8.count
        let table = FoldTable.lowercase
        target.append(upTo: count) { destination in
            var position = 0
            // SAFETY: all reads and writes are before `count`, as many bytes as were reserved.
            while position < count {
                position = lowercaseASCII(start, from: position, to: count, destination)
                while position < count, start[position] >= 0x80 {
                    let scalar = UTF8Scalars.first(start + position, before: start + count)
                    let entry = table[scalar.value]
                    let place = destination + position
                    if entry.isUnchanged {
                        for index in 0..<scalar.byteCount { place[index] = start[position + index] }
                    } else if entry.byteCount == scalar.byteCount {
                        table.withReplacement(entry) { bytes in
                            for index in 0..<scalar.byteCount { place[index] = bytes[index] }
                        }
                    } else {
                        for index in 0..<scalar.byteCount { place[index] = 0xff }
                        irregular(position)
                    }
                    position += scalar.byteCount
                }
            }
            return count
        }
    }

    /// Stores the lower-cased ASCII bytes from `position` up to `end` or to the first other byte; returns the
    /// end of the bytes read. Bytes after it may be overwritten, those at `end` and after it are not.
    @inline(__always)
    private static func lowercaseASCII(
        _ source: UnsafePointer<UInt8>, from position: Int, to end: Int,
        _ destination: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var position = position
        while end - position >= 16 {
            let bytes = UnsafeRawPointer(source + position).loadUnaligned(as: SIMD16<UInt8>.self)
            UnsafeMutableRawPointer(destination + position).storeBytes(
                of: lowercasedASCII(bytes), as: SIMD16<UInt8>.self)
            if bytes.hasHighestBit { return position + bytes.highestBitIndex }
            position += 16
        }
        while position < end, source[position] < 0x80 {
            let byte = source[position]
            destination[position] = byte &- 0x41 < 26 ? byte | 0x20 : byte
            position += 1
        }
        return position
    }
}
