/// The sum of any number of finite doubles, without any rounding.
///
/// It depends neither on the order of the values nor on how they were split: sums of parts are added to the
/// sum of all. It is rounded once, when it is read.
///
/// Layout: a sign and the digits of the magnitude in base 2³², in units of 2⁻¹⁰⁷⁴, the smallest positive
/// double. Digits that are zero are left out, so that equal sums have equal digits. The sum 1 is 2¹⁰⁷⁴ units:
/// ```
/// digits    (place 33, value 2¹⁸)          33 · 32 + 18 = 1074
/// ```
/// Method: Radford M. Neal, *Fast exact summation using small and large superaccumulators* (2015), the small
/// one; ``ExactSumDigits`` are its digits while values are added.
struct ExactSum: Hashable, Sendable {
    /// A digit that is not zero.
    struct Digit: Hashable, Sendable {
        /// The digit's power of 2³².
        let place: Int
        let value: UInt32
    }

    /// Whether the sum is negative; false for zero.
    private(set) var isNegative = false
    /// By place, ascending.
    private(set) var digits: [Digit] = []

    /// The sum of no values: zero.
    init() {}

    /// Creates a sum of its digits; nil unless these are in ascending order and none is zero.
    init?(isNegative: Bool, digits: [Digit]) {
        if isNegative, digits.isEmpty { return nil }
        var previous = -1
        for digit in digits {
            guard digit.value != 0, digit.place > previous, digit.place < ExactSumDigits.count else {
                return nil
            }
            previous = digit.place
        }
        self.isNegative = isNegative
        self.digits = digits
    }

    /// Creates a sum of digits that may be negative or larger than a digit; nil if it is too large.
    ///
    /// - Parameter words: memory of ``ExactSumDigits/count`` words, which are normalized.
    init?(normalizing words: UnsafeMutablePointer<Int64>) {
        ExactSumDigits.carry(words)
        let top = ExactSumDigits.count - 1
        if words[top] < 0 {
            isNegative = true
            for place in 0...top { words[place] = 0 &- words[place] }
            ExactSumDigits.carry(words)
        }
        if words[top] > Int64(UInt32.max) { return nil }
        var digitCount = 0
        for place in 0...top where words[place] != 0 { digitCount += 1 }
        digits.reserveCapacity(digitCount)
        for place in 0...top where words[place] != 0 {
            digits.append(Digit(place: place, value: UInt32(truncatingIfNeeded: words[place])))
        }
    }

    /// Adds another sum; returns false, and changes nothing, if the result exceeds all sums of doubles.
    mutating func add(_ other: ExactSum) -> Bool {
        if other.digits.isEmpty { return true }
        let sum = withUnsafeTemporaryAllocation(of: Int64.self, capacity: ExactSumDigits.count) { words in
            words.initialize(repeating: 0)
            // SAFETY: places are checked when a sum is created.
            for digit in digits {
                words[digit.place] += isNegative ? -Int64(digit.value) : Int64(digit.value)
            }
            for digit in other.digits {
                words[digit.place] += other.isNegative ? -Int64(digit.value) : Int64(digit.value)
            }
            return words.baseAddress.flatMap { ExactSum(normalizing: $0) }
        }
        guard let sum else { return false }
        self = sum
        return true
    }
}

extension ExactSum {
    /// The sum, rounded to the nearest double, of two equally near ones to the even one; infinite if it is
    /// larger than all doubles.
    var rounded: Double {
        let (significand, exponent) = roundedParts
        return Double(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    }

    /// Returns the rounded sum divided by a number of values, as if no double was too large for the sum.
    func mean(ofCount count: Int) -> Double {
        let sum = rounded
        if sum.isFinite { return sum / Double(count) }
        let (significand, exponent) = roundedParts
        return Double(
            sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand / Double(count))
    }

    /// The magnitude, rounded to 53 bits or to units: a whole number of at most 2⁵³ and a power of two.
    private var roundedParts: (significand: Double, exponent: Int) {
        guard let top = digits.last else { return (0, 0) }
        let bitCount = top.place * 32 + 32 - top.value.leadingZeroBitCount
        let dropped = max(bitCount - Double.significandBitCount - 1, 0)
        var (significand, isAboveHalf, half): (UInt64, Bool, Bool) = (0, false, false)
        for digit in digits {
            let first = digit.place * 32
            let value = UInt64(digit.value)
            // Values and shifts stay within 64 bits, as at most 53 bits are kept.
            if first >= dropped {
                significand |= value << UInt64(first - dropped)
                continue
            }
            let below = dropped - first
            if below <= 32 { significand |= value >> UInt64(below) }
            let rest = below < 32 ? value & (1 << UInt64(below) - 1) : value
            let halfBit: UInt64 = below <= 32 ? 1 << UInt64(below - 1) : 0
            if halfBit != 0, rest & halfBit != 0 { half = true }
            if rest & ~halfBit != 0 { isAboveHalf = true }
        }
        if half, isAboveHalf || significand & 1 != 0 { significand += 1 }
        return (Double(significand), dropped + ExactSumDigits.unitExponent)
    }
}

/// The digits of exact sums while values are added.
///
/// Layout: a word for each digit, signed, so that values are added without carries for a while; the carries
/// are propagated before a word could overflow.
enum ExactSumDigits {
    /// The number of digits: 2,098 bits for the largest double, and 46 more for that many such values.
    static let count = 67
    /// The exponent of the last bit of the first digit.
    static let unitExponent = -1074
    /// The number of values that may be added between carries: each changes a word by at most 2⁵² + 2³².
    static let valuesBetweenCarries = 1024

    /// Adds a value to the digits at `words`, unless it is infinite or NaN.
    @inline(__always)
    static func add(_ value: Double, to words: UnsafeMutablePointer<Int64>) {
        let bits = value.bitPattern
        let exponent = Int(truncatingIfNeeded: bits &>> 52 & 0x7ff)
        var significand = Int64(truncatingIfNeeded: bits & 0xf_ffff_ffff_ffff)
        significand |= exponent == 0 ? 0 : 1 << 52
        significand = exponent == 0x7ff ? 0 : significand
        // The sign bit as a mask: negates without a branch.
        let sign = Int64(bitPattern: bits) &>> 63
        significand = (significand ^ sign) &- sign
        // Subnormal numbers have the exponent of the smallest normal ones.
        let position = (exponent == 0 ? 1 : exponent) &- 1
        let (place, shift) = (position &>> 5, Int64(position & 31))
        // SAFETY: the largest exponent has its two digits at places 63 and 64.
        words[place] &+= (significand &<< shift) & 0xffff_ffff
        words[place &+ 1] &+= significand &>> (32 &- shift)
    }

    /// Propagates carries, so that all digits but the last are at least 0 and less than 2³².
    static func carry(_ words: UnsafeMutablePointer<Int64>) {
        for place in 0..<count - 1 {
            let carry = words[place] >> 32
            words[place] &= 0xffff_ffff
            words[place + 1] &+= carry
        }
    }
}
