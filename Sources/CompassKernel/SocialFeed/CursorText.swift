/// The text form of a position in a list that is ordered by time and id.
///
/// Layout: a letter for the kind of list, followed by base64 (RFC 4648, URL alphabet, no padding) of the time
/// as 8 big-endian bytes, the id's UTF-8, and 4 bytes of CRC-32 (ISO-HDLC) over the letter and the preceding
/// bytes. For microsecond 1 and the id `p` the text in the feed is `f` and the base64 of
/// ```
/// 00 00 00 00 00 00 00 01  70  76 6D 5C 3C      fAAAAAAAAAAFwdm1cPA
/// ```
/// A 32-bit CRC detects every change within 32 adjacent bits, and thus every wrong character. Cursors are kept
/// in bookmarks and pasted from logs: a damaged one is reported instead of leading to other posts.
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
        regrouped(bytes, from: 8, to: 6).map { alphabet[Int($0)] }
    }

    /// Returns the bytes that `digits` encode; nil unless ``encoded(_:)`` would return these digits.
    static func decoded(_ digits: some Collection<UInt8>) -> [UInt8]? {
        let bytes = [UInt8](
            regrouped(digits.compactMap(value), from: 6, to: 8).prefix(digits.count * 6 / 8))
        return encoded(bytes).elementsEqual(digits) ? bytes : nil
    }

    /// Returns the bits of `values`, each of `width` bits, in groups of `groupWidth`; the last group is filled
    /// up with zeros.
    private static func regrouped(_ values: [UInt8], from width: UInt32, to groupWidth: UInt32) -> [UInt8] {
        var groups: [UInt8] = []
        groups.reserveCapacity(values.count * Int(width) / Int(groupWidth) + 1)
        let mask = 1 << groupWidth - 1 as UInt32
        var (pending, bitCount): (UInt32, UInt32) = (0, 0)
        for value in values {
            pending = pending << width | UInt32(value)
            bitCount += width
            while bitCount >= groupWidth {
                bitCount -= groupWidth
                groups.append(UInt8(pending >> bitCount & mask))
            }
        }
        if bitCount > 0 { groups.append(UInt8(pending << (groupWidth - bitCount) & mask)) }
        return groups
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - 97 + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - 48 + 52
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
