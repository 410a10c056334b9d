/// Decodes the contents of a validated JSON string into text.
enum JSONUnescaping {
    /// Appends the text between `start` and `stop` to `arena`; returns whether a lone surrogate was replaced
    /// by U+FFFD.
    ///
    /// - Complexity: O(n) for n bytes between the two; the text is never longer than these bytes.
    static func append(
        from start: UnsafePointer<UInt8>, to stop: UnsafePointer<UInt8>, to arena: inout GrowableColumn<UInt8>
    ) -> Bool {
        var hasLoneSurrogate = false
        arena.append(upTo: stop - start) { target in
            let (byteCount, isReplaced) = write(from: start, to: stop, to: target)
            hasLoneSurrogate = isReplaced
            return byteCount
        }
        return hasLoneSurrogate
    }

    /// Writes the text between `start` and `stop` to `target`, which has memory for as many bytes; returns its
    /// length, and whether a lone surrogate was replaced by U+FFFD.
    static func write(
        from start: UnsafePointer<UInt8>, to stop: UnsafePointer<UInt8>,
        to target: UnsafeMutablePointer<UInt8>
    ) -> (byteCount: Int, hasLoneSurrogate: Bool) {
        // SAFETY: each escape is at least as long as the UTF-8 that it represents, so that at most
        // `stop - start` bytes are written. The scanner has validated all escapes; their lengths are
        // checked again because another process may have written to a mapped file since.
        var hasLoneSurrogate = false
        var source = start
        var written = 0
        while source < stop {
            let plain = ByteSearch.first(0x5c, from: source, to: stop) - source
            (target + written).update(from: source, count: plain)
            written += plain
            source += plain
            guard stop - source >= 2 else { break }
            if source[1] != 0x75 {
                target[written] = simpleEscape(source[1])
                written += 1
                source += 2
                continue
            }
            guard stop - source >= 6 else { break }
            let (scalar, length, isWhole) = unicodeEscape(source, stop)
            hasLoneSurrogate = hasLoneSurrogate || !isWhole
            written += write(scalar, to: target + written)
            source += length
        }
        return (written, hasLoneSurrogate)
    }

    /// Returns the value of a hexadecimal digit.
    static func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x37)
        case 0x61...0x66: UInt32(byte - 0x57)
        default: nil
        }
    }

    private static func simpleEscape(_ letter: UInt8) -> UInt8 {
        switch letter {
        case 0x62: 0x08
        case 0x66: 0x0c
        case 0x6e: 0x0a
        case 0x72: 0x0d
        case 0x74: 0x09
        default: letter
        }
    }

    /// Returns the scalar at `source`, the byte count of its one or two escapes, and whether it was complete.
    private static func unicodeEscape(
        _ source: UnsafePointer<UInt8>, _ stop: UnsafePointer<UInt8>
    ) -> (scalar: UInt32, length: Int, isWhole: Bool) {
        let first = codeUnit(source)
        guard first & 0xf800 == 0xd800 else { return (first, 6, true) }
        if first < 0xdc00, stop - source >= 12, source[6] == 0x5c, source[7] == 0x75 {
            let second = codeUnit(source + 6)
            if second & 0xfc00 == 0xdc00 {
                return (0x10000 + (first & 0x3ff) << 10 + second & 0x3ff, 12, true)
            }
        }
        return (0xfffd, 6, false)
    }

    private static func codeUnit(_ escape: UnsafePointer<UInt8>) -> UInt32 {
        (2...5).reduce(0) { $0 << 4 | (hexValue(escape[$1]) ?? 0) }
    }

    private static func write(_ scalar: UInt32, to target: UnsafeMutablePointer<UInt8>) -> Int {
        func continuation(_ shift: UInt32) -> UInt8 {
            0x80 | UInt8(truncatingIfNeeded: scalar >> shift & 0x3f)
        }
        switch scalar {
        case 0..<0x80:
            target[0] = UInt8(scalar)
            return 1
        case 0x80..<0x800:
            target[0] = 0xc0 | UInt8(scalar >> 6)
            target[1] = continuation(0)
            return 2
        case 0x800..<0x10000:
            target[0] = 0xe0 | UInt8(scalar >> 12)
            target[1] = continuation(6)
            target[2] = continuation(0)
            return 3
        default:
            target[0] = 0xf0 | UInt8(scalar >> 18)
            target[1] = continuation(12)
            target[2] = continuation(6)
            target[3] = continuation(0)
            return 4
        }
    }
}
