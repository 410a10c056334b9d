#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// For each of many strings, the rows in which it occurs, ascending and without duplicates.
///
/// Layout: one byte stream and the start of each list in it. A list begins with a header byte: the width `w`
/// of its codes in the lower five bits, and the number of unused bits in its last byte in the upper three.
/// The codes follow, bit-packed from the least significant bit on. A code is the number of rows between one
/// row and the next; all ones mean "skip 2^w - 1 rows and continue". For the rows 1, 2 and 9 with w = 3:
/// ```
/// E3  81 01       codes 1 0 6  =  001, 000 << 3, 110 << 6; seven bits are unused
/// ```
/// A list that would not be smaller than a bitmap of all rows is stored as one: width 0, then the words.
/// Method: gaps of one width per list, as in Golomb's code with a unary part that is rarely required; decoded
/// without branches.
struct PostingLists: Sendable {
    let stream: ColumnBuffer<UInt8>
    let starts: ColumnBuffer<UInt32>
    let rowCount: Int

    private static let headerBytes = 1
    /// The bytes after the last list, because decoding reads whole words.
    static let padding = 8
    /// Two codes and the seven bits before them fit into a word.
    private static let maximumWidth = 24

    var byteCount: Int { stream.byteCount + starts.byteCount }

    /// Sets the bits of all rows of `list`.
    ///
    /// - Complexity: O(c) for c codes, at most n / 64 for n rows.
    func mergeRows(_ list: Int, into bits: UnsafeMutablePointer<UInt64>) {
        stream.withBuffer { stream in
            // SAFETY: lists have a header and end within the stream, after which a word may be read. Lists of
            // a mapped file may have any codes: only existing rows are set.
            let start = stream.baseAddress! + Int(starts[list])
            let header = start.pointee
            let codes = UnsafeRawPointer(start + PostingLists.headerBytes)
            let width = UInt64(header & 31)
            let byteCount = Int(starts[list + 1]) - Int(starts[list]) - PostingLists.headerBytes
            if width == 0 { return mergeBitmap(codes, byteCount: byteCount, into: bits) }
            let bitCount = byteCount * 8 - Int(header >> 5)
            if bitCount <= 0 { return }
            let skip = (1 as UInt64) << width &- 1
            var row: UInt64 = 0
            var bit: UInt64 = 0
            let (end, rowEnd) = (UInt64(bitCount), UInt64(rowCount))
            // Two codes a word, because they have one load and one comparison with the number of rows in
            // common; four were slower for lists of 100 rows.
            while bit &+ width < end {
                let word = word(codes, bit)
                let (first, second) = (word & skip, word &>> width & skip)
                bit &+= 2 &* width
                let isFirst: UInt64 = first == skip ? 0 : 1
                let isSecond: UInt64 = second == skip ? 0 : 1
                let firstRow = row &+ first
                let secondRow = firstRow &+ isFirst &+ second
                if secondRow >= rowEnd {
                    if firstRow < rowEnd { set(firstRow, isFirst, bits) }
                    return
                }
                set(firstRow, isFirst, bits)
                set(secondRow, isSecond, bits)
                row = secondRow &+ isSecond
            }
            if bit < end {
                let last = word(codes, bit) & skip
                if last != skip, row + last < rowEnd { set(row + last, 1, bits) }
            }
        }
    }

    /// Returns the bits from `bit` on, at least two codes.
    @inline(__always)
    private func word(_ codes: UnsafeRawPointer, _ bit: UInt64) -> UInt64 {
        // SAFETY: the bit is within a list, after which a word may be read.
        let byte = Int(truncatingIfNeeded: bit >> 3)
        return codes.loadUnaligned(fromByteOffset: byte, as: UInt64.self) &>> (bit & 7)
    }

    /// Sets the bit of a row if `isRow` is 1, without a branch if it is 0.
    @inline(__always)
    private func set(_ row: UInt64, _ isRow: UInt64, _ bits: UnsafeMutablePointer<UInt64>) {
        bits[Int(truncatingIfNeeded: row &>> 6)] |= isRow &<< (row & 63)
    }

