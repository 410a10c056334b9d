/// Output of instants and calendar days as ASCII to the caller's memory, without allocation.
extension ZonedTimestamp {
    /// The length of the longest text: a signed six-digit year, six digits of a fraction and an offset.
    static let maximumTextLength = 40

    /// Writes ``description`` as ASCII to memory for ``maximumTextLength`` bytes; returns the number
    /// of bytes written.
    func write(into start: UnsafeMutablePointer<UInt8>) -> Int {
        // Offsets are written in whole minutes with two-digit hours; other instants are written in UTC.
        let isWritable = offsetSeconds % 60 == 0 && -360_000 < offsetSeconds && offsetSeconds < 360_000
        let offset = isWritable ? Int64(offsetSeconds) : 0
        let local = timestamp.micros.saturatingSum(offset &* TimeUnits.microsPerSecond)
        let days = local.flooredQuotient(by: TimeUnits.microsPerDay)
        let microsOfDay = local &- days &* TimeUnits.microsPerDay
        let secondOfDay = Int(microsOfDay / TimeUnits.microsPerSecond)

        var writer = ASCIIWriter(start)
        writer.writeDate(days: days)
        writer.write(UInt8(ascii: "T"))
        writer.writeTwoDigits(secondOfDay / 3_600)
        writer.write(UInt8(ascii: ":"))
        writer.writeTwoDigits(secondOfDay / 60 % 60)
        writer.write(UInt8(ascii: ":"))
        writer.writeTwoDigits(secondOfDay % 60)
        writer.writeFraction(micros: Int(microsOfDay % TimeUnits.microsPerSecond))
        if isWritable { writer.writeOffset(seconds: Int(offset)) } else { writer.write(UInt8(ascii: "Z")) }
        return writer.count
    }
}

extension CivilDate {
    /// The length of the longest text in bytes, with a signed seven-digit year.
    static let maximumTextLength = 14

    /// Writes ``description`` as ASCII to memory for ``maximumTextLength`` bytes; returns the number
    /// of bytes written.
    func write(into start: UnsafeMutablePointer<UInt8>) -> Int {
        var writer = ASCIIWriter(start)
        writer.writeDate(days: Int64(daysSinceEpoch))
        return writer.count
    }
}

/// A writer of ASCII to memory whose size the caller has checked.
private struct ASCIIWriter {
    private let start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0

    init(_ start: UnsafeMutablePointer<UInt8>) { self.start = start }

    mutating func write(_ byte: UInt8) {
        // SAFETY: the callers above guarantee space for the longest text that the calls here can form.
        start[count] = byte
        count &+= 1
    }

    mutating func writeTwoDigits(_ value: Int) {
        write(UInt8(truncatingIfNeeded: 48 &+ value / 10))
        write(UInt8(truncatingIfNeeded: 48 &+ value % 10))
    }

    mutating func writeDate(days: Int64) {
        let parts = CivilArithmetic.parts(days: days)
        if parts.year < 0 { write(UInt8(ascii: "-")) }
        let year = Int(parts.year.magnitude)
        if year > 9_999 { writeDecimal(year / 10_000) }
        writeTwoDigits(year / 100 % 100)
        writeTwoDigits(year % 100)
        write(UInt8(ascii: "-"))
        writeTwoDigits(parts.month)
        write(UInt8(ascii: "-"))
        writeTwoDigits(parts.day)
    }

    private mutating func writeDecimal(_ value: Int) {
        if value > 9 { writeDecimal(value / 10) }
        write(UInt8(truncatingIfNeeded: 48 &+ value % 10))
    }

    mutating func writeFraction(micros: Int) {
        guard micros != 0 else { return }
        write(UInt8(ascii: "."))
        var rest = micros
        var unit = 100_000
        while rest != 0 {
            write(UInt8(truncatingIfNeeded: 48 &+ rest / unit))
            rest %= unit
            unit /= 10
        }
    }

    mutating func writeOffset(seconds: Int) {
        write(seconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        let magnitude = abs(seconds)
        writeTwoDigits(magnitude / 3_600)
        write(UInt8(ascii: ":"))
        writeTwoDigits(magnitude / 60 % 60)
    }
}
