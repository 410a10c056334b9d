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
        switch end {
        case nil: self.end = self.start
        case .instant(let instant):
            guard instant.micros >= self.start else { return nil }
            self.end = instant.micros
        case .day(let day):
            let next = zone.startOfDay(day.adding(days: 1)).micros
            guard next > self.start || start == .day(day) else { return nil }
            self.end = max(next, self.start)
        }
    }
}
