/// Checks of columns whose bytes come from elsewhere. Each reads a column once, without a branch for each
/// row.
enum ColumnVerification {
    /// Returns the first element that is less than the one before it; nil if they ascend.
    static func firstDescent<Element: FixedWidthInteger & BitwiseCopyable>(
        _ column: ColumnBuffer<Element>
    ) -> Int? {
        column.withBuffer { elements in
            guard let base = elements.baseAddress, elements.count > 1 else { return nil }
            // SAFETY: the index is below the number of elements, that of the one before at least 0.
            var wrong: Element = 0
            for index in 1..<elements.count { wrong |= base[index] < base[index - 1] ? 1 : 0 }
            return wrong != 0 ? (1..<elements.count).first { base[$0] < base[$0 - 1] } : nil
        }
    }

    /// Returns the first element that is greater than the one before it; nil if they descend.
    static func firstAscent(_ column: ColumnBuffer<Int64>) -> Int? {
        column.withBuffer { elements in
            guard let base = elements.baseAddress, elements.count > 1 else { return nil }
            // SAFETY: as above.
            var wrong: Int64 = 0
            for index in 1..<elements.count { wrong |= base[index] > base[index - 1] ? 1 : 0 }
            return wrong != 0 ? (1..<elements.count).first { base[$0] > base[$0 - 1] } : nil
        }
    }

    /// Returns the first row of a range that has the value of the row before it, also in the range, and for
    /// which `isWrong` holds; nil if there is none.
    static func firstEqualPair(
        _ column: ColumnBuffer<Int64>, _ rows: Range<Int>, where isWrong: (_ row: Int) -> Bool
    ) -> Int? {
        column.withBuffer(of: rows) { elements in
            guard let base = elements.baseAddress else { return nil }
            let step = 64
            for start in stride(from: 1, to: elements.count, by: step) {
                let end = min(start + step, elements.count)
                // SAFETY: the index is below the number of elements, that of the one before at least 0.
                var equal: Int64 = 0
                for index in start..<end { equal |= base[index] == base[index - 1] ? 1 : 0 }
                if equal == 0 { continue }
                for index in start..<end where base[index] == base[index - 1] {
                    if isWrong(rows.lowerBound + index) { return rows.lowerBound + index }
                }
            }
            return nil
        }
    }

    /// Returns the first code that is neither below `count` nor null; nil if there is none.
    static func firstUnknown(_ codes: ColumnBuffer<UInt32>, count: Int, isRequired: Bool) -> Int? {
        let limit = UInt32(clamping: count)
        let shift: UInt32 = isRequired ? 0 : 1
        return codes.withBuffer { codes in
            // Null, all ones, is the least of the numbers that follow the codes.
            var highest: UInt32 = 0
            for code in codes { highest = max(highest, code &+ shift) }
            let isWrong = isRequired ? !codes.isEmpty && highest >= limit : highest > limit
            return isWrong ? codes.firstIndex { isRequired ? $0 >= limit : $0 &+ 1 > limit } : nil
        }
    }

    /// Returns the first row whose bits of ``PostFlag`` no post has; nil if there is none.
    static func firstWrongFlags(_ flags: ColumnBuffer<UInt8>) -> Int? {
        func wrong(_ flags: UInt8) -> UInt8 {
            let sentiments = flags >> UInt8(PostFlag.firstSentiment) & 0xf
            return sentiments & (sentiments &- 1) | flags & 0x80
        }
        return flags.withBuffer { flags in
            var all: UInt8 = 0
            for flags in flags { all |= wrong(flags) }
            return all == 0 ? nil : flags.firstIndex { wrong($0) != 0 }
        }
    }

    /// Returns the first number that is infinite or a negative zero; nil if there is none.
    static func firstWrongNumber(_ numbers: ColumnBuffer<Double>) -> Int? {
        numbers.withBuffer { $0.firstIndex { $0.isInfinite || ($0 == 0 && $0.sign == .minus) } }
    }
}
