// Synthesized conformances leave out the keys of values that do not exist, and those that follow from others.

extension TimelinePage: Codable {
    private enum CodingKeys: String, CodingKey {
        case schemaVersion, range, todayPosition, months, lanes, laneCount, lanesPage, lanesPages, list
        case listItems, skipped, state
    }

    /// Reads the form that ``encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`, also for another version of the contract.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try container.requireVersion(Self.schemaVersion, forKey: .schemaVersion)
        let listItems = try container.decode([TimelineItem].self, forKey: .listItems)
        self.init(
            range: try container.decode(TimelinePageRange.self, forKey: .range),
            todayPosition: try container.decode(Double.self, forKey: .todayPosition),
            months: try container.decode([TimelineMonth].self, forKey: .months),
            lanes: Self.lanes(
                try container.decode([TimelineLane].self, forKey: .lanes), withDetailsOf: listItems),
            laneCount: try container.decode(Int.self, forKey: .laneCount),
            lanesPage: try container.decode(Int.self, forKey: .lanesPage),
            lanesPages: try container.decode(Int.self, forKey: .lanesPages),
            listItems: listItems,
            skipped: try container.decode([TimelineSkip].self, forKey: .skipped),
            state: try container.decode(TimelineState.self, forKey: .state))
    }

    /// Writes the same keys and values as ``json(layout:)``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schemaVersion, forKey: .schemaVersion)
        try container.encode(range, forKey: .range)
        try container.encode(todayPosition, forKey: .todayPosition)
        try container.encode(months, forKey: .months)
        try container.encode(lanes, forKey: .lanes)
        try container.encode(laneCount, forKey: .laneCount)
        try container.encode(lanesPage, forKey: .lanesPage)
        try container.encode(lanesPages, forKey: .lanesPages)
        try container.encode(list, forKey: .list)
        try container.encode(listItems, forKey: .listItems)
        try container.encode(skipped, forKey: .skipped)
        try container.encode(state, forKey: .state)
    }

    /// The details of items stand in the list only.
    private static func lanes(
        _ lanes: [TimelineLane], withDetailsOf listItems: [TimelineItem]
    ) -> [TimelineLane] {
        let details = Dictionary(
            listItems.lazy.filter { $0.details != nil }.map { (ByteText($0.id), $0.details) },
            uniquingKeysWith: { first, _ in first })
        var lanes = lanes
        for lane in lanes.indices {
            for place in lanes[lane].items.indices {
                let id = ByteText(lanes[lane].items[place].item.id)
                lanes[lane].items[place].item.details = details[id] ?? nil
            }
        }
        return lanes
    }
}

extension TimelineSkip: Codable {
    private enum CodingKeys: String, CodingKey {
        case table, row, field, reason
    }

    /// Reads the form that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            table: try container.decode(String.self, forKey: .table),
            row: try container.decode(Int.self, forKey: .row),
            field: try container.decodeIfPresent(String.self, forKey: .field),
            reason: try container.decode(String.self, forKey: .reason))
    }

    /// Writes every key; a field that does not exist is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(table, forKey: .table)
        try container.encode(row, forKey: .row)
        try container.encode(field, forKey: .field)
        try container.encode(reason, forKey: .reason)
    }
}
