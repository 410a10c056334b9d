/// The closed stretch of time of an item, in microseconds since 1970; one instant for an item without a length.
struct ItemInterval: Hashable {
    let start: Int64
    let end: Int64

    /// The stretch of an item's dates; nil when it ends before it starts.
    ///
    /// A calendar day as the end is meant whole: it ends where the next day begins. One that the zone skipped
    /// altogether is an instant, when it is the day of the start too.
    init?(from start: DayOrInstant, through end: DayOrInstant?, in zone: ZoneOffsets) {
        self.start = start.start(in: zone).micros
        let found: Int64?
        switch end {
        case nil: found = self.start
        case .instant(let instant): found = Self.end(at: instant.micros, from: self.start)
        case .day(let day):
            found = Self.end(
                withDayBefore: zone.startOfDay(day.adding(days: 1)).micros, from: self.start,
                isDayOfStart: start == .day(day))
        }
        guard let found else { return nil }
        self.end = found
    }

    /// The end of an item that ends at an instant; nil when that is before its start.
    @inline(__always)
    static func end(at instant: Int64, from start: Int64) -> Int64? { instant < start ? nil : instant }

    /// The end of an item that ends with a calendar day; nil when that is before its start.
    ///
    /// - Parameters:
    ///   - next: where the day after it begins.
    ///   - start: the item's start.
    ///   - isDayOfStart: whether the item starts on that calendar day.
    @inline(__always)
    static func end(withDayBefore next: Int64, from start: Int64, isDayOfStart: Bool) -> Int64? {
        next > start || isDayOfStart ? max(next, start) : nil
    }
}
