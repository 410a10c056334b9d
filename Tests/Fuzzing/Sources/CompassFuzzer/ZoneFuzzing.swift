import CompassKernel

/// Time zones, read from arbitrary bytes.
enum ZoneFuzzing {
    /// Reads `bytes` as a zone file; its results for some instants and days must be consistent.
    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let zone = try? ZoneOffsets(identifier: "Fuzzed", tzif: bytes) else { return }
        for micros in instants(bytes) {
            check(zone, at: Timestamp(micros: micros))
        }
    }

    /// Fixed instants, including extreme ones, and some that depend on the input.
    private static func instants(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int64] {
        let hash = bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        let near = Int64(hash % 4_000_000_000) * 1_000_000 - 1_000_000_000_000_000
        return [.min, .max, 0, -1, near, near + 1, Int64(bitPattern: hash), 1_772_366_400_000_000]
    }

    private static func check(_ zone: ZoneOffsets, at instant: Timestamp) {
        // Files may contain offsets up to this; RFC 8536 recommends less than 26 hours.
        require(abs(zone.offsetSeconds(at: instant)) < 8 * 86_400, "offset at \(instant.micros)")
        let day = zone.civilDate(at: instant)
        let start = zone.startOfDay(day)
        requireEqual(zone.startOfDay(day), start, "start of \(day), asked twice")
        for days in [-90, -1, 0, 1, 30] {
            _ = zone.shifting(instant, byDays: days)
            _ = zone.startOfDay(day.adding(days: days))
        }
        _ = zone.shifting(instant, byMonths: -12)
        _ = ZonedTimestamp(instant, in: zone).description
    }
}
