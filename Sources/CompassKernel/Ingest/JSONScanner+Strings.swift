/// The location of a string in the text, without its quotes.
struct ScannedString {
    let start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    /// Whether it contains an escape, so that its text differs from its bytes.
    let hasEscapes: Bool

    var slot: FieldSlot { FieldSlot(start: start, count: end - start, kind: .string, hasEscapes: hasEscapes) }
}

extension JSONScanner {
    /// Reads a string from `start`, the position after its opening quote, up to its closing quote.
    @inline(__always)
    mutating func scanString(_ start: Position) -> ScannedString? {
        #if arch(x86_64)
            if let mark = marks.first(from: start), mark.pointee == 0x22 {
                return ScannedString(start: start, end: mark, hasEscapes: false)
            }
            return scanMarkedString(start)
        #else
            return scanUnmarkedString(start)
        #endif
    }

    /// Reads a string that has escapes, or does not end within the marked part of the document.
    @inline(never)
    private mutating func scanMarkedString(_ start: Position) -> ScannedString? {
        var position = start
        var hasEscapes = false
        while true {
            guard let mark = marks.first(from: position) else {
                guard let next = marks.advance(from: position, before: end) else {
                    return scanUnmarkedString(start)
                }
                position = next
                continue
            }
            switch mark.pointee {
            case 0x22: return ScannedString(start: start, end: mark, hasEscapes: hasEscapes)
            case 0x5c:
                hasEscapes = true
                guard let next = scanEscape(start, mark) else { return nil }
                position = next
            default: return failString(start, .controlCharacter(mark.pointee), at: mark)
            }
        }
    }

    /// Reads a string without marks.
    ///
    /// Reads sixteen bytes at a time: a quote, a backslash or a control character ends the loop. Non-ASCII
    /// bytes are only noted; if there were any, the string is validated as UTF-8 once.
    @inline(__always)
    private mutating func scanUnmarkedString(_ start: Position) -> ScannedString? {
        var position = start
        var nonASCII = SIMD16<UInt8>()
        while end - position >= 16 {
            // SAFETY: the sixteen bytes from `position` are before the end.
            let bytes = UnsafeRawPointer(position).loadUnaligned(as: SIMD16<UInt8>.self)
            let marks = StringBytes.specialMarks(bytes)
            // Bytes after the quote are included: an occasional unnecessary check is cheaper than a mask.
            nonASCII |= bytes
            if !marks.hasHighestBit {
                position += 16
                continue
            }
            position += marks.highestBitIndex
            guard position.pointee == 0x22 else { break }
            if nonASCII.hasHighestBit {
                guard isValidUTF8(start, position) else { return nil }
            }
            return ScannedString(start: start, end: position, hasEscapes: false)
        }
        return scanStringCarefully(start, from: position)
    }

    /// Continues from `position`, at an escape, a fault or the document's last bytes.
    @inline(never)
    private mutating func scanStringCarefully(_ start: Position, from: Position) -> ScannedString? {
        var position = from
        var hasEscapes = false
        while true {
            position = skipPlainBytes(position)
            guard position < end else { return failString(start, .unexpectedEnd, at: end) }
            switch position.pointee {
            case 0x22:
                guard isValidUTF8(start, position) else { return nil }
                return ScannedString(start: start, end: position, hasEscapes: hasEscapes)
            case 0x5c:
                hasEscapes = true
                guard let next = scanEscape(start, position) else { return nil }
                position = next
            default:
                return failString(start, .controlCharacter(position.pointee), at: position)
            }
        }
    }

    /// Returns the first quote, backslash or control character from `start` on, or the end.
    @inline(__always)
    private func skipPlainBytes(_ start: Position) -> Position {
        var position = start
        while end - position >= 16 {
            // SAFETY: the sixteen bytes from `position` are before the end.
            let bytes = UnsafeRawPointer(position).loadUnaligned(as: SIMD16<UInt8>.self)
            let marks = StringBytes.specialMarks(bytes)
            if marks.hasHighestBit { return position + marks.highestBitIndex }
            position += 16
        }
        while position < end, position.pointee != 0x22, position.pointee != 0x5c, position.pointee >= 0x20 {
            position += 1
        }
        return position
    }

    /// Checks the escape whose backslash is at `backslash`.
    private mutating func scanEscape(_ start: Position, _ backslash: Position) -> Position? {
        let letter = backslash + 1
        guard letter < end else { return failEscape(start, at: letter) }
        switch letter.pointee {
        case 0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74:
            return letter + 1
        case 0x75:
            for index in 1...4 {
                let digit = letter + index
                guard digit < end, JSONUnescaping.hexValue(digit.pointee) != nil else {
                    return failEscape(start, at: digit)
                }
            }
            return letter + 5
        default:
            return failEscape(start, at: letter)
        }
    }

    private mutating func failEscape(_ start: Position, at position: Position) -> Position? {
        _ = failString(start, position >= end ? .unexpectedEnd : .invalidEscape, at: position)
        return nil
    }

    /// Records a fault of a string at `position`, or an earlier fault in its encoding.
    @inline(never)
    private mutating func failString(
        _ start: Position, _ reason: JSONError.Reason, at position: Position
    ) -> ScannedString? {
        if isValidUTF8(start, position, mayEndInside: position >= end) { _ = fail(reason, at: position) }
        return nil
    }

    /// Checks the bytes from `start` to `stop`; records a fault and returns false if they are ill-formed.
    @inline(never)
    private mutating func isValidUTF8(_ start: Position, _ stop: Position, mayEndInside: Bool = false) -> Bool
    {
        guard let wrong = UTF8Validation.firstIllFormed(from: start, to: stop) else { return true }
        if wrong >= stop, mayEndInside { return true }
        _ = fail(.invalidUTF8, at: wrong)
        return false
    }
}

/// Classification of sixteen bytes of a string at once.
enum StringBytes {
    /// Returns whether a byte is a quote, a backslash or a control character.
    static func isMarked(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x5c || byte < 0x20 }

    /// Returns 0xff for each quote, backslash and control character, and 0 for every other byte.
    ///
    /// The types of the constants are written out: if they were inferred or replaced by scalars, the compiler
    /// would choose the generic `.==`, a loop over lanes (see the architecture page for its cost).
    @inline(__always)
    static func specialMarks(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
        let quotes = bytes .== SIMD16<UInt8>(repeating: 0x22)
        let backslashes = bytes .== SIMD16<UInt8>(repeating: 0x5c)
        let controls = (bytes & SIMD16<UInt8>(repeating: 0xe0)) .== SIMD16<UInt8>(repeating: 0)
        return unsafeBitCast(quotes .| backslashes .| controls, to: SIMD16<UInt8>.self)
    }
}
