/// The scalars of UTF-8.
enum UTF8Scalars {
    /// Stands for a byte of no well-formed scalar; ``FoldTable`` replaces it by U+FFFD.
    static let malformed: UInt32 = 0x110000

    /// Returns the value of the scalar that begins at `position`, and the number of its bytes; for a text
    /// that may not be well-formed, such as one of a mapped file, ``malformed`` and 1.
    ///
    /// - Parameter end: the end of the text, after `position`.
    @inline(__always)
    static func first(
        _ position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> (value: UInt32, byteCount: Int) {
        // SAFETY: as many bytes are read as there are before the end.
        let lead = UInt32(position[0])
        if lead < 0x80 { return (lead, 1) }
        let available = end - position
        guard available > 1 else { return (malformed, 1) }
        let second = UInt32(position[1]) ^ 0x80
        if lead < 0xe0 {
            return lead >= 0xc2 && second < 0x40 ? ((lead & 0x1f) << 6 | second, 2) : (malformed, 1)
        }
        guard available > 2 else { return (malformed, 1) }
        let third = UInt32(position[2]) ^ 0x80
        if lead < 0xf0 {
            let value = (lead & 0xf) << 12 | second << 6 | third
            let isScalar = second | third < 0x40 && value >= 0x800 && value &- 0xd800 >= 0x800
            return isScalar ? (value, 3) : (malformed, 1)
        }
        guard available > 3 else { return (malformed, 1) }
        let fourth = UInt32(position[3]) ^ 0x80
        let value = (lead & 0xf) << 18 | second << 12 | third << 6 | fourth
        let isScalar = second | third | fourth < 0x40 && value &- 0x10000 < 0x100000
        return isScalar ? (value, 4) : (malformed, 1)
    }

    /// Returns the value of the scalar that begins at `position` of a well-formed text, and the number of its
    /// bytes.
    @inline(__always)
    static func first(_ position: UnsafePointer<UInt8>) -> (value: UInt32, byteCount: Int) {
        // SAFETY: in well-formed UTF-8, the first byte determines how many bytes follow.
        let lead = UInt32(position[0])
        if lead < 0x80 { return (lead, 1) }
        let second = UInt32(position[1] & 0x3f)
        if lead < 0xe0 { return ((lead & 0x1f) << 6 | second, 2) }
        let third = UInt32(position[2] & 0x3f)
        if lead < 0xf0 { return ((lead & 0xf) << 12 | second << 6 | third, 3) }
        return ((lead & 7) << 18 | second << 12 | third << 6 | UInt32(position[3] & 0x3f), 4)
    }

    /// Returns the values of all scalars of `utf8`.
    static func values(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt32] {
        var values: [UInt32] = []
        var offset = 0
        while offset < utf8.count {
            // SAFETY: the offset is below the count, so there is a first byte.
            let scalar = first(utf8.baseAddress! + offset)
            values.append(scalar.value)
            offset += scalar.byteCount
        }
        return values
    }

    /// Returns the UTF-8 of the scalars with these values, none of which is a surrogate.
    static func utf8(_ values: some Sequence<UInt32>) -> [UInt8] {
        values.flatMap { UTF8.encode(Unicode.Scalar($0) ?? "\u{fffd}") ?? UTF8.encodedReplacementCharacter }
    }
}
