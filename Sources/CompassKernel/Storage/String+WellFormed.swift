extension String {
    /// Creates a text of bytes that are known to be well-formed UTF-8.
    ///
    /// They are not validated again, which takes two thirds of the time for texts with emoji. Systems whose
    /// standard library cannot do without it validate them.
    @inline(__always)
    init(wellFormed utf8: UnsafeBufferPointer<UInt8>) {
        if utf8.count >= 16, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            // Comparisons are faster if the string knows that it is ASCII.
            self.init(copying: UTF8Span(unchecked: utf8.span, isKnownASCII: utf8.isASCII))
        } else {
            // Short texts are stored in the string itself.
            self.init(decoding: utf8, as: UTF8.self)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether 16 or more bytes are ASCII.
    @inline(__always)
    fileprivate var isASCII: Bool {
        let start = UnsafeRawPointer(baseAddress!)
        // SAFETY: there are 16 bytes before the end, and from each position that is before those.
        var bytes = start.loadUnaligned(fromByteOffset: count - 16, as: SIMD16<UInt8>.self)
        var position = 0
        while position < count - 16 {
            bytes |= start.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
            position += 16
        }
        return !bytes.hasHighestBit
    }
}
