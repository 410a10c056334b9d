/// Numbers as decimal ASCII, as used by both JSON and CSV.
enum DecimalText {
    /// The maximum number of bytes of a number.
    static let maximumByteCount = 32

    /// Passes the digits of a whole number to `target`, byte by byte, without allocation.
    @inline(__always)
    static func append(_ value: Int, to target: (UInt8) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maximumByteCount) { digits in
            // SAFETY: the memory is sufficient for any number and is never empty.
            let count = write(value, to: digits.baseAddress!)
            for index in 0..<count { target(digits[index]) }
        }
    }

    /// Writes a whole number.
    ///
    /// - Parameter target: memory for ``maximumByteCount`` bytes.
    /// - Returns: the number of bytes written.
    static func write(_ value: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        // Most counts have at most four digits.
        if value >= 0, value < 10_000 { return writeFour(UInt32(truncatingIfNeeded: value), to: target) }
        let rest = UInt64(value.magnitude)
        if value >= 0 { return write(rest, to: target) }
        target[0] = UInt8(ascii: "-")
        return 1 + write(rest, to: target + 1)
    }

    /// Writes the shortest digits that read back to the same value, the nearest of several; whole numbers have
    /// no fraction.
    ///
    /// - Parameters:
    ///   - value: a finite number.
    ///   - target: memory for ``maximumByteCount`` bytes.
    /// - Returns: the number of bytes written.
    static func write(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
        // Whole numbers that a double represents exactly, as in most charts, require no search for digits.
        // `Int(exactly:)` calls the C library.
        if value.magnitude < 0x1p53 {
            let whole = Int(value)
            if whole != 0, Double(whole) == value { return write(whole, to: target) }
        }
        var end = 0
        if value < 0 {
            target[0] = UInt8(ascii: "-")
            end = 1
        }
        if let hundredths = hundredths(value.magnitude) {
            return end + write(hundredths: hundredths, to: target + end)
        }
        if let fraction = fraction(value.magnitude) {
            end += write(fraction.whole, to: target + end)
            target[end] = UInt8(ascii: ".")
            write(fraction.digits, digitCount: fraction.places, to: target + end + 1)
            return end + 1 + fraction.places
        }
        var text = value.description
        return text.withUTF8 { digits in
            let hasEmptyFraction = digits.count > 2 && digits.suffix(2).elementsEqual(".0".utf8)
            let count = digits.count - (hasEmptyFraction ? 2 : 0)
            // SAFETY: no double has a longer description.
            for index in 0..<count { target[index] = digits[index] }
            return count
        }
    }

    /// Returns a hundred times a value that is not whole if its shortest digits have at most two decimal places, as in
    /// most texts that people write; nil for others, and from 2⁴⁰ on.
    ///
    /// Method: dividing hundredths by 100 rounds them as reading their digits does, so that these read back to the value
    /// if and only if the quotient is equal to it. Below 2⁴⁰ hundredths are further from each other than a value from
    /// its neighbors, and the product with 100 is wrong by less than a half.
    @inline(__always)
    private static func hundredths(_ value: Double) -> UInt64? {
        guard value < 0x1p40 else { return nil }
        let hundredths = Int(value * 100 + 0.5)
        return hundredths > 0 && Double(hundredths) / 100 == value ? UInt64(hundredths) : nil
    }

    /// Writes a number of hundredths with one or two decimal places; returns the number of bytes.
    @inline(__always)
    private static func write(hundredths: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let (whole, digits) = hundredths.quotientAndRemainder(dividingBy: 100)
        let (tenths, rest) = digits.quotientAndRemainder(dividingBy: 10)
        let end = write(Int(whole), to: target)
        target[end] = UInt8(ascii: ".")
        target[end + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: tenths)
        target[end + 2] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
        return end + (rest == 0 ? 2 : 3)
    }

    /// The decimal digits of a value.
    private struct Fraction {
        let whole: UInt64
        /// Those of the fraction, as a number.
        let digits: UInt64
        /// How many these are.
        let places: Int
    }

    /// Returns the shortest digits that read back to a value that is not whole, the nearest of several; nil if the value
    /// is a power of two, less than 0.001 or from 2⁵³ on, or if two numbers of as many places are as near to it, or one
    /// is as near to a neighbor of it.
    ///
    /// Method: the value is `significand` · 2⁻ˢʰⁱᶠᵗ. The integer nearest to its product with a power of ten reads
    /// back to it if it is nearer than half a unit of the significand, times that power. If this is so for some
    /// number of decimal places, then also for all larger ones, so that the least is found by a search. Most
    /// quotients have 16 or 17 significant digits, so that it begins there.
    private static func fraction(_ value: Double) -> Fraction? {
        // Neighbors of a power of two are at different distances.
        let shift = 1_075 - Int(value.exponentBitPattern)
        guard value >= 0.001, shift >= 1, value.significandBitPattern != 0 else { return nil }
        let significand = value.significandBitPattern | 1 << 52
        let whole = significand >> UInt64(shift)
        // With 17 digits each double is distinguished.
        var maximum = 17 - (whole == 0 ? value < 0.01 ? -2 : value < 0.1 ? -1 : 0 : digitCount(whole))
        var isUndecided = false
        func digits(_ places: Int) -> UInt64? {
            let power = powersOfTen[places]
            let (high, low) = significand.multipliedFullWidth(by: power)
            // At most 18 digits precede the bits that are shifted out, at most 62 as the value is not less than
            // 2⁻¹⁰.
            let floor = high &<< UInt64(64 - shift) | low &>> UInt64(shift)
            let rest = low & (1 &<< UInt64(shift) &- 1)
            let half: UInt64 = 1 &<< UInt64(shift - 1)
            let distance = rest > half ? 2 &* half &- rest : rest
            if 2 &* distance > power { return nil }
            if rest == half || 2 &* distance == power { isUndecided = true }
            return floor &+ (rest > half ? 1 : 0)
        }
        guard maximum >= 1 else { return nil }
        var found = digits(maximum - 1)
        if let sixteen = found {
            maximum -= 1
            // Fifteen digits that read back are within 1.2 units of the sixteenth digit from the value, and the sixteen
            // within half a unit, so that the sixteenth would be 9, 0 or 1.
            var minimum = (2...8).contains(sixteen % 10) ? maximum : 1
            while minimum < maximum {
                let middle = (minimum + maximum) / 2
                if let digits = digits(middle) {
                    (found, maximum) = (digits, middle)
                } else {
                    minimum = middle + 1
                }
            }
        } else {
            found = digits(maximum)
        }
        guard let digits = found, !isUndecided else { return nil }
        // The digits are never those of the next whole number, which would read back to that, so that this is exact.
        return Fraction(whole: whole, digits: digits &- whole &* powersOfTen[maximum], places: maximum)
    }

    private static let powersOfTen: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
        1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
        10_000_000_000_000_000_000,
    ]

    @inline(__always)
    private static func digitCount(_ value: UInt64) -> Int {
        // Bits times the logarithm of 2, 1,233 / 4,096, is the number of digits or one less.
        let count = ((UInt64.bitWidth - value.leadingZeroBitCount) * 1_233) >> 12
        return value < powersOfTen[count] ? max(count, 1) : count + 1
    }

    @inline(__always)
    private static func write(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let count = digitCount(value)
        write(value, digitCount: count, to: target)
        return count
    }

    /// Writes a number with a number of digits, which is at least that of its own and at most 24.
    ///
    /// - Parameter target: memory for the digits and for seven more bytes.
    @inline(__always)
    private static func write(_ value: UInt64, digitCount: Int, to target: UnsafeMutablePointer<UInt8>) {
        if digitCount <= 8 { return writeEight(value, last: digitCount, to: target) }
        let (higher, lower) = value.quotientAndRemainder(dividingBy: 100_000_000)
        if digitCount <= 16 {
            writeEight(higher, last: digitCount - 8, to: target)
        } else {
            let (highest, middle) = higher.quotientAndRemainder(dividingBy: 100_000_000)
            writeEight(highest, last: digitCount - 16, to: target)
            writeEight(middle, last: 8, to: target + (digitCount - 16))
        }
        writeEight(lower, last: 8, to: target + (digitCount - 8))
    }

    /// Writes a number below 10,000, and up to three zero bytes after it; returns the number of digits.
    ///
    /// Method: that of ``writeEight(_:last:to:)``, with half of the parts.
    @inline(__always)
    private static func writeFour(_ value: UInt32, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let hundreds = (value &* 10_486) >> 20
        let twos = hundreds | (value &- hundreds &* 100) << 16
        let tens = (twos &* 103) >> 10 & 0x000f_000f
        let digits = tens | (twos &- tens &* 10) << 8
        // In memory order; the last digit of a zero is written, too.
        let leadingZeroBits = (digits | 0x0100_0000).trailingZeroBitCount & ~7
        // SAFETY: the caller guarantees memory for more than four bytes.
        UnsafeMutableRawPointer(target).storeBytes(
            of: ((digits | 0x3030_3030) &>> UInt32(leadingZeroBits)).littleEndian, as: UInt32.self)
        return 4 - leadingZeroBits / 8
    }

    /// Writes the last `count` of the eight decimal digits of a number below 10⁸, and zero bytes after them.
    ///
    /// Method: all parts are divided at once, by 10,000, by 100 and then by 10. For numbers as small, a division is
    /// a multiplication and a shift.
    @inline(__always)
    private static func writeEight(_ value: UInt64, last count: Int, to target: UnsafeMutablePointer<UInt8>) {
        let (higher, lower) = value.quotientAndRemainder(dividingBy: 10_000)
        let fours = higher | lower << 32
        let hundreds = (fours &* 10_486) >> 20 & 0x0000_007f_0000_007f
        let twos = hundreds | (fours &- hundreds &* 100) << 16
        let tens = (twos &* 103) >> 10 & 0x000f_000f_000f_000f
        let digits = (tens | (twos &- tens &* 10) << 8) | 0x3030_3030_3030_3030
        // SAFETY: the caller guarantees memory for eight bytes.
        UnsafeMutableRawPointer(target).storeBytes(
            of: (digits &>> UInt64(64 - 8 * count)).littleEndian, as: UInt64.self)
    }
}
