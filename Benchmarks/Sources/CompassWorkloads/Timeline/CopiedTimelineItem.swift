import CompassKernel

/// What an item of the timeline consists of. Items of a page lie in blocks of 64, to which two lists refer; these lie in
/// one array.
struct CopiedTimelineItem: Equatable {
    private let id: String
    private let type: TimelineItemType
    private let typeLabel: String?
    private let emoji: String
    private let label: String
    /// Whether the label is a text of the item's row, and not one that all items of its type share.
    private let ownsLabel: Bool
    private let date: TimelineDate
    private let endDate: TimelineDate?
    private let schoolID: String?
    private let schoolName: String
    private let details: String?

    init(_ item: TimelineItem) {
        self.init(
            id: item.id, type: item.type, typeLabel: item.typeLabel, emoji: item.emoji, label: item.label,
            ownsLabel: item.type == .event || item.type == .interaction && item.label != item.typeLabel,
            date: item.date, endDate: item.endDate, schoolID: item.schoolID, schoolName: item.schoolName,
            details: item.details)
    }

    private init(
        id: String, type: TimelineItemType, typeLabel: String?, emoji: String, label: String, ownsLabel: Bool,
        date: TimelineDate, endDate: TimelineDate?, schoolID: String?, schoolName: String, details: String?
    ) {
        self.id = id
        self.type = type
        self.typeLabel = typeLabel
        self.emoji = emoji
        self.label = label
        self.ownsLabel = ownsLabel
        self.date = date
        self.endDate = endDate
        self.schoolID = schoolID
        self.schoolName = schoolName
        self.details = details
    }

    /// Returns a copy that shares only what items of a page share: labels, and names and ids of schools.
    func copied() -> CopiedTimelineItem {
        CopiedTimelineItem(
            id: id.copied(), type: type, typeLabel: typeLabel, emoji: emoji,
            label: ownsLabel ? label.copied() : label, ownsLabel: ownsLabel, date: date, endDate: endDate,
            schoolID: schoolID, schoolName: schoolName, details: details?.copied())
    }
}
