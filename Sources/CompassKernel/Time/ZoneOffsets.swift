/// The UTC offsets of a time zone through all time.
///
///     let zone = try ZoneOffsets(identifier: "America/New_York")
///     let today = zone.civilDate(at: now)
///     let midnight = zone.startOfDay(today)
///
/// Copies share one immutable table, so the value is cheap to pass around and to keep. Making one reads and
/// decodes a file of the system (tens of microseconds); there is no hidden cache, so a caller that answers
/// many questions in the same zone keeps the value.
public struct ZoneOffsets: Sendable {
    let table: ZoneTable

    init(table: ZoneTable) {
        self.table = table
    }

    /// The zone that is always at UTC; it needs no file.
    public static let utc = ZoneOffsets(table: ZoneTable(identifier: "UTC", offsetSeconds: 0))

    /// The zone's name as it was asked for, such as `America/New_York`.
    public var identifier: String { table.identifier }

    /// Seconds that the zone's wall clocks are ahead of UTC at an instant; negative to the west.
    ///
    /// - Complexity: O(log *n*) in the zone's offset changes; nothing is allocated.
    public func offsetSeconds(at timestamp: Timestamp) -> Int {
        Int(table.offsetSeconds(atSecond: timestamp.flooredSeconds))
    }

    /// The stretch of time around an instant during which the offset stays the same.
    ///
    /// Who places many instants in order of time needs one look-up for each change of the offset, not for
    /// each instant.
    ///
    /// - Complexity: O(log *n*) in the zone's offset changes; nothing is allocated.
    public func offsetSpan(around timestamp: Timestamp) -> OffsetSpan {
        table.span(aroundSecond: timestamp.flooredSeconds)
    }

    /// The calendar day that the zone's calendars show at an instant.
    ///
    /// - Complexity: O(log *n*) in the zone's offset changes; nothing is allocated.
    public func civilDate(at timestamp: Timestamp) -> CivilDate {
        let seconds = timestamp.flooredSeconds
        let local = seconds &+ table.offsetSeconds(atSecond: seconds)
        return CivilDate(saturatingDays: local.flooredQuotient(by: TimeUnits.secondsPerDay))
    }

    /// Microseconds that have passed on the zone's wall clocks since 00:00 of their day, 0 up to 24 hours.
    ///
    /// - Complexity: O(log *n*) in the zone's offset changes; nothing is allocated.
    public func microsOfDay(at timestamp: Timestamp) -> Int64 {
        let seconds = timestamp.flooredSeconds
        let local = seconds &+ table.offsetSeconds(atSecond: seconds)
        let days = local.flooredQuotient(by: TimeUnits.secondsPerDay)
        let secondOfDay = local &- days &* TimeUnits.secondsPerDay
        return secondOfDay &* TimeUnits.microsPerSecond
            &+ (timestamp.micros &- seconds &* TimeUnits.microsPerSecond)
    }
}

/// A stretch of time with one UTC offset: from ``start`` until just before ``end``.
public struct OffsetSpan: Hashable, Sendable {
    /// Seconds that wall clocks are ahead of UTC.
    public var offsetSeconds: Int
    /// The first instant with this offset.
    public var start: Timestamp
    /// The first instant after it, or the last that microseconds can express.
    public var end: Timestamp
}

extension ZoneOffsets: Hashable {
    /// Whether both have the same name and the same offsets at every instant.
    public static func == (left: ZoneOffsets, right: ZoneOffsets) -> Bool {
        left.table === right.table || left.table.hasSameContents(as: right.table)
    }

    /// Hashes the zone's name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}
