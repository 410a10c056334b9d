extension String {
    /// Creates a text as `String(decoding:as:)` does: bytes that are not UTF-8 become U+FFFD.
    ///
    /// Method: the standard library validates texts that are not ASCII byte by byte, which takes two thirds of the
    /// time (`feed.filter`). ``UTF8Validation`` skips their ASCII; what it accepts is copied.
    @inline(__always)
    init(utf8: UnsafeBufferPointer<UInt8>) {
        // Before macOS 26, the standard library has no initializer that does not validate.
        if utf8.count >= UnsafeBufferPointer.minimumASCIICount,
            #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
        {
            self.init(long: utf8)
        } else {
            // Shorter texts are stored in the string itself, and cost little to validate.
            self.init(decoding: utf8, as: UTF8.self)
        }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    private init(long utf8: UnsafeBufferPointer<UInt8>) {
        let start = utf8.baseAddress!
        if utf8.isASCII {
            // SAFETY: ASCII is UTF-8.
            self.init(copying: UTF8Span(unchecked: utf8.span, isKnownASCII: true))
        } else if UTF8Validation.firstIllFormed(from: start, to: start + utf8.count) == nil {
            // SAFETY: the bytes have just been validated.
            self.init(copying: UTF8Span(unchecked: utf8.span))
        } else {
            self.init(decoding: utf8, as: UTF8.self)
        }
    }
}

extension String {
    /// Creates a text of bytes that are known to be ASCII, without reading them for validation.
    @inline(__always)
    init(ascii: UnsafeBufferPointer<UInt8>) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            // SAFETY: ASCII is UTF-8.
            self.init(copying: UTF8Span(unchecked: ascii.span, isKnownASCII: true))
        } else {
            self.init(decoding: ascii, as: UTF8.self)
        }
    }

    /// Creates a text of ASCII that a closure writes.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of bytes, small enough for the stack.
    ///   - write: writes the bytes, and returns how many there are.
    @inline(__always)
    init(asciiCapacity capacity: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        self = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            let count = write(buffer)
            return String(ascii: UnsafeBufferPointer(rebasing: buffer[..<count]))
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The size of the smallest text of which ``isASCII`` tells.
    fileprivate static var minimumASCIICount: Int { SIMD16<UInt8>.scalarCount }

    /// Whether all bytes are ASCII; there must be ``minimumASCIICount`` of them.
    @inline(__always)
    fileprivate var isASCII: Bool {
        let start = UnsafeRawPointer(baseAddress!)
        let last = count - Self.minimumASCIICount
        // SAFETY: each load ends at or before the end.
        var bytes = start.loadUnaligned(fromByteOffset: last, as: SIMD16<UInt8>.self)
        var position = 0
        while position < last {
            bytes |= start.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
            position += Self.minimumASCIICount
        }
        return !bytes.hasHighestBit
    }
}
