/// Rows that come, change and go after the timeline was made. Every answer is then that of a timeline which was made
/// of the rows as they are now; items that are kept for a zone are changed where they are, unless a row of a new
/// school comes.
extension RecruitingTimeline {
    /// Adds an event, or puts it in the place of the one with its id.
    ///
    /// A row with an empty id is none; an empty id of a school counts as none.
    ///
    /// - Complexity: O(n) for n items, by copying numbers; all items are put in their places again when the school is
    ///   a new one.
    public mutating func put(_ event: Event) { put(event, \.events) }

    /// Adds an interaction, or puts it in the place of the one with its id, as ``put(_:)-(Event)`` does.
    public mutating func put(_ interaction: Interaction) { put(interaction, \.interactions) }

    /// Adds an offer, or puts it in the place of the one with its id, as ``put(_:)-(Event)`` does.
    public mutating func put(_ offer: Offer) { put(offer, \.offers) }

    /// Adds a change of status, or puts it in the place of the one with its id, as ``put(_:)-(Event)`` does.
    public mutating func put(_ statusChange: StatusChange) { put(statusChange, \.statusChanges) }

    /// Removes an item.
    ///
    /// - Parameter itemId: the id of the item, such as `event-42`.
    /// - Returns: whether there was such a row; an event that ends before it starts counts, too.
    /// - Complexity: O(n) for n items, by copying numbers.
    @discardableResult
    public mutating func remove(itemId: String) -> Bool {
        for type in TimelineItemType.allCases {
            let prefix = type.idPrefix.description.utf8
            guard itemId.utf8.starts(with: prefix) else { continue }
            let id = String(decoding: itemId.utf8.dropFirst(prefix.count), as: UTF8.self)
            switch type {
            case .event: return remove(id, \.events)
            case .interaction: return remove(id, \.interactions)
            case .offer: return remove(id, \.offers)
            case .statusChange: return remove(id, \.statusChanges)
            }
        }
        return false
    }

    private mutating func put<Record>(_ record: Record, _ source: TimelineTables.Source<Record>) {
        guard !record.id.isEmpty else { return }
        var record = record
        if record.schoolId?.isEmpty == true { record.schoolId = nil }
        change { tables, placed in
            if let old = tables.row(of: record.id, in: source) {
                placed?.remove(old.record, row: old.row, of: tables)
            }
            let row = tables.put(record, in: source)
            // With new numbers of lanes, all items have new numbers.
            if tables.addLane(for: record.schoolId) { placed = nil }
            placed?.insert(record, row: row, of: tables)
        }
    }

    private mutating func remove<Record>(_ id: String, _ source: TimelineTables.Source<Record>) -> Bool {
        change { tables, placed in
            guard let old = tables.row(of: id, in: source) else { return false }
            placed?.remove(old.record, row: old.row, of: tables)
            tables.remove(old.row, in: source)
            return true
        }
    }

    /// Lets `body` change the tables and the positions that are kept, neither of which copies of the timeline see.
    private mutating func change<Result>(
        _ body: (inout TimelineTables, inout PlacedItems?) -> Result
    ) -> Result {
        var placed = takePositions()
        var changed = tables.value
        // Columns that nobody else holds are given up before they change: else they would be copied.
        tables = TimelineTables.none
        let result = body(&changed, &placed)
        tables = SharedValue(changed)
        if let placed { kept.keep(SharedValue(placed.positions), in: placed.zone) }
        return result
    }

    private mutating func takePositions() -> PlacedItems? {
        if isKnownUniquelyReferenced(&kept) { return kept.take().map(PlacedItems.init) }
        let current = kept.current
        kept = KeptPositions()
        return current.map(PlacedItems.init)
    }
}

/// The positions of items in a zone, to be changed.
private struct PlacedItems {
    let zone: ZoneOffsets
    var positions: TimelinePositions

    init(zone: ZoneOffsets, positions: SharedValue<TimelinePositions>) {
        self.zone = zone
        self.positions = positions.value
    }

    mutating func insert<Record: TimelineRecord>(_ record: Record, row: Int, of tables: TimelineTables) {
        positions.insert(record, row: row, of: tables, in: zone)
    }

    mutating func remove<Record: TimelineRecord>(_ record: Record, row: Int, of tables: TimelineTables) {
        positions.remove(record, row: row, of: tables, in: zone)
    }
}
