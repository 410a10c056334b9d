/// Parsing of numbers in JSON syntax, which the text form of PostgreSQL's numerics follows as well.
enum NumberLiteral {
    /// The exponent of the largest power of ten that a double represents exactly.
    private static let largestExactExponent = 22
    /// The powers 1, 10, … 10²², each exact.
    private static let powersOfTen: [Double] = (0...largestExactExponent).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// Returns the double nearest to a number: infinite if the number is too large, nil if the text is not a
    /// number in JSON's grammar.
    ///
    /// A number whose digits, without point and exponent, form an integer up to 2⁵³ takes one multiplication
    /// or division of two exact doubles, which rounds correctly (Clinger, "How to read floating point numbers
    /// accurately", 1990). Other numbers are parsed by the standard library.
    static func parse(_ start: UnsafePointer<UInt8>, count: Int) -> Double? {
        var reader = DigitReader(position: start, end: start + count)
        let isNegative = reader.skip(UInt8(ascii: "-"))
        let first = reader.position
        guard reader.readDigits() > 0 else { return nil }
        // SAFETY: a digit was read there.
        if first.pointee == UInt8(ascii: "0"), reader.position > first + 1 { return nil }
        if reader.skip(UInt8(ascii: ".")) {
            let fractionDigits = reader.readDigits()
            guard fractionDigits > 0 else { return nil }
            reader.exponent = -fractionDigits
        }
        guard reader.readExponent(), reader.position == reader.end else { return nil }
        guard reader.isExact, abs(reader.exponent) <= largestExactExponent else {
            return Double(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        }
        let power = powersOfTen[abs(reader.exponent)]
        let digits = Double(reader.digits)
        let magnitude = reader.exponent < 0 ? digits / power : digits * power
        return isNegative ? -magnitude : magnitude
    }
}

/// Reads the parts of a number, and its digits as one integer.
private struct DigitReader {
    private static let largestExactInteger: UInt64 = 1 << 53
    private static let largestExponent = 1 << 20

    private(set) var position: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    private(set) var digits: UInt64 = 0
    /// Whether ``digits`` holds exactly the digits read and a double represents it exactly.
    private(set) var isExact = true
    /// The decimal exponent by which ``digits`` is scaled; not exact beyond ``largestExponent``.
    var exponent = 0

    /// Skips `byte` if it is the next byte; returns whether it was.
    mutating func skip(_ byte: UInt8) -> Bool {
        // SAFETY: here and below, only bytes before the end are read.
        guard position < end, position.pointee == byte else { return false }
        position += 1
        return true
    }

    /// Appends the following digits to ``digits``; returns their number.
    mutating func readDigits() -> Int {
        let start = position
        while position < end, position.pointee &- 0x30 < 10 {
            if isExact {
                digits = digits * 10 + UInt64(position.pointee &- 0x30)
                isExact = digits <= Self.largestExactInteger
            }
            position += 1
        }
        return position - start
    }

    /// Adds the exponent, if one follows; returns false if its digits are missing.
    mutating func readExponent() -> Bool {
        guard skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) else { return true }
        let isNegative = skip(UInt8(ascii: "-"))
        if !isNegative { _ = skip(UInt8(ascii: "+")) }
        let start = position
        var written = 0
        while position < end, position.pointee &- 0x30 < 10 {
            written = min(written * 10 + Int(position.pointee &- 0x30), Self.largestExponent)
            position += 1
        }
        exponent += isNegative ? -written : written
        return position > start
    }
}