    private func mergeBitmap(
        _ words: UnsafeRawPointer, byteCount: Int, into bits: UnsafeMutablePointer<UInt64>
    ) {
        let wordCount = (rowCount + 63) / 64
        guard byteCount == wordCount * 8, wordCount > 0 else { return }
        // SAFETY: the list has as many words, and there is a bit for each row.
        for word in 0..<wordCount {
            bits[word] |= words.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
        }
        if rowCount & 63 != 0 { bits[wordCount - 1] &= 1 << UInt64(rowCount & 63) - 1 }
    }

    /// The bytes of a list that is a bitmap.
    static func bitmapByteCount(rowCount: Int) -> Int { headerBytes + (rowCount + 63) / 64 * 8 }

    /// Builds lists sequentially.
    struct Builder: ~Copyable {
        private var stream: GrowableColumn<UInt8>
        private var starts: GrowableColumn<UInt32>
        private let rowCount: Int
        /// The minimum number of rows for which a bitmap replaces a list.
        private let bitmapThreshold: Int
        private let maximumByteCount: Int
        private let widths: Widths?
        /// Whether the lists would take more bytes than that; no further lists are then appended.
        private var isTooLarge = false

        /// - Parameters:
        ///   - byteCount: the bytes for which memory is reserved.
        ///   - widths: those for the same number of rows, if there are many lists.
        init(
            rowCount: Int, listCount: Int, byteCount: Int = 1 << 12,
            _ configuration: SearchIndexConfiguration,
            widths: Widths? = nil
        ) {
            self.widths = widths
            self.rowCount = rowCount
            bitmapThreshold = max(1, rowCount / configuration.bitmapShare)
            maximumByteCount = configuration.maximumListByteCount
            stream = GrowableColumn(capacity: byteCount)
            starts = GrowableColumn(capacity: listCount + 1)
            starts.append(0)
        }

        /// Reserves memory for lists of `byteCount` bytes together, as far as the configuration allows as many.
        mutating func reserve(byteCount: Int) {
            stream.reserve(total: min(byteCount, maximumByteCount) + PostingLists.padding)
        }

        /// Appends the list of `rows`, which must be ascending.
        mutating func append(_ rows: UnsafeBufferPointer<UInt32>) {
            if isTooLarge { return }
            let width = widths?[rows.count] ?? Widths.width(rowCount: rowCount, count: rows.count)
            // Each row takes a code, and each `skip` rows of the table at most one more.
            let maximumCodeCount = rows.count + rowCount / ((1 << width) - 1) + 1
            if rows.count >= bitmapThreshold {
                appendBitmap(rows)
            } else {
                appendCodes(rows, width: width, maximumCodeCount: maximumCodeCount)
            }
            endList()
        }

        /// Appends the list of `count` rows, those whose bits are set, if it is to be a bitmap; returns whether it is.
        ///
        /// - Parameter word: the bits of the rows from 64 times a number on.
        mutating func appendBitmap(ofRows count: Int, _ word: (Int) -> UInt64) -> Bool {
            guard count >= bitmapThreshold else { return false }
            if isTooLarge { return true }
            let byteCount = PostingLists.bitmapByteCount(rowCount: rowCount)
            stream.append(upTo: byteCount) { target in
                // SAFETY: memory is reserved for the header and a word for each 64 rows.
                target[0] = 0
                let words = UnsafeMutableRawPointer(target + PostingLists.headerBytes)
                for number in 0..<(rowCount + 63) / 64 {
                    words.storeBytes(of: word(number).littleEndian, toByteOffset: number * 8, as: UInt64.self)
                }
                return byteCount
            }
            endList()
            return true
        }

        private mutating func endList() {
            isTooLarge = stream.count > maximumByteCount
            if !isTooLarge { starts.append(UInt32(stream.count)) }
        }

        /// Appends the list of the rows in a column, which must be ascending.
        mutating func append(_ rows: borrowing GrowableColumn<UInt32>) { rows.withBuffer { append($0) } }

