/// Changes of rows. Every later result is that of a timeline created from the current rows.
///
/// A change takes the time to find a row by its id, O(1); the first few of a table also index its rows by id,
/// some at a time. In addition:
///
/// * The cached items are changed: those that come and go are kept beside their index, and every query
///   includes them. Changes also perform the work of a new index, in steps, so that never more than 5 percent
///   of the items, or some thousands, are beside it; ``compact()`` does all that is left.
/// * After changes of more than one in 128 items without a query they are discarded, and the next query
///   computes the positions of all items. Any number of changes without a query between them thus incur this
///   cost once.
extension RecruitingTimeline {
    /// Adds an event, or puts it in the place of the one with its id.
    ///
    /// An empty school id counts as none.
    ///
    /// - Returns: whether the row was accepted: one with an empty id is not, and changes nothing.
    /// - Complexity: O(p) for p pending changes, and a share of a new index; O(s log s) for s schools when
    ///   the row's school is a new one.
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
    /// - Complexity: as ``put(_:)-(Event)`` for each row.
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
    /// - Complexity: as ``put(_:)-(Event)``.
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
        change(count: records.count) { tables, placed in
            let newLanes = tables.addLanes(for: records.map(\.schoolID))
            if !newLanes.isEmpty { placed?.intervals.addLanes(newLanes) }
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
        guard let row = findRow(of: id, source) else { return false }
        change(count: 1) { tables, placed in
            placed?.remove(tables[keyPath: source].shown(row), row: row, of: tables)
            tables[keyPath: source].remove(row)
        }
        return true
    }

    /// Returns the live row with an id; indexes some more of the table's rows, which does not change them.
    private mutating func findRow<Record>(of id: String, _ source: TimelineTables.Source<Record>) -> Int? {
        var prepared = tables.value
        // Releases this value's reference first, see ``change(count:_:)``.
        tables = TimelineTables.none
        prepared[keyPath: source].prepareForChanges()
        tables = SharedValue(prepared)
        return prepared[keyPath: source].row(of: id)
    }

    /// Lets `body` make a number of changes of the tables and the cached positions; copies of the timeline
    /// are unaffected.
    private mutating func change(
        count: Int, _ body: (inout TimelineTables, inout TimelinePositions?) -> Void
    ) {
        var (placed, unqueriedChangeCount) = takePositions()
        unqueriedChangeCount += count
        if let count = placed?.count, unqueriedChangeCount > 1 + count / pendingLimits.itemsPerUnqueriedChange
        {
            placed = nil
        }
        var changed = tables.value
        // Releases this value's reference first: otherwise uniquely referenced columns would be copied.
        tables = TimelineTables.none
        body(&changed, &placed)
        tables = SharedValue(changed)
        if let placed {
            positionCache.store(SharedValue(placed), unqueriedChangeCount: unqueriedChangeCount)
        }
    }

    /// Empties the cache; returns its positions, and the number of changes since they were queried.
    private mutating func takePositions() -> (positions: TimelinePositions?, unqueriedChangeCount: Int) {
        let cached = positionCache.cached
        if isKnownUniquelyReferenced(&positionCache) {
            positionCache.store(nil, unqueriedChangeCount: 0)
        } else {
            positionCache = PositionCache()
        }
        return (cached.positions?.value, cached.unqueriedChangeCount)
    }
}

extension RecruitingTimeline {
    /// Includes all pending changes in the index of the cached items. Changes do so themselves, a few at a
    /// time; this is for a time at which nothing waits.
    ///
    /// - Complexity: O(n) for n items if any change is pending.
    public mutating func compact() { compact { false } }

    /// Includes pending changes in the index of the cached items, until none is left or the time is over.
    ///
    /// The work continues with the next call, or the next change. It is interrupted between two steps, each
    /// of which takes up to some milliseconds for a million items.
    ///
    /// - Returns: whether no change is pending.
    @discardableResult
    public mutating func compact(for duration: Duration) -> Bool {
        let end = ContinuousClock.now + duration
        return compact { ContinuousClock.now >= end }
    }

    /// Folds pending changes until none is left, or `isOver` returns true between two steps.
    @discardableResult
    mutating func compact(until isOver: () -> Bool) -> Bool {
        guard positionCache.cached.positions?.value.intervals.pending != nil else { return true }
        let (positions, unqueriedChangeCount) = takePositions()
        guard var positions else { return true }
        let isCompact = positions.intervals.fold(until: isOver)
        positionCache.store(SharedValue(positions), unqueriedChangeCount: unqueriedChangeCount)
        return isCompact
    }
}
