/// A row that the timeline shows as an item.
protocol TimelineRecord: TableRecord {
    /// The kind of items that the table's rows become.
    static var itemType: TimelineItemType { get }
    /// Returns the columns that determine the positions of items.
    static func columns(of table: RecordTable<Self>) -> TimelineColumns
    /// Returns a row with at least the fields that the timeline shows.
    static func shown(_ row: Int, of table: RecordTable<Self>) -> Self

    /// The school that the row belongs to.
    var schoolID: String? { get set }
    /// The date of the item, or of its beginning.
    var itemStart: DayOrInstant { get }
    /// The last day of the item, or the instant at which it ends.
    var itemEnd: DayOrInstant? { get }
    /// The texts of the item.
    var itemTexts: TimelineItemTexts { get }
}

extension TimelineRecord {
    static func shown(_ row: Int, of table: RecordTable<Self>) -> Self { table[row] }
    var itemEnd: DayOrInstant? { nil }
}

/// The columns of a table that determine the positions of its items.
struct TimelineColumns: Sendable {
    let starts: DayOrInstantColumn
    /// Nil where items have no ends.
    let ends: DayOrInstantColumn?
    let schools: CodeColumn
}

/// The texts of an item that depend on its row alone.
struct TimelineItemTexts {
    var typeLabel: String?
    var emoji: String
    var label: String
    var details: String?
}

extension Event: TimelineRecord {
    static var itemType: TimelineItemType { .event }

    static func columns(of table: EventTable) -> TimelineColumns {
        TimelineColumns(starts: table.starts, ends: table.ends, schools: table.schools)
    }

    var itemStart: DayOrInstant { start }
    var itemEnd: DayOrInstant? { end }

    var itemTexts: TimelineItemTexts {
        let label = TimelineLabels.event(type)
        return TimelineItemTexts(typeLabel: label.text, emoji: label.emoji, label: name)
    }
}

extension Interaction: TimelineRecord {
    static var itemType: TimelineItemType { .interaction }

    static func columns(of table: InteractionTable) -> TimelineColumns {
        TimelineColumns(starts: table.times, ends: nil, schools: table.schools)
    }

    /// The content of an interaction is long, and not shown.
    static func shown(_ row: Int, of table: InteractionTable) -> Interaction {
        Interaction(
            id: table.ids.string(row), type: table.types.required(row),
            time: table.times.requiredInstant(row),
            schoolID: table.schools.string(row), subject: table.subjects.string(row))
    }

    var itemStart: DayOrInstant { .instant(time) }

    var itemTexts: TimelineItemTexts {
        let label = TimelineLabels.interaction(type)
        return TimelineItemTexts(
            typeLabel: label.text, emoji: label.emoji,
            label: TimelineLabels.interactionText(subject: subject, type: type))
    }
}

extension Offer: TimelineRecord {
    static var itemType: TimelineItemType { .offer }

    static func columns(of table: OfferTable) -> TimelineColumns {
        TimelineColumns(starts: table.times, ends: nil, schools: table.schools)
    }

    var itemStart: DayOrInstant { time }

    var itemTexts: TimelineItemTexts {
        let label = TimelineLabels.offer(type)
        return TimelineItemTexts(
            typeLabel: label.text, emoji: label.emoji, label: TimelineLabels.offerText(type: type))
    }
}

extension StatusChange: TimelineRecord {
    static var itemType: TimelineItemType { .statusChange }

    static func columns(of table: StatusChangeTable) -> TimelineColumns {
        TimelineColumns(starts: table.times, ends: nil, schools: table.schools)
    }

    var itemStart: DayOrInstant { .instant(time) }

    var itemTexts: TimelineItemTexts {
        let label = TimelineLabels.status(newStatus)
        return TimelineItemTexts(
            typeLabel: label.text, emoji: label.emoji,
            label: TimelineLabels.statusText(previous: previousStatus, new: newStatus), details: notes)
    }
}
