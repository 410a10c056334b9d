extension TimelineLane: Codable {
    private enum CodingKeys: String, CodingKey {
        case schoolId, schoolName, itemCount, rowCount, items
    }

    /// Reads the form that ``encode(to:)`` writes; the items' details stand in the page's list only.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let schoolId = try container.decodeIfPresent(String.self, forKey: .schoolId)
        let schoolName = try container.decode(String.self, forKey: .schoolName)
        self.init(
            schoolId: schoolId, schoolName: schoolName,
            rowCount: try container.decode(Int.self, forKey: .rowCount),
            items: try container.decode([EncodedItem].self, forKey: .items).map { encoded in
                var placed = encoded.placed
                placed.item.schoolId = schoolId
                placed.item.schoolName = schoolName
                return placed
            })
    }

    /// Writes every key; what there is not is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(schoolId, forKey: .schoolId)
        try container.encode(schoolName, forKey: .schoolName)
        try container.encode(itemCount, forKey: .itemCount)
        try container.encode(rowCount, forKey: .rowCount)
        try container.encode(items.map(EncodedItem.init), forKey: .items)
    }
}

/// An item as it stands in its lane, which says the school.
private struct EncodedItem: Codable {
    let placed: PlacedTimelineItem

    private enum CodingKeys: String, CodingKey {
        case id, type, typeLabel, emoji, label, date, endDate, shape, left, width, row
    }

    init(_ placed: PlacedTimelineItem) { self.placed = placed }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        placed = PlacedTimelineItem(
            item: TimelineItem(
                id: try container.decode(String.self, forKey: .id),
                type: try container.decode(TimelineItemType.self, forKey: .type),
                typeLabel: try container.decodeIfPresent(String.self, forKey: .typeLabel),
                emoji: try container.decode(String.self, forKey: .emoji),
                label: try container.decode(String.self, forKey: .label),
                date: try container.decode(TimelineDate.self, forKey: .date),
                endDate: try container.decodeIfPresent(TimelineDate.self, forKey: .endDate),
                schoolName: ""),
            shape: try container.decode(TimelineShape.self, forKey: .shape),
            left: try container.decode(Double.self, forKey: .left),
            width: try container.decode(Double.self, forKey: .width),
            row: try container.decode(Int.self, forKey: .row))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(placed.item.id, forKey: .id)
        try container.encode(placed.item.type, forKey: .type)
        try container.encode(placed.item.typeLabel, forKey: .typeLabel)
        try container.encode(placed.item.emoji, forKey: .emoji)
        try container.encode(placed.item.label, forKey: .label)
        try container.encode(placed.item.date, forKey: .date)
        try container.encode(placed.item.endDate, forKey: .endDate)
        try container.encode(placed.shape, forKey: .shape)
        try container.encode(placed.left, forKey: .left)
        try container.encode(placed.width, forKey: .width)
        try container.encode(placed.row, forKey: .row)
    }
}
