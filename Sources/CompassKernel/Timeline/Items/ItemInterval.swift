/// The closed range of time of an item, in microseconds since 1970; one instant for an item without a length.
struct ItemInterval: Hashable {
    let start: Int64
    let end: Int64

    /// Creates the range of an item's dates; nil when it ends before it starts.
    ///
    /// An end that is a calendar day includes the whole day: the item ends where the next day begins. An item
    /// on a single day that the zone skipped altogether is an instant.
    init?(from start: DayOrInstant, through end: DayOrInstant?, in zone: ZoneOffsets) {
        let first = start.start(in: zone).micros
        let last: Int64? =
            switch end {
            case nil: first
            case .instant(let instant): Self.end(at: instant.micros, from: first)
            case .day(let day):
                Self.end(
                    withDayBefore: zone.startOfDay(day.adding(days: 1)).micros, from: first,
                    isDayOfStart: start == .day(day))
            }
        guard let last else { return nil }
        (self.start, self.end) = (first, last)
    }

    /// Returns the end of an item that ends at an instant; nil when that is before its start.
    @inline(__always)
    static func end(at instant: Int64, from start: Int64) -> Int64? { instant < start ? nil : instant }

    /// Returns the end of an item that ends with a calendar day; nil when that is before its start.
    ///
    /// - Parameters:
    ///   - next: the instant at which the day after it begins.
    ///   - start: the item's start.
    ///   - isDayOfStart: whether the item starts on that calendar day.
    @inline(__always)
    static func end(withDayBefore next: Int64, from start: Int64, isDayOfStart: Bool) -> Int64? {
        next > start || isDayOfStart ? max(next, start) : nil
    }
}
