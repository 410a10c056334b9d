/// The rows of a selection: how many, which, and the oldest.
extension PostTable {
    /// How many of `rows`, all of them in the selection's rows, pass its conditions.
    ///
    /// - Complexity: O(1) without conditions, else O(n / 64) for n rows, O(n) when schools are chosen.
    @inline(__always)
    func matchCount(_ selection: PostSelection, in rows: Range<Int>) -> Int {
        if selection.conditions.isAlways { return liveCount(in: rows) }
        if rows.isEmpty || selection.conditions.isNever { return 0 }
        var count = 0
        forEachMatchingWord(selection, in: rows) { _, bits in
            count += bits.nonzeroBitCount
            return true
        }
        return count
    }

    /// Calls `body` with the number of each word of `rows` and the bits of its rows that pass, newest first,
    /// until it answers false.
    @inline(__always)
    func forEachMatchingWord(
        _ selection: PostSelection, in rows: Range<Int>, _ body: (_ word: Int, _ bits: UInt64) -> Bool
    ) {
        forEachMask(of: rows, selection.conditions) { firstWord, mask, count in
            for index in 0..<count {
                let bits = admittedBits(selection, mask[index], word: firstWord + index)
                if !body(firstWord + index, bits) { return false }
            }
            return true
        }
    }

    /// The bits of `mask` whose rows have an admitted school.
    @inline(__always)
    func admittedBits(_ selection: PostSelection, _ mask: UInt64, word: Int) -> UInt64 {
        guard selection.conditions.restrictsSchools, mask != 0 else { return mask }
        let nullCode = UInt32(schools.count)
        let codes = schoolCodes.base + word * 64
        let admitted = selection.admittedSchools
        var kept: UInt64 = 0
        var bits = mask
        while bits != 0 {
            let bit = bits.trailingZeroBitCount
            // SAFETY: only rows of the table have bits; codes are below the number of marks.
            kept |= UInt64(admitted[Int(min(codes[bit], nullCode))] & 1) << UInt64(bit)
            bits &= bits - 1
        }
        return kept
    }

    /// Whether the post of `row` has not been deleted.
    @inline(__always)
    private func isLive(_ row: Int) -> Bool { liveCount(in: row..<row + 1) == 1 }

    /// The oldest row that passes; nil when there is none.
    func lastRow(_ selection: PostSelection) -> Int? {
        if selection.rows.isEmpty || selection.conditions.isNever { return nil }
        if selection.conditions.isAlways, isLive(selection.rows.upperBound - 1) {
            return selection.rows.upperBound - 1
        }
        var end = selection.rows.upperBound
        while end > selection.rows.lowerBound {
            let start = max(selection.rows.lowerBound, end - 64 * PostTable.wordsPerMask)
            var last: Int?
            forEachMatchingWord(selection, in: start..<end) { word, bits in
                if bits != 0 { last = word * 64 + 63 - bits.leadingZeroBitCount }
                return true
            }
            if let last { return last }
            end = start
        }
        return nil
    }
}
