/// Conversion between a column of one flag byte per row and bit planes.
enum BitTransposition {
    /// Returns the planes of `flags`: plane k holds bit k of every byte.
    ///
    /// Eight rows form one 8 × 8 bit matrix in a 64-bit word; three swap steps transpose it (Warren,
    /// *Hacker's Delight*, section 7-3).
    ///
    /// - Complexity: O(n) for n rows, about a nanosecond per row.
    static func planes(of flags: ColumnBuffer<UInt8>, wanted planes: [Int]) -> [BitColumn] {
        let count = flags.count
        let wordCount = (count + 63) / 64
        let columns = planes.map { _ in ColumnBuffer<UInt64>.allocate(count: wordCount) }
        // SAFETY: each plane has a word for every 64 rows.
        flags.withBuffer { flags in
            for word in 0..<wordCount {
                let firstRow = word * 64
                let transposed = transposedGroups(flags, firstRow: firstRow)
                for (position, plane) in planes.enumerated() {
                    columns[position].target[word] = gather(transposed, plane: plane)
                }
            }
        }
        return columns.map { BitColumn(words: $0.column, count: count) }
    }

    /// Returns the flag bytes whose bits are `planes`: the inverse of ``planes(of:wanted:)``.
    ///
    /// - Complexity: O(n) for n rows, about a nanosecond per row.
    static func bytes(of planes: [BitColumn], count: Int) -> ColumnBuffer<UInt8> {
        ColumnBuffer(count: count) { target in
            // SAFETY: each plane has a word for every 64 rows; the last group is written byte by byte.
            for firstRow in stride(from: 0, to: count, by: 8) {
                var matrix: UInt64 = 0
                for (bit, plane) in planes.enumerated() {
                    let rows = plane.words[firstRow >> 6] >> UInt64(firstRow & 63) & 0xff
                    matrix |= rows << UInt64(8 * bit)
                }
                let bytes = transpose(matrix)
                if firstRow + 8 <= count {
                    UnsafeMutableRawPointer(target + firstRow)
                        .storeBytes(of: bytes.littleEndian, as: UInt64.self)
                } else {
                    for row in firstRow..<count {
                        target[row] = UInt8(truncatingIfNeeded: bytes >> UInt64(8 * (row - firstRow)))
                    }
                }
            }
        }
    }

    /// Returns eight transposed groups of eight rows from `firstRow` on; rows after the last count as zero.
    @inline(__always)
    private static func transposedGroups(
        _ flags: UnsafeBufferPointer<UInt8>, firstRow: Int
    ) -> SIMD8<UInt64> {
        var groups = SIMD8<UInt64>()
        for group in 0..<8 {
            let row = firstRow + group * 8
            var matrix: UInt64 = 0
            if row + 8 <= flags.count {
                // SAFETY: the eight bytes from `row` are inside the column.
                matrix = UInt64(
                    littleEndian: UnsafeRawPointer(flags.baseAddress! + row).loadUnaligned(as: UInt64.self))
            } else {
                for (position, index) in (row..<max(row, flags.count)).enumerated() {
                    matrix |= UInt64(flags[index]) << UInt64(8 * position)
                }
            }
            groups[group] = transpose(matrix)
        }
        return groups
    }

    @inline(__always)
    private static func transpose(_ matrix: UInt64) -> UInt64 {
        var x = matrix
        var swap = (x ^ (x >> 7)) & 0x00aa_00aa_00aa_00aa
        x ^= swap ^ (swap << 7)
        swap = (x ^ (x >> 14)) & 0x0000_cccc_0000_cccc
        x ^= swap ^ (swap << 14)
        swap = (x ^ (x >> 28)) & 0x0000_0000_f0f0_f0f0
        return x ^ swap ^ (swap << 28)
    }

    @inline(__always)
    private static func gather(_ groups: SIMD8<UInt64>, plane: Int) -> UInt64 {
        let shift = UInt64(8 * plane)
        var word: UInt64 = 0
        for group in 0..<8 { word |= (groups[group] >> shift & 0xff) << UInt64(8 * group) }
        return word
    }
}
