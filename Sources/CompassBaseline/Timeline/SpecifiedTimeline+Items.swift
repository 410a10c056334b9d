import Foundation

extension SpecifiedTimeline {
    /// Returns the items of all rows in the order of the tables, and the events that end before their start.
    static func timelineItems(
        _ rows: SpecifiedTimelineRows, _ clock: ZoneClock
    ) -> (items: [TimedItem], skipped: [BaselineTimelinePage.Skip]) {
        func schoolName(_ id: BaselineText?) -> BaselineText {
            id.map { name(of: $0.string, in: rows.schools) } ?? "No School"
        }
        var items: [TimedItem] = []
        var skipped: [BaselineTimelinePage.Skip] = []
        for (index, row) in rows.events.enumerated() {
            guard let start = date(row.startDate) else { continue }
            let event = BaselineEvent(
                id: BaselineText(row.id), type: row.type.map { BaselineText($0) },
                name: BaselineText(row.name),
                start: start, end: row.endDate.flatMap(date), schoolID: nonEmpty(row.schoolID))
            let item = BaselineTimelineItem(event, schoolName: schoolName(event.schoolID))
            if let timed = TimedItem(item, clock) {
                items.append(timed)
            } else {
                skipped.append(
                    .init(table: "events", row: index + 1, field: "end_date", reason: .endBeforeStart))
            }
        }
        for row in rows.interactions {
            guard let time = (row.occurredAt ?? row.createdAt).flatMap(micros) else { continue }
            let interaction = BaselineInteraction(
                id: BaselineText(row.id), type: BaselineText(row.type), time: time,
                schoolID: nonEmpty(row.schoolID), subject: row.subject.map { BaselineText($0) })
            let item = BaselineTimelineItem(interaction, schoolName: schoolName(interaction.schoolID))
            if let timed = TimedItem(item, clock) { items.append(timed) }
        }
        for row in rows.offers {
            guard let time = (row.offerDate ?? row.createdAt).flatMap(date) else { continue }
            let offer = BaselineOffer(
                id: BaselineText(row.id), type: BaselineText(row.offerType), time: time,
                schoolID: nonEmpty(row.schoolID))
            let item = BaselineTimelineItem(offer, schoolName: schoolName(offer.schoolID))
            if let timed = TimedItem(item, clock) { items.append(timed) }
        }
        for row in rows.statusChanges {
            guard let time = micros(row.changedAt) else { continue }
            let change = BaselineStatusChange(
                id: BaselineText(row.id), newStatus: BaselineText(row.newStatus),
                previousStatus: row.previousStatus.map { BaselineText($0) }, time: time,
                schoolID: nonEmpty(row.schoolID), notes: row.notes.map { BaselineText($0) })
            let item = BaselineTimelineItem(change, schoolName: schoolName(change.schoolID))
            if let timed = TimedItem(item, clock) { items.append(timed) }
        }
        return (items, skipped)
    }

    private static func date(_ text: String) -> BaselineDate? {
        if let day = BaselineDay(text) { return .day(day) }
        return micros(text).map(BaselineDate.instant)
    }

    private static func micros(_ text: String) -> Int64? {
        ISO8601DateFormatter().date(from: text).map { Int64($0.timeIntervalSince1970) * 1_000_000 }
    }

    private static func nonEmpty(_ id: String?) -> BaselineText? {
        id.flatMap { $0.isEmpty ? nil : BaselineText($0) }
    }
}
