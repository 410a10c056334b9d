/// A reader of a zone's offsets, which looks up an offset once for successive instants that share it.
struct OffsetReader: Sendable {
    private let zone: ZoneOffsets
    /// The time around the last instant in which the offset does not change.
    private var span: OffsetSpan

    init(_ zone: ZoneOffsets) {
        self.zone = zone
        span = zone.offsetSpan(around: Timestamp(micros: 0))
    }

    /// Returns an instant with the offset of the zone.
    ///
    /// - Complexity: O(1) if the offset is that of the previous instant, otherwise O(log *n*) in the zone's offset
    ///   changes.
    @inline(__always)
    mutating func zoned(_ timestamp: Timestamp) -> ZonedTimestamp {
        if timestamp < span.start || timestamp >= span.end { span = zone.offsetSpan(around: timestamp) }
        return ZonedTimestamp(timestamp, offsetSeconds: span.offsetSeconds)
    }
}
