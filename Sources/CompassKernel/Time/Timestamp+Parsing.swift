extension Timestamp {
    /// Parses an instant from RFC 3339 text or from PostgreSQL's output.
    ///
    /// The accepted format is `YYYY-MM-DD`, then `T`, `t` or one space, then `HH:MM[:SS[.fraction]]`, then
    /// nothing (UTC), `Z`, `z`, `±HH`, `±HHMM`, `±HH:MM` or `±HH:MM:SS`. The year has four digits from 0000
    /// (the year before the year 1, as RFC 3339 allows) or five; a fraction has one to nine digits and is
    /// truncated to microseconds; an offset is at most 23:59:59. No other text may precede or follow.
    ///
    /// - Parameter text: the whole text.
    /// - Throws: the reason why the text is not an instant.
    /// - Complexity: O(*n*) in the length of the text; without allocation for a native string.
    public init(parsing text: some StringProtocol) throws(TimestampError) {
        var parsed = Int64(0)
        let failure = withUTF8Bytes(of: text) { start, count in
            Timestamp.parse(start, count: count, into: &parsed)
        }
        if let failure { throw failure }
        self.init(micros: parsed)
    }

    /// Parses an instant from `count` bytes, as ``init(parsing:)`` does.
    ///
    /// The formats that databases and browsers send are parsed inline, eight bytes at a time; all others, and
    /// every text that is not an instant, are left to the general parser.
    ///
    /// - Returns: nil, or the reason why the bytes are not an instant, which leave `micros` as it is.
    @inline(__always)
    static func parse(
        _ start: UnsafePointer<UInt8>, count: Int, into micros: inout Int64
    ) -> TimestampError? {
        if let parsed = parseUsualShape(start, count: count) {
            micros = parsed
            return nil
        }
        return parseAnyShape(start, count: count, into: &micros)
    }

    /// Parses `YYYY-MM-DD?HH:MM:SS[.1 to 7 digits][Z|z|±HH|±HH:MM]`; returns nil for anything else.
    ///
    /// Words are little-endian: byte 0 of the text is the lowest. After an exclusive or with the expected
    /// separators and `0` for digits, each byte holds the value of its digit, or 0 for a correct separator.
    /// Adding 128 minus the first invalid value to each byte sets its top bit if it is invalid. A carry only
    /// comes from a byte whose top bit was set before the addition, which is tested as well.
    @inline(__always)
    static func parseUsualShape(_ start: UnsafePointer<UInt8>, count: Int) -> Int64? {
        guard count >= 19 else { return nil }

        // "YYYY-MM-": the month's first digit is below 2.
        let yearMonth = load8(start) ^ 0x2d30_302d_3030_3030
        // "HH:MM:SS": the first digits are below 3, 6 and 6.
        let time = load8(start + 11) ^ 0x3030_3a30_303a_3030
        let dayTens = UInt64(start[8]) ^ 0x30
        let dayOnes = UInt64(start[9]) ^ 0x30
        let separator = start[10]
        var wrong = yearMonth | (yearMonth &+ 0x7f76_7e7f_7676_7676)
        wrong |= time | (time &+ 0x767a_7f76_7a7f_767d)
        guard wrong & 0x8080_8080_8080_8080 == 0, dayTens < 4, dayOnes < 10,
            separator == UInt8(ascii: "T") || separator == UInt8(ascii: " ")
                || separator == UInt8(ascii: "t")
        else { return nil }

        // Each byte becomes ten times its digit plus the next one.
        let datePairs = yearMonth &* 10 &+ (yearMonth &>> 8)
        let century = UInt32(truncatingIfNeeded: datePairs & 0xff)
        let year = century &* 100 &+ UInt32(truncatingIfNeeded: (datePairs &>> 16) & 0xff)
        let month = UInt32(truncatingIfNeeded: (datePairs &>> 40) & 0xff)
        let day = UInt32(truncatingIfNeeded: dayTens &* 10 &+ dayOnes)
        let timePairs = time &* 10 &+ (time &>> 8)
        let hour = Int64(timePairs & 0xff)
        let minute = Int64((timePairs &>> 24) & 0xff)
        let second = Int64((timePairs &>> 48) & 0xff)
        guard hour < 24, month >= 1, month <= 12, day >= 1,
            CivilArithmetic.hasDay(Int(day), month: Int(month), year: Int64(year))
        else { return nil }

        var fractionMicros = Int64(0)
        var position = 19
        if count > 19, start[19] == UInt8(ascii: ".") {
            guard let fraction = parseUsualFraction(start, count: count) else { return nil }
            fractionMicros = fraction.micros
            position = 20 &+ fraction.digitCount
        }
        guard let offsetSeconds = parseUsualOffset(start, count: count, length: count &- position)
        else { return nil }

        let days = CivilArithmetic.days(commonYear: year, month: month, day: day)
        let secondOfDay = hour &* 3_600 &+ minute &* 60 &+ second
        let seconds = days &* TimeUnits.secondsPerDay &+ secondOfDay &- offsetSeconds
        return seconds &* TimeUnits.microsPerSecond &+ fractionMicros
    }

    /// Parses 1 to 7 digits that begin at byte 20, after the point.
    @inline(__always)
    private static func parseUsualFraction(
        _ start: UnsafePointer<UInt8>, count: Int
    ) -> (micros: Int64, digitCount: Int)? {
        // The load must not reach past the end of the text: near it an earlier word is loaded and shifted
        // down, which fills with zero bytes, which are not digits.
        let missing = max(28 &- count, 0)
        guard missing < 8 else { return nil }
        let word = (load8(start + (20 &- missing)) &>> UInt64(missing &* 8)) ^ 0x3030_3030_3030_3030
        let nonDigits = (word | (word &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080
        let bits = nonDigits.trailingZeroBitCount & ~7
        guard bits > 0, bits < 64 else { return nil }
        // The bytes above the digits are cleared, and thus count as trailing zeros of eight digits.
        var digits = word & ((1 &<< UInt64(bits)) &- 1)
        digits = (digits &* 10 &+ (digits &>> 8)) & 0x00ff_00ff_00ff_00ff
        digits = (digits &* 100 &+ (digits &>> 16)) & 0x0000_ffff_0000_ffff
        digits = (digits &* 10_000 &+ (digits &>> 32)) & 0xffff_ffff
        return (Int64(digits / 100), bits / 8)
    }

    /// Parses the last `length` bytes as an offset, in seconds.
    @inline(__always)
    private static func parseUsualOffset(_ start: UnsafePointer<UInt8>, count: Int, length: Int) -> Int64? {
        let last = load8(start + (count &- 8))
        // A sign in the lowest byte, then "HH:MM".
        let text: UInt64
        switch length {
        case 6: text = last &>> 16
        case 3: text = (last &>> 40) | 0x3030_3a00_0000
        case 0: return 0
        case 1: return start[count &- 1] | 0x20 == UInt8(ascii: "z") ? 0 : nil
        default: return nil
        }
        // PostgREST sessions are in UTC.
        if text == 0x3030_3a30_302b { return 0 }
        let sign = text & 0xff
        // Zones reach 15:13 at most: the first digit is below 2; the general parser accepts larger offsets.
        let digits = (text &>> 8) ^ 0x30_303a_3030
        let wrong = (digits | (digits &+ 0x7f7f_7f76_7a7f_767e)) & 0x8080_8080_8080_8080
        let pairs = digits &* 10 &+ (digits &>> 8)
        let hours = Int64(pairs & 0xff)
        guard wrong == 0, hours <= 15 else { return nil }
        let seconds = hours &* 3_600 &+ Int64((pairs &>> 24) & 0xff) &* 60
        if sign == 0x2b { return seconds }
        return sign == 0x2d ? -seconds : nil
    }

    /// Returns eight bytes, the first one lowest.
    @inline(__always)
    private static func load8(_ start: UnsafePointer<UInt8>) -> UInt64 {
        // SAFETY: every caller has checked that the eight bytes are within the text: bytes 0 to 18 exist
        // before any load, and the other loads end at or before `count`.
        UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    }
}

/// Calls `body` with the UTF-8 bytes of a text, which are copied only if they are not contiguous.
///
/// The pointer is valid even if the count is 0, but must not be read then.
func withUTF8Bytes<Result>(
    of text: some StringProtocol, _ body: (UnsafePointer<UInt8>, Int) -> Result
) -> Result {
    func call(_ bytes: UnsafeBufferPointer<UInt8>) -> Result {
        if let start = bytes.baseAddress { return body(start, bytes.count) }
        return withUnsafePointer(to: 0) { body($0, 0) }
    }
    return text.utf8.withContiguousStorageIfAvailable(call)
        ?? ContiguousArray(text.utf8).withUnsafeBufferPointer(call)
}
