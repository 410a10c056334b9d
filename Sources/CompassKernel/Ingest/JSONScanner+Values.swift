/// The location and kind of a value in the text.
struct ScannedValue {
    let kind: FieldValueKind
    /// The first byte of the value; for a string, the byte after its opening quote.
    let start: UnsafePointer<UInt8>
    /// The position after the last byte; for a string, its closing quote.
    let end: UnsafePointer<UInt8>
    let hasEscapes: Bool
    /// The position after the whole value.
    let next: UnsafePointer<UInt8>
}

extension JSONScanner {
    /// Reads one value of any kind; the contents of arrays and objects are checked and skipped.
    ///
    /// White space before the value is skipped.
    ///
    /// - Parameter depth: the number of arrays and objects that enclose the value.
    @inline(__always)
    mutating func scanValue(_ position: Position, depth: Int) -> ScannedValue? {
        guard position < end else {
            _ = fail(.unexpectedEnd, at: end)
            return nil
        }
        switch position.pointee {
        case 0x22:
            guard let text = scanString(position + 1) else { return nil }
            return ScannedValue(
                kind: .string, start: text.start, end: text.end, hasEscapes: text.hasEscapes,
                next: text.end + 1)
        case 0x2d, 0x30...0x39:
            guard let next = scanNumber(position) else { return nil }
            return ScannedValue(kind: .number, start: position, end: next, hasEscapes: false, next: next)
        case 0x5b, 0x7b:
            let kind: FieldValueKind = position.pointee == 0x5b ? .array : .object
            guard let next = skipContainer(position, depth: depth) else { return nil }
            return ScannedValue(kind: kind, start: position, end: next, hasEscapes: false, next: next)
        default:
            if position.pointee <= 0x20 { return scanValueAfterSpace(position, depth: depth) }
            guard let (next, kind) = scanLiteral(position) else { return nil }
            return ScannedValue(kind: kind, start: position, end: next, hasEscapes: false, next: next)
        }
    }

    /// Reads a value after white space. A predicted key ends where the previous row's value began, but this
    /// row may have more white space.
    @inline(never)
    private mutating func scanValueAfterSpace(_ start: Position, depth: Int) -> ScannedValue? {
        let position = skipSpace(start)
        guard position < end, position.pointee > 0x20 else {
            _ = failUnexpected(at: position, expected: "a value")
            return nil
        }
        return scanValue(position, depth: depth)
    }

    /// Skips the array or object that begins at `start`.
    ///
    /// One bit for each open level distinguishes arrays (0) from objects (1), so that nesting uses no stack.
    @inline(never)
    private mutating func skipContainer(_ start: Position, depth: Int) -> Position? {
        var levels = NestingBits()
        var depth = depth
        let outerDepth = depth
        var position = start
        while true {
            // A value is expected at `position`.
            guard position < end else { return fail(.unexpectedEnd, at: end) }
            let byte = position.pointee
            if byte == 0x5b || byte == 0x7b {
                guard depth < JSONScanner.nestingLimit else {
                    return fail(.nestingTooDeep(limit: JSONScanner.nestingLimit), at: position)
                }
                let isObject = byte == 0x7b
                levels.set(depth, isObject)
                depth += 1
                position = skipSpace(position + 1)
                if position < end, position.pointee == (isObject ? 0x7d : 0x5d) {
                    depth -= 1
                    position += 1
                } else if isObject {
                    guard let value = scanKey(position, expected: "a string key or '}'") else { return nil }
                    position = value
                    continue
                } else {
                    continue
                }
            } else {
                guard let value = scanScalar(position) else { return nil }
                position = value
            }
            // A value has ended: close levels until a comma announces the next value.
            while true {
                if depth == outerDepth { return position }
                let isObject = levels[depth - 1]
                position = skipSpace(position)
                guard position < end else { return fail(.unexpectedEnd, at: end) }
                if position.pointee == 0x2c {
                    position = skipSpace(position + 1)
                    if isObject {
                        guard let value = scanKey(position, expected: "a string key") else { return nil }
                        position = value
                    }
                    break
                }
                guard position.pointee == (isObject ? 0x7d : 0x5d) else {
                    return failUnexpected(at: position, expected: isObject ? "',' or '}'" : "',' or ']'")
                }
                depth -= 1
                position += 1
            }
        }
    }

    /// Reads a string, number or literal.
    private mutating func scanScalar(_ position: Position) -> Position? {
        switch position.pointee {
        case 0x22: scanString(position + 1).map { $0.end + 1 }
        case 0x2d, 0x30...0x39: scanNumber(position)
        default: scanLiteral(position)?.next
        }
    }

    /// Reads a key with its colon; returns where the value begins.
    private mutating func scanKey(_ position: Position, expected: String) -> Position? {
        guard position < end, position.pointee == 0x22 else {
            return failUnexpected(at: position, expected: expected)
        }
        guard let key = scanString(position + 1) else { return nil }
        return scanColon(key.end + 1)
    }

    /// Reads white space, a colon and white space.
    @inline(__always)
    mutating func scanColon(_ start: Position) -> Position? {
        let position = skipSpace(start)
        guard position < end, position.pointee == 0x3a else {
            return failUnexpected(at: position, expected: "':'")
        }
        return skipSpace(position + 1)
    }
}

/// One bit for each level of nesting.
private struct NestingBits {
    private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) =
        (0, 0, 0, 0, 0, 0, 0, 0)

    subscript(level: Int) -> Bool {
        mutating get {
            withUnsafeBytes(of: &words) { $0[level >> 3] >> UInt8(level & 7) & 1 != 0 }
        }
    }

    mutating func set(_ level: Int, _ isObject: Bool) {
        withUnsafeMutableBytes(of: &words) { bytes in
            let mask: UInt8 = 1 << UInt8(level & 7)
            // SAFETY: levels are below the nesting limit of 512, the number of bits.
            bytes[level >> 3] = isObject ? bytes[level >> 3] | mask : bytes[level >> 3] & ~mask
        }
    }
}
