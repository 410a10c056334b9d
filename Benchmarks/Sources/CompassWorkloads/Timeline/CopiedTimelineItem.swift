import CompassKernel

/// What an item of the timeline consists of, without what shares it between lists.
struct CopiedTimelineItem {
    private var id: String
    private var type: TimelineItemType
    private var typeLabel: String?
    private var emoji: String
    private var label: String
    private var date: TimelineDate
    private var endDate: TimelineDate?
    private var schoolID: String?
    private var schoolName: String
    private var details: String?

    init(_ item: TimelineItem) {
        (id, type, typeLabel, emoji) = (item.id.copied(), item.type, item.typeLabel, item.emoji)
        label = Self.ownsLabel(item.type) ? item.label.copied() : item.label
        (date, endDate, schoolID, schoolName) = (item.date, item.endDate, item.schoolID, item.schoolName)
        details = item.details?.copied()
    }

    /// Returns a copy that shares only the texts that items of a page share: labels, and names and ids of schools.
    func copied() -> CopiedTimelineItem {
        var copy = self
        copy.id = id.copied()
        if Self.ownsLabel(type) { copy.label = label.copied() }
        copy.details = details?.copied()
        return copy
    }

    /// Whether items of a type have a text of their row as their label.
    private static func ownsLabel(_ type: TimelineItemType) -> Bool { type == .event || type == .interaction }
}
