/// Scans JSON text in memory and validates it against the grammar of RFC 8259 and for well-formed UTF-8.
///
/// Every `scan…` method takes the position to begin at and returns the position after what it has read, or
/// nil after recording the first fault in ``fault``. Nothing is copied: values are
/// described by their positions. No method reads at or beyond ``end``.
struct JSONScanner: ~Copyable {
    typealias Position = UnsafePointer<UInt8>

    /// The maximum nesting depth of arrays and objects, including the outermost one.
    static let nestingLimit = 512

    /// The position after the last byte that may be read.
    let end: Position
    /// Whether a line feed counts as white space, which it does not within a line of NDJSON.
    let lineFeedIsSpace: Bool
    /// The ends and escapes of the next strings.
    var marks: StringMarks

    /// - Parameters:
    ///   - memory: for ``StringMarks`` of a document of `byteCount` bytes, with which strings are read faster; outlives
    ///     the scanner.
    ///   - byteCount: the size of the document.
    init(
        end: Position, lineFeedIsSpace: Bool, marksIn memory: UnsafeMutableRawPointer? = nil,
        byteCount: Int = 0
    ) {
        self.end = end
        self.lineFeedIsSpace = lineFeedIsSpace
        marks = StringMarks(in: memory, byteCount: byteCount, before: end)
    }

    /// The first fault, and where it is.
    private(set) var fault: Fault?

    typealias Fault = (reason: JSONError.Reason, position: Position)

    /// Records a fault at `position`; returns nil, so that a scan can return the result of this call.
    @inline(never)
    mutating func fail(_ reason: JSONError.Reason, at position: Position) -> Position? {
        fault = (reason, position)
        return nil
    }

    /// Records that the byte at `position`, or the end of the document, is not what was expected.
    @inline(never)
    mutating func failUnexpected(at position: Position, expected: String) -> Position? {
        if position >= end { return fail(.unexpectedEnd, at: end) }
        return fail(.unexpectedByte(position.pointee, expected: expected), at: position)
    }

    /// Returns the first position from `position` on that is not white space.
    @inline(__always)
    func skipSpace(_ position: Position) -> Position {
        if position < end, position.pointee > 0x20 { return position }
        return JSONScanner.skipSpaceSlowly(position, before: end, lineFeedIsSpace: lineFeedIsSpace)
    }

    /// Static, so that no reference to the scanner is passed.
    @inline(never)
    private static func skipSpaceSlowly(
        _ start: Position, before end: Position, lineFeedIsSpace: Bool
    ) -> Position {
        var position = start
        while position < end {
            let byte = position.pointee
            guard byte == 0x20 || byte == 0x09 || byte == 0x0d || (byte == 0x0a && lineFeedIsSpace) else {
                break
            }
            position += 1
        }
        return position
    }

    /// Reads `true`, `false` or `null`.
    @inline(__always)
    mutating func scanLiteral(_ position: Position) -> (next: Position, kind: FieldValueKind)? {
        // SAFETY: the load is guarded by the distance to the end.
        if end - position >= 8 {
            // All three are compared before any branch, since which one it is cannot be predicted.
            let word = UInt64(littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
            let isNull = word & 0xffff_ffff == 0x6c6c_756e
            let isTrue = word & 0xffff_ffff == 0x6575_7274
            let isFalse = word & 0xff_ffff_ffff == 0x65_736c_6166
            let kind =
                (isNull ? FieldValueKind.null.rawValue : 0) | (isTrue ? FieldValueKind.true.rawValue : 0)
                | (isFalse ? FieldValueKind.false.rawValue : 0)
            // SAFETY: at most one of the three raw values is part of it.
            if kind != 0 {
                return (position + (isFalse ? 5 : 4), unsafeBitCast(kind, to: FieldValueKind.self))
            }
        }
        return scanLiteralSlowly(position)
    }

    @inline(never)
    private mutating func scanLiteralSlowly(_ start: Position) -> (next: Position, kind: FieldValueKind)? {
        let literals: [(StaticString, FieldValueKind)] = [
            ("null", .null), ("true", .true), ("false", .false),
        ]
        for (text, kind) in literals where start < end && start.pointee == text.utf8Start.pointee {
            for index in 0..<text.utf8CodeUnitCount {
                guard start + index < end, start[index] == text.utf8Start[index] else {
                    _ = failUnexpected(at: start + index, expected: "\"\(text)\"")
                    return nil
                }
            }
            return (start + text.utf8CodeUnitCount, kind)
        }
        _ = failUnexpected(at: start, expected: "a value")
        return nil
    }

    /// Reads a number; only its grammar is checked.
    mutating func scanNumber(_ start: Position) -> Position? {
        var position = start
        if position.pointee == 0x2d { position += 1 }
        guard position < end, isDigit(position.pointee) else { return failNumber(at: position) }
        if position.pointee == 0x30 {
            position += 1
            if position < end, isDigit(position.pointee) { return failNumber(at: position) }
        } else {
            position = skipDigits(position)
        }
        if position < end, position.pointee == 0x2e {
            position += 1
            guard position < end, isDigit(position.pointee) else { return failNumber(at: position) }
            position = skipDigits(position)
        }
        if position < end, position.pointee | 0x20 == 0x65 {
            position += 1
            if position < end, position.pointee == 0x2b || position.pointee == 0x2d { position += 1 }
            guard position < end, isDigit(position.pointee) else { return failNumber(at: position) }
            position = skipDigits(position)
        }
        return position
    }

    @inline(__always)
    private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private func skipDigits(_ start: Position) -> Position {
        var position = start
        while position < end, isDigit(position.pointee) { position += 1 }
        return position
    }

    private mutating func failNumber(at position: Position) -> Position? {
        position >= end ? fail(.unexpectedEnd, at: end) : fail(.invalidNumber, at: position)
    }
}

/// The kind of value that a field holds.
enum FieldValueKind: UInt8 {
    case missing
    case null
    case `true`
    case `false`
    case number
    case string
    case array
    case object
    /// Microseconds since 1970 in eight bytes. This kind and the following ones never occur in a document,
    /// only in columns passed in by other libraries.
    case instant
    /// A time that cannot be expressed as text in a document.
    case instantOutOfRange
    /// Text that is not UTF-8; a document with such text fails as a whole.
    case illFormedText
    /// Bytes that are not text, where a UUID was expected.
    case bytes
}
