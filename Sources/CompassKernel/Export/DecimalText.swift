/// Numbers as decimal ASCII, as used by both JSON and CSV.
enum DecimalText {
    /// Passes the digits of a whole number to `target`, byte by byte, without allocation.
    @inline(__always)
    static func append(_ value: Int, to target: (UInt8) -> Void) {
        // 64 bits have at most 19 digits.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = value.magnitude
            var start = digits.count
            repeat {
                start -= 1
                digits[start] = UInt8(truncatingIfNeeded: 48 + rest % 10)
                rest /= 10
            } while rest != 0
            if value < 0 { target(UInt8(ascii: "-")) }
            for index in start..<digits.count { target(digits[index]) }
        }
    }

    /// Passes the shortest digits that read back to the same value to `target`; whole numbers have no
    /// fraction.
    @inline(__always)
    static func append(_ value: Double, to target: (UInt8) -> Void) {
        // Whole numbers that a double represents exactly, as in most charts, require no search for digits.
        if let whole = Int(exactly: value), whole != 0, whole.magnitude < 1 << 53 {
            return append(whole, to: target)
        }
        var text = value.description
        text.withUTF8 { digits in
            let hasEmptyFraction = digits.count > 2 && digits.suffix(2).elementsEqual(".0".utf8)
            for index in 0..<digits.count - (hasEmptyFraction ? 2 : 0) { target(digits[index]) }
        }
    }
}
