/// Changes of rows. Every later result is that of a timeline created from the current rows.
///
/// A change takes the time to find a row by its id, O(1); the first one of a table also builds an index of
/// its rows by id, in O(r) for r rows. In addition:
///
/// * When items were queried since the last change, the cached ones are changed in place. This is O(n) for n
///   items, as their indexes are reassembled, without sorting.
/// * Otherwise they are discarded, and the next query computes the positions of all items. Any number of
///   changes without a query between them thus incur this cost once. Several rows in one call, and a row of a
///   new school, also discard them.
extension RecruitingTimeline {
    /// Adds an event, or puts it in the place of the one with its id.
    ///
    /// An empty school id counts as none.
    ///
    /// - Returns: whether the row was accepted: one with an empty id is not, and changes nothing.
    /// - Complexity: O(n) for n items when they were queried since the last change, otherwise O(1);
    ///   O(s log s) for s schools when the row's school is a new one.
    @discardableResult
    public mutating func put(_ event: Event) -> Bool { put([event], \.events) > 0 }

    /// Adds an interaction, or puts it in the place of the one with its id, as ``put(_:)-(Event)`` does.
    @discardableResult
    public mutating func put(_ interaction: Interaction) -> Bool { put([interaction], \.interactions) > 0 }

    /// Adds an offer, or puts it in the place of the one with its id, as ``put(_:)-(Event)`` does.
    @discardableResult
    public mutating func put(_ offer: Offer) -> Bool { put([offer], \.offers) > 0 }

    /// Adds a change of status, or puts it in the place of the one with its id, as ``put(_:)-(Event)`` does.
    @discardableResult
    public mutating func put(_ statusChange: StatusChange) -> Bool {
        put([statusChange], \.statusChanges) > 0
    }

    /// Adds events, or puts them in the places of those with their ids; the last one of an id takes effect.
    ///
    /// - Returns: the number of accepted rows: those with an empty id are not.
    /// - Complexity: O(k) for k rows, and O(s log s) for s schools when some are new; the next query computes
    ///   the positions of all items.
    @discardableResult
    public mutating func put(_ events: [Event]) -> Int { put(events, \.events) }

    /// Adds interactions, or puts them in the places of those with their ids, as ``put(_:)-([Event])`` does.
    @discardableResult
    public mutating func put(_ interactions: [Interaction]) -> Int { put(interactions, \.interactions) }

    /// Adds offers, or puts them in the places of those with their ids, as ``put(_:)-([Event])`` does.
    @discardableResult
    public mutating func put(_ offers: [Offer]) -> Int { put(offers, \.offers) }

    /// Adds changes of status, or puts them in the places of those with their ids, as ``put(_:)-([Event])``
    /// does.
    @discardableResult
    public mutating func put(_ statusChanges: [StatusChange]) -> Int { put(statusChanges, \.statusChanges) }

    /// Removes an item.
    ///
    /// - Parameter id: the id of the item, such as `event-42`.
    /// - Returns: whether there was such a row; an event that ends before it starts counts, too.
    /// - Complexity: O(n) for n items when they were queried since the last change, otherwise O(1).
    @discardableResult
    public mutating func remove(id: String) -> Bool {
        for type in TimelineItemType.allCases {
            let prefix = type.idPrefix.description.utf8
            guard id.utf8.starts(with: prefix) else { continue }
            let id = String(decoding: id.utf8.dropFirst(prefix.count), as: UTF8.self)
            switch type {
            case .event: return remove(id, \.events)
            case .interaction: return remove(id, \.interactions)
            case .offer: return remove(id, \.offers)
            case .statusChange: return remove(id, \.statusChanges)
            }
        }
        return false
    }

    private mutating func put<Record>(_ records: [Record], _ source: TimelineTables.Source<Record>) -> Int {
        let records = records.filter { !$0.id.isEmpty }.map { record in
            var record = record
            if record.schoolID?.isEmpty == true { record.schoolID = nil }
            return record
        }
        if records.isEmpty { return 0 }
        change { tables, placed in
            // When lanes are renumbered, all items have new numbers.
            if tables.addLanes(for: records.map(\.schoolID)) || records.count > 1 { placed = nil }
            for record in records {
                if let old = tables.row(of: record.id, in: source) {
                    placed?.remove(old.record, row: old.row, of: tables)
                }
                let row = tables[keyPath: source].put(record)
                placed?.insert(record, row: row, of: tables)
            }
        }
        return records.count
    }

    private mutating func remove<Record>(_ id: String, _ source: TimelineTables.Source<Record>) -> Bool {
        makeFindable(source)
        guard let row = tables.value[keyPath: source].row(of: id) else { return false }
        change { tables, placed in
            placed?.remove(tables[keyPath: source].shown(row), row: row, of: tables)
            tables[keyPath: source].remove(row)
        }
        return true
    }

    /// Builds the index of a table's rows by id, which does not change the rows.
    private mutating func makeFindable<Record>(_ source: TimelineTables.Source<Record>) {
        guard !tables.value[keyPath: source].isPreparedForChanges else { return }
        var prepared = tables.value
        prepared[keyPath: source].prepareForChanges()
        tables = SharedValue(prepared)
    }

    /// Lets `body` change the tables and the cached positions; copies of the timeline are unaffected.
    private mutating func change(_ body: (inout TimelineTables, inout TimelinePositions?) -> Void) {
        var placed = takePositions()
        var changed = tables.value
        // Releases this value's reference first: otherwise uniquely referenced columns would be copied.
        tables = TimelineTables.none
        body(&changed, &placed)
        tables = SharedValue(changed)
        if let placed { positionCache.store(SharedValue(placed), wereQueried: false) }
    }

    /// Empties the cache; returns the positions if they were queried since rows changed.
    private mutating func takePositions() -> TimelinePositions? {
        defer {
            if isKnownUniquelyReferenced(&positionCache) {
                positionCache.store(nil, wereQueried: false)
            } else {
                positionCache = PositionCache()
            }
        }
        return positionCache.queried?.value
    }
}
