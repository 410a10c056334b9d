// Reading of values by column type, the same for every table: which values are null and which cause a
// warning.

enum RequiredField {
    /// Returns whether `slot` holds an id: a non-empty string, or a number, whose literal text is used. If
    /// not, the row is skipped.
    @inline(__always)
    static func isID(_ slot: FieldSlot, _ field: Int, log: inout ProblemLog) -> Bool {
        if slot.kind == .string || slot.kind == .number, slot.count > 0 { return true }
        skip(slot, field, expected: "an id", log: &log)
        return false
    }

    /// Returns whether `slot` holds a string. If not, the row is skipped.
    @inline(__always)
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
    /// Which values a field of texts accepts.
    enum Kind {
        /// Any text.
        case text
        /// A text; an empty one is null.
        case nonEmptyText
        /// An id: a text or a number, whose literal text is used; an empty text is null.
        case id
    }

    /// Returns whether `slot` holds a text; warns of other values than null.
    @inline(__always)
    private static func isPresent(
        _ slot: FieldSlot, _ field: Int, _ kind: Kind, log: inout ProblemLog
    ) -> Bool {
        if slot.kind == .string { return slot.count > 0 || kind == .text }
        if slot.kind == .number, kind == .id { return true }
        if !slot.isAbsent {
            log.warn(
                field: field, ProblemReason.wrongType(slot, expected: kind == .id ? "an id" : "a text"))
        }
        return false
    }

    /// Appends a nullable text; returns whether it is not null.
    @inline(__always)
    @discardableResult
    static func append(
        _ fields: RowFields, _ field: Int, _ kind: Kind = .text,
        to column: inout some SlotColumn & ~Copyable, log: inout ProblemLog
    ) -> Bool {
        guard isPresent(fields[field], field, kind, log: &log) else {
            column.appendNull()
            return false
        }
        if column.append(fields[field], before: fields.documentEnd) {
            log.warn(field: field, ProblemReason.loneSurrogate)
        }
        return true
    }

    /// Returns a nullable text, which `makeText` creates from its UTF-8 bytes.
    static func read(
        _ fields: RowFields, _ field: Int, _ kind: Kind = .text, log: inout ProblemLog,
        _ makeText: (UnsafeBufferPointer<UInt8>) -> String = { String(decoding: $0, as: UTF8.self) }
    ) -> String? {
        guard isPresent(fields[field], field, kind, log: &log) else { return nil }
        return fields[field].withUnescapedUTF8 { start, count, hasLoneSurrogate in
            if hasLoneSurrogate { log.warn(field: field, ProblemReason.loneSurrogate) }
            return makeText(UnsafeBufferPointer(start: start, count: count))
        }
    }
}

/// A column of texts under construction.
protocol SlotColumn: ~Copyable {
    mutating func appendNull()

    /// Appends the text of a string or number slot; returns whether a lone surrogate was replaced in it.
    ///
    /// - Parameter documentEnd: the end of the document that the slot's bytes are in; nil if they are not in one.
    mutating func append(_ slot: FieldSlot, before documentEnd: UnsafePointer<UInt8>?) -> Bool
}

extension TextColumnBuilder: SlotColumn {}
extension CodeColumnBuilder: SlotColumn {}

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
        slot.withUnescapedUTF8 { start, count, _ in Timestamp.parse(start, count: count, into: &micros) }
    }

    /// Returns a nullable time in microseconds.
    @inline(__always)
    static func read(_ fields: RowFields, _ field: Int, log: inout ProblemLog) -> Int64? {
        let slot = fields[field]
        if slot.kind == .string {
            var micros: Int64 = 0
            guard let error = parse(slot, into: &micros) else { return micros }
            log.warn(field: field, ProblemReason.unreadable(slot, error))
        } else if slot.kind == .instant {
            return slot.micros
        } else if !slot.isAbsent {
            log.warn(field: field, ProblemReason.wrongType(slot, expected: "a time"))
        }
        return nil
    }
}

enum DayOrInstantField {
    /// The length of the longest day, one with a five-digit year; every instant is longer.
    private static let longestDay = 11

    /// Parses the day or the time of a string slot as days or microseconds since 1970; returns nil on
    /// success.
    static func parse(_ slot: FieldSlot, into value: inout Int64, isDay: inout Bool) -> TimestampError? {
        slot.withUnescapedUTF8 { start, count, _ in
            var days: Int32 = 0
            // A day followed by more text is treated as an instant.
            let error =
                count <= longestDay ? CivilDate.parse(start, count: count, into: &days) : .trailingText
            if error == .trailingText { return Timestamp.parse(start, count: count, into: &value) }
            if error == nil { (value, isDay) = (Int64(days), true) }
            return error
        }
    }
}

enum SentimentField {
    /// Returns the index of a sentiment among all cases; nil for null and, with a warning, for other values.
    @inline(__always)
    static func read(_ fields: RowFields, _ field: Int, log: inout ProblemLog) -> Int? {
        let slot = fields[field]
        if slot.isAbsent { return nil }
        if slot.kind == .string {
            if slot.equals("neutral") { return 2 }
            if slot.equals("positive") { return 1 }
            if slot.equals("negative") { return 3 }
            if slot.equals("very_positive") { return 0 }
        }
        warn(slot, field, log: &log)
        return nil
    }

    @inline(never)
    private static func warn(_ slot: FieldSlot, _ field: Int, log: inout ProblemLog) {
        log.warn(
            field: field,
            slot.kind == .string
                ? ProblemReason.unknown(slot, known: "very_positive, positive, neutral, negative")
                : ProblemReason.wrongType(slot, expected: "a text"))
    }
}
