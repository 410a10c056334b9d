/// Why a text is not an instant.
public enum BaselineTimestampError: String, Error, Hashable, Sendable {
    case empty
    case leadingSpace
    case trailingSpace
    case infinite
    case beforeChrist
    case malformed
    case noSuchDay
    case hourOutOfRange
    case minuteOutOfRange
    case secondOutOfRange
    case fractionTooLong
    case offsetOutOfRange
    case trailingText
}

/// Reads the instants that PostgreSQL and PostgREST print, and those of RFC 3339.
///
/// `YYYY-MM-DD` or `YYYYY-MM-DD`; `T`, `t` or a space; `HH:MM`, `HH:MM:SS` or `HH:MM:SS.` with 1 to 9 digits;
/// then `Z`, `z`, `±HH`, `±HHMM`, `±HH:MM`, `±HH:MM:SS` or nothing, which means UTC. Digits beyond
/// microseconds are truncated.
public enum BaselineTimestamp {
    /// Returns the instant of a text in microseconds since 1970-01-01T00:00:00Z.
    public static func micros(of text: BaselineText) throws(BaselineTimestampError) -> Int64 {
        let bytes = text.utf8
        if bytes.isEmpty { throw .empty }
        if bytes.first == UInt8(ascii: " ") { throw .leadingSpace }
        if bytes.last == UInt8(ascii: " ") { throw .trailingSpace }
        if text == "infinity" || text == "-infinity" { throw .infinite }
        if bytes.suffix(3).elementsEqual(" BC".utf8) { throw .beforeChrist }

        var cursor = Cursor(bytes: bytes)
        let day = try date(&cursor)
        guard cursor.take("T") || cursor.take("t") || cursor.take(" ") else { throw .malformed }
        let timeMicros = try timeOfDay(&cursor)
        let offsetSeconds = try offset(&cursor)
        if !cursor.isAtEnd { throw .trailingText }
        return (Int64(day.daysSinceEpoch) * 86_400 - Int64(offsetSeconds)) * 1_000_000 + timeMicros
    }

    private static func date(_ cursor: inout Cursor) throws(BaselineTimestampError) -> BaselineDay {
        let yearDigits = cursor.digits()
        guard yearDigits.count == 4 || yearDigits.count == 5, cursor.take("-") else { throw .malformed }
        let month = try cursor.twoDigits()
        guard cursor.take("-") else { throw .malformed }
        let dayOfMonth = try cursor.twoDigits()
        guard let day = BaselineDay(year: number(yearDigits), month: month, day: dayOfMonth) else {
            throw .noSuchDay
        }
        return day
    }

    private static func timeOfDay(_ cursor: inout Cursor) throws(BaselineTimestampError) -> Int64 {
        let hour = try cursor.twoDigits()
        if hour > 23 { throw .hourOutOfRange }
        guard cursor.take(":") else { throw .malformed }
        let minute = try cursor.twoDigits()
        if minute > 59 { throw .minuteOutOfRange }
        var micros = Int64(hour * 3600 + minute * 60) * 1_000_000
        guard cursor.take(":") else { return micros }
        let second = try cursor.twoDigits()
        if second > 59 { throw .secondOutOfRange }
        micros += Int64(second) * 1_000_000
        guard cursor.take(".") else { return micros }
        let fraction = cursor.digits()
        if fraction.isEmpty { throw .malformed }
        if fraction.count > 9 { throw .fractionTooLong }
        let sixDigits = fraction.prefix(6) + Array(repeating: 48, count: max(0, 6 - fraction.count))
        return micros + Int64(number(sixDigits))
    }

    private static func offset(_ cursor: inout Cursor) throws(BaselineTimestampError) -> Int {
        if cursor.isAtEnd || cursor.take("Z") || cursor.take("z") { return 0 }
        let sign: Int
        if cursor.take("+") {
            sign = 1
        } else if cursor.take("-") {
            sign = -1
        } else {
            throw .trailingText
        }
        let hours = try cursor.twoDigits()
        var minutes = 0
        var seconds = 0
        if cursor.take(":") {
            minutes = try cursor.twoDigits()
            if cursor.take(":") {
                seconds = try cursor.twoDigits()
            }
        } else if cursor.isAtDigit {
            minutes = try cursor.twoDigits()
        }
        if hours > 23 || minutes > 59 || seconds > 59 { throw .offsetOutOfRange }
        return sign * (hours * 3600 + minutes * 60 + seconds)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    private struct Cursor {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        var isAtDigit: Bool { !isAtEnd && (48...57).contains(bytes[position]) }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard !isAtEnd, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func digits() -> ArraySlice<UInt8> {
            let start = position
            while isAtDigit { position += 1 }
            return bytes[start..<position]
        }

        mutating func twoDigits() throws(BaselineTimestampError) -> Int {
            let start = position
            while isAtDigit && position < start + 2 { position += 1 }
            guard position == start + 2 else { throw .malformed }
            return BaselineTimestamp.number(bytes[start..<position])
        }
    }
}
