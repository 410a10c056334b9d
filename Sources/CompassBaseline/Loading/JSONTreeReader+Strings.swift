extension JSONTreeReader {
    /// Reads a string and resolves its escapes; each escape of half a surrogate pair becomes U+FFFD.
    mutating func string() throws(Fault) -> (text: BaselineText, hasLoneSurrogate: Bool) {
        var text: [UInt8] = []
        var hasLoneSurrogate = false
        position += 1
        while true {
            guard let byte = next else { throw fault(.unexpectedEnd) }
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return (BaselineText(utf8: text), hasLoneSurrogate)
            case UInt8(ascii: "\\"):
                position += 1
                if let scalar = try escape() {
                    text.append(contentsOf: String(scalar).utf8)
                } else {
                    hasLoneSurrogate = true
                    text.append(contentsOf: "\u{FFFD}".utf8)
                }
            case ..<0x20: throw fault(.controlCharacter)
            case ..<0x80:
                position += 1
                text.append(byte)
            default: text.append(contentsOf: try multibyteScalar())
            }
        }
    }

    /// Reads what follows a backslash; nil for half a surrogate pair.
    private mutating func escape() throws(Fault) -> Unicode.Scalar? {
        guard let byte = next else { throw fault(.unexpectedEnd) }
        let simple: [UInt8: Unicode.Scalar] = [
            UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
            UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
            UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
        ]
        if let scalar = simple[byte] {
            position += 1
            return scalar
        }
        guard byte == UInt8(ascii: "u") else { throw fault(.badEscape) }
        position += 1
        let unit = try fourHexDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard (0xD800..<0xDC00).contains(unit) else { return nil }

        var ahead = self
        guard ahead.next == UInt8(ascii: "\\") else { return nil }
        ahead.position += 1
        guard ahead.next == UInt8(ascii: "u") else { return nil }
        ahead.position += 1
        guard let low = try? ahead.fourHexDigits(), (0xDC00..<0xE000).contains(low) else { return nil }
        position = ahead.position
        return Unicode.Scalar(0x10000 + (unit - 0xD800) * 0x400 + (low - 0xDC00))
    }

    private mutating func fourHexDigits() throws(Fault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault(.badEscape)
            }
            unit = unit * 16 + UInt32(digit)
            position += 1
        }
        return unit
    }

    /// Reads the bytes of one scalar beyond ASCII: no overlong form, no surrogate, nothing above U+10FFFF.
    private mutating func multibyteScalar() throws(Fault) -> ArraySlice<UInt8> {
        let start = position
        let continuations: [ClosedRange<UInt8>]
        switch bytes[start] {
        case 0xC2...0xDF: continuations = [0x80...0xBF]
        case 0xE0: continuations = [0xA0...0xBF, 0x80...0xBF]
        case 0xED: continuations = [0x80...0x9F, 0x80...0xBF]
        case 0xE1...0xEF: continuations = [0x80...0xBF, 0x80...0xBF]
        case 0xF0: continuations = [0x90...0xBF, 0x80...0xBF, 0x80...0xBF]
        case 0xF1...0xF3: continuations = [0x80...0xBF, 0x80...0xBF, 0x80...0xBF]
        case 0xF4: continuations = [0x80...0x8F, 0x80...0xBF, 0x80...0xBF]
        default: throw fault(.invalidUTF8)
        }
        position += 1
        for continuation in continuations {
            guard let byte = next, continuation.contains(byte) else { throw fault(.invalidUTF8) }
            position += 1
        }
        return bytes[start..<position]
    }
}