        /// Appends the lists of another builder.
        mutating func append(_ later: borrowing Builder) {
            isTooLarge =
                isTooLarge || later.isTooLarge || stream.count + later.stream.count > maximumByteCount
            if isTooLarge { return }
            let start = UInt32(stream.count)
            later.stream.withBuffer { stream.append($0.baseAddress!, count: $0.count) }
            for list in 1..<later.starts.count { starts.append(start + later.starts[list]) }
        }

        private mutating func appendBitmap(_ rows: UnsafeBufferPointer<UInt32>) {
            let byteCount = PostingLists.bitmapByteCount(rowCount: rowCount)
            stream.append(upTo: byteCount) { target in
                // SAFETY: memory is reserved for the header and a word for each 64 rows.
                let raw = UnsafeMutableRawPointer(target)
                memset(raw, 0, byteCount)
                for row in rows { target[PostingLists.headerBytes + Int(row >> 3)] |= 1 << UInt8(row & 7) }
                return byteCount
            }
        }

        private mutating func appendCodes(
            _ rows: UnsafeBufferPointer<UInt32>, width: Int, maximumCodeCount: Int
        ) {
            let skip = (1 << width) - 1
            stream.append(upTo: PostingLists.headerBytes + (maximumCodeCount * width + 7) / 8 + 8) { target in
                // SAFETY: memory is reserved for as many codes, and for the word with which the last one is
                // written.
                let raw = UnsafeMutableRawPointer(target)
                let codes = raw + PostingLists.headerBytes
                var pending: UInt64 = 0
                var pendingBits = 0
                var written = 0
                func put(_ code: Int) {
                    pending |= UInt64(code) << UInt64(pendingBits)
                    pendingBits += width
                    let whole = pendingBits >> 3
                    codes.storeBytes(of: pending.littleEndian, toByteOffset: written, as: UInt64.self)
                    written += whole
                    pending >>= UInt64(whole * 8)
                    pendingBits &= 7
                }
                var next = 0
                for row in rows {
                    var gap = Int(row) - next
                    while gap >= skip {
                        put(skip)
                        gap -= skip
                    }
                    put(gap)
                    next = Int(row) + 1
                }
                let unusedBits = (8 - pendingBits) & 7
                target[0] = UInt8(unusedBits << 5 | width)
                return PostingLists.headerBytes + written + (pendingBits > 0 ? 1 : 0)
            }
        }

        /// Returns the lists; nil if they would take more bytes than the configuration allows.
        consuming func finish() -> PostingLists? {
            if isTooLarge { return nil }
            // Decoding reads whole words.
            for _ in 0..<PostingLists.padding { stream.append(0) }
            return PostingLists(stream: stream.finish(), starts: starts.finish(), rowCount: rowCount)
        }
    }

    /// The widths of lists with few rows, computed once for all of them.
    struct Widths: Sendable {
        private static let count = 1024

        private let rowCount: Int
        private let widths: [UInt8]

        init(rowCount: Int) {
            self.rowCount = rowCount
            widths = (0..<Widths.count).map { UInt8(Widths.width(rowCount: rowCount, count: $0)) }
        }

        /// The width of a list of `count` rows.
        subscript(count: Int) -> Int {
            count < Widths.count ? Int(widths[count]) : Widths.width(rowCount: rowCount, count: count)
        }

        /// Returns the width with the fewest bits per row, assuming that gaps are distributed as for randomly
        /// drawn rows: then a row takes `1 / (1 - e^(-skip / mean))` codes.
        fileprivate static func width(rowCount: Int, count: Int) -> Int {
            let meanGap = Double(rowCount) / Double(max(1, count))
            var best = 2
            var fewest = Double.infinity
            for width in 2...PostingLists.maximumWidth {
                let bits = Double(width) / (1 - exp(-Double((1 << width) - 1) / meanGap))
                if bits < fewest { (best, fewest) = (width, bits) }
            }
            return best
        }
    }
}
