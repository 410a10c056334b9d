extension Timestamp {
    /// Parses an instant in any of the accepted formats; returns the reason if the bytes are not an instant.
    @inline(never)
    static func parseAnyShape(
        _ start: UnsafePointer<UInt8>, count: Int, into micros: inout Int64
    ) -> TimestampError? {
        var fields = TimestampFields()
        if let failure = fields.read(start, count: count) { return failure }
        micros = fields.micros
        return nil
    }
}

extension ZonedTimestamp {
    /// Parses an instant with its UTC offset; a text without an offset is UTC.
    ///
    /// - Parameter text: text in a format that ``Timestamp/init(parsing:)`` accepts.
    /// - Throws: the reason why the text is not an instant.
    public init(parsing text: some StringProtocol) throws(TimestampError) {
        var fields = TimestampFields()
        let failure = withUTF8Bytes(of: text) { start, count in fields.read(start, count: count) }
        if let failure { throw failure }
        self.init(Timestamp(micros: fields.micros), offsetSeconds: fields.offsetSeconds)
    }
}

extension CivilDate {
    /// Parses a calendar day of the form `YYYY-MM-DD`, with a year of four digits from 0000, or five.
    ///
    /// - Parameter text: the whole text.
    /// - Throws: the reason why the text is not a calendar day.
    public init(parsing text: some StringProtocol) throws(TimestampError) {
        var days = Int32(0)
        let failure = withUTF8Bytes(of: text) { start, count in
            CivilDate.parse(start, count: count, into: &days)
        }
        if let failure { throw failure }
        self.init(daysSinceEpoch: days)
    }

    /// Parses a calendar day from `count` bytes, as ``init(parsing:)`` does.
    ///
    /// - Returns: nil, or the reason why the bytes are not a calendar day; then nothing is stored.
    static func parse(
        _ start: UnsafePointer<UInt8>, count: Int, into daysSinceEpoch: inout Int32
    ) -> TimestampError? {
        var fields = DateFields()
        var cursor = ByteCursor(start, count: count)
        if let failure = cursor.failureBeforeDate() ?? fields.readShape(&cursor) { return failure }
        if !cursor.isAtEnd { return cursor.failureAfterValue() }
        if let failure = fields.firstFieldOutOfRange { return failure }
        daysSinceEpoch = Int32(fields.daysSinceEpoch)
        return nil
    }
}

/// The year, month and day of a text, as written.
private struct DateFields {
    var year: Int64 = 0
    var month = 0
    var day = 0

    /// Parses `YYYY-MM-DD` from the cursor without checking the values.
    mutating func readShape(_ cursor: inout ByteCursor) -> TimestampError? {
        let yearDigits = cursor.digitCount
        guard yearDigits >= 4 else { return .malformed }
        if yearDigits > 5 {
            return cursor.byte(after: yearDigits) == UInt8(ascii: "-") ? .yearOutOfRange : .malformed
        }
        year = Int64(cursor.takeDigits(yearDigits))
        guard cursor.take(UInt8(ascii: "-")), let month = cursor.takeTwoDigits(),
            cursor.take(UInt8(ascii: "-")), let day = cursor.takeTwoDigits()
        else { return .malformed }
        self.month = month
        self.day = day
        return nil
    }

    var firstFieldOutOfRange: TimestampError? {
        guard (1...12).contains(month) else { return .monthOutOfRange }
        guard day >= 1, day <= CivilArithmetic.monthLength(year: year, month: month) else {
            return .dayDoesNotExist
        }
        return nil
    }

    var daysSinceEpoch: Int64 { CivilArithmetic.days(year: year, month: month, day: day) }
}

/// All fields of a date-time, as written.
private struct TimestampFields {
    private var date = DateFields()
    private var hour = 0
    private var minute = 0
    private var second = 0
    private var fractionMicros = 0
    private var offset = OffsetFields()

    var offsetSeconds: Int { offset.seconds }

    /// The microseconds since the epoch, which a year of five digits cannot overflow.
    var micros: Int64 {
        let secondOfDay = Int64(hour * 3_600 + minute * 60 + second)
        let local = date.daysSinceEpoch * TimeUnits.secondsPerDay + secondOfDay
        return (local - Int64(offset.seconds)) * TimeUnits.microsPerSecond + Int64(fractionMicros)
    }

    mutating func read(_ start: UnsafePointer<UInt8>, count: Int) -> TimestampError? {
        var cursor = ByteCursor(start, count: count)
        return cursor.failureBeforeDate() ?? date.readShape(&cursor) ?? readTimeShape(&cursor)
            ?? offset.readShape(&cursor)
            ?? (cursor.isAtEnd ? nil : cursor.failureAfterValue())
            ?? firstFieldOutOfRange
    }

    private mutating func readTimeShape(_ cursor: inout ByteCursor) -> TimestampError? {
        if cursor.isAtEnd { return .missingTime }
        if cursor.isAtEra { return .beforeChrist }
        guard
            cursor.take(UInt8(ascii: "T")) || cursor.take(UInt8(ascii: "t"))
                || cursor.take(UInt8(ascii: " ")),
            let hour = cursor.takeTwoDigits(), cursor.take(UInt8(ascii: ":")),
            let minute = cursor.takeTwoDigits()
        else { return .malformed }
        self.hour = hour
        self.minute = minute
        guard cursor.take(UInt8(ascii: ":")) else { return nil }
        guard let second = cursor.takeTwoDigits() else { return .malformed }
        self.second = second
        guard cursor.take(UInt8(ascii: ".")) else { return nil }
        return readFractionShape(&cursor)
    }

