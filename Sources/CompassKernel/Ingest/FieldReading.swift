// Reading of values by column type, the same for every table: which values are null and which cause a
// warning.

extension FieldSlot {
    /// Returns whether a string slot's text is `text`.
    func equals(_ text: StaticString) -> Bool {
        if hasEscapes { return equalsUnescaped(text.utf8Start, text.utf8CodeUnitCount) }
        return count == text.utf8CodeUnitCount
            && ByteComparison.areEqual(start, text.utf8Start, count: text.utf8CodeUnitCount)
    }

    /// Returns whether a string slot's text has the bytes `utf8`, which must not be empty.
    func equals(utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let bytes = utf8.baseAddress else { return false }
        if hasEscapes { return equalsUnescaped(bytes, utf8.count) }
        return count == utf8.count && ByteComparison.areEqual(start, bytes, count: utf8.count)
    }

    @inline(never)
    private func equalsUnescaped(_ bytes: UnsafePointer<UInt8>, _ byteCount: Int) -> Bool {
        var unescaped = GrowableColumn<UInt8>()
        _ = JSONUnescaping.append(from: start, to: end, to: &unescaped)
        return unescaped.withBuffer {
            ByteComparison.areEqual($0, UnsafeBufferPointer(start: bytes, count: byteCount))
        }
    }
}

enum RequiredField {
    /// Returns whether `slot` holds an id: a non-empty string, or a number, whose literal text is used. If
    /// not, the row is skipped.
    static func isID(_ slot: FieldSlot, _ field: Int, log: inout ProblemLog) -> Bool {
        if slot.kind == .string || slot.kind == .number, slot.count > 0 { return true }
        skip(slot, field, expected: "an id", log: &log)
        return false
    }

    /// Returns whether `slot` holds a string. If not, the row is skipped.
    static func isText(_ slot: FieldSlot, _ field: Int, log: inout ProblemLog) -> Bool {
        if slot.kind == .string { return true }
        skip(slot, field, expected: "a text", log: &log)
        return false
    }

    /// Skips the row because a required value is absent or of the wrong type.
    @inline(never)
    static func skip(_ slot: FieldSlot, _ field: Int, expected: String, log: inout ProblemLog) {
        if slot.isAbsent {
            log.skip(field: field, ProblemReason.absent(slot))
        } else if slot.kind == .string {
            log.skip(field: field, ProblemReason.empty)
        } else {
            log.skip(field: field, ProblemReason.wrongType(slot, expected: expected))
        }
    }
}

enum TextField {
    /// Appends a nullable text value; returns whether it is not null.
    @inline(__always)
    static func append(
        _ fields: RowFields, _ field: Int, to column: inout TextColumnBuilder, emptyIsNull: Bool = false,
        log: inout ProblemLog
    ) -> Bool {
        let slot = fields[field]
        if slot.kind == .string, slot.count > 0 || !emptyIsNull {
            if column.append(slot) {
                log.warn(field: field, ProblemReason.loneSurrogate)
            }
            return true
        }
        if slot.kind != .string, !slot.isAbsent {
            log.warn(field: field, ProblemReason.wrongType(slot, expected: "a text"))
        }
        column.appendNull()
        return false
    }
}

enum ForeignIDField {
    /// Appends a nullable id; for a number its literal text is used, and an empty string is null.
    @inline(__always)
    static func append(
        _ fields: RowFields, _ field: Int, to column: inout CodeColumnBuilder, log: inout ProblemLog
    ) {
        let slot = fields[field]
        if slot.kind == .string || slot.kind == .number, slot.count > 0 {
            if column.append(slot) {
                log.warn(field: field, ProblemReason.loneSurrogate)
            }
            return
        }
        if slot.kind != .string, !slot.isAbsent {
            log.warn(field: field, ProblemReason.wrongType(slot, expected: "an id"))
        }
        column.appendNull()
    }
}

enum BooleanField {
    /// Returns 1 for true; 0 for false, null and, with a warning, for anything else.
    @inline(__always)
    static func read(_ fields: RowFields, _ field: Int, log: inout ProblemLog) -> UInt8 {
        let slot = fields[field]
        switch slot.kind {
        case .true: return 1
        case .false, .null, .missing: return 0
        default:
            log.warn(field: field, ProblemReason.wrongType(slot, expected: "a boolean"))
            return 0
        }
    }
}

