// Synthesized conformances leave out the keys of values that do not exist, and those that follow from others.

extension ActivityPage: Codable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, total, page, totalPages, failures, events
    }

    /// Reads the form that ``encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`, also for another version of the contract.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try container.requireVersion(Self.schemaVersion, forKey: .schemaVersion)
        self.init(
            total: try container.decode(Int.self, forKey: .total),
            page: try container.decode(Int.self, forKey: .page),
            totalPages: try container.decode(Int.self, forKey: .totalPages),
            failures: try container.decode([SourceFailure].self, forKey: .failures),
            events: try container.decode([ActivityEvent].self, forKey: .events))
    }

    /// Writes the same keys and values as ``json(layout:)``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schemaVersion, forKey: .schemaVersion)
        try container.encode(total, forKey: .total)
        try container.encode(page, forKey: .page)
        try container.encode(totalPages, forKey: .totalPages)
        try container.encode(failures, forKey: .failures)
        try container.encode(events, forKey: .events)
    }
}

extension ActivityEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, type, timestamp, title, description, icon, entityType, entityId, entityName, isClickable
        case clickUrl, relativeTime
    }

    /// Reads the form that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            type: try container.decode(ActivityType.self, forKey: .type),
            timestamp: try container.decode(ZonedTimestamp.self, forKey: .timestamp),
            title: try container.decode(String.self, forKey: .title),
            description: try container.decode(String.self, forKey: .description),
            icon: try container.decode(String.self, forKey: .icon),
            entityType: try container.decode(ActivityEntity.self, forKey: .entityType),
            entityId: try container.decodeIfPresent(String.self, forKey: .entityId),
            entityName: try container.decode(String.self, forKey: .entityName),
            clickUrl: try container.decodeIfPresent(String.self, forKey: .clickUrl),
            relativeTime: try container.decode(String.self, forKey: .relativeTime))
    }

    /// Writes every key; what the event does not have is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(timestamp, forKey: .timestamp)
        try container.encode(title, forKey: .title)
        try container.encode(description, forKey: .description)
        try container.encode(icon, forKey: .icon)
        try container.encode(entityType, forKey: .entityType)
        try container.encode(entityId, forKey: .entityId)
        try container.encode(entityName, forKey: .entityName)
        try container.encode(isClickable, forKey: .isClickable)
        try container.encode(clickUrl, forKey: .clickUrl)
        try container.encode(relativeTime, forKey: .relativeTime)
    }
}
