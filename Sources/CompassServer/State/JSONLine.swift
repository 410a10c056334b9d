/// JSON on one line, as events and the change log have it.
struct JSONLine {
    private(set) var bytes: [UInt8] = []

    /// Appends a text as it is.
    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends JSON as it is.
    mutating func append(_ json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }

    /// Appends a string in quotes, without any line break.
    mutating func appendString(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                append("\\u00")
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends an array of strings.
    mutating func appendList(_ texts: [String]) {
        append("[")
        for (index, text) in texts.enumerated() {
            if index > 0 { append(",") }
            appendString(text)
        }
        append("]")
    }
}
