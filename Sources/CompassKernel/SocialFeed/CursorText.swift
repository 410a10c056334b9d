/// The text form of a position in a list that is ordered by time and id.
///
/// Layout: a letter for the kind of list, followed by base64 (RFC 4648, URL alphabet, no padding) of the time
/// as 8 big-endian bytes, the id's UTF-8, and 4 bytes of CRC-32 (ISO-HDLC) over the letter and the preceding
/// bytes. For microsecond 1 and the id `p` the text in the feed is `f` and the base64 of
/// ```
/// 00 00 00 00 00 00 00 01  70  76 6D 5C 3C      fAAAAAAAAAAFwdm1cPA
/// ```
/// A 32-bit CRC detects every change within 32 adjacent bits, and thus every wrong character.
enum CursorText {
    /// The kind of the Social Media Monitoring feed.
    static let feed = UInt8(ascii: "f")

    private static let timeByteCount = 8
    private static let checksumByteCount = 4

    static func text(kind: UInt8, _ timestamp: Timestamp, id: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(timeByteCount + id.utf8.count + checksumByteCount)
        appendBigEndian(UInt64(bitPattern: timestamp.micros), byteCount: timeByteCount, to: &bytes)
        bytes += id.utf8
        let checksum = CRC32.checksum(of: [kind] + bytes)
        appendBigEndian(UInt64(checksum), byteCount: checksumByteCount, to: &bytes)
        return String(decoding: [kind] + Base64URL.encoded(bytes), as: UTF8.self)
    }

    static func place(
        in text: String, kind: UInt8
    ) throws(FeedCursorError) -> (timestamp: Timestamp, id: String) {
        guard let foundKind = text.utf8.first else { throw .empty }
        guard let bytes = Base64URL.decoded(text.utf8.dropFirst()),
            bytes.count > timeByteCount + checksumByteCount
        else { throw .damaged }
        let content = bytes.dropLast(checksumByteCount)
        let checksum = bytes.suffix(checksumByteCount).reduce(0) { $0 << 8 | UInt32($1) }
        guard CRC32.checksum(of: [foundKind] + content) == checksum else { throw .damaged }
        if foundKind != kind { throw .otherList }
        let micros = content.prefix(timeByteCount).reduce(0) { $0 << 8 | UInt64($1) }
        let id = String(decoding: content.dropFirst(timeByteCount), as: UTF8.self)
        // Decoding would have replaced bytes that are not UTF-8.
        guard id.utf8.elementsEqual(content.dropFirst(timeByteCount)) else { throw .damaged }
        return (Timestamp(micros: Int64(bitPattern: micros)), id)
    }

    private static func appendBigEndian(_ value: UInt64, byteCount: Int, to bytes: inout [UInt8]) {
        for place in (0..<byteCount).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place)))
        }
    }
}

/// Base64 with the URL alphabet, without padding; exactly one text for each array of bytes.
enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity((bytes.count * 8 + 5) / 6)
        var pending: UInt32 = 0
        var bitCount: UInt32 = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                digits.append(alphabet[Int(pending >> bitCount & 63)])
            }
        }
        if bitCount > 0 { digits.append(alphabet[Int(pending << (6 - bitCount) & 63)]) }
        return digits
    }

    /// Returns the bytes that `digits` encode; nil unless ``encoded(_:)`` would return these digits.
    static func decoded(_ digits: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var pending: UInt32 = 0
        var bitCount: UInt32 = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            pending = pending << 6 | value
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bitCount))
            }
        }
        // A remainder of six bits means a digit too many; any other remainder must be zeros.
        return bitCount < 6 && pending & (1 << bitCount - 1) == 0 ? bytes : nil
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit) - 97 + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit) - 48 + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

/// The CRC-32 of ISO-HDLC, as used by gzip and PNG (RFC 1952, section 8).
enum CRC32 {
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        var rest: UInt32 = ~0
        for byte in bytes {
            rest ^= UInt32(byte)
            for _ in 0..<8 { rest = rest >> 1 ^ (rest & 1 == 0 ? 0 : 0xedb8_8320) }
        }
        return ~rest
    }
}
