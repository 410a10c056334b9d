/// An item and its closed time interval in a zone, in microseconds since 1970-01-01T00:00:00Z.
struct TimedItem {
    let item: BaselineTimelineItem
    let start: Int64
    let end: Int64

    /// Creates a timed item; nil when it ends before it starts.
    ///
    /// An end that is a day is inclusive. So an end on the day of the start is always valid, even when the
    /// zone skipped that day.
    init?(_ item: BaselineTimelineItem, _ clock: ZoneClock) {
        self.item = item
        switch item.date {
        case .day(let day): start = clock.startOfDay(day)
        case .instant(let instant): start = instant
        }
        switch item.endDate {
        case nil: end = start
        case .instant(let instant):
            end = instant
            if end < start { return nil }
        case .day(let day):
            end = clock.startOfDay(day.adding(days: 1))
            if end <= start && item.date != .day(day) { return nil }
        }
    }

    var isBar: Bool { end > start }

    func meets(_ range: BaselineTimelinePage.Range) -> Bool {
        start <= range.to && end >= range.from
    }
}
