/// An instant, in whole microseconds since 1970-01-01T00:00:00Z, the resolution of PostgreSQL.
///
///     let posted = try Timestamp(parsing: "2026-02-10 14:30:00.25+00")
///     posted.micros       // 1_770_733_800_250_000
///     posted.description  // "2026-02-10T14:30:00.25+00:00"
public struct Timestamp: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z; negative before it.
    public var micros: Int64

    /// Creates the instant that is `micros` microseconds after 1970-01-01T00:00:00Z.
    @inlinable
    public init(micros: Int64) { self.micros = micros }

    /// Creates the instant `micros`, 0 to 999,999, after a second, or the nearest that 64 bits represent.
    init(second: Int64, micros: Int64) {
        // Before the epoch the end of the second is nearer to it, and representable even if its start is not.
        let end: Int64 = second < 0 ? 1 : 0
        self.micros = (second &+ end).saturatingProduct(TimeUnits.microsPerSecond)
            .saturatingSum(micros &- end &* TimeUnits.microsPerSecond)
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    @inline(__always)
    var flooredSeconds: Int64 { micros.flooredQuotient(by: TimeUnits.microsPerSecond) }
}

extension Timestamp: Comparable {
    /// Returns whether the left instant is earlier.
    @inlinable
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.micros < right.micros }
}

extension Timestamp: CustomStringConvertible {
    /// RFC 3339 text in UTC, such as `2026-02-10T14:30:00.25+00:00`.
    ///
    /// A year outside 0000 to 9999 has more digits, and a negative one a sign; ``init(parsing:)`` accepts
    /// years from 0000 to 99999.
    public var description: String { ZonedTimestamp(self, offsetSeconds: 0).description }
}

extension Timestamp: Codable {
    /// Parses an instant from text in a format that ``init(parsing:)`` accepts.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the reason if the text is not an instant.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(ofKind: "instant") { text throws(TimestampError) in
            try Timestamp(parsing: text)
        }
    }

    /// Writes ``description``.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
