/// The decoding of percent-encoded texts in addresses.
enum PercentDecoding {
    /// Returns a text with its escapes replaced; nil when an escape is not of two hexadecimal digits, or when
    /// the bytes are not UTF-8.
    ///
    /// - Parameter plusIsSpace: whether `+` means a space, as it does in a query.
    static func decoded(_ encoded: Substring, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        var isPlain = true
        for byte in encoded.utf8
        where byte == UInt8(ascii: "%") || byte >= 0x80 || (plusIsSpace && byte == UInt8(ascii: "+")) {
            isPlain = false
            break
        }
        if isPlain { return String(encoded) }
        bytes.reserveCapacity(encoded.utf8.count)
        var rest = encoded.utf8.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        // What is not UTF-8 was replaced, which changes the bytes.
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
