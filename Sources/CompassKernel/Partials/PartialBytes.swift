/// The writer of the bytes of partial answers.
///
/// Whole numbers are written 7 bits to a byte, the least significant first; the high bit marks that another
/// byte follows (LEB128). 300 is `AC 02`. Signed ones alternate: 0, -1, 1, -2 … are 0, 1, 2, 3 …. Words of
/// fixed length are little-endian.
struct PartialWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    mutating func flag(_ flag: Bool) { byte(flag ? 1 : 0) }

    mutating func number(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes a count, which is not negative.
    mutating func count(_ count: Int) { number(UInt64(bitPattern: Int64(count))) }

    mutating func signed(_ number: Int64) {
        self.number(UInt64(bitPattern: number << 1) ^ UInt64(bitPattern: number >> 63))
    }

    mutating func word(_ word: UInt64) {
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * place))) }
    }

    mutating func halfWord(_ word: UInt32) {
        for place in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(8 * place))) }
    }

    mutating func raw(_ bytes: some Sequence<UInt8>) { self.bytes.append(contentsOf: bytes) }

    /// Writes whether there is a value, then the value.
    mutating func optional<Value>(_ value: Value?, _ write: (inout PartialWriter, Value) -> Void) {
        flag(value != nil)
        if let value { write(&self, value) }
    }

    /// Writes the number of values, then each of them.
    mutating func list<Values: Collection>(
        _ values: Values, _ write: (inout PartialWriter, Values.Element) -> Void
    ) {
        count(values.count)
        for value in values { write(&self, value) }
    }
}

/// The reader of the bytes of partial answers.
///
/// Nothing is read beyond the end, no list is longer than the bytes that follow, and no number is larger than
/// its type. Other rules are those of ``PartialAnswer/init(bytes:)``.
struct PartialReader {
    /// The largest count: pages multiply counts by 200 and add them up.
    static let maximumCount = 1 << 53 - 1

    private let bytes: [UInt8]
    private let end: Int
    private(set) var offset: Int

    /// - Parameter range: the bytes to read, which must exist.
    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { offset == end }

    func damaged(_ reason: String) -> PartialAnswerError { .damaged(byteOffset: offset, reason: reason) }

    mutating func byte() throws(PartialAnswerError) -> UInt8 {
        guard offset < end else { throw damaged("it ends too early") }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Reads a byte below a limit.
    mutating func byte(below limit: Int) throws(PartialAnswerError) -> Int {
        let byte = Int(try byte())
        guard byte < limit else { throw damaged("an unknown value") }
        return byte
    }

    mutating func flag() throws(PartialAnswerError) -> Bool { try byte(below: 2) == 1 }

    mutating func number() throws(PartialAnswerError) -> UInt64 {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = try byte()
            let bits = UInt64(byte & 0x7f)
            guard shift < 63 || bits <= 1 else { throw damaged("a number of more than 64 bits") }
            number |= bits << shift
            if byte < 0x80 { return number }
            shift += 7
            guard shift <= 63 else { throw damaged("a number of more than 64 bits") }
        }
    }

    mutating func count() throws(PartialAnswerError) -> Int {
        let number = try number()
        guard number <= UInt64(Self.maximumCount) else { throw damaged("a count that is too large") }
        return Int(number)
    }

    /// Reads a whole number from 0 on that may be as large as any.
    mutating func limit() throws(PartialAnswerError) -> Int {
        guard let limit = Int(exactly: try number()) else { throw damaged("a number that is too large") }
        return limit
    }

    mutating func signed() throws(PartialAnswerError) -> Int64 {
        let number = try number()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    mutating func signed32() throws(PartialAnswerError) -> Int32 {
        guard let number = Int32(exactly: try signed()) else {
            throw damaged("a number of more than 32 bits")
        }
        return number
    }

    mutating func number32() throws(PartialAnswerError) -> UInt32 {
        guard let number = UInt32(exactly: try number()) else {
            throw damaged("a number of more than 32 bits")
        }
        return number
    }

    mutating func word() throws(PartialAnswerError) -> UInt64 {
        var word: UInt64 = 0
        for place in 0..<8 { word |= UInt64(try byte()) << UInt64(8 * place) }
        return word
    }

    mutating func raw(_ count: Int) throws(PartialAnswerError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= end - offset else { throw damaged("it ends too early") }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    mutating func optional<Value>(
        _ read: (inout PartialReader) throws(PartialAnswerError) -> Value
    ) throws(PartialAnswerError) -> Value? {
        try flag() ? try read(&self) : nil
    }

    mutating func list<Value>(
        _ read: (inout PartialReader) throws(PartialAnswerError) -> Value
    ) throws(PartialAnswerError) -> [Value] {
        let count = try count()
        // Each value has a byte at least.
        guard count <= end - offset else { throw damaged("a list that is longer than the bytes that follow") }
        var values: [Value] = []
        values.reserveCapacity(min(count, 1024))
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }
}

/// The CRC-32C of Castagnoli (RFC 3720, section 12.1), as used by iSCSI and ext4.
///
/// It detects every change within 32 adjacent bits.
enum CRC32C {
    /// The remainders of all bytes.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 0 ? 0 : 0x82f6_3b78) }
    }

    static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var rest: UInt32 = ~0
            // SAFETY: there is an entry for each byte.
            for byte in bytes { rest = rest >> 8 ^ table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] }
            return ~rest
        }
    }
}

extension Int {
    /// Adds a count; throws if a page could not show the sum.
    mutating func addCount(_ other: Int) throws(PartialAnswerError) {
        let (sum, overflows) = addingReportingOverflow(other)
        guard !overflows, sum <= PartialReader.maximumCount else { throw .tooLarge }
        self = sum
    }
}
