/// Reading of numbers in foreign buffers, which may be unaligned, and writing of numbers as text.
enum ArrowNumber {
    /// The range of instants that the database can express as text: years 0000 to 99999 at any offset.
    static let microsOfTexts: Range<Int64> = {
        let first = CivilArithmetic.days(year: 0, month: 1, day: 1)
        let end = CivilArithmetic.days(year: 100_000, month: 1, day: 1)
        return (first - 1) * TimeUnits.microsPerDay..<(end + 1) * TimeUnits.microsPerDay
    }()

    /// Returns the bit of a row, least significant bit first.
    @inline(__always)
    static func bit(_ bits: UnsafeRawPointer, _ row: Int) -> Bool {
        // SAFETY: callers keep the row below the number of bits.
        bits.load(fromByteOffset: row >> 3, as: UInt8.self) >> UInt8(row & 7) & 1 != 0
    }

    /// Returns the number at an index; an unsigned eight-byte number is returned as its bit pattern.
    @inline(__always)
    static func read(_ data: UnsafeRawPointer, at index: Int, byteCount: Int, isSigned: Bool) -> Int64 {
        // SAFETY: callers keep the index below the number of elements.
        let address = data + index * byteCount
        switch (byteCount, isSigned) {
        case (1, true): return Int64(address.loadUnaligned(as: Int8.self))
        case (1, false): return Int64(address.loadUnaligned(as: UInt8.self))
        case (2, true): return Int64(address.loadUnaligned(as: Int16.self))
        case (2, false): return Int64(address.loadUnaligned(as: UInt16.self))
        case (4, true): return Int64(address.loadUnaligned(as: Int32.self))
        case (4, false): return Int64(address.loadUnaligned(as: UInt32.self))
        default: return address.loadUnaligned(as: Int64.self)
        }
    }

    /// Writes a number in decimal; returns the number of bytes, at most 20.
    static func write(_ value: Int64, isSigned: Bool, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let isNegative = isSigned && value < 0
        var rest = isSigned ? value.magnitude : UInt64(bitPattern: value)
        var count = 0
        repeat {
            target[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            count += 1
        } while rest > 0
        if isNegative {
            target[count] = UInt8(ascii: "-")
            count += 1
        }
        var digits = UnsafeMutableBufferPointer(start: target, count: count)
        digits.reverse()
        return count
    }
}
