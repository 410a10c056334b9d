/// The count, least, largest and exact sum of a series of values.
struct ValueSummary: Hashable, Sendable {
    private(set) var count = 0
    /// Infinite without values.
    private(set) var minimum = Double.infinity
    /// Negative infinity without values.
    private(set) var maximum = -Double.infinity
    private(set) var sum = ExactSum()

    /// The summary of no values.
    init() {}

    /// Creates a summary of its parts; nil if no series of finite values has it. Columns have no negative zero.
    init?(count: Int, minimum: Double, maximum: Double, sum: ExactSum) {
        guard count > 0, minimum.isFinite, maximum.isFinite, minimum <= maximum else { return nil }
        let negativeZero = (-0.0).bitPattern
        guard minimum.bitPattern != negativeZero, maximum.bitPattern != negativeZero else { return nil }
        self.count = count
        self.minimum = minimum
        self.maximum = maximum
        self.sum = sum
    }

    /// Adds the values of another summary; returns false, and changes nothing, if there are too many.
    mutating func add(_ other: ValueSummary) -> Bool {
        let (total, overflows) = count.addingReportingOverflow(other.count)
        var sum = sum
        guard !overflows, sum.add(other.sum) else { return false }
        self.sum = sum
        count = total
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
        return true
    }

    /// The mean; nil without values.
    var mean: Double? {
        if count == 0 { return nil }
        // Rounding must neither leave the range of the values nor produce a negative zero, which adding zero
        // removes.
        return min(max(sum.mean(ofCount: count), minimum), maximum) + 0
    }

    /// Returns the summary of a column's numbers.
    static func summary(of column: NumberColumn) -> ValueSummary {
        let sums = ValueSums(count: 1)
        column.values.withBuffer { values in for value in values { sums.add(value, to: 0) } }
        return sums.summary(0)
    }
}

/// Summaries of several series, while values are added to them in any order.
///
/// Layout: for each series the words of its exact sum, the number of values that may be added before carries
/// are propagated, the count, and the bits of the least and the largest value; padded to whole cache lines.
struct ValueSums: ~Copyable {
    private static let wordsPerSeries = 72
    private static let restPlace = ExactSumDigits.count
    private static let countPlace = ExactSumDigits.count + 1
    private static let minimumPlace = ExactSumDigits.count + 2
    private static let maximumPlace = ExactSumDigits.count + 3

    private let words: UnsafeMutablePointer<Int64>
    private let count: Int

    init(count: Int) {
        self.count = count
        words = .allocate(capacity: max(count, 1) * Self.wordsPerSeries)
        words.initialize(repeating: 0, count: count * Self.wordsPerSeries)
        for series in 0..<count { clear(series) }
    }

    deinit { words.deallocate() }

    /// Removes all values of a series.
    func clear(_ series: Int) {
        let own = place(of: series)
        own.update(repeating: 0, count: Self.wordsPerSeries)
        own[Self.restPlace] = Int64(ExactSumDigits.valuesBetweenCarries)
        clearExtremes(own)
    }

    private func clearExtremes(_ own: UnsafeMutablePointer<Int64>) {
        own[Self.minimumPlace] = Int64(bitPattern: Double.infinity.bitPattern)
        own[Self.maximumPlace] = Int64(bitPattern: (-Double.infinity).bitPattern)
    }

    @inline(__always)
    private func place(of series: Int) -> UnsafeMutablePointer<Int64> {
        assert(series >= 0 && series < count, "no such series")
        // SAFETY: callers use no more series than were requested.
        return words + series &* Self.wordsPerSeries
    }

    /// Adds a value to a series, unless it is NaN. It must not be infinite.
    @inline(__always)
    func add(_ value: Double, to series: Int) {
        let own = place(of: series)
        own[Self.countPlace] &+= value.isNaN ? 0 : 1
        let minimum = Double(bitPattern: UInt64(bitPattern: own[Self.minimumPlace]))
        let maximum = Double(bitPattern: UInt64(bitPattern: own[Self.maximumPlace]))
        own[Self.minimumPlace] = Int64(bitPattern: (value < minimum ? value : minimum).bitPattern)
        own[Self.maximumPlace] = Int64(bitPattern: (value > maximum ? value : maximum).bitPattern)
        ExactSumDigits.add(value, to: own)
        own[Self.restPlace] &-= 1
        if own[Self.restPlace] == 0 { carry(own) }
    }

