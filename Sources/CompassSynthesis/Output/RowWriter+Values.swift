/// Numbers, ids, instants and dates as PostgreSQL prints them in JSON.
extension RowWriter {
    /// Appends a number in decimal digits.
    mutating func append(decimal value: Int64) {
        if value < 0 { append(byte: 0x2D) }
        var rest = value.magnitude
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { buffer in
            var position = buffer.count
            repeat {
                position -= 1
                buffer[position] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            for index in position..<buffer.count { append(byte: buffer[index]) }
        }
    }

    /// Appends a `numeric` value of two decimal places, given in hundredths.
    mutating func append(hundredths value: Int) {
        append(decimal: Int64(value / 100))
        append(byte: 0x2E)
        append(twoDigits: value % 100)
    }

    @inline(__always)
    mutating func append(twoDigits value: Int) {
        append(byte: 0x30 + UInt8(truncatingIfNeeded: value / 10))
        append(byte: 0x30 + UInt8(truncatingIfNeeded: value % 10))
    }

    /// Appends an id in its canonical form of 36 lower-case characters, without quotes.
    @inline(__always)
    mutating func append(_ id: UUIDBits) {
        append(hexadecimal: id.high >> 32, digitCount: 8)
        append(byte: 0x2D)
        append(hexadecimal: id.high >> 16, digitCount: 4)
        append(byte: 0x2D)
        append(hexadecimal: id.high, digitCount: 4)
        append(byte: 0x2D)
        append(hexadecimal: id.low >> 48, digitCount: 4)
        append(byte: 0x2D)
        append(hexadecimal: id.low, digitCount: 12)
    }

    /// Appends an id in quotes, or `null`.
    @inline(__always)
    mutating func append(quoted id: UUIDBits?) {
        guard let id else { return append("null") }
        append(byte: 0x22)
        append(id)
        append(byte: 0x22)
    }

    /// Appends a text in quotes, or `null`.
    @inline(__always)
    mutating func append(quoted piece: Piece?, of pieces: PieceTable) {
        guard let piece else { return append("null") }
        append(byte: 0x22)
        append(piece, of: pieces)
        append(byte: 0x22)
    }

    @inline(__always)
    private mutating func append(hexadecimal word: UInt64, digitCount: Int) {
        var shift = UInt64(truncatingIfNeeded: digitCount &* 4)
        while shift > 0 {
            shift &-= 4
            let nibble = UInt8(truncatingIfNeeded: word >> shift & 15)
            append(byte: nibble &+ (nibble < 10 ? 0x30 : 0x57))
        }
    }

    /// Appends an instant in quotes, as a `timestamptz` in a session of zone UTC:
    /// `"2026-02-10T14:30:00.25+00:00"`.
    @inline(__always)
    mutating func append(instant micros: Int64) {
        let (days, microsOfDay) = Civil.daysAndRemainder(micros, per: Civil.microsPerDay)
        append(byte: 0x22)
        append(civilDate: days)
        append(byte: 0x54)
        let secondOfDay = Int(microsOfDay / 1_000_000)
        append(twoDigits: secondOfDay / 3600)
        append(byte: 0x3A)
        append(twoDigits: secondOfDay / 60 % 60)
        append(byte: 0x3A)
        append(twoDigits: secondOfDay % 60)
        append(fraction: Int(microsOfDay % 1_000_000))
        append("+00:00\"")
    }

    /// Appends an instant in quotes, or `null`.
    mutating func append(instant micros: Int64?) {
        if let micros { append(instant: micros) } else { append("null") }
    }

    /// Appends a civil date in quotes, given in days since 1970-01-01.
    mutating func append(quotedDate days: Int64) {
        append(byte: 0x22)
        append(civilDate: days)
        append(byte: 0x22)
    }

    @inline(__always)
    private mutating func append(civilDate days: Int64) {
        let date = Civil.date(daysSinceEpoch: days)
        append(twoDigits: date.year / 100)
        append(twoDigits: date.year % 100)
        append(byte: 0x2D)
        append(twoDigits: date.month)
        append(byte: 0x2D)
        append(twoDigits: date.day)
    }

    @inline(__always)
    private mutating func append(fraction micros: Int) {
        guard micros > 0 else { return }
        append(byte: 0x2E)
        var rest = micros
        var unit = 100_000
        while rest > 0 {
            append(byte: 0x30 + UInt8(truncatingIfNeeded: rest / unit))
            rest %= unit
            unit /= 10
        }
    }
}
