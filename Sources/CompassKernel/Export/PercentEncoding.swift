/// Encoding of texts as parts of a URL (RFC 3986).
package enum PercentEncoding {
    /// Returns the bytes of a text, with all but the unreserved ones as `%` and two hexadecimal digits.
    package static func encoded(_ utf8: some Sequence<UInt8>) -> String {
        let encoded = utf8.withContiguousStorageIfAvailable { self.encoded($0, after: none) }
        return encoded ?? Array(utf8).withUnsafeBufferPointer { self.encoded($0, after: none) }
    }

    /// Returns a fixed part of a URL and the encoded bytes after it.
    static func encoded(_ utf8: UnsafeBufferPointer<UInt8>, after prefix: StaticString) -> String {
        encoded(utf8, after: prefix.utf8)
    }

    private static var none: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: nil, count: 0) }

    private static func encoded(
        _ utf8: UnsafeBufferPointer<UInt8>, after prefix: UnsafeBufferPointer<UInt8>
    ) -> String {
        let escapedCount = escapedCount(of: utf8)
        if escapedCount == 0 { return JoinedText.string(prefix, utf8) }
        let capacity = prefix.count + utf8.count + 2 * escapedCount
        return String(unsafeUninitializedCapacity: capacity) { target in
            // SAFETY: the capacity is one byte for each unreserved byte, and three for each other one.
            var end = target.update(fromContentsOf: prefix)
            for byte in utf8 {
                if isUnreserved(byte) {
                    target[end] = byte
                    end += 1
                } else {
                    target[end] = UInt8(ascii: "%")
                    target[end + 1] = digit(byte >> 4)
                    target[end + 2] = digit(byte & 15)
                    end += 3
                }
            }
            return end
        }
    }

    /// The unreserved bytes below 64: `-`, `.` and digits, a bit for each.
    private static let lowUnreserved: UInt64 = 1 << 45 | 1 << 46 | 0x3ff << 48
    /// The unreserved bytes from 64 to 127: letters, `_` and `~`.
    private static let highUnreserved: UInt64 = 0x3ff_ffff << 1 | 1 << 31 | 0x3ff_ffff << 33 | 1 << 62

    @inline(__always)
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        let bits = byte < 64 ? lowUnreserved : byte < 128 ? highUnreserved : 0
        return bits &>> UInt64(byte & 63) & 1 != 0
    }

    /// Returns the number of bytes that are not unreserved.
    private static func escapedCount(of utf8: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = utf8.baseAddress else { return 0 }
        var (place, count) = (0, 0)
        while place + 8 <= utf8.count {
            // SAFETY: eight bytes are before the end.
            let bytes = UnsafeRawPointer(start + place).loadUnaligned(as: UInt64.self)
            if !areCommonInIDs(bytes) {
                for byte in utf8[place..<place + 8] { count &+= isUnreserved(byte) ? 0 : 1 }
            }
            place += 8
        }
        while place < utf8.count {
            count &+= isUnreserved(utf8[place]) ? 0 : 1
            place += 1
        }
        return count
    }

    /// Returns whether eight bytes are letters, digits, `-`, `.` or `_`, all of which are unreserved.
    @inline(__always)
    private static func areCommonInIDs(_ bytes: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highBits = ones << 7
        // Sets the highest bit of each byte below 128 that is in the range; no byte borrows from the next one.
        func isBetween(_ first: UInt64, _ last: UInt64, _ bytes: UInt64) -> UInt64 {
            let marked = bytes | highBits
            return (marked &- first &* ones) & ~(marked &- (last &+ 1) &* ones)
        }
        let isUnreserved =
            isBetween(0x61, 0x7a, bytes | ones << 5) | isBetween(0x30, 0x39, bytes)
            | isBetween(0x2d, 0x2e, bytes) | isBetween(0x5f, 0x5f, bytes)
        return (isUnreserved & ~bytes) & highBits == highBits
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
