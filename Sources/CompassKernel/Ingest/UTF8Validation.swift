/// Checks UTF-8 as defined by table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing
/// above U+10FFFF.
package enum UTF8Validation {
    /// Returns the first byte that cannot continue well-formed text; nil if all bytes are well-formed.
    ///
    /// If the text stops inside a character, the result is `stop`.
    ///
    /// - Complexity: O(n); runs of ASCII are checked eight bytes at a time.
    package static func firstIllFormed(
        from start: UnsafePointer<UInt8>, to stop: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        var position = start
        while position < stop {
            let lead = position.pointee
            if lead < 0x80 {
                position = skipASCII(position, to: stop)
                continue
            }
            // The range of the second byte excludes overlong forms, surrogates and scalars that are too
            // large.
            let length: Int
            var lowest: UInt8 = 0x80
            var highest: UInt8 = 0xbf
            switch lead {
            case 0xc2...0xdf: length = 2
            case 0xe0...0xef:
                length = 3
                if lead == 0xe0 { lowest = 0xa0 } else if lead == 0xed { highest = 0x9f }
            case 0xf0...0xf4:
                length = 4
                if lead == 0xf0 { lowest = 0x90 } else if lead == 0xf4 { highest = 0x8f }
            default: return position
            }
            guard position + 1 < stop else { return stop }
            guard position[1] >= lowest, position[1] <= highest else { return position + 1 }
            var index = 2
            while index < length {
                guard position + index < stop else { return stop }
                guard position[index] & 0xc0 == 0x80 else { return position + index }
                index += 1
            }
            position += length
        }
        return nil
    }

    @inline(__always)
    private static func skipASCII(
        _ start: UnsafePointer<UInt8>, to stop: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var position = start
        while stop - position >= 8 {
            // SAFETY: the eight bytes from `position` are before `stop`.
            let word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self).littleEndian
            let marks = word & 0x8080_8080_8080_8080
            if marks != 0 { return position + marks.trailingZeroBitCount >> 3 }
            position += 8
        }
        while position < stop, position.pointee < 0x80 { position += 1 }
        return position
    }
}
