extension TimelineItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, type, typeLabel, emoji, label, date, endDate, schoolId, schoolName, details
    }

    /// Reads the form that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            type: try container.decode(TimelineItemType.self, forKey: .type),
            typeLabel: try container.decodeIfPresent(String.self, forKey: .typeLabel),
            emoji: try container.decode(String.self, forKey: .emoji),
            label: try container.decode(String.self, forKey: .label),
            date: try container.decode(TimelineDate.self, forKey: .date),
            endDate: try container.decodeIfPresent(TimelineDate.self, forKey: .endDate),
            schoolId: try container.decodeIfPresent(String.self, forKey: .schoolId),
            schoolName: try container.decode(String.self, forKey: .schoolName),
            details: try container.decodeIfPresent(String.self, forKey: .details))
    }

    /// Writes every key; what the item does not have is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(typeLabel, forKey: .typeLabel)
        try container.encode(emoji, forKey: .emoji)
        try container.encode(label, forKey: .label)
        try container.encode(date, forKey: .date)
        try container.encode(endDate, forKey: .endDate)
        try container.encode(schoolId, forKey: .schoolId)
        try container.encode(schoolName, forKey: .schoolName)
        try container.encode(details, forKey: .details)
    }
}
