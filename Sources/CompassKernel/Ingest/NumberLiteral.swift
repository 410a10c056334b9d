/// Numbers as JSON writes them, which PostgreSQL's texts of numerics follow as well.
enum NumberLiteral {
    /// The largest power of ten that a double holds exactly.
    private static let largestExactExponent = 22
    /// 1, 10, … 10²², each of them exact.
    private static let powersOfTen: [Double] = (0...largestExactExponent).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// The double that is nearest to a number; infinite when it is too large for one, nil when the text is
    /// no number of JSON's grammar.
    ///
    /// A number of up to 2⁵³ without its point and its exponent needs one multiplication or division of two
    /// exact doubles, which rounds correctly (Clinger, "How to read floating point numbers accurately",
    /// 1990); others take the standard library's way.
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

/// Reads the parts of a number, and its digits as one whole number.
private struct DigitReader {
    private static let largestExactInteger: UInt64 = 1 << 53
    private static let largestExponent = 1 << 20

    private(set) var position: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    private(set) var digits: UInt64 = 0
    /// Whether ``digits`` is exactly the digits that were read, and a double holds it.
    private(set) var isExact = true
    /// The power of ten that ``digits`` is to be multiplied by; beyond ``largestExponent`` not exact.
    var exponent = 0

    init(position: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
        self.position = position
        self.end = end
    }

    /// Steps over `byte` if it stands here.
    mutating func skip(_ byte: UInt8) -> Bool {
        // SAFETY: here and below, only what is before the end is read.
        guard position < end, position.pointee == byte else { return false }
        position += 1
        return true
    }

    /// Appends the digits that stand here to ``digits``; answers how many there are.
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

    /// Adds the exponent, if one stands here; false when its digits are missing.
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
