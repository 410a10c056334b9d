/// Means of exact sums, with whole numbers of any size: positive and negative values are added up apart, in
/// units of the smallest double.
package enum ExactMean {
    /// Returns the exact sum, rounded once, divided by the number of values; nil of no values.
    package static func mean(of values: [Double]) -> Double? {
        guard let smallest = values.min(), let largest = values.max() else { return nil }
        let (isNegative, size) = exactSum(values)
        let count = Double(values.count)
        let (whole, doublings) = size.rounded
        var mean = scaled(whole, doublings) / count
        // A sum that is too large for a double is divided first.
        if !mean.isFinite { mean = scaled(whole, doublings, dividedBy: count) }
        // Rounding may leave the range of the values; zero has no sign, which adding zero removes.
        return min(max(isNegative ? -mean : mean, smallest), largest) + 0
    }

    /// Returns the exact sum of finite values, rounded once to nearest even; infinite when it is too large.
    package static func sum(of values: [Double]) -> Double {
        let (isNegative, size) = exactSum(values)
        let (whole, doublings) = size.rounded
        return isNegative ? -scaled(whole, doublings) : scaled(whole, doublings)
    }

    private static func exactSum(_ values: [Double]) -> (isNegative: Bool, size: NaturalNumber) {
        var (positive, negative) = (NaturalNumber(), NaturalNumber())
        for value in values {
            if value > 0 { positive.add(value) } else if value < 0 { negative.add(-value) }
        }
        return positive.isLess(than: negative)
            ? (true, negative.minus(positive)) : (false, positive.minus(negative))
    }

    /// Returns a number of units of the smallest double, doubled some times.
    private static func scaled(_ whole: Double, _ doublings: Int, dividedBy count: Double = 1) -> Double {
        // Exact without a division; with one, the quotient is large enough to have all of its digits.
        let unit = count == 1 ? Double.leastNonzeroMagnitude : 0x1p-900
        var (result, rest) = (whole / count * unit, count == 1 ? doublings : doublings - 174)
        while rest > 0 {
            let count = min(rest, 62)
            result *= Double(1 << count)
            rest -= count
        }
        return result
    }
}

/// A whole number of any size, in units of the smallest double.
private struct NaturalNumber {
    /// The least significant word first.
    private var words: [UInt64] = []

    /// Adds a positive value.
    mutating func add(_ value: Double) {
        let fraction = value.significandBitPattern
        let (significand, shift) =
            value.exponentBitPattern == 0
            ? (fraction, 0) : (fraction + 1 << 52, Int(value.exponentBitPattern) - 1)
        let word = shift / 64
        while words.count < word + 3 { words.append(0) }
        let product = significand.multipliedFullWidth(by: 1 << UInt64(shift % 64))
        var carry = add(product.low, at: word)
        carry = add(product.high + carry, at: word + 1)
        var next = word + 2
        while carry != 0 {
            if next == words.count { words.append(0) }
            carry = add(carry, at: next)
            next += 1
        }
    }

    private mutating func add(_ number: UInt64, at word: Int) -> UInt64 {
        let (sum, overflows) = words[word].addingReportingOverflow(number)
        words[word] = sum
        return overflows ? 1 : 0
    }

    func isLess(than other: NaturalNumber) -> Bool {
        for word in (0..<max(words.count, other.words.count)).reversed() {
            let (own, others) = (self[word], other[word])
            if own != others { return own < others }
        }
        return false
    }

    private subscript(word: Int) -> UInt64 { word < words.count ? words[word] : 0 }

    /// Returns the difference to a number that is not larger.
    func minus(_ other: NaturalNumber) -> NaturalNumber {
        var difference = self
        var borrow: UInt64 = 0
        for word in words.indices {
            let (first, borrowsFirst) = words[word].subtractingReportingOverflow(other[word])
            let (second, borrowsSecond) = first.subtractingReportingOverflow(borrow)
            difference.words[word] = second
            borrow = borrowsFirst || borrowsSecond ? 1 : 0
        }
        return difference
    }

    private func bit(_ place: Int) -> Bool { self[place / 64] >> UInt64(place % 64) & 1 == 1 }

    /// The number, rounded to 53 bits, as a whole number of as many bits that is doubled some times.
    var rounded: (whole: Double, doublings: Int) {
        guard let top = (0..<words.count * 64).last(where: { bit($0) }) else { return (0, 0) }
        let last = max(0, top - 52)
        var whole = 0.0
        for place in (last...top).reversed() { whole = whole * 2 + (bit(place) ? 1 : 0) }
        let isEven = !bit(last)
        let dropsHalf = last > 0 && bit(last - 1)
        let dropsMore = last > 1 && (0..<last - 1).contains { bit($0) }
        if dropsHalf, dropsMore || !isEven { whole += 1 }
        return (whole, last)
    }
}