    private mutating func readFractionShape(_ cursor: inout ByteCursor) -> TimestampError? {
        let digitCount = cursor.digitCount
        guard digitCount > 0 else { return .malformed }
        guard digitCount <= 9 else { return .fractionTooLong }
        var nanoseconds = cursor.takeDigits(digitCount)
        for _ in digitCount..<9 { nanoseconds *= 10 }
        fractionMicros = nanoseconds / 1_000
        return nil
    }

    private var firstFieldOutOfRange: TimestampError? {
        if let failure = date.firstFieldOutOfRange { return failure }
        if hour > 23 { return .hourOutOfRange }
        if minute > 59 { return .minuteOutOfRange }
        if second > 59 { return .secondOutOfRange }
        return offset.isOutOfRange ? .offsetOutOfRange : nil
    }
}

/// The UTC offset of a text, as written; zero if there is none.
private struct OffsetFields {
    private var isWest = false
    private var hours = 0
    private var minutes = 0
    private var extraSeconds = 0

    var seconds: Int {
        let magnitude = hours * 3_600 + minutes * 60 + extraSeconds
        return isWest ? -magnitude : magnitude
    }

    /// RFC 3339 allows any time of day; PostgreSQL prints up to 15:59:59.
    var isOutOfRange: Bool { hours > 23 || minutes > 59 || extraSeconds > 59 }

    mutating func readShape(_ cursor: inout ByteCursor) -> TimestampError? {
        if cursor.take(UInt8(ascii: "Z")) || cursor.take(UInt8(ascii: "z")) { return nil }
        if cursor.take(UInt8(ascii: "-")) {
            isWest = true
        } else if !cursor.take(UInt8(ascii: "+")) {
            return nil
        }
        guard let hours = cursor.takeTwoDigits() else { return .malformedOffset }
        self.hours = hours
        if cursor.take(UInt8(ascii: ":")) {
            guard let minutes = cursor.takeTwoDigits() else { return .malformedOffset }
            self.minutes = minutes
            if cursor.take(UInt8(ascii: ":")) {
                guard let extraSeconds = cursor.takeTwoDigits() else { return .malformedOffset }
                self.extraSeconds = extraSeconds
            }
        } else if let minutes = cursor.takeTwoDigits() {
            self.minutes = minutes
        }
        return cursor.isAtDigitOrColon ? .malformedOffset : nil
    }
}

/// A cursor over the bytes of a text.
private struct ByteCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ start: UnsafePointer<UInt8>, count: Int) {
        // SAFETY: the caller's text has `count` bytes at `start`; every read below checks its position.
        bytes = UnsafeBufferPointer(start: start, count: max(count, 0))
    }

    var isAtEnd: Bool { position >= bytes.count }

    /// Returns the byte `distance` after the cursor; nil past the end of the text.
    func byte(after distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    /// The number of consecutive digits at the cursor.
    var digitCount: Int {
        var end = position
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        return end - position
    }

    var isAtDigitOrColon: Bool { byte(after: 0).map { isDigit($0) || $0 == UInt8(ascii: ":") } ?? false }

    /// Whether the remaining text is exactly ` BC`.
    var isAtEra: Bool {
        bytes.count - position == 3 && bytes[position] == UInt8(ascii: " ")
            && bytes[position + 1] | 0x20 == UInt8(ascii: "b")
            && bytes[position + 2] | 0x20 == UInt8(ascii: "c")
    }

    mutating func take(_ expected: UInt8) -> Bool {
        guard byte(after: 0) == expected else { return false }
        position += 1
        return true
    }

    /// Parses two digits, or consumes nothing.
    mutating func takeTwoDigits() -> Int? {
        guard let tens = byte(after: 0), let ones = byte(after: 1), isDigit(tens), isDigit(ones) else {
            return nil
        }
        position += 2
        return Int(tens & 15) * 10 + Int(ones & 15)
    }

    /// Parses `count` digits, at most nine, that the caller has already counted.
    mutating func takeDigits(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            value = value * 10 + Int(bytes[position] & 15)
            position += 1
        }
        return value
    }

    /// Returns the reason why the text cannot begin with a date.
    func failureBeforeDate() -> TimestampError? {
        guard let first = bytes.first, let last = bytes.last else { return .empty }
        if isWhiteSpace(first) { return .leadingSpace }
        if isWhiteSpace(last) { return .trailingSpace }
        if equals("infinity") { return .infinity }
        if equals("-infinity") { return .negativeInfinity }
        return nil
    }

    /// Returns the reason why text after a complete value is not allowed.
    func failureAfterValue() -> TimestampError { isAtEra ? .beforeChrist : .trailingText }

    private func equals(_ lowercased: StaticString) -> Bool {
        guard bytes.count == lowercased.utf8CodeUnitCount else { return false }
        for (index, byte) in bytes.enumerated() {
            let isUppercase = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            // SAFETY: the index is below the static text's length, which equals that of the bytes.
            guard (isUppercase ? byte | 0x20 : byte) == lowercased.utf8Start[index] else { return false }
        }
        return true
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
    private func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}
