/// The UTC offsets of a time zone for all time.
///
///     let zone = try ZoneOffsets(identifier: "America/New_York")
///     let today = zone.civilDate(at: now)
///     let midnight = zone.startOfDay(today)
///
/// Copies share one immutable table. Creating one reads and decodes a system file (tens of microseconds)
/// without a hidden cache: keep the value for many queries in the same zone.
public struct ZoneOffsets: Sendable {
    let table: ZoneTable

    /// The zone that is always at UTC; it requires no file.
    public static let utc = ZoneOffsets(table: ZoneTable(identifier: "UTC", initialOffsetSeconds: 0))

    /// The zone's name as requested, such as `America/New_York`.
    public var identifier: String { table.identifier }

    /// Returns the seconds that the zone's local time is ahead of UTC at an instant; negative to the west.
    ///
    /// - Complexity: O(log *n*) in the zone's offset changes; without allocation.
    public func offsetSeconds(at timestamp: Timestamp) -> Int {
        Int(table.offsetSeconds(atSecond: timestamp.flooredSeconds))
    }

    /// Returns the time range around an instant during which the offset does not change, so that
    /// many instants in order of time require one lookup for each change of the offset.
    ///
    /// - Complexity: as ``offsetSeconds(at:)``.
    public func offsetSpan(around timestamp: Timestamp) -> OffsetSpan {
        table.span(aroundSecond: timestamp.flooredSeconds)
    }

    /// Returns the local calendar day of an instant.
    ///
    /// - Complexity: as ``offsetSeconds(at:)``.
    public func civilDate(at timestamp: Timestamp) -> CivilDate {
        let seconds = timestamp.flooredSeconds
        let local = seconds &+ table.offsetSeconds(atSecond: seconds)
        return CivilDate(saturatingDays: local.flooredQuotient(by: TimeUnits.secondsPerDay))
    }

    /// Returns the microseconds of local time since 00:00 of the local day, 0 up to 24 hours.
    ///
    /// - Complexity: as ``offsetSeconds(at:)``.
    public func microsOfDay(at timestamp: Timestamp) -> Int64 {
        let seconds = timestamp.flooredSeconds
        let local = seconds &+ table.offsetSeconds(atSecond: seconds)
        let days = local.flooredQuotient(by: TimeUnits.secondsPerDay)
        let secondOfDay = local &- days &* TimeUnits.secondsPerDay
        return secondOfDay &* TimeUnits.microsPerSecond
            &+ (timestamp.micros &- seconds &* TimeUnits.microsPerSecond)
    }
}

/// A time range with one UTC offset: from ``start`` until just before ``end``.
public struct OffsetSpan: Hashable, Sendable {
    /// The seconds that local time is ahead of UTC.
    public var offsetSeconds: Int
    /// The first instant with this offset.
    public var start: Timestamp
    /// The first instant after the range, or the last one that microseconds can represent.
    public var end: Timestamp
}

extension ZoneOffsets: Hashable {
    /// Returns whether both have the same name and the same offsets at every instant.
    public static func == (left: ZoneOffsets, right: ZoneOffsets) -> Bool {
        left.table === right.table || left.table.hasSameContents(as: right.table)
    }

    /// Hashes the zone's name.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
