/// The part of a text that a card shows: its first 50 characters, as people count them.
enum ShownText {
    /// The maximum number of extended grapheme clusters to show.
    static let characterLimit = 50
    /// The mark that follows a cut text.
    static let ellipsis: StaticString = "..."

    /// Returns the text as it is shown.
    static func string(_ utf8: UnsafeBufferPointer<UInt8>) -> String { string(utf8, prefix(of: utf8)) }

    /// Returns the text as it is shown, given its ``prefix(of:)``.
    static func string(
        _ utf8: UnsafeBufferPointer<UInt8>, _ prefix: (byteCount: Int, isCut: Bool)
    ) -> String {
        let shown = UnsafeBufferPointer(rebasing: utf8[..<prefix.byteCount])
        guard prefix.isCut else { return String(utf8: shown) }
        return JoinedText.string(shown, ellipsis.utf8)
    }

    /// Returns the number of bytes of the shown characters, and whether more follow.
    ///
    /// - Complexity: O(k) for k bytes up to the first one that is not shown.
    @inline(__always)
    static func prefix(of utf8: UnsafeBufferPointer<UInt8>) -> (byteCount: Int, isCut: Bool) {
        guard let start = utf8.baseAddress else { return (0, false) }
        var position = 0
        while position + 16 <= min(utf8.count, characterLimit), isPlainASCII(start + position) {
            position += 16
        }
        var characters = position
        while position < utf8.count {
            // SAFETY: the position is before the end.
            let byte = start[position]
            var byteCount = 1
            if byte < 0x80 {
                if byte == UInt8(ascii: "\r") { return prefixOfAnyText(utf8) }
            } else {
                let scalar = UTF8Scalars.first(start + position, before: start + utf8.count)
                guard isCharacterOfItsOwn(scalar.value) else { return prefixOfAnyText(utf8) }
                byteCount = scalar.byteCount
            }
            if characters == characterLimit { return (position, true) }
            characters += 1
            position += byteCount
        }
        return (position, false)
    }

    /// Returns whether sixteen bytes are ASCII characters other than carriage returns, which may be a character
    /// together with the next byte.
    @inline(__always)
    private static func isPlainASCII(_ start: UnsafePointer<UInt8>) -> Bool {
        // SAFETY: the caller has sixteen bytes from `start` on.
        let bytes = UnsafeRawPointer(start).loadUnaligned(as: SIMD16<UInt8>.self)
        let returns = unsafeBitCast(
            bytes .== SIMD16<UInt8>(repeating: UInt8(ascii: "\r")), to: SIMD16<UInt8>.self)
        return !(bytes | returns).hasHighestBit
    }

    /// Returns the same as ``prefix(of:)``, by the standard library's rules for characters.
    @inline(never)
    private static func prefixOfAnyText(_ utf8: UnsafeBufferPointer<UInt8>) -> (byteCount: Int, isCut: Bool) {
        // The end of a character depends only on the preceding scalars and the next one. The beginning of a
        // long text is therefore sufficient if it has one character more than the limit.
        for limit in [512, utf8.count] {
            var byteCount = min(limit, utf8.count)
            while byteCount < utf8.count, utf8[byteCount] & 0xc0 == 0x80 { byteCount += 1 }
            let text = String(decoding: utf8[..<byteCount], as: UTF8.self)
            let end = text.index(text.startIndex, offsetBy: characterLimit, limitedBy: text.endIndex)
            if let end, end < text.endIndex {
                // Repairing malformed text makes it longer.
                return (min(utf8.count, text.utf8.distance(from: text.startIndex, to: end)), true)
            }
        }
        return (utf8.count, false)
    }

    /// Returns whether a scalar beyond ASCII is certainly a character by itself next to other such scalars
    /// and next to ASCII without carriage returns. These are ranges of letters, punctuation and pictographs
    /// that neither extend a character nor join two.
    @inline(__always)
    static func isCharacterOfItsOwn(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xa1...0xac, 0xae...0x2ff: true
        case 0x370...0x482, 0x48a...0x52f: true
        case 0x2010...0x2027, 0x2030...0x205e, 0x20a0...0x20bf: true
        case 0x2190...0x23ff, 0x2500...0x27bf: true
        case 0x3041...0x3096, 0x309b...0x30ff, 0x4e00...0x9fff: true
        case 0x1f300...0x1f3fa, 0x1f400...0x1f64f, 0x1f680...0x1f6ff, 0x1f900...0x1f9ff: true
        default: false
        }
    }
}
