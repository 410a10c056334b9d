/// The validity of a column of codes, as a bitmap.
enum CodeValidity {
    /// Returns the bitmap, without an address if no code is null, and the number of nulls.
    ///
    /// There are at most 2^31 texts, so that only the code for null has its highest bit set.
    ///
    /// - Complexity: O(n) for n rows.
    static func bitmap(of codes: ColumnBuffer<UInt32>) -> (validity: ArrowBuffer, nullCount: Int) {
        var nullCount = 0
        let count = codes.count
        let words = codes.withBuffer { codes in
            ColumnBuffer<UInt64>(count: (count + 63) / 64) { target in
                // SAFETY: every whole word has 64 codes, and the last word the remaining ones.
                for word in 0..<count / 64 {
                    let valid = word64(codes.baseAddress! + 64 * word)
                    nullCount += 64 - valid.nonzeroBitCount
                    target[word] = valid
                }
                let rest = count & 63
                if rest > 0 {
                    var valid: UInt64 = 0
                    for row in 0..<rest { valid |= UInt64(~codes[count - rest + row] >> 31) << UInt64(row) }
                    nullCount += rest - valid.nonzeroBitCount
                    target[count / 64] = valid
                }
            }
        }
        return (nullCount == 0 ? ArrowBuffer(address: nil) : ArrowBuffer(words), nullCount)
    }

    /// Returns the codes with 0 in place of null. Arrow leaves the index of a null undefined, but some
    /// readers reject an index that is not below the number of texts.
    ///
    /// - Complexity: O(n) for n rows.
    static func indices(of codes: ColumnBuffer<UInt32>) -> ColumnBuffer<UInt32> {
        ColumnBuffer(count: codes.count) { target in
            for row in 0..<codes.count { target[row] = codes[row] == CodeDictionary.null ? 0 : codes[row] }
        }
    }

    @inline(__always)
    private static func word64(_ codes: UnsafePointer<UInt32>) -> UInt64 {
        var nulls: UInt64 = 0
        for row in 0..<64 { nulls |= UInt64(codes[row] &>> 31) &<< UInt64(row) }
        return ~nulls
    }
}