    /// Adds the values between two prefixes of a series to one of these, except for their extremes.
    ///
    /// - Parameters:
    ///   - earlier: the digits of the sum before these values.
    ///   - later: the digits of the sum after them, as many.
    ///   - places: the places of these digits, of which the last one has a sign.
    ///   - count: the number of the values.
    func add(
        digitsFrom earlier: UnsafeBufferPointer<UInt32>, to later: UnsafeBufferPointer<UInt32>,
        at places: Range<Int>, count: Int, series: Int
    ) {
        let own = place(of: series)
        own[Self.countPlace] &+= Int64(count)
        for (index, place) in places.enumerated() {
            let isTop = index == places.count - 1
            // SAFETY: places are those of ``ExactSumDigits``. A difference is less than what a value may add.
            own[place] &+=
                isTop
                ? Int64(Int32(bitPattern: later[index])) &- Int64(Int32(bitPattern: earlier[index]))
                : Int64(later[index]) &- Int64(earlier[index])
        }
        own[Self.restPlace] &-= 1
        if own[Self.restPlace] == 0 { carry(own) }
    }

    /// Includes the least and the largest value of a series, infinite if there is none.
    @inline(__always)
    func include(minimum: Double, maximum: Double, in series: Int) {
        let own = place(of: series)
        let least = Double(bitPattern: UInt64(bitPattern: own[Self.minimumPlace]))
        let largest = Double(bitPattern: UInt64(bitPattern: own[Self.maximumPlace]))
        own[Self.minimumPlace] = Int64(bitPattern: (minimum < least ? minimum : least).bitPattern)
        own[Self.maximumPlace] = Int64(bitPattern: (maximum > largest ? maximum : largest).bitPattern)
    }

    /// Returns the least and the largest of the values that were added since the last call, infinite if there
    /// are none.
    func takeExtremes(_ series: Int) -> (minimum: Double, maximum: Double) {
        let own = place(of: series)
        defer { clearExtremes(own) }
        return (
            Double(bitPattern: UInt64(bitPattern: own[Self.minimumPlace])),
            Double(bitPattern: UInt64(bitPattern: own[Self.maximumPlace]))
        )
    }

    /// Writes the count and the digits of each series.
    ///
    /// - Parameter target: memory for the words of a block.
    func write(_ layout: BlockSums.Layout, to target: UnsafeMutablePointer<UInt32>) {
        for (series, digits) in layout.series.enumerated() {
            let own = place(of: series)
            target[digits.countPlace] = UInt32(truncatingIfNeeded: own[Self.countPlace])
            // All digits below the first place are zero, and those above the last one repeat its sign.
            var carry: Int64 = 0
            for (index, place) in digits.places.enumerated() {
                let digit = own[place] &+ carry
                target[digits.countPlace + 1 + index] = UInt32(truncatingIfNeeded: digit)
                carry = digit >> 32
            }
        }
    }

    @inline(never)
    private func carry(_ own: UnsafeMutablePointer<Int64>) {
        ExactSumDigits.carry(own)
        own[Self.restPlace] = Int64(ExactSumDigits.valuesBetweenCarries)
    }

    /// Returns the summary of a series.
    func summary(_ series: Int) -> ValueSummary {
        let own = place(of: series)
        // Fewer than 2³² rows have no larger sum than the digits can hold.
        guard own[Self.countPlace] > 0, let sum = ExactSum(normalizing: own) else { return ValueSummary() }
        defer { restore(sum, to: own) }
        return ValueSummary(
            count: Int(own[Self.countPlace]),
            minimum: Double(bitPattern: UInt64(bitPattern: own[Self.minimumPlace])),
            maximum: Double(bitPattern: UInt64(bitPattern: own[Self.maximumPlace])), sum: sum)
            ?? ValueSummary()
    }

    /// Gives the digits of a negative sum, which were negated to be read, their sign again.
    private func restore(_ sum: ExactSum, to own: UnsafeMutablePointer<Int64>) {
        if !sum.isNegative { return }
        for place in 0..<ExactSumDigits.count { own[place] = 0 &- own[place] }
    }
}