enum InstantField {
    /// Parses the time of a string slot; returns nil on success.
    @inline(__always)
    static func parse(_ slot: FieldSlot, into micros: inout Int64) -> TimestampError? {
        if slot.hasEscapes { return parseUnescaped(slot, into: &micros) }
        return Timestamp.parse(slot.start, count: slot.count, into: &micros)
    }

    @inline(never)
    private static func parseUnescaped(_ slot: FieldSlot, into micros: inout Int64) -> TimestampError? {
        var text = GrowableColumn<UInt8>()
        _ = JSONUnescaping.append(from: slot.start, to: slot.end, to: &text)
        return text.withBuffer { Timestamp.parse($0.baseAddress!, count: $0.count, into: &micros) }
    }

    /// Appends a nullable time; returns 1 if it is not null.
    @inline(__always)
    static func append(
        _ fields: RowFields, _ field: Int, to column: inout GrowableColumn<Int64>, log: inout ProblemLog
    ) -> UInt8 {
        let slot = fields[field]
        var micros: Int64 = 0
        if slot.kind == .string {
            guard let error = parse(slot, into: &micros) else {
                column.append(micros)
                return 1
            }
            log.warn(field: field, ProblemReason.unreadable(slot, error))
        } else if slot.kind == .instant {
            column.append(slot.micros)
            return 1
        } else if !slot.isAbsent {
            log.warn(field: field, ProblemReason.wrongType(slot, expected: "a time"))
        }
        column.append(0)
        return 0
    }
}

enum DayOrInstantField {
    /// The length of the longest day, one with a five-digit year; every instant is longer.
    private static let longestDay = 11

    /// Parses the day or the time of a string slot as days or microseconds since 1970; returns nil on
    /// success.
    static func parse(_ slot: FieldSlot, into value: inout Int64, isDay: inout Bool) -> TimestampError? {
        guard slot.hasEscapes else { return parse(slot.start, slot.count, &value, &isDay) }
        var text = GrowableColumn<UInt8>()
        _ = JSONUnescaping.append(from: slot.start, to: slot.end, to: &text)
        return text.withBuffer { parse($0.baseAddress!, $0.count, &value, &isDay) }
    }

    private static func parse(
        _ start: UnsafePointer<UInt8>, _ count: Int, _ value: inout Int64, _ isDay: inout Bool
    ) -> TimestampError? {
        guard count <= longestDay else { return Timestamp.parse(start, count: count, into: &value) }
        var days: Int32 = 0
        if let failure = CivilDate.parse(start, count: count, into: &days) {
            // A day followed by more text is treated as an instant.
            return failure == .trailingText ? Timestamp.parse(start, count: count, into: &value) : failure
        }
        value = Int64(days)
        isDay = true
        return nil
    }
}

enum SentimentField {
    private static let known = Sentiment.allCases.map(\.rawValue)

    /// Appends a sentiment's text, or null with a warning if the text is unknown.
    static func append(
        _ fields: RowFields, _ field: Int, to column: inout CodeColumnBuilder, log: inout ProblemLog
    ) {
        let slot = fields[field]
        if slot.kind == .string {
            if known.contains(where: { isText($0, of: slot) }) {
                _ = column.append(slot)
                return
            }
            log.warn(
                field: field,
                ProblemReason.unknown(slot, known: known.joined(separator: ", ")))
        } else if !slot.isAbsent {
            log.warn(field: field, ProblemReason.wrongType(slot, expected: "a text"))
        }
        column.appendNull()
    }

    private static func isText(_ text: String, of slot: FieldSlot) -> Bool {
        var text = text
        return text.withUTF8 { slot.equals(utf8: $0) }
    }
}

enum CodeField {
    /// Appends a nullable text value of a column with few distinct values.
    static func append(
        _ fields: RowFields, _ field: Int, to column: inout CodeColumnBuilder, log: inout ProblemLog
    ) {
        let slot = fields[field]
        guard slot.kind == .string else {
            if !slot.isAbsent {
                log.warn(field: field, ProblemReason.wrongType(slot, expected: "a text"))
            }
            return column.appendNull()
        }
        if column.append(slot) {
            log.warn(field: field, ProblemReason.loneSurrogate)
        }
    }
}
