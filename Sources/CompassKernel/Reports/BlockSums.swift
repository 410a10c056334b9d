/// Prefix counts and exact prefix sums of several series of values, stored once per block of rows.
///
/// Layout: before each block, and after the last one, for each series the number of the preceding values and
/// the digits of their sum in base 2³², in two's complement. Stored are only those digits of ``ExactSumDigits``
/// that sums of such values can have: from the least value's last digit to the largest one's first, times the
/// number of rows. For the values 1 and 3 of one series in blocks of one row:
/// ```
///               count  × 2⁻⁸²  2⁻⁵⁰  2⁻¹⁸  2¹⁴    at the places 31 to 34
/// before row 0    0        0     0     0    0
/// before row 1    1        0     0   2¹⁸    0
/// after all       2        0     0   2²⁰    0
/// ```
/// The sum of a run of blocks is the difference of two of these, digit by digit, and as exact as they are.
struct BlockSums: Sendable {
    /// The digits of a series.
    struct Digits: Sendable {
        /// The places of the stored digits in ``ExactSumDigits``.
        let places: Range<Int>
        /// The place of the count in a block, which the digits follow.
        let countPlace: Int
    }

    /// Which digits are stored.
    struct Layout: Sendable {
        let series: [Digits]
        /// The number of words of a block.
        let width: Int

        /// Returns the layout for the values of each series.
        ///
        /// - Complexity: O(n) for n values.
        init(_ values: ColumnBuffer<Double>, series: ColumnBuffer<UInt32>, seriesCount: Int) {
            // The positions of the last bit of the value with the least, and with the largest exponent.
            var least = [Int](repeating: .max, count: seriesCount)
            var largest = [Int](repeating: -1, count: seriesCount)
            for row in 0..<values.count {
                let value = values[row]
                if value.isNaN || value == 0 { continue }
                let position = max(Int(value.exponentBitPattern), 1) - 1
                let own = Int(series[row])
                least[own] = min(least[own], position)
                largest[own] = max(largest[own], position)
            }
            var width = 0
            self.series = zip(least, largest).map { least, largest in
                defer { width += 1 }
                guard largest >= 0 else { return Digits(places: 0..<0, countPlace: width) }
                // A significand has 53 bits, 2³¹ values have a sum of up to 31 more, and there is a sign.
                let places = least >> 5..<(largest + 53 + 31 + 1 + 31) >> 5
                defer { width += places.count }
                return Digits(places: places, countPlace: width)
            }
            self.width = width
        }

        /// The memory for each block.
        var bytesPerBlock: Int { width * MemoryLayout<UInt32>.stride }
    }

    private let layout: Layout
    private let words: ColumnBuffer<UInt32>

    /// - Parameter words: the words before each block and after the last one.
    init(_ layout: Layout, _ words: ColumnBuffer<UInt32>) {
        self.layout = layout
        self.words = words
    }

    var byteCount: Int { words.byteCount }

    /// Adds the values of some blocks to sums, except for their minima and maxima.
    ///
    /// - Parameter firstSeries: the series of `sums` that belongs to the first one of these.
    func add(_ blocks: Range<Int>, to sums: borrowing ValueSums, firstSeries: Int) {
        // SAFETY: there are `layout.width` words before each block and after the last one.
        words.withBuffer { words in
            for (series, digits) in layout.series.enumerated() {
                let first = blocks.lowerBound * layout.width + digits.countPlace
                let end = blocks.upperBound * layout.width + digits.countPlace
                let count = Int(words[end]) - Int(words[first])
                if count == 0 { continue }
                sums.add(
                    digitsFrom: UnsafeBufferPointer(
                        rebasing: words[first + 1..<first + 1 + digits.places.count]),
                    to: UnsafeBufferPointer(rebasing: words[end + 1..<end + 1 + digits.places.count]),
                    at: digits.places, count: count, series: firstSeries + series)
            }
        }
    }
}
