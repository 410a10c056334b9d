extension JSONWriter {
    /// Writes `null`.
    mutating func null() { append("null") }

    /// Writes `true` or `false`.
    mutating func value(_ value: Bool) { append(value ? "true" : "false") }

    /// Writes a whole number.
    mutating func value(_ value: Int) {
        output.append(upTo: DecimalText.maximumByteCount) { DecimalText.write(value, to: $0) }
    }

    /// Writes a number with the fewest digits that read back to the same value; whole numbers have no
    /// fraction. Infinities and NaN, which JSON does not support, become `null`.
    mutating func value(_ value: Double) {
        guard value.isFinite else { return null() }
        output.append(upTo: DecimalText.maximumByteCount) { DecimalText.write(value, to: $0) }
    }

    /// Writes an instant as RFC 3339 text.
    mutating func value(_ value: ZonedTimestamp) {
        quoted(upTo: ZonedTimestamp.maximumTextLength) { value.write(into: $0) }
    }

    /// Writes a calendar day as `YYYY-MM-DD`.
    mutating func value(_ value: CivilDate) {
        quoted(upTo: CivilDate.maximumTextLength) { value.write(into: $0) }
    }

    /// Writes a text.
    mutating func value(_ value: String) {
        append(UInt8(ascii: "\""))
        var text = value
        text.withUTF8 { appendEscaped($0) }
        append(UInt8(ascii: "\""))
    }

    /// Writes a text without escapes of at most `limit` bytes; `write` returns its length.
    private mutating func quoted(upTo limit: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        append(UInt8(ascii: "\""))
        output.append(upTo: limit, write)
        append(UInt8(ascii: "\""))
    }

    /// Copies each run of bytes without escapes at once.
    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var runStart = 0
        for (index, byte) in text.enumerated() {
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
            append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<index]))
            appendEscape(of: byte)
            runStart = index + 1
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
    }

    private mutating func appendEscape(of byte: UInt8) {
        switch byte {
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0a: append("\\n")
        case 0x0c: append("\\f")
        case 0x0d: append("\\r")
        case 0x20...:
            append(UInt8(ascii: "\\"))
            append(byte)
        default:
            append("\\u00")
            let digits: StaticString = "0123456789abcdef"
            append(digits.utf8Start[Int(byte >> 4)])
            append(digits.utf8Start[Int(byte & 15)])
        }
    }
}
