/// An instant together with the UTC offset for its display.
public struct ZonedTimestamp: Hashable, Sendable {
    /// The instant.
    public var timestamp: Timestamp
    /// The seconds that local time is ahead of UTC; negative to the west.
    public var offsetSeconds: Int

    /// Creates an instant with the given offset, the seconds that local time is ahead of UTC.
    public init(_ timestamp: Timestamp, offsetSeconds: Int) {
        self.timestamp = timestamp
        self.offsetSeconds = offsetSeconds
    }

    /// The local calendar day.
    var civilDate: CivilDate {
        let local = timestamp.flooredSeconds &+ Int64(offsetSeconds)
        return CivilDate(saturatingDays: local.flooredQuotient(by: TimeUnits.secondsPerDay))
    }

    /// Creates an instant with the offset of a zone at that instant.
    public init(_ timestamp: Timestamp, in zone: ZoneOffsets) {
        self.init(timestamp, offsetSeconds: zone.offsetSeconds(at: timestamp))
    }
}

extension ZonedTimestamp: Comparable {
    /// Compares by instant, then by offset.
    public static func < (left: ZonedTimestamp, right: ZonedTimestamp) -> Bool {
        (left.timestamp.micros, left.offsetSeconds) < (right.timestamp.micros, right.offsetSeconds)
    }
}

extension ZonedTimestamp: CustomStringConvertible {
    /// RFC 3339 text such as `2026-02-10T09:30:00.25-05:00`.
    ///
    /// The fraction has up to six digits without trailing zeros and is omitted if it is zero. The offset is
    /// `±HH:MM`. RFC 3339 has no offsets with seconds: an instant with such a (historic) offset is written in
    /// UTC, with `Z`.
    public var description: String {
        String(asciiCapacity: Self.maximumTextLength) { buffer in
            // SAFETY: the buffer is large enough for the longest text and is never empty.
            write(into: buffer.baseAddress!)
        }
    }

    /// Returns whether both have the same ``description``.
    func hasSameText(as other: ZonedTimestamp) -> Bool {
        if self == other { return true }
        // Offsets with seconds are not part of the text.
        return timestamp == other.timestamp && description == other.description
    }
}

extension ZonedTimestamp: Codable {
    /// Parses an instant and its offset from text; a text without an offset is UTC.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the reason if the text is not an instant.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(ofKind: "instant") { text throws(TimestampError) in
            try ZonedTimestamp(parsing: text)
        }
    }

    /// Writes ``description``.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
