/// A calendar day of the proleptic Gregorian calendar, without a time and without a zone.
///
/// This is the value of a `date` column. A zone is required to convert it to an instant:
/// ``ZoneOffsets/startOfDay(_:)``.
public struct CivilDate: Hashable, Sendable {
    /// Days since 1970-01-01; negative before it.
    public var daysSinceEpoch: Int32

    /// Creates the day that is `daysSinceEpoch` days after 1970-01-01.
    @inlinable
    public init(daysSinceEpoch: Int32) { self.daysSinceEpoch = daysSinceEpoch }

    /// Creates the day with the given year, month and day; nil if there is no such day. The year 0 is
    /// that before the year 1.
    public init?(year: Int, month: Int, day: Int) {
        guard (-5_000_000...5_000_000).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilArithmetic.monthLength(year: Int64(year), month: month)
        else { return nil }
        daysSinceEpoch = Int32(CivilArithmetic.days(year: Int64(year), month: month, day: day))
    }

    /// Creates the nearest day that 32 bits can represent.
    init(saturatingDays days: Int64) { daysSinceEpoch = Int32(clamping: days) }

    /// The year, month and day from one computation.
    var parts: CivilArithmetic.Parts { CivilArithmetic.parts(days: Int64(daysSinceEpoch)) }

    /// The year; 0 is the year before the year 1.
    public var year: Int { Int(parts.year) }
    /// The month, 1 to 12.
    public var month: Int { parts.month }
    /// The day of the month, 1 to 31.
    public var day: Int { parts.day }

    /// The day of the week, 0 for Sunday to 6 for Saturday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        let shifted = Int64(daysSinceEpoch) &+ 4
        return Int(shifted &- shifted.flooredQuotient(by: 7) &* 7)
    }

    /// Returns the day that is `days` later, limited to the first and last representable day.
    public func adding(days: Int) -> CivilDate {
        CivilDate(saturatingDays: Int64(daysSinceEpoch).saturatingSum(Int64(days)))
    }

    /// Returns the same day of the month `months` later, or the month's last day if the month is too short.
    ///
    /// Far beyond any calendar in use the result is the first or last representable day.
    public func adding(months: Int) -> CivilDate {
        let parts = self.parts
        // 200 million months exceed the years that 32 bits of days can represent.
        let bounded = Int64(min(max(months, -200_000_000), 200_000_000))
        let monthIndex = parts.year &* 12 &+ Int64(parts.month &- 1) &+ bounded
        let year = monthIndex.flooredQuotient(by: 12)
        let month = Int(monthIndex &- year &* 12) &+ 1
        let day = min(parts.day, CivilArithmetic.monthLength(year: year, month: month))
        return CivilDate(saturatingDays: CivilArithmetic.days(year: year, month: month, day: day))
    }
}

extension CivilDate: Comparable {
    /// Returns whether the left day is earlier.
    @inlinable
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.daysSinceEpoch < right.daysSinceEpoch
    }
}

extension CivilDate: CustomStringConvertible {
    /// `YYYY-MM-DD`; a year outside 0000 to 9999 has more digits, a negative one a sign.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.maximumTextLength) { buffer in
            // SAFETY: the buffer is large enough for the longest text and is never empty.
            write(into: buffer.baseAddress!)
        }
    }
}

extension CivilDate: Codable {
    /// Reads a day from text of the form `YYYY-MM-DD`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the reason if the text is not a calendar day.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(ofKind: "calendar day") { text throws(TimestampError) in
            try CivilDate(parsing: text)
        }
    }

    /// Writes ``description``.
    ///
    /// Years before 0 and after 99999 are written, but ``init(from:)`` rejects them.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
