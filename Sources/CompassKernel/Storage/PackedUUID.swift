/// A UUID in 16 bytes, in the order of its text.
///
/// Layout: two 64-bit words as big-endian bytes, so that memory order, the numeric order of (`high`, `low`)
/// and the text order of the canonical lower-case form are the same.
struct PackedUUID: Hashable, Comparable, Sendable, BitwiseCopyable {
    private let bigEndianHigh: UInt64
    private let bigEndianLow: UInt64

    static let textByteCount = 36

    init(high: UInt64, low: UInt64) {
        bigEndianHigh = high.bigEndian
        bigEndianLow = low.bigEndian
    }

    var high: UInt64 { UInt64(bigEndian: bigEndianHigh) }
    var low: UInt64 { UInt64(bigEndian: bigEndianLow) }

    /// The bits in which the halves of the UUID differ, in the byte order of the memory.
    var exclusiveOr: UInt64 { bigEndianHigh ^ bigEndianLow }

    /// Creates a UUID from the 36 bytes at `start`; nil if they are not a UUID in canonical lower-case form.
    @inline(__always)
    init?(canonical start: UnsafePointer<UInt8>) {
        let raw = UnsafeRawPointer(start)
        // SAFETY: the caller guarantees 36 bytes; every load ends at or before the last of them.
        let hyphens = (start[8] ^ 0x2d) | (start[13] ^ 0x2d) | (start[18] ^ 0x2d) | (start[23] ^ 0x2d)
        let first = raw.loadUnaligned(as: UInt64.self)
        let second =
            UInt64(raw.loadUnaligned(fromByteOffset: 9, as: UInt32.self))
            | UInt64(raw.loadUnaligned(fromByteOffset: 14, as: UInt32.self)) << 32
        let third =
            UInt64(raw.loadUnaligned(fromByteOffset: 19, as: UInt32.self))
            | UInt64(raw.loadUnaligned(fromByteOffset: 24, as: UInt32.self)) << 32
        let fourth = raw.loadUnaligned(fromByteOffset: 28, as: UInt64.self)
        let invalid =
            PackedUUID.nonHexMarks(first) | PackedUUID.nonHexMarks(second)
            | PackedUUID.nonHexMarks(third) | PackedUUID.nonHexMarks(fourth)
        guard hyphens == 0, invalid == 0 else { return nil }
        self.init(
            high: PackedUUID.value(first) << 32 | PackedUUID.value(second),
            low: PackedUUID.value(third) << 32 | PackedUUID.value(fourth))
    }

    /// Returns nonzero if any of eight bytes is not a lower-case hexadecimal digit.
    ///
    /// Works per byte, without carries between bytes: additions move the bounds of the digit ranges to the
    /// sign bit.
    @inline(__always)
    private static func nonHexMarks(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let signs = ones &* 0x80
        let low = word & ~signs
        let atLeastZero = low &+ ones &* (0x80 - 0x30)
        let aboveNine = low &+ ones &* (0x80 - 0x3a)
        let atLeastA = low &+ ones &* (0x80 - 0x61)
        let aboveF = low &+ ones &* (0x80 - 0x67)
        let isHex = (atLeastZero & ~aboveNine) | (atLeastA & ~aboveF)
        return (~isHex | word) & signs
    }

    /// Returns the 32-bit value of eight hexadecimal digits, the first in the lowest byte.
    @inline(__always)
    private static func value(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let nibbles = (word & (ones &* 0x0f)) &+ ((word &>> 6) & ones) &* 9
        let bytes = ((nibbles &<< 4) | (nibbles &>> 8)) & 0x00ff_00ff_00ff_00ff
        let halves = (bytes | bytes &>> 8) & 0x0000_ffff_0000_ffff
        let packed = UInt32(truncatingIfNeeded: halves | halves &>> 16)
        return UInt64(packed.byteSwapped)
    }

    static func < (a: PackedUUID, b: PackedUUID) -> Bool {
        a.high != b.high ? a.high < b.high : a.low < b.low
    }
}

extension PackedUUID: CustomStringConvertible {
    /// The canonical lower-case form.
    var description: String {
        String(asciiCapacity: PackedUUID.textByteCount) { target in
            write(target.baseAddress!)
            return PackedUUID.textByteCount
        }
    }

    /// Calls `body` with the 36 bytes of the canonical form.
    func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: PackedUUID.textByteCount) { text in
            if let start = text.baseAddress { write(start) }
            return body(UnsafeBufferPointer(text))
        }
    }

    /// Writes the 36 bytes of the canonical form.
    func write(_ target: UnsafeMutablePointer<UInt8>) {
        let target = UnsafeMutableRawPointer(target)
        let (first, second) = (Self.digits(high >> 32), Self.digits(high & 0xffff_ffff))
        let (third, fourth) = (Self.digits(low >> 32), Self.digits(low & 0xffff_ffff))
        // SAFETY: the caller guarantees room for 36 bytes; every store ends at or before the last of them.
        target.storeBytes(of: first, as: UInt64.self)
        target.storeBytes(of: UInt32(truncatingIfNeeded: second), toByteOffset: 9, as: UInt32.self)
        target.storeBytes(of: UInt32(truncatingIfNeeded: second >> 32), toByteOffset: 14, as: UInt32.self)
        target.storeBytes(of: UInt32(truncatingIfNeeded: third), toByteOffset: 19, as: UInt32.self)
        target.storeBytes(of: UInt32(truncatingIfNeeded: third >> 32), toByteOffset: 24, as: UInt32.self)
        target.storeBytes(of: fourth, toByteOffset: 28, as: UInt64.self)
        target.storeBytes(of: 0x2d, toByteOffset: 8, as: UInt8.self)
        target.storeBytes(of: 0x2d, toByteOffset: 13, as: UInt8.self)
        target.storeBytes(of: 0x2d, toByteOffset: 18, as: UInt8.self)
        target.storeBytes(of: 0x2d, toByteOffset: 23, as: UInt8.self)
    }

    /// Returns the eight hexadecimal digits of a 32-bit value, the first in the lowest byte.
    ///
    /// The inverse of ``value(_:)``: each step doubles the distance between halves, until every nibble has a
    /// byte.
    @inline(__always)
    private static func digits(_ value: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var nibbles = (value &<< 16 | value) & 0x0000_ffff_0000_ffff
        nibbles = (nibbles &<< 8 | nibbles) & 0x00ff_00ff_00ff_00ff
        nibbles = (nibbles &<< 4 | nibbles) & 0x0f0f_0f0f_0f0f_0f0f
        let areLetters = ((nibbles &+ ones &* 6) &>> 4) & ones
        return (nibbles &+ ones &* 0x30 &+ areLetters &* 0x27).byteSwapped
    }
}
