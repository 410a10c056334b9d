/// What a card shows of a text: its first 50 characters, as people count them.
enum ShownText {
    /// Extended grapheme clusters that are shown.
    static let characterLimit = 50
    /// What stands behind a text that is longer.
    static let ellipsis: StaticString = "..."

    /// The text as it is shown.
    static func string(_ utf8: UnsafeBufferPointer<UInt8>) -> String {
        let (byteCount, isCut) = prefix(of: utf8)
        let shown = UnsafeBufferPointer(rebasing: utf8[..<byteCount])
        guard isCut else { return String(decoding: shown, as: UTF8.self) }
        let capacity = byteCount + ellipsis.utf8CodeUnitCount
        return String(unsafeUninitializedCapacity: capacity) { target in
            // SAFETY: the capacity is what both take.
            let end = target.update(fromContentsOf: shown)
            for index in 0..<ellipsis.utf8CodeUnitCount { target[end + index] = ellipsis.utf8Start[index] }
            return capacity
        }
    }

    /// The bytes of the characters that are shown, and whether there are more.
    ///
    /// - Complexity: O(k) for k bytes up to the first one that is not shown.
    @inline(__always)
    static func prefix(of utf8: UnsafeBufferPointer<UInt8>) -> (byteCount: Int, isCut: Bool) {
        guard let start = utf8.baseAddress else { return (0, false) }
        var (position, characters) = (0, 0)
        while position < utf8.count {
            // SAFETY: the text is well-formed, so that a scalar ends within it.
            let byte = start[position]
            var byteCount = 1
            if byte < 0x80 {
                if byte == UInt8(ascii: "\r") { return prefixOfAnyText(utf8) }
            } else {
                let scalar = UTF8Scalars.first(start + position)
                guard isCharacterOfItsOwn(scalar.value) else { return prefixOfAnyText(utf8) }
                byteCount = scalar.byteCount
            }
            if characters == characterLimit { return (position, true) }
            characters += 1
            position += byteCount
        }
        return (position, false)
    }

    /// As ``prefix(of:)``, by the standard library's rules for characters.
    @inline(never)
    private static func prefixOfAnyText(_ utf8: UnsafeBufferPointer<UInt8>) -> (byteCount: Int, isCut: Bool) {
        // Where a character ends depends only on what stands before and on the next scalar, so that the
        // beginning of a long text tells, when it has one character more.
        for limit in [512, utf8.count] {
            var byteCount = min(limit, utf8.count)
            while byteCount < utf8.count, utf8[byteCount] & 0xc0 == 0x80 { byteCount += 1 }
            let text = String(decoding: utf8[..<byteCount], as: UTF8.self)
            let end = text.index(text.startIndex, offsetBy: characterLimit, limitedBy: text.endIndex)
            if let end, end < text.endIndex {
                return (text.utf8.distance(from: text.startIndex, to: end), true)
            }
        }
        return (utf8.count, false)
    }

    /// Whether a scalar beyond ASCII surely is one character beside others of this kind and beside ASCII
    /// without carriage returns. Chosen are stretches of letters, punctuation and pictures that neither
    /// extend a character nor join two.
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
